"""Two members that are not known, each out of a scope of its own: what is asked of them is read as it runs."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import combinations, product
from typing import Any

import pytest

from kanly.explorer.trace.evaluate import Evaluation, assignment
from kanly.explorer.trace.tracing import trace_model, trace_terms
from kanly.model import Option, Set, State, choose, has, same
from tiny import Card, tiny

SCOPES = [scope for size in (2, 3, 4) for scope in combinations(Card, size)]
"""The members that one may be out of, and in which order they are coded."""


class Pair(State):
    one: Card
    other: Card
    flag: bool
    some: set[Card] = Set(Card)
    maybe: Card | None = Option(Card)


def among(scope: Sequence[Card], card: Any) -> Any:
    """The card where it is in the scope, else the last that is: a member that can be nothing else."""
    chosen: Any = scope[-1]
    for member in scope[:-1]:
        chosen = choose(card == member, member, chosen)
    return chosen


def is_equal(g: Any, one: Any, other: Any) -> Any:
    return one == other


def is_unequal(g: Any, one: Any, other: Any) -> Any:
    return one != other


def is_same(g: Any, one: Any, other: Any) -> Any:
    return same(one, other)


def is_one_of_two(g: Any, one: Any, other: Any) -> Any:
    return choose(g.flag, one, other) == Card.KING


def is_either(g: Any, one: Any, other: Any) -> Any:
    return choose(g.flag, one, other) == choose(g.flag, other, one)


def is_one_of_two_or_a_field(g: Any, one: Any, other: Any) -> Any:
    return choose(g.flag, one, g.other) == choose(other == Card.JACK, other, one)


def is_in_a_set_with_another(g: Any, one: Any, other: Any) -> Any:
    return has(g.some, choose(g.flag, one, other))


def is_held(g: Any, one: Any, other: Any) -> Any:
    return (one == g.maybe) | (g.maybe == other)


QUESTIONS: list[Callable[[Any, Any, Any], Any]] = [
    is_equal, is_unequal, is_same, is_one_of_two, is_either, is_one_of_two_or_a_field, is_in_a_set_with_another,
    is_held,
]  # fmt: skip


PAIR = tiny(Pair)
TRACED = trace_model(PAIR)
CHANCE = random.Random(2)
STATES = [
    (*seen, CHANCE.randrange(16), CHANCE.randrange(5))
    for seen in product(*(range(slot.count) for slot in PAIR.slots[:3]))
]
"""Every pair of members, both ways to choose; what is in the set and what is held was drawn."""
EVALUATIONS = [Evaluation(assignment(TRACED.slots, slots)) for slots in STATES]


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.__name__)
def test_what_is_asked_of_two_members_is_read_as_it_runs(question: Callable[[Any, Any, Any], Any]) -> None:
    for scope, other in product(SCOPES, SCOPES):

        def asked(g: Any, scope: Sequence[Card] = scope, other: Sequence[Card] = other) -> Any:
            return question(g, among(scope, g.one), among(other, g.other))

        (term,) = trace_terms(TRACED, "question", lambda g, asked=asked: [asked(g)])
        for slots, evaluation in zip(STATES, EVALUATIONS, strict=True):
            assert evaluation.value(term) == int(asked(PAIR.state(slots))), (scope, other, PAIR.describe(slots))
