"""A claim is believed or challenged."""

from __future__ import annotations

from ... import require
from .asking import ask, check, other
from .effects import go_on
from .game import coup
from .table.kinds import Seat, Stage
from .table.state import Court


@coup.action
def believe(g: Court, seat: Seat) -> None:
    """Let a claim for an action stand."""
    check(g, Stage.CHALLENGE, seat)
    go_on(g)


@coup.action
def challenge(g: Court, seat: Seat) -> None:
    """Challenge a claim, for an action of the other seat or against an own one."""
    require(g.stage in (Stage.CHALLENGE, Stage.DISPUTE) and g.asked == seat, "this is not asked of you")
    ask(g, Stage.PROVE, other(g, seat))
