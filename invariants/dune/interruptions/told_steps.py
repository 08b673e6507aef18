"""What is told of searches and questions is true, and told to whom it must be."""

from __future__ import annotations

from ....model.dune.interruptions.nullentropy import BoxOpened, Searched, Taken, open_box, take_from_the_discard
from ....model.dune.interruptions.truthtrance import Answered, Asked, answer_truly, ask_truthtrance
from ....model.dune.table.state import Table
from ...language.steps import Step
from ..laws import laws
from .nullentropy import SEARCHES
from .truthtrance import QUESTIONS


@laws.told("opened-boxes-are-told", BoxOpened, clauses=["ORN-50"], where=SEARCHES)
def opened_boxes_are_told(before: Table, step: Step, after: Table) -> BoxOpened | None:
    """Everybody is told who has opened the Box."""
    return BoxOpened(seat=step["seat"]) if step.took(open_box) else None


@laws.told("searches-are-told", Searched, clauses=["ORN-50"], where=SEARCHES)
def searches_are_told(before: Table, step: Step, after: Table) -> Searched | None:
    """Everybody is told that a search is over, and whose it was."""
    return Searched(seat=step["seat"]) if step.took(take_from_the_discard) else None


@laws.told(
    "what-was-taken-is-told-to-its-owner",
    Taken,
    to=lambda before, step, after: step["seat"],
    clauses=["ORN-50"],
    where=SEARCHES,
)
def what_was_taken_is_told_to_its_owner(before: Table, step: Step, after: Table) -> Taken | None:
    """Whoever has searched, and nobody else, is told which card it took."""
    return Taken(card=step["card"]) if step.took(take_from_the_discard) else None


@laws.told("questions-are-told", Asked, clauses=["ORN-51"], where=QUESTIONS)
def questions_are_told(before: Table, step: Step, after: Table) -> Asked | None:
    """Everybody is told who asks whom, and about which card."""
    if not step.took(ask_truthtrance):
        return None
    return Asked(asker=step["seat"], asked=step["asked"], about=step["about"])


@laws.told("answers-are-told", Answered, clauses=["ORN-51"], where=QUESTIONS)
def answers_are_told(before: Table, step: Step, after: Table) -> Answered | None:
    """Everybody is told who has answered which question, and how."""
    if not step.took(answer_truly):
        return None
    return Answered(seat=step["seat"], about=before.questions[0].about, yes=step["yes"])
