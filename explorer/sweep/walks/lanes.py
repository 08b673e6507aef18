"""What the passes of random walks hand to each other: the walks in flight side by side, a lane for each."""

from typing import Final, NamedTuple

import numpy as np

from ..native.arrays import Numbers, Words

SLICE: Final = 128
"""Steps that a lane takes in one round, at most; a longer walk goes on in the next."""

FEWEST_LANES: Final = 16
MOST_LANES: Final = 4096
"""Lanes of the first round, and the most of a later one."""

ROUND: Final = 1 << 14
"""Steps of a round below which the next one has twice the lanes, so that short games do not make many small rounds."""


class Lanes(NamedTuple):
    """The walks in flight. A lane has `slice + 1` positions: where it stands at first, then after each step.

    `trail` has the state at each position, `numbers` its number, `chosen` and `actions` the step that led there: its
    ordinal among the steps of the state before, and its action. For each lane, `chance` is the state of its random
    numbers, `left` how many steps the walk may still take, `taken` how many it took in this round.
    """

    slice: int
    trail: Words
    numbers: Numbers
    chosen: Numbers
    actions: Numbers
    chance: Words
    left: Numbers
    taken: Numbers


def make_lanes(words: int, length: int) -> Lanes:
    """Lanes for walks of at most `length` steps over states of so many words."""
    steps = min(SLICE, length)
    positions = MOST_LANES * (steps + 1)
    return Lanes(
        slice=steps,
        trail=np.zeros(positions * words, np.uint64),
        numbers=np.zeros(positions, np.int64),
        chosen=np.zeros(positions, np.int64),
        actions=np.zeros(positions, np.int64),
        chance=np.zeros(MOST_LANES, np.uint64),
        left=np.zeros(MOST_LANES, np.int64),
        taken=np.zeros(MOST_LANES, np.int64),
    )


def relaid(lanes: Lanes, steps: int) -> Lanes:
    """The same memory with room for so many steps in each lane, in no more lanes than before, and without walks."""
    count = min(len(lanes.chance), len(lanes.numbers) // (steps + 1))
    positions = count * (steps + 1)
    words = len(lanes.trail) // len(lanes.numbers)
    return Lanes(
        slice=steps,
        trail=lanes.trail[: positions * words],
        numbers=lanes.numbers[:positions],
        chosen=lanes.chosen[:positions],
        actions=lanes.actions[:positions],
        chance=lanes.chance[:count],
        left=np.zeros(count, np.int64),
        taken=np.zeros(count, np.int64),
    )


class WalkSpace(NamedTuple):
    """Every state that was come by, in the order of the walks, with its first arrival, and a hash table over them.

    An origin is the number of the state before in the upper half, and the ordinal of the step in the lower one. A cell
    of the table has the number of a state (from 1) in the upper half and the lower half of its hash in the other.
    """

    store: Words
    origins: Words
    table: Words
