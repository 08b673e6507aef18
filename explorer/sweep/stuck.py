"""States from which no settled one can be reached: a backward closure by forward passes over the stored states.

One pass finds the states that are neither settled nor one step away. Only those are indexed; each pass over them, in
reverse order of discovery, takes out every one that has a step to a state which is not among them any more, until a
pass changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from .machine import Machine
from .native import Labels, Numbers, Words, call_expand, call_observe, compiled, signed
from .table import ONE, ZERO, hash_of, is_same

CHUNK = 1 << 15
"""States looked at between two questions whether to go on."""


@compiled
def far_from_settled(
    expand: int, observe: int, bit: int, store: Words, words: int, first: int, last: int, batch: Words, labels: Labels,
    far: Numbers,
) -> int:  # fmt: skip
    """Write the numbers of those states from `first` to `last` that are not settled and have no settled successor."""
    found = 0
    wanted = np.uint64(1) << np.uint64(bit)
    for number in range(first, last):
        if call_observe(observe, store, number * words) & wanted:
            continue
        near = False
        count = call_expand(expand, store, number * words, batch, 0, labels, 0)
        for k in range(count):
            if (labels[k] >> 16) & 1 == 0 and call_observe(observe, batch, k * words) & wanted:
                near = True
                break
        if not near:
            far[found] = number
            found += 1
    return found


@compiled
def index_of(index: Words, store: Words, words: int, far: Numbers) -> None:
    """Enter the states of `far`, as positions in it from 1 on, into an empty hash table with a power of 2 cells."""
    mask = len(index) - 1
    for position in range(len(far)):
        cell = signed(hash_of(store, far[position] * words, words) >> ONE) & mask
        while index[cell] != ZERO:
            cell = (cell + 1) & mask
        index[cell] = np.uint64(position + 1)


@compiled
def position_of(index: Words, store: Words, words: int, far: Numbers, array: Words, at: int) -> int:
    """The position in `far` of the state at `array[at]`, or -1."""
    mask = len(index) - 1
    cell = signed(hash_of(array, at, words) >> ONE) & mask
    while index[cell] != ZERO:
        position = signed(index[cell]) - 1
        if is_same(store, far[position] * words, array, at, words):
            return position
        cell = (cell + 1) & mask
    return -1


@compiled
def released(
    expand: int, index: Words, store: Words, words: int, far: Numbers, stuck: Labels, first: int, last: int,
    batch: Words, labels: Labels,
) -> int:  # fmt: skip
    """Clear `stuck` for those from position `last` down to `first` with a step out of the stuck ones; how many."""
    found = 0
    for position in range(last - 1, first - 1, -1):
        if stuck[position] == 0:
            continue
        count = call_expand(expand, store, far[position] * words, batch, 0, labels, 0)
        for k in range(count):
            if (labels[k] >> 16) & 1:
                continue
            target = position_of(index, store, words, far, batch, k * words)
            if target < 0 or stuck[target] == 0:
                stuck[position] = 0
                found += 1
                break
    return found


class InterruptedPassError(Exception):
    """The caller wants no more."""


class _Desk:
    """Where one worker expands states."""

    def __init__(self, machine: Machine) -> None:
        self.batch: Words = np.empty(machine.max_successors * machine.words, np.uint64)
        self.labels: Labels = np.empty(machine.max_successors, np.uint32)


def stuck_states(machine: Machine, states: Words, bit: int, workers: int, go_on: Callable[[], bool]) -> Numbers:
    """The numbers of the states from which no state can be reached whose observation `bit` is 1, in ascending order.

    `states` are all states that can be reached, one row each. Raises `InterruptedPassError` when `go_on` says no.
    """
    store = states.reshape(-1)
    far = _far(machine, store, len(states), bit, workers, go_on)
    stuck: Labels = np.ones(len(far), np.uint32)
    index: Words = np.zeros(max(2, 1 << (2 * len(far)).bit_length()), np.uint64)
    index_of(index, store, machine.words, far)
    desk = _Desk(machine)
    changed = len(far) > 0
    while changed:
        changed = False
        for last in range(len(far), 0, -CHUNK):
            if not go_on():
                raise InterruptedPassError
            first = max(0, last - CHUNK)
            few = released(
                machine.expand, index, store, machine.words, far, stuck, first, last, desk.batch, desk.labels
            )
            changed = changed or few > 0
    return far[stuck != 0]


def _far(machine: Machine, store: Words, states: int, bit: int, workers: int, go_on: Callable[[], bool]) -> Numbers:
    def look(first: int) -> Numbers:
        if not go_on():
            raise InterruptedPassError
        desk = _Desk(machine)
        last = min(states, first + CHUNK)
        far: Numbers = np.empty(last - first, np.int64)
        found = far_from_settled(
            machine.expand, machine.observe, bit, store, machine.words, first, last, desk.batch, desk.labels, far
        )
        return far[:found].copy()

    with ThreadPoolExecutor(workers) as pool:
        return np.concatenate(list(pool.map(look, range(0, states, CHUNK))))
