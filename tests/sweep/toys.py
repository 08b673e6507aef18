"""Small machines for the kernel tests, and a slow breadth-first search over the same native functions."""
# pyright: basic

import ctypes
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import cfunc, types

from kanly.explorer.sweep.native.machine import FAULT_FLAG, FIRST_STEP_BIT, STEP_BITS, Machine

EXPAND = types.int64(types.CPointer(types.uint64), types.CPointer(types.uint64), types.CPointer(types.uint64))
OBSERVE = types.uint64(types.CPointer(types.uint64))

INIT, COMMITTED, ABORTED = 0, 1, 2
PREPARED = 1


State = tuple[int, ...]


def machine(
    words: int, most: int, actions: int, expand: Callable[..., int], observe: Callable[..., Any] | None = None
) -> Machine:
    """A machine from two functions that numba can compile."""
    natives: list[Any] = [cfunc(EXPAND)(expand)]
    if observe is not None:
        natives.append(cfunc(OBSERVE)(observe))
    return Machine(words, most, actions, *(native.address for native in natives), owner=natives)


def two_phase_commit(managers: int) -> Machine:
    """Gray and Lamport's protocol. Bits from 0: two for each manager, prepared at the coordinator, messages, outcome.

    A manager is working (0), prepared (1), committed (2) or aborted (3). Observed: bit 0 two managers that disagree,
    bit 1 a committed one, bit 2 an aborted one.
    """
    full = (1 << managers) - 1
    ready, sent, outcome = 2 * managers, 3 * managers, 4 * managers

    def expand(state, successors, labels):
        s, n, one = state[0], 0, np.uint64(1)
        decided = (s >> np.uint64(outcome)) & np.uint64(3)
        for r in range(managers):
            role = (s >> np.uint64(2 * r)) & np.uint64(3)
            rest = s & ~(np.uint64(3) << np.uint64(2 * r))
            if decided == INIT and (s >> np.uint64(sent + r)) & one:
                successors[n], labels[n] = s | one << np.uint64(ready + r), 0
                n += 1
            if role == 0:
                successors[n], labels[n] = rest | one << np.uint64(2 * r) | one << np.uint64(sent + r), 3
                n += 1
                successors[n], labels[n] = rest | np.uint64(3) << np.uint64(2 * r), 4
                n += 1
            if decided == COMMITTED:
                successors[n], labels[n] = rest | np.uint64(2) << np.uint64(2 * r), 5
                n += 1
            if decided == ABORTED:
                successors[n], labels[n] = rest | np.uint64(3) << np.uint64(2 * r), 6
                n += 1
        if decided == INIT:
            if (s >> np.uint64(ready)) & np.uint64(full) == full:
                successors[n], labels[n] = s | np.uint64(COMMITTED) << np.uint64(outcome), 1
                n += 1
            successors[n], labels[n] = s | np.uint64(ABORTED) << np.uint64(outcome), 2
            n += 1
        return n

    def observe(state):
        committed, aborted = np.uint64(0), np.uint64(0)
        for r in range(managers):
            role = (state[0] >> np.uint64(2 * r)) & np.uint64(3)
            if role == 2:
                committed = np.uint64(1)
            if role == 3:
                aborted = np.uint64(1)
        return (committed & aborted) | committed << np.uint64(1) | aborted << np.uint64(2)

    return machine(1, 4 * managers + 2, 7, expand, observe)


def scatter(size: int, words: int, spread: int = 0) -> Machine:
    """The numbers below `size`, each with three seemingly random successors; only the last word tells them apart.

    State `x` is `words - 1` equal words and then `x + spread`. Observed: bit 0 for a multiple of 1000, and bit 1 for
    the number 777.
    """

    def expand(state, successors, labels):
        x = state[words - 1] - np.uint64(spread)
        for k in range(3):
            target = (x * np.uint64(2 * k + 3) + np.uint64(7 * k + 1)) % np.uint64(size)
            for w in range(words - 1):
                successors[k * words + w] = np.uint64(99)
            successors[k * words + words - 1] = target + np.uint64(spread)
            labels[k] = np.uint64(k)
        return 3

    def observe(state):
        x = state[words - 1] - np.uint64(spread)
        return np.uint64(x % np.uint64(1000) == 0) | np.uint64(x == 777) << np.uint64(1)

    return machine(words, 3, 3, expand, observe)


