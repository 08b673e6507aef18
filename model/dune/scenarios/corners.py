"""What scenarios are made of: scopes of small corners, actions that belong together, the table at set-up."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Final

from ... import scope
from ..movement.arrival import allow_arrival, forbid_arrival
from ..movement.karama import cancel_speed, pass_speed
from ..movement.movement import declare_flight, end_movement, fly, move
from ..table.board import Place, Sector, Territory
from ..table.cards import Card
from ..table.factions import Faction, Group, Troop
from ..table.kinds import Ambassador, Cause, Entry, Line, Onward, Phase, Source, Stage, Terror, Worth
from ..table.state import Table

FLYING: Final = (move, declare_flight, fly, end_movement)
"""A turn of movement in which an Ornithopter may be played."""
CANCELLING: Final = (pass_speed, cancel_speed)
"""The answers of those who may hold a Karama when somebody is faster than others."""
LETTING_IN: Final = (allow_arrival, forbid_arrival)
"""The answers of CHOAM, which is in the way."""


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


def deal_the_rest(g: Table) -> None:
    """Whatever is in no hand is in the deck."""
    g.deck = set(scope(g, Card)) - {card for hand in g.hand.values() for card in hand}
