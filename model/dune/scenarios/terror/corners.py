"""What scenarios of Terror tokens are made of: scope, actions, tokens and cards at set-up, what everybody has."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Final

from .... import scope
from ...table.board import Place, Sector, Territory
from ...table.cards import Card
from ...table.factions import Faction, Troop
from ...table.kinds import Cause, Entry, Onward, Phase, Source, Stage, Terror
from ...table.limits import MOST_SPICE
from ...table.state import Table
from ...terror.discards import (
    discard_overflow,
    give_card,
    give_nothing,
    resume_entry,
    reveal_robbery,
    reveal_sabotage,
    rob_card,
    rob_spice,
)
from ...terror.entry import leave_terror
from ..corners import muster_reserves

ATREIDES, CHOAM, MORITANI = Faction.ATREIDES, Faction.CHOAM, Faction.MORITANI

EIGHT_CARDS: Final[tuple[Card, ...]] = (
    Card.HAJR,
    Card.KARAMA,
    Card.BALISET,
    Card.TRUTHTRANCE,
    Card.NULLENTROPY_BOX,
    Card.JUICE_OF_SAPHO,
    Card.KULON,
    Card.THUMPER,
)
"""Enough cards for a hand of five beside a deck."""

SABOTAGING: Final = (reveal_sabotage, give_card, give_nothing)
"""What a Sabotage takes, and the gift that may follow."""

ROBBING: Final = (reveal_robbery, rob_spice, rob_card, discard_overflow)
"""What a Robbery takes, and the card that is too many then."""

ANSWERING: Final = (leave_terror, resume_entry)
"""What else may follow an entry: the token is left, or the entry goes on behind a forced discard."""


def terror_corner(
    cards: Iterable[Card],
    tokens: Iterable[Terror],
    factions: Iterable[Faction] = (ATREIDES, CHOAM, MORITANI),
    places: Iterable[Place] = (Place.ARRAKEEN, Place.CARTHAG),
    phases: Iterable[Phase] = (Phase.MOVEMENT, Phase.BATTLE),
    causes: Iterable[Entry] = (Entry.SHIPMENT,),
    onward: Iterable[Onward] = (Onward.TURN,),
) -> dict[type[Enum], Iterable[Enum]]:
    """A scope: the cards and tokens in play, who sits at the table, the strongholds, and how one comes in."""
    places = tuple(places)
    return {
        Faction: tuple(factions),
        Place: places,
        Territory: {place.territory for place in places},
        Phase: tuple(phases),
        Card: tuple(cards),
        Troop: (Troop.ORDINARY,),
        Sector: (Sector.S4,),
        Terror: tuple(tokens),
        Cause: (Cause.SABOTAGE, Cause.ROBBERY),
        Entry: tuple(causes),
        Onward: tuple(onward),
        Stage: tuple(Stage),
        Source: tuple(Source),
    }


def begin_shipment(g: Table) -> None:
    """Everybody has still to ship and move; the first seat in storm order is on turn."""
    seats = scope(g, Faction)
    g.phase = Phase.MOVEMENT
    g.storm = Sector.S4
    g.to_move = set(seats)
    g.active = seats[0]


def endow(g: Table, seat: Faction, spice: int, hand: Iterable[Card] = (), reserves: int = 1) -> None:
    """Give a seat what it has at the start."""
    g.spice[seat] = spice
    g.hand[seat] = set(hand)
    muster_reserves(g, seat, reserves)


def lay(g: Table, token: Terror, place: Place, other: Terror | None = None, elsewhere: Place | None = None) -> None:
    """Moritani has laid one token, or two; the others are in its supply."""
    g.terror[place] = token
    if other is not None and elsewhere is not None:
        g.terror[elsewhere] = other
    g.terror_supply = set(scope(g, Terror)) - {token, other}


def cards_left(g: Table) -> set[Card]:
    """The cards that lie nowhere yet."""
    placed = {card for pile in (*g.hand.values(), *g.face_down.values(), g.discard) for card in pile}
    return set(scope(g, Card)) - placed


def fill_the_rest(g: Table) -> None:
    """Cards that lie nowhere else are in the deck, and spice that nobody has in the bank."""
    g.deck = cards_left(g)
    g.bank = MOST_SPICE - sum(g.spice.values())
