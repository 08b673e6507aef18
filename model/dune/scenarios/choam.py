"""The scenario of CHOAM: it lets a flight come in or not, and what it lets may be legal no longer."""

from __future__ import annotations

from ... import Chance
from ..arrivals.no_field import reveal_no_field
from ..flight.frames import drain
from ..game import dune
from ..table.board import Place, Sector
from ..table.cards import Card
from ..table.factions import Faction, Group
from ..table.groups import BASICS, DECISIONS, FLIGHT, LOW_RATE, MOVEMENT, NO_FIELD, RESERVES, REVEALED_MARKER
from ..table.kinds import Worth
from ..table.movements import Marker
from ..table.state import Table
from ..turns.hand import buy_low_rate, play_hajr
from .corners import FLYING, LETTING_IN, begin_movement, corner, deal_the_rest, muster, muster_reserves

CHOAM, RICHESE, HARKONNEN = Faction.CHOAM, Faction.RICHESE, Faction.HARKONNEN


@dune.scenario(
    "flight-choam",
    scope=corner(
        factions=(HARKONNEN, CHOAM, RICHESE),
        places=(Place.POLAR_SINK, Place.IMPERIAL_BASIN_9, Place.CARTHAG, Place.HAGGA_BASIN_11),
        cards=(Card.ORNITHOPTER, Card.HAJR, Card.KARAMA, Card.BALISET, Card.KULON),
        groups=(Group.ONE, Group.MARKER, Group.ONE_WITH_MARKER),
        worth=(Worth.NONE, Worth.THREE),
    ),
    actions=(*FLYING, *LETTING_IN, reveal_no_field, play_hajr, buy_low_rate, drain),
    uses=(BASICS, MOVEMENT, FLIGHT, DECISIONS, RESERVES, NO_FIELD, REVEALED_MARKER, LOW_RATE),
    title="CHOAM, in two places at once, is asked about flights; a marker turned over meanwhile goes nowhere",
)
def flight_choam(g: Table, hidden: Worth = Chance(), baliset: bool = Chance()) -> None:
    """Harkonnen walk, then Richese flies; CHOAM is in Carthag and in the Hagga Basin, with the Baliset or without."""
    begin_movement(g, Sector.S4, done=(CHOAM,))
    muster(g, CHOAM, Place.CARTHAG)
    muster(g, CHOAM, Place.HAGGA_BASIN_11)
    muster(g, RICHESE, Place.IMPERIAL_BASIN_9)
    muster(g, RICHESE, Place.POLAR_SINK)
    muster_reserves(g, RICHESE, 1)
    muster(g, HARKONNEN, Place.IMPERIAL_BASIN_9)
    g.marker = Marker(place=Place.IMPERIAL_BASIN_9, event=1)
    g.worth = hidden
    g.hand[RICHESE] = {Card.ORNITHOPTER, Card.KARAMA}
    g.hand[HARKONNEN] = {Card.HAJR}
    g.hand[CHOAM] = {Card.BALISET if baliset else Card.KULON}
    deal_the_rest(g)
