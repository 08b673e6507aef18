"""Who follows in the seating order."""

from __future__ import annotations

from enum import Enum

from kanly.explorer.trace.evaluate import stepped
from kanly.explorer.trace.tracing import trace_model
from kanly.explorer.trace.tree import Fail, leaves
from kanly.model import Accepted, Fault, Model, Set, State, next_after


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
