"""That every turn comes to an end, and what must be shown on the way."""

from __future__ import annotations

from ....model import count, exists, is_present, scope, whole
from ....model.dune.flight.frames import drain
from ....model.dune.movement.movement import end_movement, move
from ....model.dune.scenarios.flight import flight
from ....model.dune.scenarios.joint import joint_occupation
from ....model.dune.table.board import Place, Territory
from ....model.dune.table.factions import Faction
from ....model.dune.table.forces import fighters, standing
from ....model.dune.table.kinds import Phase
from ....model.dune.table.state import Table
from ....model.dune.turns.turn import LostToTheTanks
from ...language.steps import Step
from ...language.where import knowing, set_up_by, using
from ..laws import MOVING, laws
from ..table.counted import fighting

ENDING_IN_BATTLE = MOVING & ~knowing(Phase.MENTAT)
"""Where the turn is looked at until Battle, and no longer."""


@laws.progress("movement-comes-to-an-end", clauses=["ORN-13", "ORN-22", "ORN-53"], where=ENDING_IN_BATTLE)
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


@laws.witness("joint-occupation-lasts", clauses=["VIC-23"], where=set_up_by(joint_occupation))
def joint_occupation_lasts(g: Table) -> bool:
    """Battle begins with Ecaz and its ally both in Arrakeen, where only Ecaz began."""
    ally = g.ally[Faction.ECAZ]
    if ally is None or g.phase != Phase.BATTLE:
        return False
    return fighting(g, ally, Territory.ARRAKEEN) > 0 and fighting(g, Faction.ECAZ, Territory.ARRAKEEN) > 0


def comes_to_two(before: Table, step: Step, after: Table) -> bool:
    """Whether somebody enters a stronghold where two others have fighters."""
    if not step.took(move) or not step["to"].territory.stronghold:
        return False
    others = [seat for seat in scope(before, Faction) if seat != step["seat"]]
    return count(others, lambda seat: fighting(before, seat, step["to"].territory) > 0) == 2


@laws.witness("an-ally-of-ecaz-joins-it-beside-another", clauses=["VIC-23"], where=set_up_by(joint_occupation))
def an_ally_of_ecaz_joins_it_beside_another(before: Table, step: Step, after: Table) -> bool:
    """Ecaz or its ally comes to the other one in a stronghold where a third seat is."""
    return comes_to_two(before, step, after) and is_present(whole(before.ally, step["seat"]))


@laws.witness("another-comes-to-ecaz-and-its-ally", clauses=["VIC-23"], where=set_up_by(joint_occupation))
def another_comes_to_ecaz_and_its_ally(before: Table, step: Step, after: Table) -> bool:
    """A third seat comes into a stronghold that Ecaz and its ally occupy."""
    return comes_to_two(before, step, after) and not is_present(whole(before.ally, step["seat"]))


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
