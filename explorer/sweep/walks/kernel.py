"""The passes of random walks, compiled by numba.

A round has three of them:

1. `walk` lets each lane take its steps. A walk depends on its own random numbers and on the weights of the actions,
   which are the same for the whole round, so that workers share the lanes freely.
2. `enter` numbers the states that the lanes came by, lane after lane, and counts the steps.
3. `look` observes the new states and all steps from them; workers share them.
"""

import numpy as np

from ..native.arrays import DEADLOCK, Counters, Numbers, Words
from ..native.intrinsics import call_expand, call_observe, compiled, signed
from ..native.machine import ACTION_BITS
from ..search.kernel import events_of, note_state, note_step
from ..search.table import HALF, LOW, ONE, ZERO, copy, hash_of, home_of, is_same, take_turn
from .lanes import Lanes, WalkSpace

FAULT_FLAG = np.uint64(1 << ACTION_BITS)
ACTION_MASK = np.uint64((1 << ACTION_BITS) - 1)

INCREMENT = np.uint64(0x9E3779B97F4A7C15)
FIRST_FACTOR = np.uint64(0xBF58476D1CE4E5B9)
SECOND_FACTOR = np.uint64(0x94D049BB133111EB)
FIRST_SHIFT, SECOND_SHIFT, THIRD_SHIFT = np.uint64(30), np.uint64(27), np.uint64(31)

LOOKED_AT = 256
"""States that a worker looks at in one turn."""


@compiled
def draw_below(chance: Words, lane: int, limit: int) -> int:
    """A random number from 0 to `limit` (below 2**32) less 1; splitmix64 (Steele, Lea and Flood, 2014)."""
    chance[lane] += INCREMENT
    mixed = chance[lane]
    mixed = (mixed ^ (mixed >> FIRST_SHIFT)) * FIRST_FACTOR
    mixed = (mixed ^ (mixed >> SECOND_SHIFT)) * SECOND_FACTOR
    mixed = mixed ^ (mixed >> THIRD_SHIFT)
    return signed(((mixed >> HALF) * np.uint64(limit)) >> HALF)


@compiled
def choose(labels: Words, first: int, count: int, weights: Numbers, chance: Words, lane: int) -> int:
    """Draw one of `count` steps: an action by its weight among those that are possible, then a step of it.

    Returns -1 where there is none; a step that ends in a fault is none, nor is that of a settled state to itself.
    """
    chosen, total, k = -1, 0, 0
    while k < count:
        action = signed(labels[first + k] & ACTION_MASK)
        members, member = 0, -1
        while k < count and signed(labels[first + k] & ACTION_MASK) == action:
            if labels[first + k] & FAULT_FLAG == ZERO:
                members += 1
                if members == 1 or draw_below(chance, lane, members) == 0:
                    member = k
            k += 1
        if members > 0 and action < len(weights):
            total += weights[action]
            if total == weights[action] or draw_below(chance, lane, total) < weights[action]:
                chosen = member
    return chosen


@compiled
def walk(
    expand: int, words: int, lanes: Lanes, lane: int, weights: Numbers, batch: Words, at: int, labels: Words, note: int
) -> None:  # fmt: skip
    """Let a lane take its steps: as many as there is room for, and as the walk may take and can."""
    start = lane * (lanes.slice + 1)
    taken = 0
    while taken < lanes.slice and lanes.left[lane] > 0:
        here = start + taken
        count = call_expand(expand, lanes.trail, here * words, batch, at * words, labels, note)
        step = choose(labels, note, count, weights, lanes.chance, lane)
        if step < 0:
            lanes.left[lane] = 0
            break
        copy(batch, (at + step) * words, lanes.trail, (here + 1) * words, words)
        lanes.chosen[here + 1] = step
        lanes.actions[here + 1] = signed(labels[note + step] & ACTION_MASK)
        lanes.left[lane] -= 1
        taken += 1
    lanes.taken[lane] = taken


@compiled
def walk_turns(
    expand: int, most: int, words: int, lanes: Lanes, size: int, weights: Numbers, batch: Words, labels: Words,
    turns: Words, worker: int,
) -> None:  # fmt: skip
    """Walk along one of the first `size` lanes after the other, as long as there are any."""
    lane = take_turn(turns)
    while lane < size:
        walk(expand, words, lanes, lane, weights, batch, worker * most, labels, worker * most)
        lane = take_turn(turns)


