"""Where a declaration is made: by actions, fields, members and set-ups; what is refused when it is defined."""

from __future__ import annotations

from enum import Enum

import pytest

from kanly.invariants import Declarations, Where, applicable, knowing, playing, set_up_by, using
from kanly.model import Event, Fields, Int, Model, ModelError, State, require


class Seat(Enum):
    A = "a"
    B = "b"


class Coin(Enum):
    HEADS = "heads"
    TAILS = "tails"


class Table(State):
    score: int = Int(0, 2)
    coin: Coin
    spare: bool


class Other(State):
    score: int = Int(0, 2)


SCORE = Fields(Table.score)


def tossing() -> Model:
    """A model with a scenario of everything and one of less; a new one for each test, since laws are added to it."""
    game = Model("tossing", Table, seats=Seat)
    game.action(win)
    game.action(toss)
    game.scenario("everything")(everything)
    game.scenario("less", uses=(SCORE,), actions=[win], scope={Coin: (Coin.HEADS,)})(less)
    return game


def win(g: Table, seat: Seat) -> None:
    require(g.score < 2, "won")
    g.score += 1


def toss(g: Table, seat: Seat) -> None:
    g.coin = Coin.TAILS


def everything(g: Table) -> None:
    """All fields are used, all actions played, both sides of the coin known."""


def less(g: Table) -> None:
    """Only the score is used, nobody tosses, and the coin has one side."""


def speaks_in(where: Where) -> list[str]:
    game = tossing()

    @Declarations(game).invariant("small", where=where)
    def small(g: Table) -> bool:
        """The score is small."""
        return g.score < 3

    return [name for name in game.scenarios if applicable(game.instance(name))]


@pytest.mark.parametrize(
    ("where", "names"),
    [
        (playing(win), ["everything", "less"]),
        (playing(win, toss), ["everything"]),
        (using(Table.score), ["everything", "less"]),
        (using(SCORE, Table.coin), ["everything"]),
        (knowing(Coin.TAILS), ["everything"]),
        (knowing(Coin.HEADS, Seat.A), ["everything", "less"]),
        (set_up_by(less), ["less"]),
        (playing(win) & ~playing(toss), ["less"]),
        (set_up_by(less) | using(Table.spare), ["everything", "less"]),
        (~(playing(win) | playing(toss)), []),
    ],
)
def test_a_law_is_made_where_its_rules_fields_and_members_are(where: Where, names: list[str]) -> None:
    assert speaks_in(where) == names


def test_a_scenario_that_is_added_later_gets_the_laws_of_its_rules() -> None:
    game = tossing()

    @Declarations(game).invariant("small", where=playing(win))
    def small(g: Table) -> bool:
        """The score is small."""
        return g.score < 3

    def later(g: Table) -> None:
        """Another start."""

    game.scenario("later", actions=[win])(later)
    assert applicable(game.instance("later"))


def stranger(g: Table) -> None:
    """No action and no set-up of the model."""


@pytest.mark.parametrize(
    ("where", "told"),
    [
        (playing(stranger), "small: stranger is no action of tossing"),
        (~playing(stranger) & using(SCORE), "small: stranger is no action of tossing"),
        (set_up_by(everything, stranger), "small: stranger sets up no scenario of tossing"),
        (using(Other.score), "small: score is no field of Table"),
        (playing(win) | using(Other.score), "small: score is no field of Table"),
    ],
)
def test_what_the_model_does_not_have_is_refused_where_the_law_stands(where: Where, told: str) -> None:
    with pytest.raises(ModelError, match=told) as caught:
        speaks_in(where)
    assert caught.value.file == __file__


def test_only_fields_and_groups_are_used() -> None:
    with pytest.raises(ModelError, match="neither a field of a state nor a group") as caught:
        using(Event)
    assert caught.value.file == __file__
