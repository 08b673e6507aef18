"""Loops that end because a field is bounded are read, also where the field is an entry of a map."""

from __future__ import annotations

from typing import Any

import pytest

from judging import READINGS, WAYS
from kanly.explorer.findings.status import Status
from kanly.explorer.trace.tracing import trace_model
from kanly.invariants import Declarations
from kanly.model import Int, Map, Model, Set, State, require
from tiny import Card, Seat


class Purse(State):
    """Coins of everyone, and a heap."""

    coins: dict[Seat, int] = Map(Seat, Int(0, 6))
    heap: int = Int(0, 6)
    hand: set[Card] = Set(Card)


def pays_all(g: Any, seat: Seat) -> None:
    while g.coins[seat] > 0:
        g.coins[seat] -= 1


def pays_some(g: Any, seat: Seat) -> None:
    require(g.coins[seat] >= 2, "too few")
    while g.coins[seat] > 2:
        g.coins[seat] -= 2
    g.coins[seat] = 0


def takes_all(g: Any, seat: Seat) -> None:
    while g.heap > 0:
        g.heap -= 1


def takes_in_turn(g: Any, seat: Seat) -> None:
    for card in Card:
        if g.heap > 3 and card in g.hand:
            g.heap -= 1
    while g.heap != 6:
        g.heap += 1


@pytest.mark.parametrize("way", READINGS)
@pytest.mark.parametrize("rule", [pays_all, pays_some, takes_all, takes_in_turn])
def test_a_bounded_loop_is_read(rule: Any, way: str) -> None:
    model = Model("purse", Purse, seats=Seat)
    model.action(rule)

    @model.scenario("default")
    def setup(g: Purse) -> None:
        g.coins[Seat.ANN], g.coins[Seat.BOB], g.heap = 6, 5, 6
        g.hand = {Card.KING}

    instance = model.instance()

    @Declarations(model).invariant("few")
    def few(g: Purse) -> bool:
        """Nobody has too much."""
        return all(g.coins[seat] <= 6 for seat in Seat) and g.heap <= 6

    assert WAYS[way](instance) is Status.HOLDS
    assert trace_model(instance).actions[0].paths < 200
