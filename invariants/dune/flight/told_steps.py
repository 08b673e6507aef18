"""What is told of flights is true, and told to everybody."""

from __future__ import annotations

from ....model.dune.flight.escrow import FlightCompleted, FlightDeclared
from ....model.dune.movement.movement import declare_flight
from ....model.dune.table.state import Table
from ...language.steps import Step
from ...language.where import playing, using
from ..laws import laws


@laws.told("declared-flights-are-told", FlightDeclared, clauses=["ORN-01", "ORN-03"], where=playing(declare_flight))
def declared_flights_are_told(before: Table, step: Step, after: Table) -> FlightDeclared | None:
    """Everybody is told who has played the Ornithopter, and in which mode."""
    return FlightDeclared(seat=step["seat"], mode=step["mode"]) if step.took(declare_flight) else None


@laws.told("completed-flights-are-told", FlightCompleted, clauses=["ORN-12", "ORN-21"], where=using(Table.flight))
def completed_flights_are_told(before: Table, step: Step, after: Table) -> FlightCompleted | None:
    """Everybody is told whose flight is completed, and with how many groups: those that moved since it was declared."""
    if before.frame is not None or after.frame is None:
        return None
    flight = after.frame.flight
    return FlightCompleted(seat=flight.player, groups=after.moved[flight.player] - flight.starting)
