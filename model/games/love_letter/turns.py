"""A card is played by the seat on turn, perhaps against another one, and the turn ends."""

from __future__ import annotations

from typing import Any

from ... import both, count, either, emit, has, merged, negate, next_after, require
from .hands import in_play
from .table.events import Played
from .table.kinds import Card, Seat, Stage
from .table.state import Round


def can_be_chosen(g: Round, seat: Seat, target: Seat) -> Any:
    """Whether a seat may play a card against another one."""
    hidden = either(has(g.out, target), has(g.safe, target))
    return both(target != seat, negate(hidden))


def play(g: Round, seat: Seat, card: Card, target: Seat | None = None) -> None:
    """A seat on turn plays a card face up."""
    require(g.stage == Stage.PLAY and g.turn == seat, "it is not your turn to play")
    require(card in g.hand[seat], "the card is not in your hand")
    if target is not None and target != seat:
        require(can_be_chosen(g, seat, target), "that seat cannot be chosen")
    g.hand[seat].move(card, to=g.discard)
    emit(Played(seat=seat, card=card, target=target))


@merged
def end_turn(g: Round) -> None:
    """The next seat is on turn, unless one seat is left or the deck is empty."""
    if not g.deck or count(g.hand, lambda seat: in_play(g, seat)) == 1:
        g.stage = Stage.SHOWDOWN
    else:
        g.turn = next_after(g, g.turn, lambda seat: in_play(g, seat))
        g.safe.discard(g.turn)
        g.stage = Stage.DRAW
