"""States from which no settled one can be reached: a backward closure by forward passes over the stored states.

One pass finds the states that are neither settled nor one step away. Only those are indexed; each pass over them, in
reverse order of discovery, takes out every one that has a step to a state which is not among them any more, until a
pass changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from ..native.arrays import Marks, Numbers, Words
from ..native.machine import Machine
from .entry_points import far_from_settled, index_of, released

CHUNK = 1 << 15
"""States looked at between two questions whether to go on."""


class InterruptedPassError(Exception):
    """The caller wants no more."""


class _Workspace:
    """Where one worker expands states."""

    def __init__(self, machine: Machine) -> None:
        self.batch: Words = np.empty(machine.max_successors * machine.words, np.uint64)
        self.labels: Words = np.empty(machine.max_successors, np.uint64)


def stuck_states(machine: Machine, states: Words, bit: int, workers: int, go_on: Callable[[], bool]) -> Numbers:
    """The numbers of the states from which no state can be reached whose observation `bit` is 1, in ascending order.

    `states` are all states that can be reached, one row each. Raises `InterruptedPassError` when `go_on` says no.
    """
    store = states.reshape(-1)
    far = _far(machine, store, len(states), bit, workers, go_on)
    stuck: Marks = np.ones(len(far), np.uint8)
    index: Words = np.zeros(max(2, 1 << (2 * len(far)).bit_length()), np.uint64)
    index_of(index, store, machine.words, far)
    workspace = _Workspace(machine)
    changed = len(far) > 0
    while changed:
        changed = False
        for last in range(len(far), 0, -CHUNK):
            if not go_on():
                raise InterruptedPassError
            first = max(0, last - CHUNK)
            few = released(
                machine.expand, index, store, machine.words, far, stuck, first, last, workspace.batch, workspace.labels
            )
            changed = changed or few > 0
    return far[stuck != 0]


def _far(machine: Machine, store: Words, states: int, bit: int, workers: int, go_on: Callable[[], bool]) -> Numbers:
    def look(first: int) -> Numbers:
        if not go_on():
            raise InterruptedPassError
        workspace = _Workspace(machine)
        last = min(states, first + CHUNK)
        far: Numbers = np.empty(last - first, np.int64)
        found = far_from_settled(
            machine.expand,
            machine.observe,
            bit,
            store,
            machine.words,
            first,
            last,
            workspace.batch,
            workspace.labels,
            far,
        )
        return far[:found].copy()

    with ThreadPoolExecutor(workers) as pool:
        return np.concatenate(list(pool.map(look, range(0, states, CHUNK))))
