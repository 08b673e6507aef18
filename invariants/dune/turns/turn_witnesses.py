"""That every turn comes to an end, and what must be shown on the way."""

from __future__ import annotations

from ....model import exists, scope
from ....model.dune.flight.frames import drain
from ....model.dune.movement.movement import end_movement
from ....model.dune.scenarios.flight import flight
from ....model.dune.table.board import Place, Territory
from ....model.dune.table.factions import Faction
from ....model.dune.table.forces import fighters, standing
from ....model.dune.table.kinds import Phase
from ....model.dune.table.state import Table
from ....model.dune.turns.turn import LostToTheTanks
from ...language.steps import Step
from ...language.where import set_up_by, using
from ..laws import MOVING, laws


@laws.progress("movement-comes-to-an-end", clauses=["ORN-13", "ORN-22", "ORN-53"], where=MOVING)
def movement_comes_to_an_end(g: Table) -> bool:
    """However the movement phase is played, Battle can begin with nothing left open."""
    return g.phase == Phase.BATTLE


@laws.witness("allies-are-lost", clauses=["ORN-22"], where=set_up_by(flight))
def allies_are_lost(before: Table, step: Step, after: Table) -> bool:
    """Draining an early end's frame sends forces beside an ally to the tanks."""
    return step.took(drain) and step.emitted(LostToTheTanks)


@laws.witness("a-marker-is-lost-beside-an-ally", clauses=["ORN-11", "ORN-22"], where=set_up_by(flight))
def a_marker_is_lost_beside_an_ally(before: Table, step: Step, after: Table) -> bool:
    """A No-Field marker alone is beside an ally at the end of its seat's movement, and is lost."""
    return step.emitted(LostToTheTanks) and before.forces == after.forces and after.marker is None


def beside_its_ally(g: Table, seat: Faction, place: Place) -> bool:
    """Whether a seat and its ally both have forces in a place that they may not share."""
    ally = g.ally[seat]
    if ally is None or place.territory == Territory.POLAR_SINK:
        return False
    return standing(g, place, seat) > 0 and fighters(g, ally, place.territory) > 0


@laws.witness("new-allies-stay", clauses=["ORN-22"], where=set_up_by(flight))
def new_allies_stay(before: Table, step: Step, after: Table) -> bool:
    """A new ally ends its movement beside its ally and loses nobody."""
    seat = before.active
    if seat is None or seat not in before.fresh_alliance or not step.took(end_movement):
        return False
    return exists(scope(before, Place), lambda place: beside_its_ally(before, seat, place))


@laws.witness("old-save-gets-its-queue", clauses=["ORN-22"], where=set_up_by(flight))
def old_save_gets_its_queue(before: Table, step: Step, after: Table) -> bool:
    """Draining an early end's frame makes up the queue that an old save does not have."""
    return step.took(drain) and before.to_move is None and after.to_move is not None


@laws.witness("open-rate-at-a-frame", clauses=["ORN-13", "ORN-22"], where=set_up_by(flight))
def open_rate_at_a_frame(g: Table) -> bool:
    """A low rate is still open while a frame waits."""
    return g.frame is not None and g.karama_rate is not None


@laws.witness("battle-begins", clauses=["ORN-22"], where=using(Table.frame))
def battle_begins(before: Table, step: Step, after: Table) -> bool:
    """Draining a frame lets Battle begin."""
    return step.took(drain) and after.phase == Phase.BATTLE
