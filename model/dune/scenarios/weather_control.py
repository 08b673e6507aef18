"""The scenario of Weather Control: the storm is sent over places that groups walk and fly between, and away again."""

from __future__ import annotations

from ... import Chance, require
from ..flight.frames import drain
from ..game import dune
from ..table.board import Place, Sector
from ..table.cards import Card
from ..table.factions import Faction, Group
from ..table.groups import BASICS, FLIGHT, MOVEMENT
from ..table.state import Table
from ..turns.weather_control import play_weather_control
from .corners import FLYING, begin_movement, corner, deal_the_rest, muster

ATREIDES, HARKONNEN = Faction.ATREIDES, Faction.HARKONNEN


@dune.scenario(
    "weather-control",
    scope=corner(
        factions=(ATREIDES, HARKONNEN),
        places=(Place.POLAR_SINK, Place.IMPERIAL_BASIN_8, Place.IMPERIAL_BASIN_9, Place.SHIELD_WALL_8),
        cards=(Card.ORNITHOPTER, Card.WEATHER_CONTROL, Card.KULON),
        groups=(Group.ONE,),
        storm=Sector,
    ),
    actions=(*FLYING, play_weather_control, drain),
    uses=(BASICS, MOVEMENT, FLIGHT),
    title="A Weather Control sends the storm over the Imperial Basin, before a group moves or between two that fly",
)
def weather_control(g: Table, flyer: bool = Chance(), walker: bool = Chance()) -> None:
    """Atreides walk from the Shield Wall, then Harkonnen fly from the Polar Sink; either holds the card, or nobody."""
    require(not (flyer and walker), "there is one Weather Control")
    begin_movement(g, Sector.S17)
    muster(g, ATREIDES, Place.SHIELD_WALL_8)
    muster(g, HARKONNEN, Place.POLAR_SINK, 2)
    g.hand[HARKONNEN] = {Card.ORNITHOPTER, Card.WEATHER_CONTROL} if flyer else {Card.ORNITHOPTER}
    g.hand[ATREIDES] = {Card.WEATHER_CONTROL} if walker else {Card.KULON}
    deal_the_rest(g)
