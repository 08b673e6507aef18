"""Seats, characters, actions and stages of Coup, what blocks what, and what it costs."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final


class Seat(Enum):
    """Who has influence at court."""

    ANN = "Ann"
    BOB = "Bob"


class Card(Enum):
    """A character whose influence a seat may have."""

    DUKE = "Duke"
    ASSASSIN = "Assassin"
    CAPTAIN = "Captain"
    AMBASSADOR = "Ambassador"
    CONTESSA = "Contessa"


class Deed(Enum):
    """An action that the other seat may hinder; income and a coup happen at once."""

    FOREIGN_AID = "take two coins"
    TAX = "take three coins"
    STEAL = "take two coins from the other seat"
    ASSASSINATE = "pay three coins; the other seat loses an influence"
    EXCHANGE = "draw two cards and give two back"


CLAIMED: Final = {
    Deed.FOREIGN_AID: None,
    Deed.TAX: Card.DUKE,
    Deed.STEAL: Card.CAPTAIN,
    Deed.ASSASSINATE: Card.ASSASSIN,
    Deed.EXCHANGE: Card.AMBASSADOR,
}
"""The character that is claimed with an action, if any."""

BLOCKERS: Final[Mapping[Deed, frozenset[Card]]] = {
    Deed.FOREIGN_AID: frozenset({Card.DUKE}),
    Deed.TAX: frozenset(),
    Deed.STEAL: frozenset({Card.CAPTAIN, Card.AMBASSADOR}),
    Deed.ASSASSINATE: frozenset({Card.CONTESSA}),
    Deed.EXCHANGE: frozenset(),
}
"""The characters that block an action."""

PRICE_OF_COUP: Final = 7
PRICE_OF_ASSASSINATION: Final = 3
MUST_COUP: Final = 10
"""With so many coins a seat has no choice but a coup."""
MOST_COINS: Final = 12
"""Nine coins and a tax."""


class Stage(Enum):
    """What is asked of one of the two seats."""

    DEAL = "it is dealt a card"
    ACT = "it takes an action"
    CHALLENGE = "does it believe the claim that goes with the action?"
    BLOCK = "does it block the action?"
    DISPUTE = "does it believe the claim that goes with the block?"
    PROVE = "does it show the card that it claims?"
    REPLACE = "it draws a card for the one that it has shown"
    LOSE = "it loses an influence"
    DRAW = "it draws cards to exchange"
    RETURN = "it gives cards back"
    OVER = "it has won"
