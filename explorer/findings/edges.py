"""The steps of an exploration: the edges of the graph that was walked."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from ...model import Slots
from .moves import Moves


class Edges:
    """Every step of an exploration: source and target by number of the state, and the number of the move."""

    def __init__(self, moves: Moves) -> None:
        self.moves = moves
        self.states: Sequence[Slots] = ()
        self.sources = array("Q")
        self.targets = array("Q")
        self.labels = array("Q")

    def add(self, source: int, move: int, target: int) -> None:
        """Note one step."""
        self.sources.append(source)
        self.labels.append(move)
        self.targets.append(target)

    def __len__(self) -> int:
        return len(self.sources)
