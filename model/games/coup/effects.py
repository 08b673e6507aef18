"""What an action does that nobody hinders, and how a claim that stands goes on."""

from __future__ import annotations

from ... import merged, required
from .asking import ask, end_turn, other
from .coins import take_coins
from .table.kinds import Deed, Stage
from .table.state import Court


@merged
def complete(g: Court) -> None:
    """The action that is open has its effect."""
    deed, seat = required(g.deed, "no action is open"), g.turn
    g.deed = None
    g.block = None
    if deed == Deed.ASSASSINATE:
        ask(g, Stage.LOSE, other(g, seat))
    elif deed == Deed.EXCHANGE:
        ask(g, Stage.DRAW, seat)
    else:
        if deed == Deed.FOREIGN_AID:
            take_coins(g, seat, 2)
        elif deed == Deed.TAX:
            take_coins(g, seat, 3)
        else:
            stolen = min(2, g.coins[other(g, seat)])
            g.coins[other(g, seat)] -= stolen
            g.coins[seat] += stolen
        end_turn(g)


@merged
def go_on(g: Court) -> None:
    """The claim stands: the action may be blocked, or has its effect."""
    if g.deed in (Deed.STEAL, Deed.ASSASSINATE):
        ask(g, Stage.BLOCK, other(g, g.turn))
    else:
        complete(g)
