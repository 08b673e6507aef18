"""Who is asked for what, and whose turn comes next."""

from __future__ import annotations

from ... import merged, next_after, require
from .table.kinds import Seat, Stage
from .table.state import Court


def other(g: Court, seat: Seat) -> Seat:
    """The seat on the other side."""
    return next_after(g, seat, lambda each: each != seat)


def ask(g: Court, stage: Stage, seat: Seat) -> None:
    """Something is asked of a seat."""
    g.stage = stage
    g.asked = seat


def check(g: Court, stage: Stage, seat: Seat) -> None:
    """Only who is asked answers."""
    require(g.stage == stage and g.asked == seat, "this is not asked of you")


@merged
def end_turn(g: Court) -> None:
    """Nothing is open any more, and the other seat is on turn."""
    g.deed = None
    g.block = None
    g.turn = other(g, g.turn)
    ask(g, Stage.ACT, g.turn)
