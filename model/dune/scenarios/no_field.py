"""The scenario of the No-Field: a marker that hides 0, 3 or 5 forces flies, and groups merge."""

from __future__ import annotations

from ... import Chance
from ..arrivals.no_field import reveal_no_field
from ..flight.frames import drain
from ..game import dune
from ..table.board import Place, Sector
from ..table.cards import Card
from ..table.factions import Faction, Group, Troop
from ..table.groups import BASICS, DECISIONS, FLIGHT, MOVEMENT, NO_FIELD, RESERVES, REVEALED_MARKER
from ..table.kinds import Worth
from ..table.movements import Marker
from ..table.state import Table
from .corners import FLYING, LETTING_IN, begin_movement, corner, deal_the_rest, muster, muster_reserves

EMPEROR, CHOAM, RICHESE = Faction.EMPEROR, Faction.CHOAM, Faction.RICHESE


@dune.scenario(
    "flight-no-field",
    scope=corner(
        factions=(EMPEROR, CHOAM, RICHESE),
        places=(Place.IMPERIAL_BASIN_9, Place.IMPERIAL_BASIN_10, Place.CARTHAG),
        cards=(Card.ORNITHOPTER, Card.BALISET, Card.KULON),
        groups=(Group.ONE, Group.ONE_ELITE, Group.ONE_OF_EACH, Group.MARKER, Group.ONE_WITH_MARKER),
        worth=tuple(Worth),
    ),
    actions=(*FLYING, *LETTING_IN, reveal_no_field, drain),
    uses=(BASICS, MOVEMENT, FLIGHT, DECISIONS, RESERVES, NO_FIELD, REVEALED_MARKER),
    title="A No-Field marker flies, walks and is revealed; forces of two kinds fly in two groups and merge",
)
def flight_no_field(g: Table, sardaukar: bool, hidden: Worth = Chance(), baliset: bool = Chance()) -> None:
    """The Emperor or Richese has the Ornithopter; both stand in the Imperial Basin, and CHOAM in Carthag."""
    begin_movement(g, Sector.S4, done=(CHOAM,) if sardaukar else (EMPEROR, CHOAM))
    muster(g, EMPEROR, Place.IMPERIAL_BASIN_9)
    muster(g, EMPEROR, Place.IMPERIAL_BASIN_9, 1, Troop.ELITE)
    muster(g, EMPEROR, Place.IMPERIAL_BASIN_10, 1, Troop.ELITE)
    muster(g, CHOAM, Place.CARTHAG)
    muster(g, RICHESE, Place.IMPERIAL_BASIN_9)
    muster(g, RICHESE, Place.IMPERIAL_BASIN_10)
    muster_reserves(g, RICHESE)
    g.marker = Marker(place=Place.IMPERIAL_BASIN_9, event=1)
    g.worth = hidden
    g.hand[EMPEROR if sardaukar else RICHESE] = {Card.ORNITHOPTER}
    g.hand[CHOAM] = {Card.BALISET if baliset else Card.KULON}
    deal_the_rest(g)