def grid(words: int, side: int) -> Machine:
    """One counter to a word, each from 0 to `side - 1`; action `w` counts word `w` up. One deadlock, far out."""

    def expand(state, successors, labels):
        n = 0
        for w in range(words):
            if state[w] + 1 < side:
                for v in range(words):
                    successors[n * words + v] = state[v]
                successors[n * words + w] += np.uint64(1)
                labels[n] = np.uint64(w)
                n += 1
        return n

    return machine(words, words, words, expand)


def extremes() -> Machine:
    """All states near 0 and near the largest word, which wrap into each other."""

    def expand(state, successors, labels):
        s, near = state[0], np.uint64(200)
        n = 0
        if s + np.uint64(1) < near or s >= ~near:
            successors[n], labels[n] = s + np.uint64(1), 0
            n += 1
        if s < near or s > ~near:
            successors[n], labels[n] = s - np.uint64(1), 1
            n += 1
        successors[n], labels[n] = ~s, 2
        n += 1
        successors[n], labels[n] = s, 3
        return n + 1

    return machine(1, 4, 4, expand)


def pitfalls(size: int) -> Machine:
    """A binary tree of `size` nodes. Steps to multiples of 50 show bit 3, to those of 70 fault with bit 4."""

    def expand(state, successors, labels):
        n = 0
        for k in range(1, 3):
            child = state[0] * np.uint64(2) + np.uint64(k)
            if child >= size:
                continue
            label = np.uint64(k - 1)
            successors[n] = child
            if child % np.uint64(50) == 0:
                label |= np.uint64(1 << (17 + 3))
            if child % np.uint64(70) == 0:
                label |= np.uint64(1 << 16 | 1 << (17 + 4))
                successors[n] = state[0]
            labels[n] = label
            n += 1
        return n

    return machine(1, 2, 2, expand)


@dataclass
class Slow:
    """What the slow search found; the fields mean what those of `SweepResult` mean."""

    order: list[State]
    depth_of: dict[State, int]
    transitions: int
    depth: int
    actions: list[int]
    faults: int
    deadlocks: list[int]
    first_states: dict[int, int]
    first_steps: dict[int, tuple[int, int, int]]
    first_fault: tuple[int, int, int] | None


def slow_search(machine: Machine, initial: Sequence[State]) -> Slow:
    """Breadth-first search with one queue, in Python."""
    expand = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_void_p] * 3)(machine.expand)
    observe = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_void_p)(machine.observe) if machine.observe else None
    successors = (ctypes.c_uint64 * (machine.words * machine.max_successors))()
    labels = (ctypes.c_uint64 * machine.max_successors)()
    result = Slow([], {}, 0, 0, [0] * machine.actions, 0, [], {}, {}, None)

    def discover(state: State, depth: int) -> None:
        if state in result.depth_of:
            return
        result.depth_of[state] = result.depth = depth
        seen = observe((ctypes.c_uint64 * machine.words)(*state)) if observe else 0
        for bit in range(64):
            if seen >> bit & 1:
                result.first_states.setdefault(bit, len(result.order))
        result.order.append(state)

    for state in initial:
        discover(tuple(state), 0)
    for parent, state in enumerate(result.order):  # the list grows while it is read
        count = expand((ctypes.c_uint64 * machine.words)(*state), successors, labels)
        if count == 0:
            result.deadlocks.append(parent)
        for k in range(count):
            label = labels[k]
            for bit in range(STEP_BITS):
                if label >> FIRST_STEP_BIT + bit & 1:
                    result.first_steps.setdefault(bit, (parent, k, label))
            if label & FAULT_FLAG:
                result.faults += 1
                result.first_fault = result.first_fault or (parent, k, label)
                continue
            result.transitions += 1
            result.actions[label & 0xFFFF] += 1
            discover(tuple(successors[k * machine.words : (k + 1) * machine.words]), result.depth_of[state] + 1)
    return result
