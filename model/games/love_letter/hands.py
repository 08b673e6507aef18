"""What becomes of a hand: it is weighed, drawn, shown or laid down."""

from __future__ import annotations

from typing import Any

from ... import emit, has, merged, negate, require, total
from .table.events import Discarded, Drew, Eliminated, Showed
from .table.kinds import Card, Seat
from .table.state import Round


def in_play(g: Round, seat: Seat) -> Any:
    """Whether a seat is still in the round."""
    return negate(has(g.out, seat))


def strength(g: Round, seat: Seat) -> Any:
    """How close the cards in a hand are to the Princess."""
    return total(g.hand[seat], lambda card: card.value)


def take(g: Round, seat: Seat, card: Card) -> None:
    """A seat takes a card from the deck: what others know of its hand is true no more."""
    require(card in g.deck, "the card is not in the deck")
    g.deck.move(card, to=g.hand[seat])
    g.shown[seat].clear()
    emit(Drew(seat=seat, card=card), to=seat)


@merged
def lay_down(g: Round, seat: Seat) -> None:
    """A seat discards its hand face up."""
    emit(Discarded(owner=seat, hand=g.hand[seat]))
    g.discard.update(g.hand[seat])
    g.hand[seat].clear()
    g.shown[seat].clear()


@merged
def eliminate(g: Round, seat: Seat) -> None:
    """A seat lays its hand down, and is out of the round."""
    lay_down(g, seat)
    g.out.add(seat)
    g.safe.discard(seat)
    emit(Eliminated(seat=seat))


def show(g: Round, owner: Seat, to: Seat) -> None:
    """A seat is shown the card that another one holds."""
    g.shown[owner].add(to)
    emit(Showed(owner=owner, hand=g.hand[owner]), to=to)
