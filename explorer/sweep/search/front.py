"""The front of the sweep: run the kernel block by block, within bounds, and say what was found.

Everything compiled is imported when a sweep starts, not before: it takes a moment to load.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ...findings.bounds import Bounds, Ending, Watcher
from ..native.machine import Machine, Stops
from .workers import Crew

if TYPE_CHECKING:
    from .history import Arrival, History, Step

NARROWEST_SHARED = 256
"""Blocks of fewer states are done by one worker: sharing them costs more than it saves."""

WORTH_SHARING = 0.002
"""So are those that take one worker less time, in seconds."""

HEARTBEAT = 0.1
"""Seconds of work between two looks at the clock, at `stop` and at `progress`."""


@dataclass(frozen=True, slots=True)
class SweepResult:
    """What a sweep has seen. All but `seconds` and `memory` is the same for every number of workers.

    The exceptions are sweeps that ended for want of time or memory, or were interrupted.

    `transitions` counts every successor, also known ones and self loops, but not the `faults`; `actions` splits it by
    action. `depth` is the deepest level with a state. `left` states were found and not expanded. `first_states` maps a
    state observation to the first state that shows it, `first_steps` a step observation to the first step. Numbers
    of states are in breadth-first order.
    """

    ending: Ending
    states: int
    transitions: int
    depth: int
    left: int
    actions: tuple[int, ...]
    faults: int
    deadlocks: int
    first_states: dict[int, int]
    first_steps: dict[int, "Step"]
    first_fault: "Step | None"
    first_deadlock: int | None
    seconds: float
    memory: int
    words: npt.NDArray[np.uint64]
    history: "History"

    @property
    def is_complete(self) -> bool:
        """Whether every reachable state was found and expanded."""
        return self.ending is Ending.COMPLETE

    def path(self, state: int) -> "list[Arrival]":
        """A shortest path to a state; see `History.path`."""
        return self.history.path(state)


def sweep(
    machine: Machine,
    initial: Sequence[Sequence[int]],
    *,
    bounds: Bounds | None = None,
    stops: Stops | None = None,
    workers: int = 1,
    progress: Watcher | None = None,
    stop: Callable[[], bool] | None = None,
) -> SweepResult:
    """Visit every state that can be reached from the `initial` ones (tuples of words, equal ones count once).

    `bounds.memory` is what the sweep may hold (states, table, work space; the interpreter is not counted), looked at
    before each growth; `bounds.depth` is the last level that may be reached.
    `progress` and `stop` are called about ten times a second, between blocks; the sweep ends when `stop` says so.
    Raises ValueError for an initial state of the wrong length or none at all.
    """
    if workers < 1:
        raise ValueError(f"a sweep needs at least one worker, not {workers}")
    states = list(dict.fromkeys(tuple(state) for state in initial))
    if not states:
        raise ValueError("a sweep needs at least one initial state")
    for state in states:
        if len(state) != machine.words:
            raise ValueError(f"an initial state of {len(state)} words, where the machine has {machine.words}")
    from .run import Run

    with Crew(workers) as crew:
        run = Run(machine, bounds or Bounds(), stops or Stops(), crew)
        return run.go(np.array(states, np.uint64).reshape(-1), progress, stop)
