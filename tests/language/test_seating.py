"""Who follows in the seating order."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any

import pytest

from both_readings import every_step
from kanly.explorer.trace.evaluate import stepped
from kanly.explorer.trace.tracing import trace_model
from kanly.explorer.trace.tree import Fail, leaves
from kanly.model import Accepted, Fault, Model, Set, State, choose, next_after


class Seat(Enum):
    """Who sits at the table."""

    ANN, BOB, CAT, DAN = range(4)


class Table(State):
    turn: Seat
    out: set[Seat] = Set(Seat)


def test_who_follows_is_read_as_it_runs() -> None:
    model = Model("turns", Table, seats=Seat)

    @model.action
    def end(g: Table, seat: Seat) -> None:
        g.turn = next_after(g, seat, lambda each: each not in g.out)

    @model.scenario("default", scope={Seat: (Seat.ANN, Seat.BOB, Seat.DAN)})
    def setup(g: Table) -> None:
        g.turn = Seat.ANN

    del end, setup
    instance = model.instance()
    traced = trace_model(instance)
    members = instance.seats.members
    for mask in range(8):
        for code in range(3):
            slots = instance.canonical((0, mask))
            around = [members[(code + distance) % 3] for distance in (1, 2, 3)]
            inside = [seat for seat in around if not mask >> members.index(seat) & 1]
            told = stepped(traced.actions[0], traced.slots, slots, (code,))
            match instance.step(slots, instance.actions[0], (code,)):
                case Accepted(slots=after):
                    assert told == after
                    assert instance.state(after).turn == inside[0]
                case outcome:
                    assert isinstance(outcome, Fault)
                    assert outcome.kind == "LookupError"
                    assert inside == []
                    assert isinstance(told, Fail)
    assert len(list(leaves(traced.actions[0].tree))) == 2


class Pointing(State):
    turn: Seat
    second: bool
    out: set[Seat] = Set(Seat)


def from_one_of_some(g: Pointing, seat: Seat) -> Seat:
    """A member that is known to be one of two, and not of the last ones."""
    return choose(g.second, Seat.BOB, Seat.ANN)


def from_one_of_ends(g: Pointing, seat: Seat) -> Seat:
    """A member that is known to be the first or the last one."""
    return choose(g.second, Seat.DAN, Seat.ANN)


def from_the_argument(g: Pointing, seat: Seat) -> Seat:
    """A member that is not known at all."""
    return seat


def from_the_state(g: Pointing, seat: Seat) -> Seat:
    """A member that is not known at all either."""
    return g.turn


def from_a_constant(g: Pointing, seat: Seat) -> Seat:
    """A member that is known."""
    return Seat.BOB


@pytest.mark.parametrize(
    "begin", [from_one_of_some, from_one_of_ends, from_the_argument, from_the_state, from_a_constant]
)
@pytest.mark.parametrize("scope", [tuple(Seat), (Seat.ANN, Seat.BOB, Seat.DAN)])
def test_who_follows_goes_round_all_who_are_in_scope(begin: Callable[[Any, Any], Any], scope: tuple[Seat, ...]) -> None:
    model = Model("turns", Pointing, seats=Seat)

    @model.action
    def end(g: Pointing, seat: Seat) -> None:
        g.turn = next_after(g, begin(g, seat), lambda each: each not in g.out)

    @model.scenario("default", scope={Seat: scope})
    def setup(g: Pointing) -> None:
        pass

    del end, setup
    instance = model.instance()
    for _, slots, codes, outcome in every_step(instance):
        g = instance.state(slots)
        at = scope.index(begin(g, scope[codes[0]]))
        inside = [seat for seat in (*scope[at + 1 :], *scope[: at + 1]) if seat not in g.out]
        if inside:
            assert isinstance(outcome, Accepted)
            assert instance.state(outcome.slots).turn == inside[0]
        else:
            assert isinstance(outcome, Fault)
            assert outcome.kind == "LookupError"
