"""The scenario of entries: Terror tokens, Ambassadors and Bene Gesserit fighters wait where groups arrive."""

from __future__ import annotations

from enum import Enum

from ... import Chance
from ..arrivals.ambassadors import leave_ambassador, use_ambassador
from ..arrivals.intrusion import stand_fast, step_aside
from ..flight.frames import drain
from ..game import dune
from ..table.board import Place, Sector
from ..table.cards import Card
from ..table.factions import Faction, Group, Troop
from ..table.groups import (
    ADVISORS,
    ALLIANCES,
    AMBASSADORS,
    BASICS,
    DECISIONS,
    EXTORTION,
    FLIGHT,
    MOVEMENT,
    RESERVES,
    SPICE,
    TANKS,
    TERROR,
)
from ..table.kinds import Ambassador, Terror
from ..table.state import Table
from ..terror.effects import reveal_terror
from ..terror.entry import leave_terror
from ..turns.hand import play_hajr
from .corners import FLYING, begin_movement, corner, deal_the_rest, make_allies, muster

ATREIDES, SISTERS, EMPEROR = Faction.ATREIDES, Faction.BENE_GESSERIT, Faction.EMPEROR
ECAZ, MORITANI = Faction.ECAZ, Faction.MORITANI


class Guests(Enum):
    """What waits for a group, and where."""

    APART = "a Terror token in Arrakeen, an Ambassador in Carthag, the Bene Gesserit in the Old Gap"
    TERROR_AND_SISTERS = "the Bene Gesserit are in Arrakeen as well"
    AMBASSADOR_AND_SISTERS = "the Bene Gesserit are in Carthag as well"
    AMBASSADOR_AND_TERROR = "the Ambassador is in Arrakeen as well"
    INSIDE = "a Terror token lies in the Imperial Basin itself"
    REVIVING = "the Ambassador to Tleilaxu is in Carthag, and the Emperor has the Ornithopter"
    ALLIED = "Atreides are allied with Ecaz"


@dune.scenario(
    "flight-entries",
    scope={
        **corner(
            factions=(ATREIDES, SISTERS, EMPEROR, ECAZ, MORITANI),
            places=(
                Place.POLAR_SINK,
                Place.IMPERIAL_BASIN_9,
                Place.IMPERIAL_BASIN_10,
                Place.ARRAKEEN,
                Place.CARTHAG,
                Place.OLD_GAP_9,
            ),
            cards=(Card.ORNITHOPTER, Card.HAJR),
            groups=(Group.ONE, Group.ONE_ELITE),
            terror=(Terror.EXTORTION, Terror.SNEAK_ATTACK),
        ),
        Ambassador: tuple(Ambassador),
    },
    actions=(
        *FLYING,
        step_aside,
        stand_fast,
        reveal_terror,
        leave_terror,
        use_ambassador,
        leave_ambassador,
        play_hajr,
        drain,
    ),
    uses=(
        BASICS,
        MOVEMENT,
        FLIGHT,
        DECISIONS,
        RESERVES,
        TANKS,
        ALLIANCES,
        ADVISORS,
        SPICE,
        TERROR,
        EXTORTION,
        AMBASSADORS,
    ),
    title="Groups fly to where a Terror token, an Ambassador or the Bene Gesserit wait; never to two of them at once",
)
def flight_entries(g: Table, guests: Guests, token: Terror = Chance()) -> None:
    """Atreides, then the Emperor, around the Imperial Basin; Ecaz, Moritani and the Bene Gesserit have moved."""
    begin_movement(g, Sector.S4, done=(SISTERS, ECAZ, MORITANI))
    muster(g, ATREIDES, Place.POLAR_SINK)
    muster(g, ATREIDES, Place.IMPERIAL_BASIN_9)
    muster(g, EMPEROR, Place.IMPERIAL_BASIN_10)
    muster(g, EMPEROR, Place.IMPERIAL_BASIN_9, 1, Troop.ELITE)
    reviving = guests == Guests.REVIVING
    g.hand[ATREIDES] = {Card.HAJR if reviving else Card.ORNITHOPTER}
    g.hand[EMPEROR] = {Card.ORNITHOPTER if reviving else Card.HAJR}
    deal_the_rest(g)
    invite(g, guests, token)


def invite(g: Table, guests: Guests, token: Terror) -> None:
    """Put what waits where it waits."""
    sisters = {
        Guests.TERROR_AND_SISTERS: Place.ARRAKEEN,
        Guests.AMBASSADOR_AND_SISTERS: Place.CARTHAG,
    }.get(guests, Place.OLD_GAP_9)
    muster(g, SISTERS, sisters)
    g.terror[Place.IMPERIAL_BASIN_10 if guests == Guests.INSIDE else Place.ARRAKEEN] = token
    g.terror_supply = {Terror.EXTORTION, Terror.SNEAK_ATTACK} - {token}
    reviving = guests == Guests.REVIVING
    embassy = Place.ARRAKEEN if guests == Guests.AMBASSADOR_AND_TERROR else Place.CARTHAG
    g.ambassadors[embassy] = Ambassador.TLEILAXU if reviving else Ambassador.EMPEROR
    g.recalled = {Ambassador.EMPEROR if reviving else Ambassador.TLEILAXU}
    g.bank = 3
    g.mustered[ECAZ][Troop.ORDINARY] = 2
    g.tanks[ECAZ][Troop.ORDINARY] = 2
    g.mustered[MORITANI][Troop.ORDINARY] = 1
    g.reserves[MORITANI][Troop.ORDINARY] = 1
    if guests == Guests.ALLIED:
        make_allies(g, ATREIDES, ECAZ)
