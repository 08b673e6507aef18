"""The cards from Guard to Handmaid: guesses, looks, comparisons and protection."""

from __future__ import annotations

from ... import require
from .game import love_letter
from .hands import eliminate, show, strength
from .table.kinds import Card, Seat
from .table.state import Round
from .turns import end_turn, play


@love_letter.action
def guess_with_guard(g: Round, seat: Seat, target: Seat, guess: Card) -> None:
    """Name a card other than the Guard: who holds it is out."""
    require(guess != Card.GUARD, "a Guard does not look for Guards")
    require(target != seat, "name another seat")
    play(g, seat, Card.GUARD, target)
    if guess in g.hand[target]:
        eliminate(g, target)
    end_turn(g)


@love_letter.action
def look_with_priest(g: Round, seat: Seat, target: Seat) -> None:
    """Look at another hand."""
    require(target != seat, "name another seat")
    play(g, seat, Card.PRIEST, target)
    show(g, target, to=seat)
    end_turn(g)


@love_letter.action
def compare_with_baron(g: Round, seat: Seat, target: Seat) -> None:
    """Compare hands with another seat in secret: the lower one is out."""
    require(target != seat, "name another seat")
    play(g, seat, Card.BARON, target)
    show(g, target, to=seat)
    show(g, seat, to=target)
    own, other = strength(g, seat), strength(g, target)
    if own < other:
        eliminate(g, seat)
    elif other < own:
        eliminate(g, target)
    end_turn(g)


@love_letter.action
def hide_behind_handmaid(g: Round, seat: Seat) -> None:
    """Until the next own turn no card is played against this seat."""
    play(g, seat, Card.HANDMAID)
    g.safe.add(seat)
    end_turn(g)
