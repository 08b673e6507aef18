"""Scenarios of interruptions: a Nullentropy Box or a Truthtrance comes in between while an Ornithopter flies."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Final

from ... import Chance
from ..flight.frames import drain
from ..game import dune
from ..interruptions.nullentropy import open_box, put_back, take_from_the_discard
from ..interruptions.truthtrance import answer_truly, ask_truthtrance
from ..table.board import Place, Sector
from ..table.cards import Card
from ..table.factions import Faction, Group
from ..table.groups import BASICS, DECISIONS, FLIGHT, MOVEMENT, QUESTIONS, SEARCHES, SPEED, SPICE
from ..table.kinds import Cause
from ..table.state import Table
from .corners import CANCELLING, FLYING, LETTING_IN, begin_movement, corner, deal_the_rest, muster


def to_the_shield_wall(factions: Iterable[Faction], cards: Iterable[Card]) -> dict[type[Enum], Iterable[Enum]]:
    """The scope of a flight with a Nullentropy Box, over places of which each is one territory from the next."""
    places = (Place.POLAR_SINK, Place.IMPERIAL_BASIN_8, Place.SHIELD_WALL_8)
    return {**corner(factions, places, cards, (Group.ONE,)), Cause: (Cause.ORNITHOPTER, Cause.BOX)}


class Holder(Enum):
    """Who holds the Nullentropy Box; nobody else knows."""

    FREMEN = "the Fremen, who fly"
    HARKONNEN = "Harkonnen, who move afterwards"
    CHOAM = "CHOAM, which is in the way"


HOLDERS: Final = {
    Holder.FREMEN: Faction.FREMEN,
    Holder.HARKONNEN: Faction.HARKONNEN,
    Holder.CHOAM: Faction.CHOAM,
}


@dune.scenario(
    "flight-box",
    scope=to_the_shield_wall(
        (Faction.FREMEN, Faction.HARKONNEN, Faction.CHOAM),
        (Card.ORNITHOPTER, Card.HAJR, Card.KARAMA, Card.BALISET, Card.NULLENTROPY_BOX, Card.KULON),
    ),
    actions=(*FLYING, *CANCELLING, *LETTING_IN, open_box, take_from_the_discard, put_back, drain),
    uses=(BASICS, MOVEMENT, FLIGHT, DECISIONS, SPEED, SPICE, SEARCHES),
    title="A Nullentropy Box interrupts whatever is to be decided, and may bring the Ornithopter back",
)
def flight_box(g: Table, holder: Holder = Chance()) -> None:
    """Fremen fly past CHOAM, then Harkonnen move; a Hajr is discarded already, and somebody has the Box."""
    begin_movement(g, Sector.S4, done=(Faction.CHOAM,))
    muster(g, Faction.FREMEN, Place.POLAR_SINK)
    muster(g, Faction.FREMEN, Place.IMPERIAL_BASIN_8)
    muster(g, Faction.HARKONNEN, Place.IMPERIAL_BASIN_8)
    muster(g, Faction.CHOAM, Place.SHIELD_WALL_8)
    g.discard = {Card.HAJR}
    g.hand[Faction.FREMEN] = {Card.ORNITHOPTER}
    g.hand[Faction.HARKONNEN] = {Card.KARAMA}
    g.hand[Faction.CHOAM] = {Card.BALISET}
    g.hand[HOLDERS[holder]].add(Card.NULLENTROPY_BOX)
    for seat in g.spice:
        g.spice[seat] = 2
    g.deck = {Card.KULON}


class Doubt(Enum):
    """What CHOAM holds, and where the second Truthtrance is."""

    BALISET = "CHOAM holds the Baliset, and the second Truthtrance is in the deck"
    TWO = "CHOAM holds the Baliset, and Harkonnen the second Truthtrance"
    HARMLESS = "CHOAM holds the second Truthtrance, and the Baliset is in the deck"


@dune.scenario(
    "flight-truthtrance",
    scope=to_the_shield_wall(
        (Faction.ATREIDES, Faction.HARKONNEN, Faction.CHOAM),
        (Card.ORNITHOPTER, Card.BALISET, Card.TRUTHTRANCE, Card.SECOND_TRUTHTRANCE, Card.NULLENTROPY_BOX),
    ),
    actions=(*FLYING, *LETTING_IN, ask_truthtrance, answer_truly, open_box, take_from_the_discard, put_back, drain),
    uses=(BASICS, MOVEMENT, FLIGHT, DECISIONS, SPICE, SEARCHES, QUESTIONS),
    title="Truthtrances lock the decision about a flight that CHOAM is in the way of; a Box may bring one back",
)
def flight_truthtrance(g: Table, doubt: Doubt = Chance()) -> None:
    """Atreides fly to the Shield Wall; what CHOAM holds is worth a question. Harkonnen hold the Box."""
    begin_movement(g, Sector.S4, done=(Faction.HARKONNEN, Faction.CHOAM))
    muster(g, Faction.ATREIDES, Place.POLAR_SINK)
    muster(g, Faction.ATREIDES, Place.IMPERIAL_BASIN_8)
    muster(g, Faction.HARKONNEN, Place.POLAR_SINK)
    muster(g, Faction.CHOAM, Place.SHIELD_WALL_8)
    g.hand[Faction.ATREIDES] = {Card.ORNITHOPTER, Card.TRUTHTRANCE}
    g.hand[Faction.CHOAM] = {Card.SECOND_TRUTHTRANCE if doubt == Doubt.HARMLESS else Card.BALISET}
    g.hand[Faction.HARKONNEN] = {Card.NULLENTROPY_BOX}
    if doubt == Doubt.TWO:
        g.hand[Faction.HARKONNEN].add(Card.SECOND_TRUTHTRANCE)
    g.spice[Faction.HARKONNEN] = 2
    deal_the_rest(g)
