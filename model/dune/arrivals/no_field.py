"""No-Field: Richese turns its face-down marker over, which hides three numbers of forces behind one."""

from __future__ import annotations

from ... import is_present, require
from ..game import dune
from ..losses.marker import turn_over
from ..table.factions import Faction
from ..table.state import Table
from ..turns.turn import uninterrupted


@dune.action
def reveal_no_field(g: Table, seat: Faction) -> None:
    """Richese turns its marker over, at any time: it lies open from now on, and what it hid stands where it lay."""
    require(seat == Faction.RICHESE, "only Richese has a No-Field")
    require(g.frame is None, "a discard has interrupted something that must be settled first")
    require(g.terror_frame is None, "a forced discard has interrupted an entry that must be settled first")
    uninterrupted(g)
    require(is_present(g.marker), "no marker is on the board")
    turn_over(g)
