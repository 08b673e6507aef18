"""Scenarios of flights that nobody may answer: one group flown far, two groups, and every faction as the holder."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Final

from ... import require
from ..arrivals.intrusion import stand_fast, step_aside
from ..flight.escrow import take_off
from ..flight.frames import drain
from ..game import dune
from ..table.board import Place, Sector
from ..table.cards import Card, Mode
from ..table.factions import Faction, Group, Troop
from ..table.groups import ADVISORS, BASICS, DECISIONS, FLIGHT, HOLDERS, LOW_RATE, MOVEMENT, PROMISES
from ..table.state import Table
from ..turns.hand import buy_low_rate, play_hajr
from .corners import FLYING, begin_movement, corner, deal_the_rest, muster


def prevented(g: Table, seat: Faction, mode: Mode) -> None:
    """An Ornithopter is in the air already: its first group was kept from coming in, and nobody has moved."""
    g.hand[seat].remove(Card.ORNITHOPTER)
    take_off(g, seat, mode)


class Start(Enum):
    """How a flight of range three begins."""

    USUAL = "Atreides hold the Ornithopter and a Hajr"
    SHIPPING = "Atreides have promised a shipment, and hold a Karama for a low rate"
    STORM = "the storm is over the cities"
    PROMISED_CARD = "Atreides have promised the Ornithopter to somebody"
    BORROWED = "the Emperor holds it"
    PREVENTED = "an Ornithopter of the Emperor, who moves last, is in the air; its group was kept from coming in"


@dune.scenario(
    "flight-range3",
    scope={
        **corner(
            factions=(Faction.ATREIDES, Faction.EMPEROR),
            places=(
                Place.POLAR_SINK,
                Place.IMPERIAL_BASIN_9,
                Place.CARTHAG,
                Place.SIETCH_TABR,
                Place.CIELAGO_NORTH_1,
                Place.HABBANYA_SIETCH,
                Place.TUEKS_SIETCH,
            ),
            cards=(Card.ORNITHOPTER, Card.HAJR, Card.KARAMA),
            groups=(Group.ONE, Group.TWO, Group.ONE_ELITE),
            storm=(Sector.S4, Sector.S10),
        ),
        Mode: (Mode.RANGE3,),
    },
    actions=(*FLYING, play_hajr, buy_low_rate, drain),
    uses=(BASICS, MOVEMENT, FLIGHT, PROMISES, LOW_RATE),
    title="One group flies three territories, around the storm, to and from the ends of the board",
)
def flight_range3(g: Table, start: Start) -> None:
    """Atreides at the Polar Sink and in the south, the Emperor in Sietch Tabr."""
    done = (Faction.ATREIDES,) if start == Start.PREVENTED else ()
    begin_movement(g, Sector.S10 if start == Start.STORM else Sector.S4, done)
    muster(g, Faction.ATREIDES, Place.POLAR_SINK, 2)
    muster(g, Faction.ATREIDES, Place.CIELAGO_NORTH_1)
    muster(g, Faction.EMPEROR, Place.SIETCH_TABR)
    muster(g, Faction.EMPEROR, Place.IMPERIAL_BASIN_9, 1, Troop.ELITE)
    lent = start in (Start.BORROWED, Start.PREVENTED)
    g.hand[Faction.EMPEROR if lent else Faction.ATREIDES].add(Card.ORNITHOPTER)
    if start == Start.USUAL:
        g.hand[Faction.ATREIDES].add(Card.HAJR)
    if start == Start.SHIPPING:
        g.hand[Faction.ATREIDES].add(Card.KARAMA)
        g.promised = {Faction.ATREIDES}
    if start == Start.PROMISED_CARD:
        g.reserved[Faction.ATREIDES].add(Card.ORNITHOPTER)
    deal_the_rest(g)
    if start == Start.PREVENTED:
        prevented(g, Faction.EMPEROR, Mode.RANGE3)


class Deal(Enum):
    """Who has the Ornithopter and a Hajr when two groups may fly."""

    ATREIDES = Faction.ATREIDES, False
    EMPEROR = Faction.EMPEROR, False
    HARKONNEN = Faction.HARKONNEN, False
    PREVENTED = Faction.ATREIDES, True

    def __init__(self, holder: Faction, in_the_air: bool) -> None:
        self.holder = holder
        self.in_the_air = in_the_air
        """Whether the Ornithopter flies already, and has carried nobody yet."""


@dune.scenario(
    "flight-two-groups",
    scope=corner(
        factions=(Faction.ATREIDES, Faction.EMPEROR, Faction.HARKONNEN),
        places=(
            Place.POLAR_SINK,
            Place.IMPERIAL_BASIN_8,
            Place.IMPERIAL_BASIN_9,
            Place.IMPERIAL_BASIN_10,
            Place.ARRAKEEN,
            Place.OLD_GAP_9,
            Place.SHIELD_WALL_8,
        ),
        cards=(Card.ORNITHOPTER, Card.HAJR, Card.KULON),
        groups=(
            Group.ONE,
            Group.TWO,
            Group.ONE_ELITE,
            Group.TWO_ELITE,
            Group.ONE_OF_EACH,
            Group.TWO_AND_ONE_ELITE,
        ),
    ),
    actions=(*FLYING, play_hajr, drain),
    uses=(BASICS, MOVEMENT, FLIGHT),
    title="Two groups of ordinary and elite forces fly, merge and part; who has flown does not fly again",
)
def flight_two_groups(g: Table, deal: Deal) -> None:
    """Sardaukar and ordinary forces around the Imperial Basin; each of three seats may have the Ornithopter."""
    begin_movement(g, Sector.S4)
    muster(g, Faction.ATREIDES, Place.POLAR_SINK, 2)
    muster(g, Faction.ATREIDES, Place.SHIELD_WALL_8)
    muster(g, Faction.EMPEROR, Place.IMPERIAL_BASIN_8, 2)
    muster(g, Faction.EMPEROR, Place.IMPERIAL_BASIN_8, 1, Troop.ELITE)
    muster(g, Faction.EMPEROR, Place.ARRAKEEN, 1)
    muster(g, Faction.EMPEROR, Place.ARRAKEEN, 1, Troop.ELITE)
    muster(g, Faction.HARKONNEN, Place.OLD_GAP_9, 2)
    muster(g, Faction.HARKONNEN, Place.SHIELD_WALL_8)
    g.hand[deal.holder] = {Card.ORNITHOPTER, Card.HAJR}
    deal_the_rest(g)
    if deal == Deal.PREVENTED:
        prevented(g, deal.holder, Mode.TWO_GROUPS)


FAR_APART: Final = (
    Place.POLAR_SINK,
    Place.IMPERIAL_BASIN_9,
    Place.HABBANYA_RIDGE_FLAT_16,
    Place.HABBANYA_RIDGE_FLAT_17,
)
"""Neighbours two by two, three territories apart: nobody's speed is any use, but an Ornithopter is."""


