"""Which saves with an Ornithopter in the air are accepted."""

from __future__ import annotations

from collections.abc import Iterator

from ....model.dune.table.cards import Card
from ....model.dune.table.flights import Flight
from ....model.dune.table.state import Table
from ...language.conditions import Conjunct
from ...language.where import using
from ..laws import laws


@laws.save_rule(
    "saved-flight-is-in-the-air",
    clauses=["ORN-01", "ORN-02", "ORN-32"],
    when=lambda g: g.flight is not None,
    where=using(Table.flight),
)
def saved_flight_is_in_the_air(g: Table) -> Iterator[Conjunct]:
    """A flight in the air is the last one declared, of this turn and the seat on turn, with a group still to carry."""
    flight = in_the_air(g)
    yield "$.flight.player", lambda: g.active == flight.player
    yield "$.flight.turn", flight.turn == g.turn
    yield "$.flight.event", flight.event == g.flights
    yield "$.flight.card", flight.card == Card.ORNITHOPTER
    yield "$.flight.starting", g.moved[flight.player] == flight.starting + flight.completed
    yield "$.flight.completed", flight.completed < flight.mode.groups
    yield "$.remainder", lambda: (g.remainder is not None) == (flight.completed == 1)


def in_the_air(g: Table) -> Flight:
    """The flight in the air."""
    assert g.flight is not None
    return g.flight
