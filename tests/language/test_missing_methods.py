"""What a view of a container does not have is said with what it has."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any

import pytest

from kanly.model import Bag, Fault, Int, Map, Seq, Set, State
from tiny import Seat, tiny


class Card(Enum):
    """Two cards."""

    ACE = 1
    KING = 2


class Table(State):
    """One container of each kind."""

    deck: set[Card] = Set(Card)
    queue: list[Card] = Seq(Card, 2)
    pile: Any = Bag(Card, 2)
    marks: dict[Seat, int] = Map(Seat, Int(0, 2))


MISSING: list[tuple[Callable[[Any], object], str, str]] = [
    (lambda g: g.deck.pop(), "Set(Card(ACE, KING)) has no pop; it has add, clear, ", "has_order"),
    (lambda g: g.queue.sort(), "Seq(Card(ACE, KING), at_most=2) has no sort; it has append, clear, ", "has_order"),
    (lambda g: g.pile.most_common(), " has no most_common; it has add, ", "has_order"),
    (lambda g: g.marks.update({}), "Map(Seat(ANN, BOB, CAT), Int(0, 2)) has no update; it has get, items, ", "_domain"),
]


@pytest.mark.parametrize(("rule", "said", "unsaid"), MISSING)
def test_what_is_missing_is_said_with_what_there_is(rule: Callable[[Any], object], said: str, unsaid: str) -> None:
    def act(g: Table) -> None:
        rule(g)

    instance = tiny(Table, act)
    (start,) = instance.initial_states()
    (action,) = instance.actions
    found = instance.step(start, action, ())
    assert isinstance(found, Fault)
    assert said in found.message
    assert unsaid not in found.message
