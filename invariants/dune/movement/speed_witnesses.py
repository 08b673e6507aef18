"""What must be shown of speeds and of answers to them."""

from __future__ import annotations

from ....model import exists, has, negate, scope
from ....model.dune.movement.arrival import allow_arrival
from ....model.dune.movement.karama import SpeedCancelled, cancel_speed, pass_speed
from ....model.dune.movement.movement import end_movement, fly
from ....model.dune.scenarios.speed import flight_ix
from ....model.dune.table.cards import Card
from ....model.dune.table.factions import Faction
from ....model.dune.table.flights import EndFrame
from ....model.dune.table.movements import Arrival, SpeedResponse
from ....model.dune.table.state import Table
from ...language.steps import Step
from ...language.where import playing, set_up_by
from ..laws import laws
from .speed import SPEED


@laws.witness("speed-is-cancelled-in-the-air", clauses=["ORN-02", "ORN-42"], where=SPEED)
def speed_is_cancelled_in_the_air(before: Table, step: Step, after: Table) -> bool:
    """A speed is cancelled while an Ornithopter carries the group, and the flight goes on."""
    return step.emitted(SpeedCancelled) and after.flight is not None


@laws.witness("speed-completes-a-flight", clauses=["ORN-42", "ORN-53"], where=set_up_by(flight_ix))
def speed_completes_a_flight(before: Table, step: Step, after: Table) -> bool:
    """The last one to let a faction use its speed completes a flight."""
    return step.took(pass_speed) and after.frame is not None


@laws.witness("slowed-group-flies-on", clauses=["ORN-42"], where=SPEED)
def slowed_group_flies_on(before: Table, step: Step, after: Table) -> bool:
    """A group flies at the normal range instead of one whose speed was cancelled."""
    return step.took(fly) and before.slowed is not None and after.slowed is None


@laws.witness("karama-unknown", clauses=["ORN-42"], where=SPEED)
def karama_unknown(g: Table) -> bool:
    """A speed is answered while nobody who is asked holds a Karama."""
    return isinstance(g.pending, SpeedResponse) and negate(
        exists(scope(g, Faction), lambda seat: has(g.hand[seat], Card.KARAMA))
    )


@laws.witness("speed-comes-to-choam", clauses=["ORN-41", "ORN-53"], where=playing(pass_speed, allow_arrival))
def speed_comes_to_choam(before: Table, step: Step, after: Table) -> bool:
    """A flown group that everybody let use its speed still has to pass CHOAM."""
    return step.took(pass_speed) and after.flight is not None and isinstance(after.pending, Arrival)


@laws.witness("cancelled-flight-ends-early", clauses=["ORN-63"], where=playing(cancel_speed, end_movement))
def cancelled_flight_ends_early(g: Table) -> bool:
    """A speed was cancelled, nobody has moved, and the flight is ended early."""
    return isinstance(g.frame, EndFrame) and g.frame.flight.completed == 0 and g.slowed is not None
