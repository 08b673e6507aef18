"""Influence, cards that are drawn from the deck, and the deal."""

from __future__ import annotations

from typing import Any

from ... import ACTOR, Chance, emit, require, size
from .asking import ask, check, other
from .game import coup
from .table.events import Drew
from .table.kinds import Card, Seat, Stage
from .table.state import Court


def influence(g: Court, seat: Seat) -> Any:
    """How many influences a seat has left."""
    return g.influences - size(g.lost[seat])


def draw(g: Court, seat: Seat, card: Card) -> None:
    """A seat takes a card from the deck."""
    require(card in g.deck, "the card is not in the deck")
    g.deck.move(card, to=g.hand[seat])
    emit(Drew(seat=seat, card=card), to=seat)


@coup.action
def be_dealt(g: Court, seat: Seat, card: Card = Chance(seen_by=ACTOR)) -> None:
    """Each seat is dealt its influences, the first seat first."""
    check(g, Stage.DEAL, seat)
    draw(g, seat, card)
    if size(g.hand[seat]) == g.influences:
        if seat == g.turn:
            g.asked = other(g, seat)
        else:
            ask(g, Stage.ACT, g.turn)
