"""What a seat comes to know by a step follows from what it knew and from what the step tells it, or is revealed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from enum import Enum
from functools import partial
from typing import Any

import pytest

from kanly.explorer.findings.leaks import Channel
from kanly.explorer.findings.outcome import Exploration
from kanly.explorer.findings.sight import SightResult
from kanly.explorer.findings.status import Status
from kanly.explorer.findings.traces import Move, Trace
from kanly.explorer.search import breadth_first
from kanly.explorer.search import simulation as run_simulation
from kanly.explorer.sight.comparison import leak_between, plays_of
from kanly.explorer.sweep.answers.exploring import explore
from kanly.explorer.sweep.answers.simulating import simulate
from kanly.invariants import Conjunct, Declarations
from kanly.model import (
    ACTOR,
    NOBODY,
    OWNER,
    Chance,
    Event,
    Instance,
    Int,
    Map,
    Model,
    Option,
    Reveals,
    Set,
    State,
    View,
    count,
    emit,
    has,
    is_present,
    lookup,
    require,
    required,
    scope,
    size,
    whole,
)
from proving import proved


class Seat(Enum):
    ANN, BOB = range(2)


class Card(Enum):
    X, Y, Z = range(3)


class Table(State):
    deck: set[Card] = Set(Card, seen_by=NOBODY, public=size)
    hand: dict[Seat, Card | None] = Map(Seat, Option(Card), seen_by=OWNER, public=is_present)
    discard: set[Card] = Set(Card)
    log: Card | None = Option(Card)
    marks: dict[Card, int] = Map(Card, Int(0, 1), seen_by=NOBODY)
    backs: dict[Seat, int] = Map(Seat, Int(0, 2))


class Drew(Event):
    card: Card


class TableView(View):
    own: Card | None = Option(Card)
    held: dict[Seat, bool] = Map(Seat, bool)
    deck: int = Int(0, 3)
    discard: set[Card] = Set(Card)
    log: Card | None = Option(Card)
    backs: dict[Seat, int] = Map(Seat, Int(0, 2))


NUMBERS = {Card.X: 0, Card.Y: 1, Card.Z: 2}
OWN = Reveals("hand", to="seat", because="an own card")
THIEF = Reveals("hand", to=ACTOR, because="a thief sees what he takes")


def take(g: Table, seat: Seat, card: Card) -> None:
    require(card in g.deck and g.hand[seat] is None, "not to be drawn")
    g.deck.remove(card)
    g.hand[seat] = card


def draw(g: Table, seat: Seat, card: Card = Chance(seen_by=ACTOR)) -> None:
    take(g, seat, card)


def draw_unseen(g: Table, seat: Seat, card: Card = Chance(seen_by=NOBODY)) -> None:
    take(g, seat, card)


def draw_and_log(g: Table, seat: Seat, card: Card = Chance(seen_by=ACTOR)) -> None:
    take(g, seat, card)
    g.log = card


def draw_aloud(g: Table, seat: Seat, card: Card = Chance(seen_by=ACTOR)) -> None:
    take(g, seat, card)
    g.log = card
    emit(Drew(card=card))


def draw_with_its_back(g: Table, seat: Seat, card: Card = Chance(seen_by=ACTOR)) -> None:
    """The back of a card tells cards that were seen before from others."""
    take(g, seat, card)
    g.backs[seat] = lookup(NUMBERS, card)


def put_back(g: Table, seat: Seat) -> None:
    g.discard.add(required(g.hand[seat], "nothing is held"))
    g.hand[seat] = None


def steal(g: Table, seat: Seat, victim: Seat) -> None:
    require(g.hand[seat] is None, "the hand is full")
    g.hand[seat] = required(g.hand[victim], "nothing is held")
    g.hand[victim] = None


def draw_unseen_and_log(g: Table, seat: Seat, card: Card = Chance(seen_by=NOBODY)) -> None:
    draw_and_log(g, seat, card)


def game(*rules: tuple[Callable[..., Any], Reveals | tuple[Reveals, ...]]) -> Model:
    """A game of these actions, each with what it reveals, and with custody of the cards."""
    model = Model("cards", Table, seats=Seat)
    for rule, reveals in rules:
        model.action(reveals=reveals)(rule)

    @model.scenario("default")
    def setup(g: Table) -> None:
        g.deck = set(scope(g, Card))

    @model.view
    def view(g: Table, seat: Seat) -> TableView:
        return TableView(
            own=whole(g.hand, seat),
            held={other: is_present(g.hand[other]) for other in Seat},
            deck=size(g.deck),
            discard=g.discard,
            log=whole(g, "log"),
            backs=g.backs,
        )

    @Declarations(model).invariant("custody")
    def custody(g: Table) -> Iterator[Conjunct]:
        """Every card is in one place."""
        for card in scope(g, Card):
            held = count(g.hand, lambda seat, card=card: g.hand[seat] == card)
            yield card.name, has(g.deck, card) + has(g.discard, card) + held == 1

    return model


EXPLORED: list[Callable[..., Exploration]] = [
    partial(breadth_first.explore, sight=None, keep_going=True),
    partial(explore, sight=None, keep_going=True),
]


def answers(model: Model) -> list[SightResult]:
    """By running the rules, in machine code, and by proof."""
    instance = model.instance()
    found = [engine(instance).sight for engine in EXPLORED] + [proved(instance, "sight").sight]
    return [sight for sight in found if sight is not None]


def leaks(sight: SightResult) -> set[tuple[str, Channel, str]]:
    return {(each.seat, each.channel, each.of) for each in sight.answers if each.leak is not None}


FAULTS = [
    (game((draw_and_log, ())), game((draw, ())), "draw_and_log"),
    (game((draw_and_log, ())), game((draw_and_log, Reveals("log", because="a card is shown"))), "draw_and_log"),
    (game((draw_and_log, ())), game((draw_aloud, ())), "draw_and_log"),
    (game((draw_unseen, ())), game((draw_unseen, OWN)), "draw_unseen"),
    (game((draw_with_its_back, ()), (put_back, Reveals("discard", because="it lies open"))),
     game((draw, ()), (put_back, Reveals("discard", because="it lies open"))), "draw_with_its_back"),
    (game((draw, ()), (steal, ())), game((draw, ()), (steal, THIEF)), "steal"),
    (game((draw_unseen_and_log, OWN)),
     game((draw_unseen_and_log, (OWN, Reveals("log", because="it is called out")))), "draw_unseen_and_log"),
]  # fmt: skip
"""A game in which a seat learns by an action what nothing tells it, and a twin in which it does not."""


@pytest.mark.parametrize(("broken", "repaired", "action"), FAULTS)
def test_what_nothing_tells_a_seat_is_found_in_every_reading(broken: Model, repaired: Model, action: str) -> None:
    for sight in answers(broken):
        found = leaks(sight)
        assert {(channel, of) for _, channel, of in found} == {(Channel.LEARNING, action)}
        assert sight.status is Status.VIOLATED
    for sight in answers(repaired):
        assert sight.status is Status.HOLDS, sight.answers
        assert all(each.status is Status.HOLDS for each in sight.allowances)


def in_turn(instance: Instance, play: Trace) -> Trace:
    """The same play by the actions of another instance."""
    steps = ((Move(instance.action(move.action.name), move.codes), after) for move, after in play.steps)
    return Trace(play.start, tuple(steps))


def test_the_plays_to_a_leak_are_shown_and_break_again() -> None:
    instance = FAULTS[0][0].instance()
    for sight in answers(FAULTS[0][0]):
        for leak in sight.leaks:
            plays = plays_of(instance, leak)
            assert plays is not None
            again = leak_between(instance, *plays)
            assert again is not None
            assert ("log", "X", "Y") in again.seen
            mended = FAULTS[1][1].instance()
            one, other = in_turn(mended, plays[0]), in_turn(mended, plays[1].trace)
            assert leak_between(mended, one, replace(plays[1], trace=other)) is None


@pytest.mark.parametrize("walk", [run_simulation.simulate, simulate])
def test_random_play_finds_what_nothing_tells(walk: Callable[..., Exploration]) -> None:
    found = walk(FAULTS[0][0].instance(), walks=30, sight=None, keep_going=True)
    assert found.sight is not None
    assert {channel for _, channel, _ in leaks(found.sight)} == {Channel.LEARNING}


NEVER = [
    Reveals("hand", to=ACTOR, because="it saw the card as it was drawn"),
    Reveals("log", because="nothing is written"),
    Reveals("marks", because="nobody may know them"),
    Reveals("deck", because="its size is known"),
]


@pytest.mark.parametrize("reveals", NEVER)
def test_a_revelation_that_tells_nothing_is_vacuous(reveals: Reveals) -> None:
    for sight in answers(game((draw, reveals))):
        assert [each.status for each in sight.allowances] == [Status.VACUOUS]
        assert sight.status is Status.VACUOUS
        assert all(each.status is Status.HOLDS for each in sight.answers)


def test_a_revelation_has_to_happen_in_the_scenarios_that_it_names() -> None:
    elsewhere = Reveals("log", because="a card may be shown", scenarios=("other",))
    model = game((draw, elsewhere))
    model.scenario("other")(model.scenarios["default"].setup)
    for engine in EXPLORED:
        assert engine(model.instance("default")).status is Status.HOLDS
        assert engine(model.instance("other")).status is Status.VACUOUS
