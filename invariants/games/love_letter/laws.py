"""The declarations of Love Letter, and what their conditions are written with."""

from __future__ import annotations

from typing import Any

from ....model import choose, either
from ....model.games.love_letter.drawing import be_dealt, draw
from ....model.games.love_letter.game import love_letter
from ....model.games.love_letter.prince import redraw
from ....model.games.love_letter.table.kinds import Card, Stage
from ....model.games.love_letter.table.state import Round
from ...language.checks import BuiltIn
from ...language.declarations import Declarations

laws = Declarations(love_letter)

laws.held_by(BuiltIn.SIGHT, clause="LOVE-15")

DRAWING = (be_dealt, draw, redraw)


def has_ended(g: Round) -> Any:
    """Whether nothing is played any more."""
    return either(g.stage == Stage.SHOWDOWN, g.stage == Stage.OVER)


def choose_played(own: Any) -> dict[Card, Any]:
    """The Prince that was played, where it was played against the own seat."""
    return {Card.PRINCE: choose(own, 1, 0)}
