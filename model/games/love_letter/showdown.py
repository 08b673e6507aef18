"""The end of a round: hands are shown, and the highest wins."""

from __future__ import annotations

from typing import Any

from ... import Reveals, both, exists, negate, require
from .game import love_letter
from .hands import in_play, strength
from .table.kinds import Seat, Stage
from .table.state import Round


def is_strongest(g: Round, seat: Seat) -> Any:
    """Whether a seat is in play, and no other hand is closer to the Princess."""
    beaten = exists(g.hand, lambda other: strength(g, other) > strength(g, seat))
    return both(in_play(g, seat), negate(beaten))


@love_letter.automatic(reveals=Reveals("hand", because="all hands are shown when the round is over"))
def show_down(g: Round) -> None:
    """All hands are shown; of those still in play, whoever holds the highest card wins."""
    require(g.stage == Stage.SHOWDOWN, "the round goes on")
    g.winners = {seat for seat in g.hand if is_strongest(g, seat)}
    g.stage = Stage.OVER