@compiled
def number_of(space: WalkSpace, words: int, array: Words, at: int, known: int, origin: np.uint64) -> int:
    """The number of the state at `array[at]`; a new one is entered as number `known`."""
    store, table = space.store, space.table
    end = len(table) - 1
    hashed = hash_of(array, at, words)
    cell = home_of(hashed, table)
    while True:
        entry = table[cell]
        if entry == ZERO:
            table[cell] = (np.uint64(known + 1) << HALF) | (hashed & LOW)
            copy(array, at, store, known * words, words)
            space.origins[known] = origin
            return known
        if (entry ^ hashed) & LOW == ZERO:
            number = signed(entry >> HALF) - 1
            if is_same(store, number * words, array, at, words):
                return number
        cell = cell + 1 if cell + 1 < end else 0


@compiled
def enter_starts(space: WalkSpace, words: int, states: Words, count: int, numbers: Numbers) -> int:
    """Enter states to begin with, and note the number of each; returns how many differ."""
    known = 0
    for position in range(count):
        numbers[position] = number_of(space, words, states, position * words, known, ZERO)
        if numbers[position] == known:
            known += 1
    return known


@compiled
def enter(
    space: WalkSpace, words: int, lanes: Lanes, first: int, last: int, known: int, limit: int, fired: Numbers,
    firsts: Numbers,
) -> int:  # fmt: skip
    """Number the states that the lanes from `first` to `last` came by, until `limit` are known; returns how many are.

    `fired` counts the steps by action, `firsts` has for each action the first state in which it was taken, or -1.
    """
    for lane in range(first, last):
        start = lane * (lanes.slice + 1)
        before = lanes.numbers[start]
        for here in range(start + 1, start + 1 + lanes.taken[lane]):
            if known >= limit:
                return known
            origin = (np.uint64(before) << HALF) | np.uint64(lanes.chosen[here])
            number = number_of(space, words, lanes.trail, here * words, known, origin)
            if number == known:
                known += 1
            action = lanes.actions[here]
            fired[action] += 1
            if firsts[action] < 0:
                firsts[action] = before
            lanes.numbers[here] = before = number
    return known


@compiled
def look(
    expand: int, observe: int, words: int, store: Words, number: int, counters: Counters, worker: int, batch: Words,
    labels: Words, at: int,
) -> None:  # fmt: skip
    """Observe a state and all steps from it."""
    count = call_expand(expand, store, number * words, batch, at * words, labels, at)
    if count == 0:
        counters.deadlocks[worker, 0] += 1
        note_step(counters, worker, ONE << np.uint64(DEADLOCK), number, 0, ZERO)
    for k in range(count):
        label = labels[at + k]
        if label > ACTION_MASK:
            note_step(counters, worker, events_of(label), number, k, label)
            if label & FAULT_FLAG != ZERO:
                counters.faults[worker, 0] += 1
                continue
        counters.actions[worker, signed(label & ACTION_MASK)] += 1
    if observe != 0:
        note_state(counters, worker, call_observe(observe, store, number * words), number)


@compiled
def look_turns(
    expand: int, observe: int, most: int, words: int, store: Words, first: int, last: int, counters: Counters,
    batch: Words, labels: Words, turns: Words, worker: int,
) -> None:  # fmt: skip
    """Look at the states from `first` to `last`, part after part, as long as there are any."""
    start = first + take_turn(turns) * LOOKED_AT
    while start < last:
        for number in range(start, min(last, start + LOOKED_AT)):
            look(expand, observe, words, store, number, counters, worker, batch, labels, worker * most)
        start = first + take_turn(turns) * LOOKED_AT


@compiled
def refill(space: WalkSpace, words: int, first: int, last: int) -> None:
    """Enter the states from `first` to `last` of the store, none of which is there, into the table."""
    table = space.table
    end = len(table) - 1
    for number in range(first, last):
        hashed = hash_of(space.store, number * words, words)
        cell = home_of(hashed, table)
        while table[cell] != ZERO:
            cell = cell + 1 if cell + 1 < end else 0
        table[cell] = (np.uint64(number + 1) << HALF) | (hashed & LOW)


@compiled
def forget(space: WalkSpace, words: int, first: int, last: int) -> None:
    """Take the states from `first` to `last`, which were entered after all others, out of the table.

    The one that was entered last found its cell empty, and no other was passed on to a cell behind it since.
    """
    table = space.table
    end = len(table) - 1
    for number in range(last - 1, first - 1, -1):
        cell = home_of(hash_of(space.store, number * words, words), table)
        while signed(table[cell] >> HALF) != number + 1:
            cell = cell + 1 if cell + 1 < end else 0
        table[cell] = ZERO
