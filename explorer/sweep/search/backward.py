"""The passes of the search for stuck states, compiled by numba."""

import numpy as np

from ..native.arrays import Marks, Numbers, Words
from ..native.intrinsics import call_expand, call_observe, compiled, signed
from ..native.machine import ACTION_BITS
from .table import ONE, ZERO, hash_of, is_same

FAULT_FLAG = np.uint64(1 << ACTION_BITS)


@compiled
def far_from_settled(
    expand: int, observe: int, bit: int, store: Words, words: int, first: int, last: int, batch: Words, labels: Words,
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
            if labels[k] & FAULT_FLAG == ZERO and call_observe(observe, batch, k * words) & wanted:
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
    expand: int, index: Words, store: Words, words: int, far: Numbers, stuck: Marks, first: int, last: int,
    batch: Words, labels: Words,
) -> int:  # fmt: skip
    """Clear `stuck` for those from position `last` down to `first` with a step out of the stuck ones; how many."""
    found = 0
    for position in range(last - 1, first - 1, -1):
        if stuck[position] == 0:
            continue
        count = call_expand(expand, store, far[position] * words, batch, 0, labels, 0)
        for k in range(count):
            if labels[k] & FAULT_FLAG != ZERO:
                continue
            target = position_of(index, store, words, far, batch, k * words)
            if target < 0 or stuck[target] == 0:
                stuck[position] = 0
                found += 1
                break
    return found
