"""What must be shown of CHOAM's say."""

from __future__ import annotations

from ....model import has, is_present
from ....model.dune.movement.arrival import MovementFailed, allow_arrival, forbid_arrival
from ....model.dune.movement.movement import fly
from ....model.dune.scenarios.choam import flight_choam
from ....model.dune.table.cards import Card
from ....model.dune.table.flights import MoveFrame
from ....model.dune.table.state import Table
from ...language.steps import Step
from ...language.where import playing, set_up_by
from ..laws import laws

TURNED_OVER = set_up_by(flight_choam)
"""Where what CHOAM is asked about may be legal no longer."""


@laws.witness("flight-is-legal-no-longer", clauses=["ORN-41"], where=TURNED_OVER)
def flight_is_legal_no_longer(before: Table, step: Step, after: Table) -> bool:
    """CHOAM lets a flown group come in that cannot come any more; the flight stays in the air with nobody carried."""
    return step.took(allow_arrival) and step.emitted(MovementFailed) and after.flight is not None


@laws.witness("flight-is-still-legal", clauses=["ORN-41"], where=TURNED_OVER)
def flight_is_still_legal(before: Table, step: Step, after: Table) -> bool:
    """A marker was turned over while CHOAM was asked, and the group that it lets come in still can."""
    return step.took(allow_arrival) and is_present(before.shown_worth) and isinstance(after.frame, MoveFrame)


@laws.witness("another-group-after-a-baliset", clauses=["ORN-41"], where=playing(fly, forbid_arrival))
def another_group_after_a_baliset(before: Table, step: Step, after: Table) -> bool:
    """A flight that the Baliset kept from coming in carries another group instead."""
    if before.flight is None or before.flight.completed > 0:
        return False
    return step.took(fly) and has(before.discard, Card.BALISET) and after.pending is None
