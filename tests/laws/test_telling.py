"""What is told is true: which events a step sends, what they say, to whom and how often, in all readings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from typing import Any, cast

import pytest

from asking import answer
from kanly.explorer.findings.status import Status
from kanly.invariants import Conjunct, Declarations, Step, changes_only
from kanly.model import (
    EVERYONE,
    OWNER,
    Event,
    Int,
    Map,
    Model,
    ModelError,
    Option,
    Secret,
    Set,
    State,
    emit,
    require,
    scope,
    size,
)
from proving import found_by_one_law, proved, told


class Seat(Enum):
    ANN, BOB, CAT = range(3)


class Card(Enum):
    ACE, KING = range(2)


class Played(Event):
    seat: Seat
    card: Card
    left: int = Int(0, 2)
    before: Card | None = Option(Card)


class Passed(Event):
    card: Card


class Table(State):
    hand: dict[Seat, set[Card]] = Map(Seat, Set(Card), seen_by=OWNER, public=size)
    top: Card | None = Option(Card)


table = Model("telling", Table, seats=Seat)


@table.action
def play(g: Table, seat: Seat, card: Card) -> None:
    require(card in g.hand[seat], "the card is not in that hand")
    g.hand[seat].remove(card)
    emit(Played(seat=seat, card=card, left=size(g.hand[seat]), before=g.top), to=EVERYONE)
    g.top = card


@table.action
def pass_on(g: Table, seat: Seat, to: Seat, card: Card = Secret()) -> None:
    require(seat != to and card in g.hand[seat], "the card is not in that hand")
    g.hand[seat].remove(card)
    g.hand[to].add(card)
    emit(Passed(card=card), to={seat, to})


@table.scenario("default")
def setup(g: Table) -> None:
    g.hand[Seat.ANN] = {Card.ACE, Card.KING}


laws = Declarations(table)


@laws.told("plays", Played)
def plays(before: Table, step: Step, after: Table) -> Played | None:
    """Everybody is told who plays which card, what is left, and what lay on top."""
    if not step.took(play):
        return None
    seat = step["seat"]
    return Played(seat=seat, card=step["card"], left=size(after.hand[seat]), before=before.top)


@laws.told("passes", Passed, to=lambda before, step, after: {step["seat"], step["to"]})
def passes(before: Table, step: Step, after: Table) -> Passed | None:
    """The two who pass a card on are told which."""
    return Passed(card=step["card"]) if step.took(pass_on) else None


@laws.step("only-this")
def only_this(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """Cards go from a hand to the top, or to another hand."""
    if step.took(play):
        yield from changes_only(before, after, ("hand", step["seat"], step["card"]), "top")
    if step.took(pass_on):
        yield from changes_only(before, after, ("hand", step["seat"], step["card"]), ("hand", step["to"], step["card"]))


def blames_another(g: Table, seat: Seat, card: Card) -> None:
    require(card in g.hand[seat], "the card is not in that hand")
    g.hand[seat].remove(card)
    emit(Played(seat=Seat.CAT, card=card, left=size(g.hand[seat]), before=g.top), to=EVERYONE)
    g.top = card


def counts_before(g: Table, seat: Seat, card: Card) -> None:
    require(card in g.hand[seat], "the card is not in that hand")
    emit(Played(seat=seat, card=card, left=size(g.hand[seat]), before=g.top), to=EVERYONE)
    g.hand[seat].remove(card)
    g.top = card


def names_the_new_top(g: Table, seat: Seat, card: Card) -> None:
    require(card in g.hand[seat], "the card is not in that hand")
    g.hand[seat].remove(card)
    g.top = card
    emit(Played(seat=seat, card=card, left=size(g.hand[seat]), before=g.top), to=EVERYONE)


def says_it_twice(g: Table, seat: Seat, card: Card) -> None:
    play(g, seat, card)
    if size(g.hand[seat]) == 0:
        emit(Played(seat=seat, card=card, left=0, before=g.top), to=EVERYONE)


def keeps_silent(g: Table, seat: Seat, card: Card) -> None:
    require(card in g.hand[seat], "the card is not in that hand")
    g.hand[seat].remove(card)
    if g.top is None:
        emit(Played(seat=seat, card=card, left=size(g.hand[seat]), before=g.top), to=EVERYONE)
    g.top = card


def tells_the_others(g: Table, seat: Seat, card: Card) -> None:
    require(card in g.hand[seat], "the card is not in that hand")
    g.hand[seat].remove(card)
    others = {each for each in scope(g, Seat) if each != seat}
    emit(Played(seat=seat, card=card, left=size(g.hand[seat]), before=g.top), to=others)
    g.top = card


def to_seat(step: Step) -> Seat:
    return step["seat"]


def tells_the_giver_alone(g: Table, seat: Seat, to: Seat, card: Card) -> None:
    require(seat != to and card in g.hand[seat], "the card is not in that hand")
    g.hand[seat].remove(card)
    g.hand[to].add(card)
    emit(Passed(card=card), to=seat)


def tells_of_a_play(g: Table, seat: Seat, to: Seat, card: Card) -> None:
    pass_on(g, seat, to, card)
    emit(Played(seat=seat, card=card, left=0, before=g.top), to={seat, to})


FAULTS = [
    (play, blames_another, "plays", "seat is told truly"),
    (play, counts_before, "plays", "left is told truly"),
    (play, names_the_new_top, "plays", "before is told truly"),
    (play, says_it_twice, "plays", "told once"),
    (play, keeps_silent, "plays", "told once"),
    (play, tells_the_others, "plays", "told to whom it must be"),
    (pass_on, tells_the_giver_alone, "passes", "told to whom it must be"),
    (pass_on, tells_of_a_play, "plays", "nothing is told"),
]


@pytest.mark.parametrize("engine", ["run", "compiled"])
def test_right_rules_hold(engine: str) -> None:
    found = answer(engine, table.instance())
    assert [check.status for check in found.checks] == [Status.HOLDS] * 3
    assert found.sight is None or found.sight.status is Status.HOLDS


def test_right_rules_are_proved() -> None:
    result = proved(table.instance()).result
    assert result is not None
    assert result.status is Status.HOLDS


@pytest.mark.parametrize(("rule", "wrong", "law", "conjunct"), FAULTS)
def test_only_what_must_be_told_finds_the_fault(
    rule: Callable[..., Any], wrong: Callable[..., Any], law: str, conjunct: str
) -> None:
    found_by_one_law(table.variant({rule: wrong}).instance(), law, conjunct)


def test_what_is_never_due_and_never_told_is_vacuous() -> None:
    game = Model("silent", Table, seats=Seat)
    game.action(pass_on)
    game.scenario("default")(setup)
    Declarations(game).told("plays", Played)(plays)
    for engine in ("run", "compiled"):
        assert answer(engine, game.instance()).check("plays").status is Status.VACUOUS
    assert told(game.instance(), "plays").status == "vacuous"


def test_what_is_declared_of_telling_is_refused_where_it_says_nothing() -> None:
    game = Model("wrong", Table, seats=Seat)
    game.action(play)
    game.scenario("default")(setup)
    with pytest.raises(ModelError, match="told at least once, not 0 times"):
        Declarations(game).told("plays", Played, times=0)(plays)
    with pytest.raises(ModelError, match=r"who is told follows from \(before, step, after\)"):
        Declarations(game).told("plays", Played, to=cast("Any", to_seat))(plays)

    @Declarations(game).told("number", Played)
    def number(before: Table, step: Step, after: Table) -> Any:
        """A number is told."""
        return 3

    for engine in ("run", "compiled"):
        with pytest.raises(ModelError, match="3 is to be told; it must be a Played, or None"):
            answer(engine, game.instance())
