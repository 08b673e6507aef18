"""Scenarios: small corners of the game, each small enough that every state it can reach is looked at."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Final

from ... import Chance, require, scope
from ..arrivals.intrusion import stand_fast, step_aside
from ..flight.frames import drain
from ..game import dune
from ..movement.arrival import allow_arrival, forbid_arrival
from ..movement.movement import declare_flight, end_movement, fly, move
from ..table.board import Place, Sector, Territory
from ..table.cards import Card
from ..table.factions import Faction, Group, Troop
from ..table.kinds import Ambassador
from ..table.state import Cause, Entry, Line, Marker, Onward, Phase, Source, Stage, Table, Terror, Worth
from ..terror.effects import reveal_terror
from ..terror.entry import leave_terror
from ..turns.hand import buy_low_rate, play_hajr

NO_FORCED_DISCARDS: Final = ("terror_frame", "forced", "face_down", "spice", "bank", "leaders", "riding", "ridden")
"""Fields of the table that only forced discards, and what goes with them, make use of."""

NO_AMBASSADORS: Final = ("ambassadors", "recalled", "embassy")
"""Fields of the table that only Ambassadors make use of."""

NO_INTERRUPTION: Final = ("box", "box_frame", "boxes", "questions", *NO_AMBASSADORS)
"""Fields of the table that only a Nullentropy Box, Truthtrances and Ambassadors make use of."""


def corner(
    factions: Iterable[Faction],
    places: Iterable[Place],
    cards: Iterable[Card],
    groups: Iterable[Group],
    storm: Iterable[Sector] = (Sector.S4,),
    terror: Iterable[Terror] = (Terror.EXTORTION,),
    worth: Iterable[Worth] = (Worth.NONE,),
) -> dict[type[Enum], Iterable[Enum]]:
    """A scope: who sits at the table, the part of the board, the cards, the groups, and where the storm may be."""
    places, groups = tuple(places), tuple(groups)
    return {
        Faction: tuple(factions),
        Place: places,
        Territory: {place.territory for place in places},
        Phase: (Phase.MOVEMENT, Phase.BATTLE),
        Card: tuple(cards),
        Group: groups,
        Cause: (Cause.ORNITHOPTER,),
        Entry: (Entry.MOVEMENT,),
        Stage: (Stage.OFFER,),
        Onward: (Onward.TURN,),
        Source: (Source.SABOTAGE,),
        Troop: (Troop.ORDINARY, Troop.ELITE) if any(group.elite for group in groups) else (Troop.ORDINARY,),
        Sector: tuple(storm),
        Terror: tuple(terror),
        Worth: tuple(worth),
        Ambassador: (Ambassador.EMPEROR,),
    }


def muster(g: Table, seat: Faction, place: Place, number: int = 1, troop: Troop = Troop.ORDINARY) -> None:
    """Put forces of a seat on the board at set-up."""
    g.mustered[seat][troop] += number
    g.forces[place][seat][troop] += number


def muster_reserves(g: Table, seat: Faction, number: int = 1, troop: Troop = Troop.ORDINARY) -> None:
    """Give a seat forces in reserve at set-up."""
    g.mustered[seat][troop] += number
    g.reserves[seat][troop] += number


def make_allies(g: Table, one: Faction, other: Faction) -> None:
    """Two seats are allies from the start."""
    g.ally[one] = other
    g.ally[other] = one


def begin_movement(g: Table, storm: Sector, done: Iterable[Faction] = ()) -> None:
    """Shipment and movement goes on: those who are `done` have moved a group each, the next seat is on turn."""
    waiting = [seat for seat in scope(g, Faction) if seat not in done]
    for seat in done:
        g.moved[seat] = 1
        g.shipped.add(seat)
        g.log[Line.MOVEMENT] += 1
    g.phase = Phase.MOVEMENT
    g.storm = storm
    g.to_move = set(waiting)
    g.active = waiting[0]


class Opening(Enum):
    """How the flight scenario begins."""

    USUAL = "Richese holds the Ornithopter; what others hide varies"
    SUPPLIED = "Richese also holds a Hajr and a Karama"
    BORROWED = "Moritani holds the Ornithopter, and Richese has moved"
    PROMISED_CARD = "Richese holds the Ornithopter but has promised it to somebody"
    ALLIED = "Richese and CHOAM are allies"
    NEWLY_ALLIED = "Richese and CHOAM became allies in this turn"
    STORM = "the storm is over Carthag"
    OLD_SAVE = "a save without a queue, with a promise and the low rate open"


@dune.scenario(
    "flight",
    scope=corner(
        factions=(Faction.BENE_GESSERIT, Faction.CHOAM, Faction.RICHESE, Faction.MORITANI),
        places=(
            Place.POLAR_SINK,
            Place.IMPERIAL_BASIN_9,
            Place.IMPERIAL_BASIN_10,
            Place.CARTHAG,
            Place.CIELAGO_NORTH_1,
        ),
        cards=(Card.ORNITHOPTER, Card.HAJR, Card.KARAMA, Card.BALISET, Card.TRUTHTRANCE),
        terror=(Terror.EXTORTION, Terror.SNEAK_ATTACK),
        worth=(Worth.NONE, Worth.FIVE),
        groups=(Group.ONE, Group.TWO, Group.MARKER, Group.ONE_WITH_MARKER),
        storm=(Sector.S4, Sector.S10),
    ),
    actions=(
        move,
        declare_flight,
        fly,
        end_movement,
        allow_arrival,
        forbid_arrival,
        step_aside,
        stand_fast,
        reveal_terror,
        leave_terror,
        play_hajr,
        buy_low_rate,
        drain,
    ),
    unused=(*NO_FORCED_DISCARDS, *NO_INTERRUPTION, "slowed", "shown_worth", "guild"),
    title="An Ornithopter around the Imperial Basin; in Carthag CHOAM is in the way, and a Terror token waits",
)
def flight(
    g: Table,
    opening: Opening,
    hidden: Worth = Chance(),
    token: Terror = Chance(),
    baliset: bool = Chance(),
) -> None:
    """Four seats around the Imperial Basin; two of them have moved."""
    plain = (hidden, token, baliset) == (Worth.NONE, Terror.EXTORTION, True)
    require(plain or opening == Opening.USUAL, "only the usual opening varies what is hidden")
    done = [Faction.BENE_GESSERIT, Faction.CHOAM]
    if opening == Opening.BORROWED:
        done.append(Faction.RICHESE)
    begin_movement(g, Sector.S10 if opening == Opening.STORM else Sector.S4, done)
    muster(g, Faction.BENE_GESSERIT, Place.POLAR_SINK)
    muster(g, Faction.CHOAM, Place.CARTHAG)
    muster(g, Faction.RICHESE, Place.IMPERIAL_BASIN_9)
    muster(g, Faction.RICHESE, Place.CIELAGO_NORTH_1)
    muster_reserves(g, Faction.MORITANI)
    g.marker = Marker(place=Place.CIELAGO_NORTH_1, event=1)
    g.worth = hidden
    g.terror[Place.CARTHAG] = token
    g.terror_supply = {Terror.EXTORTION, Terror.SNEAK_ATTACK} - {token}
    g.hand[Faction.CHOAM] = {Card.BALISET if baliset else Card.TRUTHTRANCE}
    g.hand[Faction.RICHESE] = {Card.ORNITHOPTER}
    vary(g, opening)
    g.deck = set(scope(g, Card)) - {card for hand in g.hand.values() for card in hand}


def vary(g: Table, opening: Opening) -> None:
    """What an opening changes."""
    if opening == Opening.SUPPLIED:
        g.hand[Faction.RICHESE].update({Card.HAJR, Card.KARAMA})
    if opening == Opening.BORROWED:
        g.hand[Faction.RICHESE].clear()
        g.hand[Faction.MORITANI].add(Card.ORNITHOPTER)
        muster(g, Faction.MORITANI, Place.CIELAGO_NORTH_1, 2)
    if opening == Opening.PROMISED_CARD:
        g.reserved[Faction.RICHESE].add(Card.ORNITHOPTER)
    if opening in (Opening.ALLIED, Opening.NEWLY_ALLIED):
        make_allies(g, Faction.RICHESE, Faction.CHOAM)
    if opening == Opening.NEWLY_ALLIED:
        g.fresh_alliance = {Faction.RICHESE, Faction.CHOAM}
    if opening == Opening.OLD_SAVE:
        g.to_move = None
        g.promised = {Faction.RICHESE}
        g.karama_rate = Faction.RICHESE
