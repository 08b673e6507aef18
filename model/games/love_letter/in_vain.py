"""Cards that need another seat when none can be chosen."""

from __future__ import annotations

from ... import exists, require
from .game import love_letter
from .table.kinds import Card, Seat
from .table.state import Round
from .turns import can_be_chosen, end_turn, play

NEEDS_A_TARGET = (Card.GUARD, Card.PRIEST, Card.BARON, Card.KING)


@love_letter.action
def play_in_vain(g: Round, seat: Seat, card: Card) -> None:
    """A card that needs another seat does nothing when no other seat can be chosen."""
    require(card in NEEDS_A_TARGET, "the card does not need another seat")
    require(card != Card.KING or Card.COUNTESS not in g.hand[seat], "the Countess must be played")
    require(not exists(g.hand, lambda other: can_be_chosen(g, seat, other)), "somebody can be chosen")
    play(g, seat, card)
    end_turn(g)
