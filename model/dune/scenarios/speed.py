"""Scenarios of speed: Ixians and Fremen go two territories, and others may cancel that."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from ... import Chance
from ..arrivals.intrusion import stand_fast, step_aside
from ..flight.frames import drain
from ..game import dune
from ..movement.karama import pass_worthless, stop_worthless, use_worthless
from ..table.board import Place, Sector
from ..table.cards import Card
from ..table.factions import Faction, Group, Troop
from ..table.groups import ADVISORS, BASICS, DECISIONS, FLIGHT, MOVEMENT, SPEED
from ..table.state import Table
from ..turns.hand import play_hajr
from .corners import CANCELLING, FLYING, LETTING_IN, begin_movement, corner, deal_the_rest, muster


def around_the_shield_wall(
    factions: Iterable[Faction], cards: Iterable[Card], groups: Iterable[Group]
) -> dict[type[Enum], Iterable[Enum]]:
    """The scope of a row of places, each one territory from the next."""
    places = (Place.POLAR_SINK, Place.IMPERIAL_BASIN_8, Place.SHIELD_WALL_8, Place.PASTY_MESA_7)
    return corner(factions, places, cards, groups)


class Answer(Enum):
    """Who could cancel a speed; nobody else knows."""

    HARKONNEN = "Harkonnen holds the Karama"
    ATREIDES = "Atreides holds the Karama"
    NOBODY = "the Karama is in the deck"


@dune.scenario(
    "flight-ix",
    scope=around_the_shield_wall(
        (Faction.ATREIDES, Faction.HARKONNEN, Faction.IX),
        (Card.ORNITHOPTER, Card.HAJR, Card.KARAMA, Card.KULON, Card.TRUTHTRANCE),
        (Group.ONE, Group.ONE_ELITE, Group.ONE_OF_EACH),
    ),
    actions=(*FLYING, *CANCELLING, play_hajr, drain),
    uses=(BASICS, MOVEMENT, FLIGHT, DECISIONS, SPEED),
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


class Secrets(Enum):
    """What Harkonnen and CHOAM hold; nobody else knows."""

    BOTH = "Harkonnen holds the Karama and CHOAM the Baliset"
    CHOAM = "CHOAM holds both"
    NEITHER = "neither is in a hand"


@dune.scenario(
    "flight-fremen",
    scope=around_the_shield_wall(
        (Faction.FREMEN, Faction.HARKONNEN, Faction.CHOAM),
        (Card.ORNITHOPTER, Card.HAJR, Card.KARAMA, Card.BALISET, Card.KULON, Card.TRUTHTRANCE),
        (Group.ONE, Group.ONE_ELITE, Group.ONE_OF_EACH),
    ),
    actions=(*FLYING, *CANCELLING, *LETTING_IN, play_hajr, drain),
    uses=(BASICS, MOVEMENT, FLIGHT, DECISIONS, SPEED),
    title="Fremen go two territories past the answers of all others, and CHOAM is in the way",
)
def flight_fremen(g: Table, secrets: Secrets = Chance()) -> None:
    """Fremen at the Polar Sink and in the Imperial Basin; CHOAM stands at the Shield Wall."""
    begin_movement(g, Sector.S4, done=(Faction.HARKONNEN, Faction.CHOAM))
    muster(g, Faction.HARKONNEN, Place.PASTY_MESA_7)
    muster(g, Faction.CHOAM, Place.SHIELD_WALL_8)
    muster(g, Faction.FREMEN, Place.POLAR_SINK, 1)
    muster(g, Faction.FREMEN, Place.IMPERIAL_BASIN_8, 1)
    muster(g, Faction.FREMEN, Place.IMPERIAL_BASIN_8, 1, Troop.ELITE)
    g.hand[Faction.FREMEN] = {Card.ORNITHOPTER, Card.HAJR}
    g.hand[Faction.HARKONNEN] = {Card.KARAMA if secrets == Secrets.BOTH else Card.KULON}
    g.hand[Faction.CHOAM] = {
        Secrets.BOTH: {Card.BALISET},
        Secrets.CHOAM: {Card.BALISET, Card.KARAMA},
        Secrets.NEITHER: {Card.TRUTHTRANCE},
    }[secrets]
    deal_the_rest(g)


class Sisters(Enum):
    """Who flies, and what the Bene Gesserit and Harkonnen hold."""

    WORTHLESS = "the Bene Gesserit hold a worthless card, Harkonnen the Karama"
    TWO = "the Bene Gesserit hold two worthless cards, the seat that flies first the Karama"
    KARAMA = "the Bene Gesserit hold the Karama itself and a worthless card"
    NOTHING = "the Bene Gesserit hold a Truthtrance"


@dune.scenario(
    "flight-bg",
    scope=around_the_shield_wall(
        (Faction.BENE_GESSERIT, Faction.FREMEN, Faction.HARKONNEN, Faction.IX),
        (Card.ORNITHOPTER, Card.KARAMA, Card.BALISET, Card.KULON, Card.TRUTHTRANCE, Card.HAJR),
        (Group.ONE, Group.ONE_ELITE),
    ),
    actions=(*FLYING, *CANCELLING, use_worthless, pass_worthless, stop_worthless, step_aside, stand_fast, drain),
    uses=(BASICS, MOVEMENT, FLIGHT, DECISIONS, SPEED, ADVISORS),
    title="The Bene Gesserit use worthless cards as Karamas against the speed of Fremen and Ixians",
)
def flight_bg(g: Table, ixian: bool, sisters: Sisters = Chance()) -> None:
    """Fremen or Ixians have an Ornithopter; the Bene Gesserit stand on the Pasty Mesa."""
    begin_movement(g, Sector.S4, done=(Faction.BENE_GESSERIT, Faction.HARKONNEN))
    muster(g, Faction.BENE_GESSERIT, Place.PASTY_MESA_7)
    muster(g, Faction.FREMEN, Place.IMPERIAL_BASIN_8, 2)
    muster(g, Faction.IX, Place.POLAR_SINK, 2, Troop.ELITE)
    g.hand[Faction.IX if ixian else Faction.FREMEN].add(Card.ORNITHOPTER)
    deal_to_the_sisters(g, sisters)
    if sisters == Sisters.TWO:
        g.hand[Faction.FREMEN].add(Card.KARAMA)
    g.hand[Faction.HARKONNEN] = {Card.KARAMA if sisters == Sisters.WORTHLESS else Card.HAJR}
    deal_the_rest(g)


def deal_to_the_sisters(g: Table, sisters: Sisters) -> None:
    """What the Bene Gesserit hold."""
    g.hand[Faction.BENE_GESSERIT] = {
        Sisters.WORTHLESS: {Card.KULON},
        Sisters.TWO: {Card.KULON, Card.BALISET},
        Sisters.KARAMA: {Card.KARAMA, Card.KULON},
        Sisters.NOTHING: {Card.TRUTHTRANCE},
    }[sisters]
