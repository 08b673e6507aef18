"""Where a search gives up, why it ended, and how far it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from .status import Status

HEARTBEAT = 0.1
"""Seconds between two reports of progress, and between two looks at whether to stop."""


class Ending(Enum):
    """Why an exploration ended. Only `COMPLETE` means that every reachable state was found and expanded."""

    COMPLETE = "complete"
    STOPPED = "stopped by a finding"
    STATES = "bound on states"
    DEPTH = "bound on depth"
    MEMORY = "bound on memory"
    TIME = "bound on time"
    INTERRUPTED = "interrupted"
    SAMPLED = "a random sample"
    PATH = "one path"

    @property
    def status(self) -> Status:
        """The answer of a search that ended so and found nothing."""
        if self is Ending.COMPLETE:
            return Status.HOLDS
        return Status.SAMPLED if self is Ending.SAMPLED else Status.INCONCLUSIVE


@dataclass(frozen=True, slots=True)
class Bounds:
    """Where an exploration gives up: so many states or seconds, bytes for the states, a level it does not go beyond.

    The run engine stops at exactly so many `states`. A sweep expands a state wholly or not at all, so that it may pass
    them by the successors of one state, less one.
    """

    states: int | None = None
    depth: int | None = None
    seconds: float | None = None
    memory: int | None = None


@dataclass(frozen=True, slots=True)
class SearchProgress:
    """How far it is: states found, those still to expand, level, seconds."""

    states: int
    left: int
    depth: int
    seconds: float

    @property
    def rate(self) -> float:
        """States found a second."""
        return self.states / max(self.seconds, 1e-9)


Watcher: TypeAlias = Callable[[SearchProgress], None]
"""Is told every `HEARTBEAT` how far an exploration is."""
