"""A move, and a trace: a path of moves and states."""

from __future__ import annotations

from dataclasses import dataclass

from ...model import BoundAction, Fault, Slots
from ...model.language.play.instance import Codes


@dataclass(frozen=True, slots=True)
class Move:
    """An action with its arguments."""

    action: BoundAction
    codes: Codes

    def __str__(self) -> str:
        return self.action.describe(self.codes)


@dataclass(frozen=True)
class Trace:
    """A path: a first state, then moves, each with the state it leads to; the last move of all may fail instead."""

    start: Slots
    steps: tuple[tuple[Move, Slots], ...] = ()
    failed: tuple[Move, Fault] | None = None

    @property
    def states(self) -> tuple[Slots, ...]:
        """Every state on the path."""
        return (self.start, *(slots for _, slots in self.steps))

    @property
    def moves(self) -> tuple[Move, ...]:
        """Every move, the one that fails included."""
        taken = tuple(move for move, _ in self.steps)
        return taken if self.failed is None else (*taken, self.failed[0])

    @property
    def length(self) -> int:
        """How many moves it has, the one that fails included."""
        return len(self.moves)
