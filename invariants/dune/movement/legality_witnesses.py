"""What a movement and a shipment may go as far as: laws that only refuse would be content with less."""

from __future__ import annotations

from ....model import both, lookup
from ....model.dune.movement.movement import move
from ....model.dune.movement.shipment import ship
from ....model.dune.scenarios.flights import flight_range3
from ....model.dune.scenarios.terror.cards import terror_robbery, terror_sabotage
from ....model.dune.table.board import DISTANCE, Territory
from ....model.dune.table.factions import Group, Troop
from ....model.dune.table.state import Table
from ...language.steps import Step
from ...language.where import set_up_by
from ..laws import laws
from ..table.counted import fighting


@laws.witness("carthag-carries-three", clauses=["ORN-43"], where=set_up_by(flight_range3))
def carthag_carries_three(before: Table, step: Step, after: Table) -> bool:
    """Fighters in Carthag, with none in Arrakeen, give a group the ornithopters that cross three territories."""
    if not step.took(move):
        return False
    seat = step["seat"]
    alone = both(fighting(before, seat, Territory.CARTHAG) > 0, fighting(before, seat, Territory.ARRAKEEN) == 0)
    return both(alone, lookup(DISTANCE, (step["origin"], step["to"], before.storm)) == 3)


@laws.witness("everybody-leaves", clauses=["ORN-43"], where=set_up_by(flight_range3))
def everybody_leaves(before: Table, step: Step, after: Table) -> bool:
    """All ordinary forces that a seat has in a place may leave it in one group."""
    if not step.took(move):
        return False
    group: Group = step["group"]
    return both(group.ordinary > 0, group.ordinary == before.forces[step["origin"]][step["seat"]][Troop.ORDINARY])


@laws.witness("the-last-spice-is-paid", clauses=["TER-01"], where=set_up_by(terror_sabotage, terror_robbery))
def the_last_spice_is_paid(before: Table, step: Step, after: Table) -> bool:
    """A seat may ship for all the spice that it has."""
    return step.took(ship) and after.spice[step["seat"]] == 0


@laws.witness("the-last-reserve-ships", clauses=["TER-01"], where=set_up_by(terror_sabotage, terror_robbery))
def the_last_reserve_ships(before: Table, step: Step, after: Table) -> bool:
    """A seat may ship all the forces that it has in reserve."""
    return step.took(ship) and after.reserves[step["seat"]][Troop.ORDINARY] == 0
