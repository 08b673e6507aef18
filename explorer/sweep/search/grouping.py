"""The passes of sight, compiled by numba: states by what a seat knows of them, then what it is given, group by group.

A group is known by the number of its first state. The table has, for each group, that number (from 1) in the upper half
of a cell and the lower half of the hash of what is known in the other; what is known of the first state is worked out
again wherever halves agree, and compared word by word, so that nothing rests on a hash.
"""

import numpy as np

from ..native.arrays import BATCH, Numbers, Words
from ..native.intrinsics import call_expand, call_project, compiled, prefetch, signed
from ..native.machine import ACTION_BITS, FIRST_STEP_BIT
from .table import HALF, LOW, ONE, ZERO, copy, hash_of, home_of, is_same

FAULT_FLAG = np.uint64(1 << ACTION_BITS)
ABOVE_ACTION = np.uint64(FIRST_STEP_BIT)

ENTRIES, ENTRY, STATE, ORDINAL = range(4)
"""What `differing_steps` keeps: how many entries there are; the entry, the state and the step that differ."""

DIFFERS, UNKNOWN = -1, -2
"""What `differing_steps` returns instead of a state: two steps differ; a step leads to a state that is not there."""


@compiled
def first_of(
    know: int, width: int, table: Words, store: Words, words: int, known: Words, at: int, hashed: np.uint64,
    other: Words,
) -> int:  # fmt: skip
    """The first state of the group with what is `known`, at `at`; or -1 less the cell where it would be entered."""
    end = len(table) - 1
    cell = home_of(hashed, table)
    while True:
        entry = table[cell]
        if entry == ZERO:
            return -1 - cell
        if (entry ^ hashed) & LOW == ZERO:
            number = signed(entry >> HALF) - 1
            call_project(know, store, number * words, other, 0)
            if is_same(known, at, other, 0, width):
                return number
        cell = cell + 1 if cell + 1 < end else 0


@compiled
def classify(
    know: int, width: int, table: Words, store: Words, words: int, first: int, last: int, groups: Numbers,
    known: Words, hashes: Words, other: Words,
) -> None:  # fmt: skip
    """Note the group of each state from `first` to `last`, and enter new ones; `known` has room for a batch."""
    for start in range(first, last, BATCH):
        size = min(last - start, BATCH)
        for k in range(size):
            call_project(know, store, (start + k) * words, known, k * width)
            hashes[k] = hash_of(known, k * width, width)
            prefetch(table, home_of(hashes[k], table))
        for k in range(size):
            entry = table[home_of(hashes[k], table)]
            if entry != ZERO and (entry ^ hashes[k]) & LOW == ZERO:
                prefetch(store, signed((entry >> HALF) - ONE) * words)
        for k in range(size):
            number = first_of(know, width, table, store, words, known, k * width, hashes[k], other)
            if number < 0:
                table[-1 - number] = (np.uint64(start + k + 1) << HALF) | (hashes[k] & LOW)
                number = start + k
            groups[start + k] = number


@compiled
def first_marked(project: int, store: Words, words: int, first: int, last: int, own: Words) -> int:
    """The first state from `first` to `last` of which a projection tells anything but 0, or -1."""
    for number in range(first, last):
        call_project(project, store, number * words, own, 0)
        if own[0] != ZERO:
            return number
    return -1


@compiled
def differing_view(
    show: int, width: int, store: Words, words: int, groups: Numbers, first: int, last: int, own: Words, other: Words
) -> int:
    """The first state from `first` to `last` that is shown otherwise than the first one of its group, or -1."""
    for number in range(first, last):
        if groups[number] != number:
            call_project(show, store, number * words, own, 0)
            call_project(show, store, groups[number] * words, other, 0)
            if not is_same(own, 0, other, 0, width):
                return number
    return -1


@compiled
def offers_to(
    expand: int, seat: int, mask: int, store: Words, at: int, batch: Words, labels: Words, offers: Words
) -> int:
    """Write what the seat is offered in a state, each choice once; returns how many there are."""
    count = call_expand(expand, store, at, batch, 0, labels, 0)
    found = 0
    for k in range(count):
        label = labels[k]
        if signed(label >> ABOVE_ACTION) & mask == seat and (found == 0 or offers[found - 1] != label):
            offers[found] = label
            found += 1
    return found