def rival(holder: Faction) -> Faction:
    """Who sits at the table with the holder of an Ornithopter: the Bene Gesserit, or somebody to come upon them."""
    return Faction.HARKONNEN if holder == Faction.BENE_GESSERIT else Faction.BENE_GESSERIT


def at_the_table(g: Table) -> dict[type[Enum], Iterable[Enum]]:
    """The scope for one holder and one mode."""
    seats = [seat for seat in Faction if seat in (g.holder, rival(g.holder))]
    cards = (Card.ORNITHOPTER, Card.HAJR, Card.KULON)
    return {**corner(seats, FAR_APART, cards, (Group.ONE, Group.TWO, Group.ONE_ELITE)), Mode: (g.mode,)}


ELITE: Final = (Faction.EMPEROR, Faction.FREMEN, Faction.IX)
"""The factions that have elite forces."""


@dune.scenario(
    "flight-holders",
    scope=at_the_table,
    actions=(*FLYING, step_aside, stand_fast, play_hajr, drain),
    uses=(BASICS, MOVEMENT, FLIGHT, HOLDERS, DECISIONS, ADVISORS),
    title="Whoever holds the Ornithopter flies it, in either mode: -p holder=FREMEN -p mode=TWO_GROUPS",
)
def flight_holders(g: Table, last: bool, empty: bool) -> None:
    """The holder and another seat around the Polar Sink; the holder may be the last one, or in the air already."""
    holder, other = g.holder, rival(g.holder)
    require(last or holder != Faction.CHOAM, "what CHOAM says to others is not looked at here")
    begin_movement(g, Sector.S4, done=(other,) if last else ())
    muster(g, holder, Place.POLAR_SINK)
    muster(g, holder, Place.POLAR_SINK, 1, Troop.ELITE if holder in ELITE else Troop.ORDINARY)
    muster(g, holder, Place.IMPERIAL_BASIN_9)
    muster(g, other, Place.IMPERIAL_BASIN_9)
    muster(g, other, Place.HABBANYA_RIDGE_FLAT_17)
    g.hand[holder] = {Card.ORNITHOPTER, Card.HAJR}
    deal_the_rest(g)
    if empty:
        require(g.active == holder, "only the seat on turn has an Ornithopter in the air")
        prevented(g, holder, g.mode)
