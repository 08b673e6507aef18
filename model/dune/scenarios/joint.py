"""The scenario of joint occupation: Ecaz and its ally are one occupant, other allies are two and must part."""

from __future__ import annotations

from enum import Enum

from ..game import dune
from ..movement.movement import end_movement, move
from ..table.board import Place, Sector
from ..table.cards import Card
from ..table.factions import Faction, Group
from ..table.groups import ALLIANCES, BASICS, MOVEMENT, TANKS
from ..table.state import Table
from .corners import begin_movement, corner, deal_the_rest, make_allies, muster

ATREIDES, EMPEROR, HARKONNEN, ECAZ = Faction.ATREIDES, Faction.EMPEROR, Faction.HARKONNEN, Faction.ECAZ


class Alliance(Enum):
    """Who is whose ally."""

    NOBODY = None
    ATREIDES_AND_ECAZ = ATREIDES, ECAZ
    HARKONNEN_AND_ECAZ = HARKONNEN, ECAZ
    ATREIDES_AND_HARKONNEN = ATREIDES, HARKONNEN


@dune.scenario(
    "joint-occupation",
    scope=corner(
        factions=(ATREIDES, EMPEROR, HARKONNEN, ECAZ),
        places=(Place.IMPERIAL_BASIN_9, Place.ARRAKEEN, Place.CARTHAG),
        cards=(Card.KULON,),
        groups=(Group.ONE,),
    ),
    actions=(move, end_movement),
    uses=(BASICS, MOVEMENT, TANKS, ALLIANCES),
    title="Ecaz and its ally share strongholds and take the room of one; other allies are lost where they do not part",
)
def joint_occupation(g: Table, alliance: Alliance) -> None:
    """Atreides, Harkonnen and Ecaz each have somebody in a city and outside; the Emperor, who has moved, is in one."""
    begin_movement(g, Sector.S4, done=(EMPEROR,))
    for seat in (ATREIDES, HARKONNEN, ECAZ):
        muster(g, seat, Place.IMPERIAL_BASIN_9)
    muster(g, EMPEROR, Place.CARTHAG)
    muster(g, HARKONNEN, Place.CARTHAG)
    muster(g, ECAZ, Place.ARRAKEEN)
    deal_the_rest(g)
    if alliance.value is not None:
        make_allies(g, *alliance.value)
