"""What seats are told in a game of Coup."""

from __future__ import annotations

from .... import Event, Int
from .kinds import PRICE_OF_ASSASSINATION, PRICE_OF_COUP, Card, Seat


class Drew(Event):
    """A seat drew a card; it alone is told which."""

    seat: Seat
    card: Card


class Claimed(Event):
    """A seat claims a character for an action, or against one."""

    seat: Seat
    card: Card


class Paid(Event):
    """A seat pays for an action."""

    seat: Seat
    price: int = Int(PRICE_OF_ASSASSINATION, PRICE_OF_COUP)


class Proved(Event):
    """A seat showed the card that it claimed."""

    seat: Seat
    card: Card


class Lost(Event):
    """A seat laid open an influence that it lost."""

    seat: Seat
    card: Card
