"""Coins that are taken from the treasury and paid into it."""

from __future__ import annotations

from ... import emit, require
from .table.events import Paid
from .table.kinds import Seat
from .table.state import Court


def take_coins(g: Court, seat: Seat, coins: int) -> None:
    """A seat takes coins from the treasury, as far as it has them."""
    taken = min(coins, g.treasury)
    g.treasury -= taken
    g.coins[seat] += taken


def pay(g: Court, seat: Seat, price: int) -> None:
    """A seat pays into the treasury."""
    require(g.coins[seat] >= price, "you cannot pay")
    g.coins[seat] -= price
    g.treasury += price
    emit(Paid(seat=seat, price=price))
