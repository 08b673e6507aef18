"""A part of a record is held and another is replaced: what is written through the view is not lost when it is read."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from kanly.explorer.trace.evaluate import stepped
from kanly.explorer.trace.tracing import trace_model
from kanly.explorer.trace.tree import Fail, Reject
from kanly.model import Accepted, Fault, Int, Map, Model, ModelError, Record, Seq, Set, State
from tiny import Card, Seat, as_it_is


class Inner(Record):
    cards: set[Card] = Set(Card)
    number: int = Int(0, 2)


class Place(Record):
    left: set[Card] = Set(Card)
    right: set[Card] = Set(Card)
    inner: Inner
    row: list[Card] = Seq(Card, at_most=2)
    last: dict[Card, bool] = Map(Card, bool)


class Board(State):
    places: dict[Seat, Place] = Map(Seat, Place)
    card: Card
    before: set[Card] = Set(Card)


Change = Callable[[Any], object]


def left(p: Any) -> Any:
    return p.left


def right(p: Any) -> Any:
    return p.right


def inner(p: Any) -> Any:
    return p.inner


def cards_inside(p: Any) -> Any:
    return p.inner.cards


def row(p: Any) -> Any:
    return p.row


def last(p: Any) -> Any:
    return p.last


def adds(held: Any) -> None:
    held.add(Card.ACE)


def counts(held: Any) -> None:
    held.number = (held.number + 1) % 3


def clears(held: Any) -> None:
    held.clear()


def turns(held: Any) -> None:
    held[Card.KING] = not held[Card.KING]


HELD: list[tuple[Callable[[Any], Any], Change]] = [
    (left, adds), (right, adds), (inner, counts), (cards_inside, adds), (row, clears), (last, turns),
]  # fmt: skip
"""What is held, and what is done to it afterwards."""


def empties_left(p: Any) -> None:
    p.left = set()


def empties_right(p: Any) -> None:
    p.right = {Card.KING}


def renews_inner(p: Any) -> None:
    p.inner = Inner(cards={Card.JACK}, number=1)


def empties_inside(p: Any) -> None:
    p.inner.cards = set()


def renews_row(p: Any) -> None:
    p.row = [Card.JACK]


def renews_last(p: Any) -> None:
    p.last = {card: card == Card.KING for card in Card}


REPLACED: list[Change] = [empties_left, empties_right, renews_inner, empties_inside, renews_row, renews_last]


def one(seat: Seat, other: Seat) -> Seat:
    return seat


def another(seat: Seat, other: Seat) -> Seat:
    return other


def ann(seat: Seat, other: Seat) -> Seat:
    return Seat.ANN


Key = Callable[[Seat, Seat], Seat]

KEYS: list[Key] = [one, another, ann]


def acting(
    part: Callable[[Any], Any], key: Key, replaced: Change, place: Key, change: Change
) -> Callable[[Board, Seat, Seat], None]:
    """A rule that holds a part below one key, replaces one below another, and changes what it holds."""

    def act(g: Board, seat: Seat, other: Seat) -> None:
        view = part(g.places[key(seat, other)])
        replaced(g.places[place(seat, other)])
        change(view)

    return act


@pytest.mark.parametrize("replaced", REPLACED, ids=lambda each: each.__name__)
@pytest.mark.parametrize("held", HELD, ids=lambda each: each[0].__name__)
def test_what_is_written_through_a_view_is_refused_or_not_lost(
    held: tuple[Callable[[Any], Any], Change], replaced: Change
) -> None:
    part, change = held
    refused: list[tuple[Key, Key, str | None]] = []
    for key, place in product(KEYS, KEYS):
        board = Model("board", Board, seats=Seat)
        board.scenario("default")(as_it_is)
        board.action(acting(part, key, replaced, place, change))
        instance = board.instance()
        try:
            traced = trace_model(instance)
        except ModelError as error:
            refused.append((key, place, error.file))
            continue
        chance, slots, action = random.Random(1), traced.slots, traced.actions[0]
        for _ in range(4):
            state = instance.canonical(tuple(chance.randrange(slot.count) for slot in instance.slots))
            for codes in product(range(3), range(3)):
                run, read = instance.step(state, instance.actions[0], codes), stepped(action, slots, state, codes)
                match run:
                    case Accepted(slots=after):
                        assert read == after, (key, place, codes)
                    case Fault():
                        assert isinstance(read, Fail)
                    case _:
                        assert isinstance(read, Reject)
    assert all(file == __file__ and (key, place) != (ann, ann) for key, place, file in refused)
