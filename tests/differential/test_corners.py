"""Small models at the corners of what engines do: each says of them what the naive enumeration says."""

from __future__ import annotations

import random
from collections.abc import Callable
from enum import Enum
from typing import Any

import pytest

from differential.comparing import Comparison
from differential.searches import Searches
from kanly.invariants import Declarations, Step
from kanly.model import (
    ACTOR,
    NOBODY,
    Chance,
    Event,
    Int,
    Model,
    Option,
    Record,
    Reveals,
    Set,
    State,
    View,
    Withholds,
    choose,
    emit,
    has,
    require,
    required,
)


class Seat(Enum):
    """Who plays."""

    ANN = 1
    BOB = 2


class Card(Enum):
    """What is drawn."""

    ACE = 1
    KING = 2
    QUEEN = 3


def only_failing() -> Model:
    """What is possible in the last state fails, and so it is no deadlock."""

    class Count(State):
        n: int = Int(0, 2)

    model = Model("only-failing", Count, seats=Seat)

    @model.action
    def up(g: Count, seat: Seat) -> None:
        require(seat == Seat.ANN, "not yours")
        g.n += 1

    @model.scenario("default")
    def begin(g: Count) -> None:
        """Nothing is counted."""

    return model


def settled_twice() -> Model:
    """Each of two declarations of progress calls another state settled."""

    class Count(State):
        n: int = Int(0, 3)

    model = Model("settled-twice", Count, seats=Seat)

    @model.action
    def up(g: Count, seat: Seat, by: int = Int(1, 3)) -> None:
        require(g.n == 0 and seat == Seat.ANN, "done")
        g.n = by

    @model.scenario("default")
    def begin(g: Count) -> None:
        """Nothing is counted."""

    laws = Declarations(model)

    @laws.progress("one")
    def one(g: Count) -> bool:
        """It comes to 1."""
        return g.n == 1

    @laws.progress("two")
    def two(g: Count) -> bool:
        """It comes to 2."""
        return g.n == 2

    return model


