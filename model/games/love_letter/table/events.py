"""What seats are told in a round of Love Letter."""

from __future__ import annotations

from .... import Bag, Event, Multiset, Option
from .kinds import IN_A_HAND, Card, Seat


class Drew(Event):
    """A seat drew a card; it alone is told which."""

    seat: Seat
    card: Card


class Played(Event):
    """A seat played a card, perhaps against another."""

    seat: Seat
    card: Card
    target: Seat | None = Option(Seat)


class Showed(Event):
    """A seat was shown what another one holds."""

    owner: Seat
    hand: Multiset[Card] = Bag(Card, at_most=IN_A_HAND)


class Discarded(Event):
    """A seat laid its hand down face up."""

    owner: Seat
    hand: Multiset[Card] = Bag(Card, at_most=IN_A_HAND)


class Eliminated(Event):
    """A seat is out of the round."""

    seat: Seat
