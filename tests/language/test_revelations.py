"""Mistakes in what an action reveals are told where it is declared."""

from __future__ import annotations

from typing import Any

import pytest

from kanly.explorer.search.breadth_first import explore
from kanly.model import (
    ACTOR,
    OWNER,
    Int,
    Map,
    Model,
    Option,
    Record,
    Reveals,
    Set,
    State,
    Withholds,
    held_by,
    require,
    size,
)
from tiny import Card, Seat, as_it_is, mistake_in


class Letter(Record):
    text: int = Int(0, 3)


class Table(State):
    turn: int = Int(0, 3)
    hand: dict[Seat, Card | None] = Map(Seat, Option(Card), seen_by=OWNER)
    letter: Letter | None = Option(Letter)


def why(what: Any = "hand", to: Any = ACTOR, because: Any = "it is so", **more: Any) -> Reveals:
    return Reveals(what, to, because, **more)


WRONG = [
    (why("hands"), "rule: it reveals 'hands', which is no field of Table; it has turn, hand, letter"),
    (why("card"), "rule: it reveals 'card', which is no field of Table; it has turn, hand, letter"),
    (why(3), "rule: it reveals 3, which is no field of Table; it has turn, hand, letter"),
    (why("letter.sender"), "rule: it reveals letter.sender, but letter has no field sender; it has text"),
    (why("hand.ANN"), "rule: it reveals hand.ANN, but hand has no field ANN; nothing is inside it"),
    (why(because=""), 'rule: it reveals hand without a reason; say why with because="..."'),
    (why(because=None), 'rule: it reveals hand without a reason; say why with because="..."'),
    (why(to="ANN"), "rule: who sees hand: 'ANN' is no argument that holds a seat; there is seat, other"),
    (why(to="card"), "rule: who sees hand: 'card' is no argument that holds a seat; there is seat, other"),
    (
        why(to=OWNER),
        "rule: who sees hand: it is EVERYONE, NOBODY, the name of an argument, a rule or, where a seat acts, ACTOR",
    ),
    (
        why(to=Seat.ANN),
        "rule: who sees hand: it is EVERYONE, NOBODY, the name of an argument, a rule or, where a seat acts, ACTOR",
    ),
    (why(to=lambda: True), "rule: who sees hand: a rule for seen_by takes (g, seat, seat, card, other) here"),
    (
        why(to=[Seat.ANN]),
        "rule: who sees hand: it is EVERYONE, NOBODY, the name of an argument, a rule or, where a seat acts, ACTOR",
    ),
    (why(scenarios=("late",)), "rule reveals hand in late; there is default"),
    ([why(), why(because="once more")], "rule reveals hand twice; once is enough"),
    ("hand", 'rule: reveals=\'hand\'; it takes Reveals("field", to=..., because="..."), or several in a list'),
    (3, 'rule: reveals=3; it takes Reveals("field", to=..., because="..."), or several in a list'),
]


@pytest.mark.parametrize(("reveals", "told"), WRONG)
def test_what_is_wrong_with_a_revelation(reveals: Any, told: str) -> None:
    def define() -> None:
        model = Model("wrong", Table, seats=Seat)

        @model.action(reveals=reveals)
        def rule(g: Table, seat: Seat, card: Card, other: Seat | None = Option(Seat)) -> None:
            pass

        model.scenario("default")(as_it_is)
        model.instance()

    assert mistake_in(define) == told


COVERED = [
    ("hand", "hand", True),
    ("hand", "hand.card", True),
    ("hand", "hand.card.worth", True),
    ("hand", "hands", False),
    ("hand", "handed.card", False),
    ("hand", "own.hand", False),
    ("hand.card", "hand.card", True),
    ("hand.card", "hand", False),
    ("hand.card", "hand.cards", False),
    ("hand.card", "hand.card.worth", True),
]


@pytest.mark.parametrize(("what", "field", "covers"), COVERED)
def test_what_speaks_of_a_field_speaks_of_what_is_inside_it_and_of_nothing_else(
    what: str, field: str, covers: bool
) -> None:
    assert Reveals(what, because="it is turned over").covers(field) is covers
    assert Withholds(what, because="nobody asks").covers(field) is covers


class Turned(State):
    hand: int = Int(0, 1, seen_by=held_by("open"))
    hands: int = Int(0, 1, seen_by=held_by("open"))
    open: set[Seat] = Set(Seat)


def test_what_is_revealed_of_one_field_does_not_excuse_another_whose_name_begins_alike() -> None:
    def leaks(*what: str) -> bool:
        model = Model("turned", Turned, seats=Seat)

        @model.action(reveals=[Reveals(each, because="it is turned over") for each in what])
        def turn(g: Turned, seat: Seat) -> None:
            require(size(g.open) == 0, "open")
            g.open = set(Seat)

        @model.scenario("default")
        def setup(g: Turned, hand: int = Int(0, 1), hands: int = Int(0, 1)) -> None:
            g.hand, g.hands = hand, hands

        del turn, setup
        found = explore(model.instance(), keep_going=True, sight=None).sight
        assert found is not None
        return any(answer.leak for answer in found.answers)

    assert [leaks(*what) for what in (("hand",), ("hands",), ("hand", "hands"))] == [True, True, False]
