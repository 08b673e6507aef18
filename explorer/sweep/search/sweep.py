"""A sweep: every state that can be reached, breadth-first, within bounds."""

from collections.abc import Callable, Sequence

import numpy as np

from ...findings.bounds import Bounds, Watcher
from ..native.machine import Machine, Stops
from .checkpoint import SweepCheckpoints
from .result import SweepResult
from .run import Run
from .workers import WorkerPool


def sweep(
    machine: Machine,
    initial: Sequence[Sequence[int]],
    *,
    bounds: Bounds | None = None,
    stops: Stops | None = None,
    workers: int = 1,
    progress: Watcher | None = None,
    stop: Callable[[], bool] | None = None,
    checkpoints: SweepCheckpoints | None = None,
) -> SweepResult:
    """Visit every state that can be reached from the `initial` ones (tuples of words, equal ones count once).

    `bounds.memory` is what the sweep may hold (states, table, work space; the interpreter is not counted), looked at
    before each growth; `bounds.depth` is the last level that may be reached.
    `progress` and `stop` are called about ten times a second, between blocks; the sweep ends when `stop` says so.
    `checkpoints` say where it is kept and what it goes on from. Raises `CheckpointError` for one of another sweep, that
    is damaged, or that cannot be written, and ValueError for an initial state of the wrong length or none at all.
    """
    if workers < 1:
        raise ValueError(f"a sweep needs at least one worker, not {workers}")
    states = list(dict.fromkeys(tuple(state) for state in initial))
    if not states:
        raise ValueError("a sweep needs at least one initial state")
    for state in states:
        if len(state) != machine.words:
            raise ValueError(f"an initial state of {len(state)} words, where the machine has {machine.words}")
    with WorkerPool(workers) as pool:
        run = Run(machine, bounds or Bounds(), stops or Stops(), pool, checkpoints)
        return run.go(np.array(states, np.uint64).reshape(-1), progress, stop)
