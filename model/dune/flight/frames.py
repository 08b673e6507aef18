"""Frames: a fresh discard interrupts what it was part of, and the frame remembers what is still due."""

from __future__ import annotations

from ... import require
from ..arrivals.consequences import conclude
from ..game import dune
from ..table.flights import MoveFrame
from ..table.state import Table
from ..turns.turn import pass_the_turn


@dune.automatic
def drain(g: Table) -> None:
    """Retire the frame first, then do what it kept back, once. What the frame has committed is never done again."""
    frame = g.frame
    require(frame is not None, "nothing is waiting to be settled")
    assert frame is not None
    g.frame = None
    g.landed = None
    g.retired = frame.batch.number
    if isinstance(frame, MoveFrame):
        conclude(g, frame.movement)
    else:
        pass_the_turn(g, frame.player)
