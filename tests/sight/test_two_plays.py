"""Two plays compared through the eyes of a seat: all pairs of plays of a small game, held against what is declared."""

from __future__ import annotations

import itertools
from enum import Enum

import pytest

from kanly.explorer.findings.leaks import Channel, OtherPlay
from kanly.explorer.findings.traces import Move, Trace
from kanly.explorer.sight.comparison import leak_between
from kanly.model import ACTOR, NOBODY, Accepted, Chance, Event, Instance, Int, Model, Secret, State, View, emit, require


class Seat(Enum):
    """Who plays."""

    ANN = 1
    BOB = 2


class Sent(Event):
    """A number that is told."""

    number: int = Int(0, 3)


class Draw(State):
    """What was drawn, and how often."""

    hidden: int = Int(0, 2, seen_by=NOBODY)
    shown: int = Int(0, 2)
    drawn: bool


class Shown(View):
    """All but one number."""

    shown: int = Int(0, 2)
    big: bool


game = Model("draw", Draw, seats=Seat)


@game.chance
def open_draw(g: Draw, number: int = Chance(Int(0, 2))) -> None:
    """Everybody sees what is drawn."""
    require(not g.drawn, "once")
    g.hidden, g.drawn = number, True
    emit(Sent(number=number))


@game.action
def own_draw(g: Draw, seat: Seat, number: int = Chance(Int(0, 1), seen_by=ACTOR)) -> None:
    """Only who draws sees it, and all are told."""
    require(not g.drawn, "once")
    g.hidden, g.drawn = number, True
    emit(Sent(number=number))


@game.action
def close_draw(
    g: Draw, seat: Seat, number: int = Chance(Int(0, 1), seen_by=NOBODY), mine: int = Secret(Int(0, 1))
) -> None:
    """Nobody sees what is drawn, and Ann is told it."""
    require(not g.drawn, "once")
    g.hidden, g.shown, g.drawn = number, mine, True
    emit(Sent(number=number + mine), to=Seat.ANN)


@game.view
def view(g: Draw, seat: Seat) -> Shown:
    """It tells of the hidden number."""
    return Shown(shown=g.shown, big=g.hidden > 0)


@game.scenario("default")
def begin(g: Draw) -> None:
    """Nothing is drawn."""


def plays(instance: Instance) -> list[Trace]:
    """Every play of one step."""
    (start,) = instance.initial_states()
    steps = [
        (Move(action, codes), instance.step(start, action, codes))
        for action in instance.actions
        for codes in action.instances()
    ]
    return [Trace(start, ((move, taken.slots),)) for move, taken in steps if isinstance(taken, Accepted)]


def seen(instance: Instance, play: Trace, seat: Seat) -> tuple[object, object, object]:
    """What a seat learns of the step, is told by it, and may know after it, as the rules above say."""
    move, after = play.steps[-1]
    g, named = instance.state(after), dict(zip([each.name for each in move.action.parameters], move.codes, strict=True))
    acts = named.get("seat") == seat.value - 1
    learned = {
        "open_draw": (named["number"],),
        "own_draw": (named.get("seat"), named["number"] if acts else None),
        "close_draw": (named.get("seat"), named.get("mine") if acts else None),
    }[move.action.name]
    told = {"open_draw": named["number"], "own_draw": named["number"]}.get(move.action.name)
    if move.action.name == "close_draw" and seat is Seat.ANN:
        told = named["number"] + named["mine"]
    return (move.action.name, learned), told, g.shown


@pytest.mark.parametrize("seat", list(Seat), ids=lambda seat: seat.name)
def test_two_steps_leak_where_they_look_different_to_a_seat_that_may_not_tell_them_apart(seat: Seat) -> None:
    instance, leaks = game.instance(), {Channel.EVENTS: 0, Channel.LEARNING: 0}
    for one, other in itertools.product(plays(instance), repeat=2):
        (left, told, known), (right, also_told, also_known) = seen(instance, one, seat), seen(instance, other, seat)
        expected = {
            Channel.EVENTS: left == right and known == also_known and told != also_told,
            Channel.LEARNING: left == right and told == also_told and known != also_known,
        }
        for channel, leaking in expected.items():
            leak = leak_between(instance, one, OtherPlay(seat.name, channel, other))
            assert (leak is not None) is leaking, (str(one.moves[0]), str(other.moves[0]), channel)
            leaks[channel] += leaking
    assert leaks[Channel.EVENTS]
    assert leaks[Channel.LEARNING]


@pytest.mark.parametrize("seat", list(Seat), ids=lambda seat: seat.name)
def test_two_states_leak_where_they_look_different_to_a_seat_that_may_not_tell_them_apart(seat: Seat) -> None:
    instance, leaks = game.instance(), {Channel.VIEW: 0, Channel.WITHHELD: 0, Channel.OFFER: 0}
    (start,) = instance.initial_states()
    for one, other in itertools.product([Trace(start), *plays(instance)], repeat=2):
        g, h = (instance.state(play.states[-1]) for play in (one, other))
        is_known_alike = (g.shown, g.drawn) == (h.shown, h.drawn)
        is_shown_alike = (g.shown, g.hidden > 0) == (h.shown, h.hidden > 0)
        expected = {
            Channel.VIEW: is_known_alike and not is_shown_alike,
            Channel.WITHHELD: is_shown_alike and not is_known_alike,
            Channel.OFFER: False,
        }
        for channel, leaking in expected.items():
            leak = leak_between(instance, one, OtherPlay(seat.name, channel, other))
            assert (leak is not None) is leaking, (one.states[-1], other.states[-1], channel)
            leaks[channel] += leaking
    assert leaks[Channel.VIEW]
    assert leaks[Channel.WITHHELD]
