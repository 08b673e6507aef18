"""Scenarios of Terror tokens: cards that they take, and what is left of an entry behind a forced discard."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Final

from .. import Chance, require, scope
from .board import Place, Sector, Territory
from .cards import Card
from .factions import Faction, Troop
from .game import dune
from .movement import end_movement
from .scenarios import NO_INTERRUPTION, muster_reserves
from .shipment import ship
from .table import SPICE, Cause, Entry, Onward, Phase, Source, Stage, Table, Terror
from .terror import leave_terror
from .terror_discards import (
    give_card,
    give_nothing,
    resume_entry,
    reveal_sabotage,
)
from .terror_effects import reveal_terror

NO_FLIGHT: Final = ("flight", "remainder", "flights", "frame", "pending", "moved", "allowance", "log", "slowed")
NO_TRICKS: Final = ("reserved", "cache", "removed", "promised", "karama_rate", "sapho_last")
NO_MARKERS: Final = ("marker", "worth", "advisors")
NO_ALLIANCES: Final = ("ally", "fresh_alliance")
ON_FOOT: Final = (*NO_FLIGHT, *NO_TRICKS, *NO_MARKERS, *NO_INTERRUPTION, "riding", "ridden")
"""What plays no part where forces come in by shipment only."""

ATREIDES, CHOAM, MORITANI = Faction.ATREIDES, Faction.CHOAM, Faction.MORITANI


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
    g.leaders[seat] = 1
    muster_reserves(g, seat, reserves)


def lay(g: Table, token: Terror, place: Place, other: Terror | None = None, elsewhere: Place | None = None) -> None:
    """Moritani has laid one token, or two; the others are in its supply."""
    g.terror[place] = token
    if other is not None and elsewhere is not None:
        g.terror[elsewhere] = other
    g.terror_supply = set(scope(g, Terror)) - {token, other}


def fill_the_rest(g: Table) -> None:
    """Cards that nobody holds are in the deck, and spice that nobody has in the bank."""
    g.deck = set(scope(g, Card)) - {card for hand in g.hand.values() for card in hand} - set(g.discard)
    g.bank = SPICE - sum(g.spice.values())


@dune.scenario(
    "terror-sabotage",
    scope=terror_corner(
        cards=(Card.HAJR, Card.KARAMA, Card.BALISET, Card.TRUTHTRANCE, Card.KULON),
        tokens=(Terror.ASSASSINATION, Terror.ATOMICS, Terror.EXTORTION, Terror.SABOTAGE, Terror.SNEAK_ATTACK),
    ),
    actions=(
        ship,
        end_movement,
        leave_terror,
        reveal_terror,
        reveal_sabotage,
        give_card,
        give_nothing,
        resume_entry,
    ),
    unused=(*ON_FOOT, *NO_ALLIANCES),
    title="A Sabotage in Carthag, and any other token but the Robbery in Arrakeen",
)
def terror_sabotage(g: Table, other: Terror = Chance(), armed: bool = Chance()) -> None:
    """Atreides and CHOAM may ship to either stronghold; Moritani holds a card to give, or none."""
    require(other != Terror.SABOTAGE, "there is one Sabotage")
    begin_shipment(g)
    endow(g, ATREIDES, 2, {Card.HAJR, Card.KARAMA})
    endow(g, CHOAM, 1, {Card.BALISET})
    endow(g, MORITANI, 1, {Card.TRUTHTRANCE} if armed else ())
    lay(g, Terror.SABOTAGE, Place.CARTHAG, other, Place.ARRAKEEN)
    fill_the_rest(g)
