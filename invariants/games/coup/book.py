"""What the rule book of Coup says in numbers and tables, written apart from the rules that are held to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ....model import next_after, size
from ....model.games.coup.table.kinds import Card, Deed, Seat
from ....model.games.coup.table.state import Court

COINS_FOR_A_COUP: Final = 7
COINS_FOR_AN_ASSASSINATION: Final = 3
TOO_MANY_COINS: Final = 10
"""With so many coins a seat has to take the coup."""

CHARACTER: Final[Mapping[Deed, Card]] = {
    Deed.TAX: Card.DUKE,
    Deed.STEAL: Card.CAPTAIN,
    Deed.ASSASSINATE: Card.ASSASSIN,
    Deed.EXCHANGE: Card.AMBASSADOR,
}
"""Whose action is whose; foreign aid is anybody's."""

BLOCKED_BY: Final[Mapping[Deed, tuple[Card, ...]]] = {
    Deed.FOREIGN_AID: (Card.DUKE,),
    Deed.STEAL: (Card.CAPTAIN, Card.AMBASSADOR),
    Deed.ASSASSINATE: (Card.CONTESSA,),
}
"""The actions that can be blocked, and by whom."""


def other(g: Court, seat: Seat) -> Seat:
    """The seat on the other side."""
    return next_after(g, seat, lambda each: each != seat)


def influence(g: Court, seat: Seat) -> Any:
    """How many influences a seat has left."""
    return g.influences - size(g.lost[seat])
