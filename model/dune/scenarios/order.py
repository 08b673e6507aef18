"""The scenario of the order of turns: the Guild chooses its time, a Juice of Sapho is drunk, allies must part."""

from __future__ import annotations

from enum import Enum

from ... import Chance
from ..flight.frames import drain
from ..game import dune
from ..table.board import Place, Sector
from ..table.cards import Card
from ..table.factions import Faction, Group
from ..table.groups import ALLIANCES, BASICS, FLIGHT, LOW_RATE, MOVEMENT, NEW_ALLIANCES, SAPHO, TANKS, TIMING
from ..table.state import Table
from ..turns.guild import decline_guild_turn, take_guild_turn
from ..turns.sapho import go_first, go_last
from ..turns.turn import ask_the_guild
from .corners import FLYING, begin_movement, corner, deal_the_rest, make_allies, muster

ATREIDES, GUILD, HARKONNEN = Faction.ATREIDES, Faction.GUILD, Faction.HARKONNEN


class Order(Enum):
    """How the scenario of the order of turns begins."""

    USUAL = "the Guild is asked before the first turn"
    ALLIED = "Atreides and Harkonnen are allies"
    NEWLY_ALLIED = "Atreides and Harkonnen became allies in this turn"
    OLD_SAVE = "a save without a queue, and with the low rate open"


class Holder(Enum):
    """Who holds the Ornithopter; another seat holds the Juice of Sapho."""

    ATREIDES = "Atreides fly, the Guild drinks"
    GUILD = "the Guild flies, Harkonnen drink"
    HARKONNEN = "Harkonnen fly and drink"


@dune.scenario(
    "flight-guild-sapho",
    scope=corner(
        factions=(ATREIDES, GUILD, HARKONNEN),
        places=(Place.POLAR_SINK, Place.IMPERIAL_BASIN_9, Place.ARRAKEEN),
        cards=(Card.ORNITHOPTER, Card.JUICE_OF_SAPHO, Card.HAJR),
        groups=(Group.ONE,),
    ),
    actions=(*FLYING, take_guild_turn, decline_guild_turn, go_first, go_last, drain),
    uses=(BASICS, MOVEMENT, FLIGHT, TANKS, ALLIANCES, NEW_ALLIANCES, LOW_RATE, SAPHO, TIMING),
    title="The Guild takes its turn when it likes, a Juice of Sapho changes the order, and allies must part",
)
def flight_guild_sapho(g: Table, order: Order, holder: Holder = Chance()) -> None:
    """Atreides in the Imperial Basin, the Guild at the Polar Sink, Harkonnen in Arrakeen."""
    begin_movement(g, Sector.S4)
    muster(g, ATREIDES, Place.IMPERIAL_BASIN_9, 2)
    muster(g, GUILD, Place.POLAR_SINK)
    muster(g, HARKONNEN, Place.ARRAKEEN)
    deal_to(g, holder)
    deal_the_rest(g)
    if order in (Order.ALLIED, Order.NEWLY_ALLIED):
        make_allies(g, ATREIDES, HARKONNEN)
    if order == Order.NEWLY_ALLIED:
        g.fresh_alliance = {ATREIDES, HARKONNEN}
    if order == Order.OLD_SAVE:
        g.to_move = None
        g.karama_rate = ATREIDES
    ask_the_guild(g)


def deal_to(g: Table, holder: Holder) -> None:
    """Who holds the two cards that matter."""
    drinks = {Holder.ATREIDES: GUILD, Holder.GUILD: HARKONNEN, Holder.HARKONNEN: HARKONNEN}
    flies = {Holder.ATREIDES: ATREIDES, Holder.GUILD: GUILD, Holder.HARKONNEN: HARKONNEN}
    g.hand[flies[holder]].add(Card.ORNITHOPTER)
    g.hand[drinks[holder]].add(Card.JUICE_OF_SAPHO)
