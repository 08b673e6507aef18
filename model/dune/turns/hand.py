"""Treachery cards in hand: playing one, and the simple cards that are discarded when played."""

from __future__ import annotations

from ... import EVERYONE, Event, emit, require
from ..game import dune
from ..table.cards import Card
from ..table.factions import Faction
from ..table.state import Table
from .turn import on_turn


class Discarded(Event):
    """A card was played and lies face up on the discard pile."""

    seat: Faction
    card: Card


def give_up(g: Table, seat: Faction, card: Card) -> None:
    """Take a card out of a hand to play it. It must be there, and no bargain may have promised it."""
    require(card in g.hand[seat], "the card is not in that hand")
    require(card not in g.reserved[seat], "the card is promised to somebody and may not be played")
    g.hand[seat].remove(card)


def play(g: Table, seat: Faction, card: Card) -> None:
    """Play a card whose effect is over at once: it goes from the hand to the discard pile."""
    give_up(g, seat, card)
    g.discard.add(card)
    emit(Discarded(seat=seat, card=card), to=EVERYONE)


@dune.action
def play_hajr(g: Table, seat: Faction) -> None:
    """A Hajr allows its player one more group in this turn."""
    on_turn(g, seat)
    play(g, seat, Card.HAJR)
    g.allowance[seat] += 1


@dune.action
def buy_low_rate(g: Table, seat: Faction) -> None:
    """A Karama buys the low shipping rate for a shipment that is still to come."""
    on_turn(g, seat)
    require(seat not in g.shipped, "the shipment is over")
    require(g.karama_rate is None, "the low rate has been bought already")
    play(g, seat, Card.KARAMA)
    g.karama_rate = seat
