"""The visited set: an exact hash table over packed states, with linear probing and without locks, compiled by numba.

A state of one word is its own key; an empty cell is 0, and state 0 has a cell of its own at the end. A longer state is
entered as its number (from 1) in the upper half of the cell and the lower half of its hash, and compared with the
store word by word. Nothing is ever removed, so that readers need no lock, and cells are taken by atomic exchange.
"""

import numpy as np

from ..native.arrays import BATCH, Words
from ..native.intrinsics import compiled, exchange, prefetch, signed

REFILL = 1 << 16
"""States that a worker enters in one turn when the table is rebuilt."""

HALF = np.uint64(32)
LOW = np.uint64(0xFFFFFFFF)
ZERO = np.uint64(0)
ONE = np.uint64(1)
FIRST_FACTOR = np.uint64(0xD6E8FEB86659FD93)
SECOND_FACTOR = np.uint64(0x9E3779B97F4A7C15)


@compiled
def hash_of(array: Words, at: int, words: int) -> np.uint64:
    """Hash of the `words` words from `at` on. One word: a bijection that keeps 0."""
    value = array[at]
    for k in range(1, words):
        value = (value ^ (value >> HALF)) * SECOND_FACTOR + array[at + k]
    value = (value ^ (value >> HALF)) * FIRST_FACTOR
    value = (value ^ (value >> HALF)) * SECOND_FACTOR
    return value ^ (value >> HALF)


@compiled
def home_of(hashed: np.uint64, table: Words) -> int:
    """The cell where the search for a state with this hash begins."""
    return signed(((hashed >> HALF) * np.uint64(len(table) - 1)) >> HALF)


@compiled
def is_same(left: Words, at: int, right: Words, to: int, words: int) -> bool:
    """Whether two states are equal, word by word."""
    if left[at] != right[to]:
        return False
    for k in range(1, words):  # noqa: SIM110  numba has no generators in `all`
        if left[at + k] != right[to + k]:
            return False
    return True


@compiled
def copy(source: Words, at: int, target: Words, to: int, words: int) -> None:
    """Copy a state."""
    target[to] = source[at]
    for k in range(1, words):
        target[to + k] = source[at + k]


@compiled
def has_key(table: Words, key: np.uint64, hashed: np.uint64) -> bool:
    """Whether a one-word state is in the table."""
    end = len(table) - 1
    if key == ZERO:
        return table[end] != ZERO
    cell = home_of(hashed, table)
    while True:
        entry = table[cell]
        if entry == key:
            return True
        if entry == ZERO:
            return False
        cell = cell + 1 if cell + 1 < end else 0


@compiled
def has_state(table: Words, store: Words, words: int, array: Words, at: int, hashed: np.uint64) -> bool:
    """Whether the state at `array[at]`, of several words, is in the table."""
    end = len(table) - 1
    cell = home_of(hashed, table)
    while True:
        entry = table[cell]
        if entry == ZERO:
            return False
        if (entry ^ hashed) & LOW == ZERO and is_same(store, signed((entry >> HALF) - ONE) * words, array, at, words):
            return True
        cell = cell + 1 if cell + 1 < end else 0


@compiled
def enter_key(table: Words, key: np.uint64, hashed: np.uint64) -> int:
    """Enter a one-word state. Returns its cell, or -1 when it was there."""
    end = len(table) - 1
    if key == ZERO:
        return end if exchange(table, end, ZERO, ONE) == ZERO else -1
    cell = home_of(hashed, table)
    while True:
        entry = table[cell]
        if entry == ZERO:
            entry = exchange(table, cell, ZERO, key)
            if entry == ZERO:
                return cell
        if entry == key:
            return -1
        cell = cell + 1 if cell + 1 < end else 0


@compiled
def enter_number(table: Words, store: Words, words: int, found: Words, position: int, known: int) -> int:
    """Enter the candidate at `position` under the number `known + position`, for the time being.

    Returns its cell, or -1 when an equal state is there: one of the first `known`, or an earlier candidate.
    """
    end = len(table) - 1
    at = position * words
    hashed = hash_of(found, at, words)
    new = (np.uint64(known + position + 1) << HALF) | (hashed & LOW)
    cell = home_of(hashed, table)
    while True:
        entry = table[cell]
        if entry == ZERO:
            entry = exchange(table, cell, ZERO, new)
            if entry == ZERO:
                return cell
        if (entry ^ hashed) & LOW == ZERO:
            number = signed(entry >> HALF) - 1
            if number < known:
                if is_same(store, number * words, found, at, words):
                    return -1
            elif is_same(found, (number - known) * words, found, at, words):
                return -1
        cell = cell + 1 if cell + 1 < end else 0


@compiled
def take_turn(turns: Words) -> int:
    """The next share of this pass that no worker has taken. Each worker gets its shares in ascending order."""
    while True:
        turn = turns[0]
        if exchange(turns, 0, turn, turn + ONE) == turn:
            return signed(turn)


@compiled
def refill(table: Words, store: Words, words: int, known: int, turns: Words) -> None:
    """Enter the `known` states of the store, all different, into a new table; workers take turns."""
    start = take_turn(turns) * REFILL
    while start < known:
        for first in range(start, min(known, start + REFILL), BATCH):
            refill_batch(table, store, words, first, min(known, first + BATCH))
        start = take_turn(turns) * REFILL


@compiled
def refill_batch(table: Words, store: Words, words: int, first: int, last: int) -> None:
    """Enter states `first` to `last`."""
    end = len(table) - 1
    for number in range(first, last):
        prefetch(table, home_of(hash_of(store, number * words, words), table))
    for number in range(first, last):
        hashed = hash_of(store, number * words, words)
        if words == 1:
            enter_key(table, store[number], hashed)
            continue
        entry = (np.uint64(number + 1) << HALF) | (hashed & LOW)
        cell = home_of(hashed, table)
        while table[cell] != ZERO or exchange(table, cell, ZERO, entry) != ZERO:
            cell = cell + 1 if cell + 1 < end else 0
