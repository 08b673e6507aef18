"""A question locks every decision until it is answered truly."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import either, forall, has, same, scope, size
from ....model.dune.interruptions.truthtrance import answer_truly, ask_truthtrance
from ....model.dune.table.cards import Card
from ....model.dune.table.factions import Faction
from ....model.dune.table.state import Table
from ...language.conditions import Conjunct
from ...language.steps import Step
from ..laws import laws
from .truthtrance import QUESTIONS


def asked(before: Table, step: Step, after: Table) -> bool:
    """Whether a question is open before the step, or asked by it."""
    return either(size(before.questions) > 0, step.took(ask_truthtrance))


@laws.step("question-locks-the-decision", clauses=["ORN-51", "ORN-60"], when=asked, where=QUESTIONS)
def question_locks_the_decision(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """While a question is open it is answered or another one asked; decision, flight and forces stay as they are."""
    yield "nothing else", step.took(ask_truthtrance, answer_truly)
    yield "decision", same(after.pending, before.pending)
    yield "flight", same(after.flight, before.flight)
    yield "forces", after.forces == before.forces
    yield "turn", same(after.active, before.active)
    yield "no frame", after.frame is None


@laws.step(
    "answers-are-true-and-in-turn",
    clauses=["ORN-51"],
    when=lambda before, step, after: step.took(answer_truly),
    where=QUESTIONS,
)
def answers_are_true_and_in_turn(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """The first question is answered by the seat that it asks, truly; its card alone is discarded."""
    question = before.questions[0]
    yield "asked", question.asked == step["seat"]
    yield "true", step["yes"] == has(before.hand[question.asked], question.about)
    yield "over", size(after.questions) == size(before.questions) - 1
    for card in scope(before, Card):
        now = either(has(before.discard, card), question.card == card)
        yield f"{card.name} is discarded", has(after.discard, card) == now
    yield "hands", forall(scope(before, Faction), lambda seat: after.hand[seat] == before.hand[seat])
    yield "no receipt", after.batches == before.batches
