"""A rule as it was read, printed with names and values where the tree has codes."""

from __future__ import annotations

import re
from enum import Enum
from typing import Any

import pytest

from kanly.explorer.cli.frame.selection import bundled
from kanly.explorer.trace.printing import printed
from kanly.explorer.trace.tracing import trace_action, trace_slots
from kanly.model import Event, Int, Map, Model, OneOf, Option, Record, State, emit, require


class Seat(Enum):
    ANN, BOB = range(2)


class Walk(Record):
    steps: int = Int(1, 4)


class Rest(Record):
    turns: int = Int(1, 4)


class Game(State):
    turn: int = Int(1, 9)
    active: Seat | None = Option(Seat)
    last: Seat | None = Option(Seat)
    limit: dict[Seat, int] = Map(Seat, Int(1, 4))
    bid: int | None = Option(Int(1, 4))
    due: Walk | Rest | None = Option(OneOf(Walk, Rest))


def rule_of(change: Any) -> list[str]:
    """The lines of a rule that one seat takes with a number from 1 to 4."""
    game = Model("game", Game, seats=Seat)

    @game.scenario("default")
    def setup(g: Game) -> None:
        g.turn = 1

    @game.action
    def act(g: Game, seat: Seat, much: int = Int(1, 4)) -> None:
        change(g, seat, much)

    instance = game.instance()
    traced = trace_action(instance, instance.action("act"), trace_slots(instance))
    return [line.strip() for line in printed(instance, traced)]


def hand_over(g: Game, seat: Seat, much: int) -> None:
    require(g.active != seat, "own turn")
    require(g.turn < much, "too late")
    require(g.limit[seat] == much, "not the limit")
    g.last = g.active
    g.active = seat
    g.bid = much
    g.turn = g.turn + 1


def answer(g: Game, seat: Seat, much: int) -> None:
    require(isinstance(g.due, Walk), "not now")
    g.due = Rest(turns=much)


def test_options_and_numbers_are_told_by_what_they_stand_for() -> None:
    lines = rule_of(hand_over)
    assert any("active" in line and "seat" in line and ("==" in line or "!=" in line) for line in lines)
    for told in ("last = active", "active = seat", "bid = much", "turn = (turn + 1)"):
        assert told in lines
    assert any("(turn < much)" in line for line in lines)
    assert any("limit[seat]" in line and "much" in line for line in lines)
    assert not [line for line in lines if re.search(r"[+-] -?\d", line) and line != "turn = (turn + 1)"]


def test_choices_are_told_by_their_kind_and_options_by_whether_they_are_there() -> None:
    lines = rule_of(answer)
    assert any("due.kind == Walk" in line for line in lines)
    assert any("due is None" in line or "due is not None" in line for line in lines)
    assert "due.kind = Rest" in lines
    assert "due.Rest.turns = much" in lines


@pytest.mark.parametrize("scenario", [pytest.param("flight", marks=pytest.mark.slow), "terror-robbery"])
def test_no_code_of_an_option_is_left_in_a_bundled_model(scenario: str) -> None:
    instance = bundled("dune").instance(scenario)
    slots = trace_slots(instance)
    lines = [line for action in instance.actions for line in printed(instance, trace_action(instance, action, slots))]
    assert not [line for line in lines if " + -" in line]
    assert not [line for line in lines if re.search(r"kind [!=]= \d|\w\? ", line)]


def test_an_event_is_told_with_its_content_and_to_whom() -> None:
    instance = bundled("card-table").instance()
    action = instance.action("draw")
    lines = [line.strip() for line in printed(instance, trace_action(instance, action, trace_slots(instance)))]
    assert [line for line in lines if line.startswith("emit")] == [
        "emit Drew(seat=seat, card=card) to seat",
        "emit Drew(seat=seat, card=none) to everyone",
    ]


class Told(Event):
    """A number is told."""

    bid: int = Int(5, 9)


def tell(g: Game, seat: Seat, much: int) -> None:
    emit(Told(bid=9), to=[Seat.BOB, seat])
    emit(Told(bid=much + 4), to=Seat.ANN)


def test_seats_are_told_by_name_and_numbers_by_value() -> None:
    emitted = [line for line in rule_of(tell) if line.startswith("emit")]
    assert emitted[-1] == "emit Told(bid=(much + 4)) to ANN"
    assert emitted[0].startswith("emit Told(bid=9) to ")
    assert "BOB" in emitted[0]
    assert "seat" in emitted[0]