def told_below_zero() -> Model:
    """What everybody knows of hidden numbers may be negative, in a state and after a step."""

    class Secret(State):
        number: int = Int(-3, 3, seen_by=NOBODY, public=lambda number: number * 2)
        other: int = Int(-4, -1, seen_by=NOBODY, public=lambda number: number // 2)

    class Sign(View):
        positive: bool

    model = Model("told-below-zero", Secret, seats=Seat)

    @model.chance
    def turn(g: Secret, high: bool = Chance(seen_by=NOBODY)) -> None:
        require(g.number == 0, "done")
        g.number = choose(high, 3, -1)

    @model.chance
    def turn_other(g: Secret, low: bool = Chance(seen_by=NOBODY)) -> None:
        require(g.other == -1, "done")
        g.other = choose(low, -4, -2)

    @model.view(withholds=Withholds("number", because="it is read out"))
    def view(g: Secret, seat: Seat) -> Sign:
        return Sign(positive=g.number > 0)

    @model.scenario("default")
    def begin(g: Secret, first: int = Int(-3, 0)) -> None:
        g.number, g.other = first, -1

    return model


def drawn_from_a_secret_deck() -> Model:
    """A choice is possible by one turn of chance or by several, which nobody may tell apart."""

    class Deck(State):
        deck: set[Card] = Set(Card, seen_by=NOBODY)
        over: bool

    model = Model("secret-deck", Deck, seats=Seat)

    @model.action
    def draw(g: Deck, seat: Seat, twice: bool, card: Card = Chance(seen_by=NOBODY)) -> None:
        require(has(g.deck, card) and not g.over, "not there")
        g.deck.remove(card)
        g.over = twice

    @model.scenario("default")
    def begin(g: Deck, more: Card) -> None:
        g.deck = {Card.ACE, more}

    return model


def shown_in_part() -> Model:
    """What everybody knows of a hidden record, by a condition that nobody knows, is not enough for the view."""

    class Pair(Record):
        side: bool
        number: int = Int(0, 2)

    def number_of(pair: Pair | None) -> int:
        return 0 if pair is None else choose(pair.side, pair.number, 0)

    class Hidden(State):
        pair: Pair | None = Option(Pair, seen_by=NOBODY, public=number_of)
        tens: int = Int(0, 5, seen_by=NOBODY, public=lambda number: number // 2)

    class Shown(View):
        side: bool
        tens: int = Int(0, 5)

    model = Model("shown-in-part", Hidden, seats=Seat)

    @model.chance
    def hide(g: Hidden, side: bool = Chance(seen_by=NOBODY), number: int = Chance(Int(0, 2), seen_by=NOBODY)) -> None:
        g.pair = Pair(side=side, number=number)

    @model.chance
    def count(g: Hidden) -> None:
        require(g.tens < 5, "no more")
        g.tens += 1

    @model.view(withholds=Withholds("pair", because="it is nobody's"))
    def view(g: Hidden, seat: Seat) -> Shown:
        return Shown(side=g.pair is not None and g.pair.side, tens=g.tens)

    @model.scenario("default")
    def begin(g: Hidden) -> None:
        g.pair = Pair(side=False, number=0)

    return model


def untold_later() -> Model:
    """What a seat is shown follows from what it knows, and cannot be told in the last state."""

    class Count(State):
        n: int = Int(0, 6)

    class Shown(View):
        n: int = Int(0, 5)

    model = Model("untold-later", Count, seats=Seat)

    @model.chance
    def up(g: Count) -> None:
        require(g.n < 6, "no more")
        g.n += 1

    @model.view
    def view(g: Count, seat: Seat) -> Shown:
        return Shown(n=g.n)

    @model.scenario("default")
    def begin(g: Count) -> None:
        """Nothing is counted."""

    return model


def once_open(g: Any, seat: Any) -> Any:
    """Everybody sees what is open."""
    return g.open


def once_shown(g: Any, seat: Any) -> Any:
    """Ann sees what is shown."""
    return g.shown & (seat == Seat.ANN)


def revealed_late() -> Model:
    """Cards are turned over at the end: to everybody, to who turns them, and one that is known already."""

    class Turned(Event):
        card: Card

    class Late(State):
        card: Card | None = Option(Card, seen_by=once_open)
        other: Card | None = Option(Card, seen_by=once_shown)
        n: int = Int(0, 3)
        open: bool
        shown: bool

    model = Model("revealed-late", Late, seats=Seat)

    @model.action
    def wait(g: Late, seat: Seat) -> None:
        require(g.n < 3 and seat == Seat.ANN and not g.open, "no more")
        g.n += 1

    @model.action(reveals=Reveals("card", because="it is turned over"))
    def turn(g: Late, seat: Seat) -> None:
        require(g.n == 3 and not g.open, "too early")
        g.open = True

    @model.action(reveals=Reveals("other", to=ACTOR, because="who looks sees it"))
    def look(g: Late, seat: Seat) -> None:
        require(g.n == 2 and not g.shown, "not now")
        g.shown = True

    @model.action(reveals=[Reveals("card", to=ACTOR, because="it is known"), Reveals("other", because="so is this")])
    def tell(g: Late, seat: Seat) -> None:
        require(g.open and g.shown, "nothing to tell")
        emit(Turned(card=required(g.card, "nothing there")))
        g.card = None

    @model.scenario("default")
    def begin(g: Late, card: Card, other: Card) -> None:
        g.card, g.other = card, other

    return model


def revealed_to_who_knows() -> Model:
    """What is revealed follows from an argument that is seen, or from an event, and so it never happens."""

    class Turned(Event):
        card: Card

    class Open(State):
        card: Card | None = Option(Card)
        other: Card | None = Option(Card)

    model = Model("revealed-to-who-knows", Open, seats=Seat)

    @model.chance(reveals=Reveals("card", because="it is seen"))
    def turn(g: Open, card: Card = Chance()) -> None:
        require(g.card is None, "done")
        g.card = card

    @model.chance(reveals=Reveals("other", because="it is told"))
    def tell(g: Open, card: Card = Chance(seen_by=NOBODY)) -> None:
        require(g.other is None, "done")
        g.other = card
        emit(Turned(card=card))

    @model.scenario("default")
    def begin(g: Open) -> None:
        """Nothing is open."""

    return model


def ending_often() -> Model:
    """A rule fails, play ends and laws are broken early and again later; the shortest play is shown of each."""

    class Count(State):
        n: int = Int(0, 9)

    model = Model("ending-often", Count, seats=Seat)

    @model.chance
    def go(g: Count, by: int = Chance(Int(1, 2))) -> None:
        require(g.n != 2 and g.n < 7, "over")
        g.n += by

    @model.chance
    def slip(g: Count) -> None:
        require(g.n in (1, 3, 6), "not slippery")
        g.n -= 8

    @model.scenario("default")
    def begin(g: Count) -> None:
        """Nothing is counted."""

    laws = Declarations(model)

    @laws.invariant("not-many")
    def not_many(g: Count) -> bool:
        """It is neither 3 nor many."""
        return g.n != 3 and g.n < 6

    @laws.step("by-one")
    def by_one(before: Count, step: Step, after: Count) -> bool:
        """It goes up by one, after a while."""
        return before.n < 3 or after.n == before.n + 1

    return model


CORNERS: list[Callable[[], Model]] = [
    only_failing, settled_twice, told_below_zero, drawn_from_a_secret_deck, shown_in_part, untold_later, revealed_late,
    revealed_to_who_knows, ending_often,
]  # fmt: skip


@pytest.mark.parametrize("corner", CORNERS, ids=lambda each: each.__name__)
def test_no_engine_differs_at_a_corner(corner: Callable[[], Model]) -> None:
    comparison = Comparison(corner().instance())
    assert not list(comparison.of_play())
    for seed in range(4):
        searches = Searches(comparison.held, comparison.traced, random.Random(seed))
        assert not list(searches.differences())
