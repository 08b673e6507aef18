"""What the sweep and its compiled functions hand to each other: arrays by name, and what their cells mean.

Nothing here needs a compiler, so that a sweep whose machine code is on disk starts without loading one.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .machine import STEP_BITS

Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]
Marks = npt.NDArray[np.uint8]

BATCH = 512
"""States looked up together: their cache lines are asked for first, so that the waits overlap."""

RECENT = 1 << 15
"""Successors that a worker remembers besides: neighbours in the order of states share many."""

FAULT, DEADLOCK = STEP_BITS, STEP_BITS + 1
"""Step events: what the model observes on steps comes first, then a step that faults, a state without any."""

UNBOUNDED = (1 << 62) - 1
"""Stands for a bound that is not set, and for the number of a state where there is none."""

NEXT, COUNT, LEVEL_END, DEPTH, BLOCKS = range(5)
"""Cells of the cursor: state to expand next, states known, end of the level, its depth, blocks done."""

DONE, BUDGET, WIDE, ROOM, EVENT, STATES, LEVELS = 0, -1, -2, -3, -4, -5, -6
"""Why `advance` returned, and what `plan` says instead of a number of states to expand."""


class Code(NamedTuple):
    """Addresses of the model's machine code (`observe` may be 0) and the shape of its states.

    `shape` is `(1,)` for states of one word and `(words, words)` for longer ones: numba compiles the kernel apart for
    either type of tuple, and in the first case knows the number. `most` is the most successors of a state.
    """

    expand: int
    observe: int
    shape: tuple[int, ...]
    most: int


class Space(NamedTuple):
    """The states in the order of their discovery, and the hash table over them (its last cell is for state 0)."""

    store: Words
    table: Words


class Workspace(NamedTuple):
    """Work space: for each worker a `lane` of the batch arrays, for each part of a block a `share` of candidates.

    `filled`: candidates of each part; `fresh`: how many of each part (second axis) are new, for each owner; `starts`:
    number of the first new state of each part; `turns`: parts taken so far in this pass.
    """

    lane: int
    recent: Words
    batch: Words
    batch_hashes: Words
    labels: Words
    share: int
    found: Words
    hashes: Words
    landed: Numbers
    filled: Numbers
    fresh: Numbers
    starts: Numbers
    turns: Words


class Counters(NamedTuple):
    """What each worker (first axis) has counted, and where it saw each event first."""

    actions: Numbers
    deadlocks: Numbers
    faults: Numbers
    seen: Words
    seen_steps: Words
    first_state: Numbers
    first_step: Numbers


class Limits(NamedTuple):
    """When `advance` returns. `room`: states that store and table can take; `widest`: block it may do alone."""

    block: int
    widest: int
    budget: int
    room: int
    states: int
    depth: int
    stop: np.uint64
    stop_steps: np.uint64


def plan(code: Code, cursor: Numbers, limits: Limits) -> int:
    """How many states the next block has, from the cursor on; or why there is none (a number that is not positive)."""
    if cursor[NEXT] == cursor[LEVEL_END]:
        if cursor[NEXT] == cursor[COUNT]:
            return DONE
        cursor[LEVEL_END] = cursor[COUNT]
        cursor[DEPTH] += 1
    if cursor[DEPTH] >= limits.depth:
        return LEVELS
    left = limits.states - cursor[COUNT]
    if left <= 0:
        return STATES
    size = min(limits.block, cursor[LEVEL_END] - cursor[NEXT], max(1, left // code.most))
    return ROOM if cursor[COUNT] + size * code.most > limits.room else size


def close(cursor: Numbers, log: Numbers, parents: int, fresh: int) -> None:
    """Move the cursor past a block of `parents` that gave `fresh` states, and log where the block began."""
    log[cursor[BLOCKS], 0] = cursor[NEXT]
    log[cursor[BLOCKS], 1] = cursor[COUNT]
    log[cursor[BLOCKS], 2] = cursor[DEPTH]
    cursor[BLOCKS] += 1
    cursor[NEXT] += parents
    cursor[COUNT] += fresh
