"""Only this changes: a step leaves alone whatever its law does not name, in all readings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from typing import Any

import pytest

from asking import answer
from kanly.explorer.findings.status import Status
from kanly.invariants import Conjunct, Declarations, Step, changes_only
from kanly.model import (
    Int,
    Map,
    Model,
    ModelError,
    Option,
    Record,
    Seq,
    Set,
    State,
    require,
    scope,
)
from proving import proved, told


class Seat(Enum):
    ANN, BOB = range(2)


class Card(Enum):
    ACE, KING, QUEEN = range(3)


class Flight(Record):
    owner: Seat
    groups: int = Int(0, 2)


class Table(State):
    hand: dict[Seat, set[Card]] = Map(Seat, Set(Card))
    discard: set[Card] = Set(Card)
    coins: dict[Seat, int] = Map(Seat, Int(0, 2))
    flight: Flight | None = Option(Flight)
    queue: list[Seat] = Seq(Seat, at_most=2)


table = Model("changing", Table, seats=Seat)


@table.action
def retire(g: Table, seat: Seat, card: Card) -> None:
    require(card in g.hand[seat], "the card is not in that hand")
    g.hand[seat].remove(card)
    g.discard.add(card)


@table.action
def depart(g: Table, seat: Seat) -> None:
    require(g.flight is None and g.coins[seat] > 0, "something flies, or the seat cannot pay")
    g.coins[seat] -= 1
    g.flight = Flight(owner=seat, groups=0)


@table.action
def carry(g: Table, seat: Seat) -> None:
    flight = g.flight
    require(flight is not None, "nothing flies")
    assert flight is not None
    require(flight.owner == seat and flight.groups < 2, "it is another seat's, or full")
    flight.groups += 1


@table.action
def queue_up(g: Table, seat: Seat) -> None:
    require(len(g.queue) < 2, "the queue is full")
    g.queue.append(seat)


@table.scenario("default")
def setup(g: Table) -> None:
    g.hand[Seat.ANN], g.hand[Seat.BOB] = {Card.ACE, Card.KING}, {Card.QUEEN}
    g.coins[Seat.ANN] = g.coins[Seat.BOB] = 1


laws = Declarations(table)


@laws.step("only-this", when=lambda before, step, after: step.took(retire, depart, carry, queue_up))
def only_this(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """Each action changes what it is about and nothing else."""
    if step.took(retire):
        yield from changes_only(before, after, ("hand", step["seat"], step["card"]), ("discard", step["card"]))
    if step.took(depart):
        yield from changes_only(before, after, "flight", ("coins", step["seat"]))
    if step.took(carry):
        yield from changes_only(before, after, "flight.groups")
    if step.took(queue_up):
        yield from changes_only(before, after, "queue")


@laws.step("retired", when=lambda before, step, after: step.took(retire))
def retired(before: Table, step: Step, after: Table) -> bool:
    """What is retired lies on the discard pile and is in the hand no more."""
    return step["card"] in after.discard and step["card"] not in after.hand[step["seat"]]


def retire_two(g: Table, seat: Seat, card: Card) -> None:
    retire(g, seat, card)
    for other in scope(g, Card):
        if other in g.hand[seat]:
            g.hand[seat].remove(other)
            g.discard.add(other)


def retire_for_a_coin(g: Table, seat: Seat, card: Card) -> None:
    retire(g, seat, card)
    if g.coins[Seat.BOB] > 0:
        g.coins[Seat.BOB] -= 1


def depart_at_the_cost_of_all(g: Table, seat: Seat) -> None:
    depart(g, seat)
    for each in scope(g, Seat):
        g.coins[each] = 0


def carry_and_take_over(g: Table, seat: Seat) -> None:
    carry(g, seat)
    if g.flight is not None:
        g.flight.owner = Seat.ANN if seat == Seat.BOB else Seat.BOB


def carry_and_land(g: Table, seat: Seat) -> None:
    carry(g, seat)
    if g.flight is not None and g.flight.groups == 2:
        g.flight = None


def queue_up_and_throw_away(g: Table, seat: Seat) -> None:
    queue_up(g, seat)
    g.discard = g.discard | g.hand[seat]


FAULTS = [
    (retire, retire_two, "hand.ANN is unchanged"),
    (retire, retire_for_a_coin, "coins is unchanged"),
    (depart, depart_at_the_cost_of_all, "coins.BOB is unchanged"),
    (carry, carry_and_take_over, "flight.owner is unchanged"),
    (carry, carry_and_land, "flight is unchanged"),
    (queue_up, queue_up_and_throw_away, "discard is unchanged"),
]


@pytest.mark.parametrize("engine", ["run", "compiled"])
def test_right_rules_hold(engine: str) -> None:
    found = answer(engine, table.instance())
    assert [check.status for check in found.checks] == [Status.HOLDS] * 2


def test_right_rules_are_proved() -> None:
    result = proved(table.instance()).result
    assert result is not None
    assert result.status is Status.HOLDS


SOME_SLOW = [*FAULTS[:3], *(pytest.param(*fault, marks=pytest.mark.slow) for fault in FAULTS[3:])]


@pytest.mark.parametrize(("rule", "wrong", "conjunct"), SOME_SLOW)
def test_only_what_must_stay_finds_the_fault(
    rule: Callable[..., Any], wrong: Callable[..., Any], conjunct: str
) -> None:
    instance = table.variant({rule: wrong}).instance()
    for engine in ("run", "compiled"):
        found = answer(engine, instance)
        broken = {check.declaration.id: check.conjunct for check in found.checks if check.status is not Status.HOLDS}
        assert broken == {"only-this": conjunct}
    result = proved(instance, "only-this").result
    assert result is not None
    assert all(example.conjunct.endswith("is unchanged") for example in result.examples)
    assert told(instance, "only-this").status == "violated"


WRONG_PATHS = [
    ("hands", "'hands' leads nowhere; the state has hand, discard, coins, flight, queue"),
    ("hand.CAT", "'hand.CAT' leads nowhere; hand has Seat"),
    (("hand", Card.ACE), "leads nowhere; hand has Seat"),
    ("flight.crew", "'flight.crew' leads nowhere; flight has owner, groups"),
    ("queue.x.y", "leads nowhere"),
    (("discard", Seat.ANN), "leads nowhere; discard is a set of Card"),
]


@pytest.mark.parametrize("engine", ["run", "compiled"])
@pytest.mark.parametrize(("path", "message"), WRONG_PATHS)
def test_a_path_that_leads_nowhere_is_refused(engine: str, path: Any, message: str) -> None:
    game = Model("wrong", Table, seats=Seat)
    game.action(retire)
    game.scenario("default")(setup)

    @Declarations(game).step("only-this")
    def declared(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
        """A step changes nothing."""
        yield from changes_only(before, after, path)

    with pytest.raises(ModelError) as caught:
        answer(engine, game.instance())
    assert message in str(caught.value)
    assert caught.value.file == __file__
