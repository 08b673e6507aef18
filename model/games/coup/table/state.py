"""The state of a game of Coup: what is asked of whom, and where cards and coins are."""

from __future__ import annotations

from .... import NOBODY, OWNER, Bag, Int, Map, Multiset, Option, Parameter, State, size
from .kinds import MOST_COINS, Card, Deed, Seat, Stage


class Court(State):
    """A game. Every card is in the deck, in a hand or laid open, every coin with a seat or in the treasury."""

    copies: int = Parameter(2, 1, 2)
    influences: int = Parameter(2, 1, 2)
    wealth: int = Parameter(24, 4, 24)
    stage: Stage
    asked: Seat
    turn: Seat
    deed: Deed | None = Option(Deed)
    """The action that is open: neither completed, nor blocked, nor given up."""
    block: Card | None = Option(Card)
    """The character that is claimed against it."""
    treasury: int = Int(0, wealth)
    coins: dict[Seat, int] = Map(Seat, Int(0, MOST_COINS))
    deck: Multiset[Card] = Bag(Card, at_most=2, seen_by=NOBODY, public=size)
    hand: dict[Seat, Multiset[Card]] = Map(Seat, Bag(Card, at_most=2), seen_by=OWNER, public=size)
    lost: dict[Seat, Multiset[Card]] = Map(Seat, Bag(Card, at_most=2))