@compiled
def differing_offers(
    expand: int, seat: int, mask: int, store: Words, words: int, groups: Numbers, first: int, last: int,
    batch: Words, labels: Words, own: Words, other: Words,
) -> int:  # fmt: skip
    """The first state from `first` to `last` that offers the seat other choices than the first of its group, or -1."""
    for number in range(first, last):
        if groups[number] != number:
            count = offers_to(expand, seat, mask, store, number * words, batch, labels, own)
            if count != offers_to(expand, seat, mask, store, groups[number] * words, batch, labels, other):
                return number
            if count and not is_same(own, 0, other, 0, count):
                return number
    return -1


@compiled
def differing_steps(
    expand: int, most: int, row: int, disclosed: int, disclosed_words: int, given: int, given_words: int,
    counts_after: int,
    know: int, width: int, table: Words, store: Words, words: int, groups: Numbers, first: int, last: int,
    rows: Words, labels: Words, key: Words, known: Words, other: Words,
    index: Words, entries: Words, state: Numbers,
) -> int:  # fmt: skip
    """Compare what is given by the steps from states `first` to `last` with the first step that looks the same.

    An entry has the group of the state before and, where that counts, of the one after, what is disclosed, what is
    given, and the step. Returns the state to go on with, after `last` or where there is no room for more entries, or
    `DIFFERS`, `UNKNOWN`.
    """
    size = 2 + disclosed_words + given_words
    end = len(index) - 1
    room = min(len(entries) // size, end // 4 * 3) - most
    for number in range(first, last):
        if state[ENTRIES] > room:
            return number
        count = call_expand(expand, store, number * words, rows, 0, labels, 0)
        for k in range(count):
            if labels[k] & FAULT_FLAG != ZERO:
                continue
            at = k * row
            after = 0
            if counts_after:
                call_project(know, rows, at, known, 0)
                after = first_of(know, width, table, store, words, known, 0, hash_of(known, 0, width), other)
                if after < 0:
                    return UNKNOWN
            key[0] = (np.uint64(groups[number]) << HALF) | np.uint64(after)
            for j in range(disclosed_words):
                key[1 + j] = rows[at + disclosed + j]
            found = enter_step(index, entries, size, key, 1 + disclosed_words, state)
            entry = abs(found) - 1
            place = entry * size + 1 + disclosed_words
            if found > 0:
                copy(rows, at + given, entries, place, given_words)
                entries[place + given_words] = (np.uint64(number) << HALF) | np.uint64(k)
            elif not is_same(rows, at + given, entries, place, given_words):
                state[ENTRY], state[STATE], state[ORDINAL] = entry, number, k
                return DIFFERS
    return last


@compiled
def enter_step(index: Words, entries: Words, size: int, key: Words, width: int, state: Numbers) -> int:
    """The number (from 1) of a new entry with that key; less than 0 when it was there."""
    end = len(index) - 1
    hashed = hash_of(key, 0, width)
    cell = home_of(hashed, index)
    while True:
        cell_entry = index[cell]
        if cell_entry == ZERO:
            entry = state[ENTRIES]
            state[ENTRIES] += 1
            index[cell] = (np.uint64(entry + 1) << HALF) | (hashed & LOW)
            copy(key, 0, entries, entry * size, width)
            return entry + 1
        if (cell_entry ^ hashed) & LOW == ZERO:
            entry = signed(cell_entry >> HALF) - 1
            if is_same(entries, entry * size, key, 0, width):
                return -1 - entry
        cell = cell + 1 if cell + 1 < end else 0


@compiled
def index_entries(index: Words, entries: Words, size: int, width: int, count: int) -> None:
    """Enter the first `count` entries into an empty index."""
    end = len(index) - 1
    for entry in range(count):
        hashed = hash_of(entries, entry * size, width)
        cell = home_of(hashed, index)
        while index[cell] != ZERO:
            cell = cell + 1 if cell + 1 < end else 0
        index[cell] = (np.uint64(entry + 1) << HALF) | (hashed & LOW)
