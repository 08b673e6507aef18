"""Seats, cards and stages of Love Letter, and how often each card is there."""

from __future__ import annotations

from enum import Enum


class Seat(Enum):
    """Who courts the Princess."""

    ANN = "Ann"
    BOB = "Bob"
    CAT = "Cat"


class Card(Enum):
    """Who carries the letter; the value is how close that is to the Princess."""

    GUARD = 1
    PRIEST = 2
    BARON = 3
    HANDMAID = 4
    PRINCE = 5
    KING = 6
    COUNTESS = 7
    PRINCESS = 8


COPIES = {
    Card.GUARD: 5,
    Card.PRIEST: 2,
    Card.BARON: 2,
    Card.HANDMAID: 2,
    Card.PRINCE: 2,
    Card.KING: 1,
    Card.COUNTESS: 1,
    Card.PRINCESS: 1,
}
"""How often each card is in the deck."""

IN_A_HAND = {card: min(copies, 2) for card, copies in COPIES.items()}


class Stage(Enum):
    """What happens next."""

    ASIDE = "a card is put aside face down"
    DEAL = "each seat is dealt a card"
    DRAW = "the seat on turn draws"
    PLAY = "the seat on turn plays one of its two cards"
    REDRAW = "a seat draws anew after a Prince"
    SHOWDOWN = "those who are left show their hands"
    OVER = "the round is over"
