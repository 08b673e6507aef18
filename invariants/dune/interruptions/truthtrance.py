"""Open questions of a Truthtrance."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import either
from ....model.dune.interruptions.truthtrance import ask_truthtrance
from ....model.dune.table.cards import Card
from ....model.dune.table.kinds import Phase
from ....model.dune.table.state import Table
from ...language.conditions import Conjunct
from ...language.where import playing
from ..laws import laws

QUESTIONS = playing(ask_truthtrance)
"""Where a Truthtrance can be played."""


@laws.invariant("question-is-no-frame", clauses=["ORN-51"], when=lambda g: bool(g.questions), where=QUESTIONS)
def question_is_no_frame(g: Table) -> Iterator[Conjunct]:
    """No question is open while a frame waits or a search goes on, and all are of the movement phase."""
    yield "frame", g.frame is None
    yield "search", g.box is None and g.box_frame is None
    yield "phase", g.phase == Phase.MOVEMENT


@laws.invariant("questions-hold-truthtrances", clauses=["ORN-51"], when=lambda g: bool(g.questions), where=QUESTIONS)
def questions_hold_truthtrances(g: Table) -> Iterator[Conjunct]:
    """Each open question was asked with a Truthtrance, of another seat than its asker."""
    for question in g.questions:
        yield "card", either(question.card == Card.TRUTHTRANCE, question.card == Card.SECOND_TRUTHTRANCE)
        yield "another seat", question.asker != question.asked
