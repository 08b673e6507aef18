"""The cards from King to Princess: hands are traded, and discards have a price."""

from __future__ import annotations

from ... import copy, emit, require
from .game import love_letter
from .hands import eliminate, show
from .table.events import Showed
from .table.kinds import Card, Seat
from .table.state import Round
from .turns import end_turn, play


@love_letter.action
def trade_with_king(g: Round, seat: Seat, target: Seat) -> None:
    """Trade hands: each of the two now knows what the other holds."""
    require(target != seat, "name another seat")
    require(Card.COUNTESS not in g.hand[seat], "the Countess must be played")
    play(g, seat, Card.KING, target)
    kept = copy(g.hand[seat])
    g.hand[seat] = g.hand[target]
    g.hand[target] = kept
    g.shown[seat].clear()
    g.shown[target].clear()
    show(g, seat, to=target)
    show(g, target, to=seat)
    emit(Showed(owner=seat, hand=g.hand[seat]), to=seat)
    emit(Showed(owner=target, hand=g.hand[target]), to=target)
    end_turn(g)


@love_letter.action
def discard_countess(g: Round, seat: Seat) -> None:
    """The Countess does nothing, but must be played beside the King or a Prince."""
    play(g, seat, Card.COUNTESS)
    end_turn(g)


@love_letter.action
def discard_princess(g: Round, seat: Seat) -> None:
    """Whoever plays the Princess is out."""
    play(g, seat, Card.PRINCESS)
    eliminate(g, seat)
    end_turn(g)
