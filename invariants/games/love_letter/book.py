"""What the rule book of Love Letter says of its cards and hands, written apart from the rules that are held to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ....model import either, has, lookup, negate, same, total
from ....model.games.love_letter.table.kinds import Card, Seat, Stage
from ....model.games.love_letter.table.state import Round

RANK: Final[Mapping[Card, int]] = {
    Card.GUARD: 1,
    Card.PRIEST: 2,
    Card.BARON: 3,
    Card.HANDMAID: 4,
    Card.PRINCE: 5,
    Card.KING: 6,
    Card.COUNTESS: 7,
    Card.PRINCESS: 8,
}
"""How close a card is to the Princess."""

NUMBER: Final[Mapping[Card, int]] = {
    Card.GUARD: 5,
    Card.PRIEST: 2,
    Card.BARON: 2,
    Card.HANDMAID: 2,
    Card.PRINCE: 2,
    Card.KING: 1,
    Card.COUNTESS: 1,
    Card.PRINCESS: 1,
}
"""How many cards there are of each kind."""

AGAINST_ANOTHER: Final = (Card.GUARD, Card.PRIEST, Card.BARON, Card.KING)
"""The cards that need another seat."""


def in_play(g: Round, seat: Seat) -> Any:
    """Whether a seat is still in the round."""
    return negate(has(g.out, seat))


def strength(g: Round, seat: Seat) -> Any:
    """How close the cards in a hand are to the Princess."""
    return total(g.hand[seat], lambda card: lookup(RANK, card))


def knows_hand(g: Round, viewer: Seat, owner: Seat) -> Any:
    """Whether a seat may know a hand: its own, one that it was shown, and in the end each."""
    return either(same(viewer, owner), either(has(g.shown[owner], viewer), g.stage == Stage.OVER))
