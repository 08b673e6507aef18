"""Scenarios of speed: Ixians and Fremen go two territories, and others may cancel that."""

from __future__ import annotations

from enum import Enum
from typing import Final

from .. import Chance, scope
from .board import Place, Sector
from .cards import Card
from .factions import Faction, Group, Troop
from .frames import drain
from .game import dune
from .hand import play_hajr
from .karama import cancel_speed, pass_speed
from .movement import declare_flight, end_movement, fly, move
from .scenarios import begin_movement, corner, muster
from .table import Table

NO_TERROR: Final = (
    "terror",
    "terror_supply",
    "terror_removed",
    "extorted",
    "entry",
    "entries",
    "terror_frame",
    "forced",
    "face_down",
    "leaders",
    "riding",
)
NO_SPICE: Final = ("spice", "bank")
NO_RICHESE: Final = ("marker", "worth", "cache", "removed")
NO_SHIPMENT: Final = ("reserves", "promised", "karama_rate")
NO_ALLIANCE: Final = ("ally", "fresh_alliance", "tanks")
UNTOUCHED: Final = (
    *NO_TERROR,
    *NO_SPICE,
    *NO_RICHESE,
    *NO_SHIPMENT,
    *NO_ALLIANCE,
    "advisors",
    "reserved",
    "sapho_last",
)
"""What plays no part in a scenario of speed."""

AROUND_THE_SHIELD_WALL: Final = (Place.POLAR_SINK, Place.IMPERIAL_BASIN_8, Place.SHIELD_WALL_8, Place.PASTY_MESA_7)
"""Each is one territory from the next."""


class Answer(Enum):
    """Who could cancel a speed; nobody else knows."""

    HARKONNEN = "Harkonnen holds the Karama"
    ATREIDES = "Atreides holds the Karama"
    NOBODY = "the Karama is in the deck"


def deal_the_rest(g: Table) -> None:
    """Whatever is in no hand is in the deck."""
    g.deck = set(scope(g, Card)) - {card for hand in g.hand.values() for card in hand}


@dune.scenario(
    "flight-ix",
    scope=corner(
        factions=(Faction.ATREIDES, Faction.HARKONNEN, Faction.IX),
        places=AROUND_THE_SHIELD_WALL,
        cards=(Card.ORNITHOPTER, Card.HAJR, Card.KARAMA, Card.KULON, Card.TRUTHTRANCE),
        groups=(Group.ONE, Group.ONE_ELITE, Group.ONE_OF_EACH),
        storm=(Sector.S4,),
    ),
    actions=(move, declare_flight, fly, end_movement, pass_speed, cancel_speed, play_hajr, drain),
    unused=UNTOUCHED,
    title="Ixian cyborgs go two territories unless a Karama is played, with and without an Ornithopter",
)
def flight_ix(g: Table, answer: Answer = Chance()) -> None:
    """Ixians with cyborgs at the Polar Sink and in the Imperial Basin; Atreides and Harkonnen each hold a card."""
    begin_movement(g, Sector.S4, done=(Faction.ATREIDES, Faction.HARKONNEN))
    muster(g, Faction.ATREIDES, Place.SHIELD_WALL_8)
    muster(g, Faction.HARKONNEN, Place.PASTY_MESA_7)
    muster(g, Faction.IX, Place.POLAR_SINK, 1, Troop.ELITE)
    muster(g, Faction.IX, Place.IMPERIAL_BASIN_8, 1)
    muster(g, Faction.IX, Place.IMPERIAL_BASIN_8, 1, Troop.ELITE)
    g.hand[Faction.IX] = {Card.ORNITHOPTER, Card.HAJR}
    g.hand[Faction.HARKONNEN] = {Card.KARAMA if answer == Answer.HARKONNEN else Card.KULON}
    g.hand[Faction.ATREIDES] = {Card.KARAMA if answer == Answer.ATREIDES else Card.TRUTHTRANCE}
    deal_the_rest(g)
