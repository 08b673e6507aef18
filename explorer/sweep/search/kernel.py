"""The search kernel: breadth-first search over packed states, compiled by numba.

The work is done in blocks of consecutive states of one level, and each block in three passes:

1. `explore` expands the states and looks every successor up. The visited set is only read, so workers share it freely.
2. `claim` enters what was not found. The candidates are shared out by their hash, and each share is entered in the
   order in which they were generated, so that of equal candidates always the first one is kept.
3. `adopt` appends the kept ones to the store, in the same order, and observes them.

So the store holds the states in the one order that a search by a single queue would give, whatever the number of
workers. The visited set is exact. A one-word state is its own key; a longer one is entered as 32 bits of hash and the
number of the state, and compared word by word with the store.
"""

import numpy as np

from ..native import arrays
from ..native.arrays import (
    BATCH,
    BLOCKS,
    BUDGET,
    COUNT,
    DEADLOCK,
    EVENT,
    FAULT,
    NEXT,
    RECENT,
    WIDE,
    Code,
    Counters,
    Limits,
    Numbers,
    Space,
    Words,
    Workspace,
)
from ..native.intrinsics import call_expand, call_observe, compiled, prefetch, signed
from ..native.machine import ACTION_BITS
from .table import (
    HALF,
    LOW,
    ONE,
    ZERO,
    copy,
    enter_key,
    enter_number,
    has_key,
    has_state,
    hash_of,
    home_of,
    is_same,
    take_turn,
)

AHEAD = 16
"""How many candidates ahead of the present one `claim` asks for cache lines."""

RECENT_MASK = np.uint64(RECENT - 1)
FAULT_FLAG = np.uint64(1 << ACTION_BITS)
ACTION_MASK = np.uint64((1 << ACTION_BITS) - 1)
ABOVE_ACTION = np.uint64(ACTION_BITS)

plan, close = compiled(arrays.plan), compiled(arrays.close)


@compiled
def words_of(code: Code) -> int:
    """Words of a state: a constant where the states have one word."""
    return 1 if len(code.shape) == 1 else code.shape[0]


@compiled
def events_of(label: np.uint64) -> np.uint64:
    """The step events that a label tells."""
    above = label >> ABOVE_ACTION
    return (above >> ONE) | ((above & ONE) << np.uint64(FAULT))


@compiled
def note_step(counters: Counters, worker: int, events: np.uint64, parent: int, ordinal: int, label: np.uint64) -> None:
    """Record the first step that shows each of `events`."""
    new = events & ~counters.seen_steps[worker, 0]
    if new != ZERO:
        counters.seen_steps[worker, 0] |= new
        for bit in range(DEADLOCK + 1):
            if (new >> np.uint64(bit)) & ONE:
                counters.first_step[worker, bit, 0] = parent
                counters.first_step[worker, bit, 1] = ordinal
                counters.first_step[worker, bit, 2] = signed(label)


@compiled
def note_state(counters: Counters, worker: int, seen: np.uint64, number: int) -> None:
    """Record the first state that shows each of the observations `seen`."""
    new = seen & ~counters.seen[worker, 0]
    if new != ZERO:
        counters.seen[worker, 0] |= new
        for bit in range(64):
            if (new >> np.uint64(bit)) & ONE:
                counters.first_state[worker, bit] = number


@compiled
def gather(
    code: Code, space: Space, workspace: Workspace, counters: Counters, worker: int, parent: int, last: int
) -> tuple[int, int]:
    """Expand states from `parent` on, but not `last`, until the worker's batch is full; self loops are left out.

    Returns the next state to expand and the size of the batch.
    """
    words, store, table = words_of(code), space.store, space.table
    batch, hashes, labels, actions = workspace.batch, workspace.batch_hashes, workspace.labels, counters.actions[worker]
    recent, cache = workspace.recent, worker * RECENT
    own, note = worker * workspace.lane, worker * code.most
    taken = own
    while parent < last and taken - own < BATCH:
        start = taken
        count = call_expand(code.expand, store, parent * words, batch, start * words, labels, note)
        if count == 0:
            counters.deadlocks[worker, 0] += 1
            note_step(counters, worker, ONE << np.uint64(DEADLOCK), parent, 0, ZERO)
        for k in range(count):
            label = labels[note + k]
            here = start + k
            if label > ACTION_MASK:
                note_step(counters, worker, events_of(label), parent, k, label)
                if label & FAULT_FLAG != ZERO:
                    counters.faults[worker, 0] += 1
                    continue
            actions[signed(label & ACTION_MASK)] += 1
            if is_same(batch, here * words, store, parent * words, words):
                continue
            hashed = hash_of(batch, here * words, words)
            cell = (cache + signed(hashed & RECENT_MASK)) * words
            if is_same(batch, here * words, recent, cell, words):
                continue
            copy(batch, here * words, recent, cell, words)
            hashes[taken] = hashed
            prefetch(table, home_of(hashed, table))
            copy(batch, here * words, batch, taken * words, words)
            taken += 1
        parent += 1
    return parent, taken - own


@compiled
def sift(code: Code, space: Space, workspace: Workspace, worker: int, size: int, position: int) -> int:
    """Keep those of a batch that are not in the visited set, as candidates from `position` on; returns the next one."""
    words, store, table = words_of(code), space.store, space.table
    batch, hashes, found, kept = workspace.batch, workspace.batch_hashes, workspace.found, workspace.hashes
    own = worker * workspace.lane
    if words > 1:
        for j in range(own, own + size):
            entry = table[home_of(hashes[j], table)]
            if entry != ZERO and (entry ^ hashes[j]) & LOW == ZERO:
                prefetch(store, signed((entry >> HALF) - ONE) * words)
    for j in range(own, own + size):
        if words == 1:
            known = has_key(table, batch[j], hashes[j])
        else:
            known = has_state(table, store, words, batch, j * words, hashes[j])
        if not known:
            copy(batch, j * words, found, position * words, words)
            kept[position] = hashes[j]
            position += 1
    return position


@compiled
def explore(
    code: Code, space: Space, workspace: Workspace, counters: Counters, worker: int, part: int, first: int, last: int
) -> None:
    """Expand states `first` to `last`, and keep the successors that are not in the visited set as candidates."""
    start = part * workspace.share
    position = start
    parent = first
    while parent < last:
        parent, size = gather(code, space, workspace, counters, worker, parent, last)
        position = sift(code, space, workspace, worker, size, position)
    workspace.filled[part] = position - start


@compiled
def claim(code: Code, space: Space, workspace: Workspace, owner: int, known: int) -> None:
    """Enter the candidates that belong to `owner` by their hash; note where each landed, and how many are new."""
    words, table, owners = words_of(code), space.table, len(workspace.fresh)
    found, hashes, landed = workspace.found, workspace.hashes, workspace.landed
    for part in range(len(workspace.filled)):
        fresh = 0
        last = part * workspace.share + workspace.filled[part]
        for position in range(part * workspace.share, last):
            if position + AHEAD < last:
                prefetch(table, home_of(hashes[position + AHEAD], table))
            hashed = hashes[position]
            if ((hashed & LOW) * np.uint64(owners)) >> HALF != np.uint64(owner):
                continue
            if words == 1:
                cell = enter_key(table, found[position], hashed)
            else:
                cell = enter_number(table, space.store, words, found, position, known)
            landed[position] = cell
            if cell >= 0:
                fresh += 1
        workspace.fresh[owner, part] = fresh


@compiled
def adopt(code: Code, space: Space, workspace: Workspace, counters: Counters, worker: int, part: int) -> None:
    """Append the new states of a part to the store, from its start on, and observe them."""
    words, store, table, found, landed = words_of(code), space.store, space.table, workspace.found, workspace.landed
    number = workspace.starts[part]
    for position in range(part * workspace.share, part * workspace.share + workspace.filled[part]):
        cell = landed[position]
        if cell < 0:
            continue
        copy(found, position * words, store, number * words, words)
        if words > 1:
            table[cell] = (table[cell] & LOW) | (np.uint64(number + 1) << HALF)
        if code.observe != 0:
            note_state(counters, worker, call_observe(code.observe, store, number * words), number)
        number += 1


@compiled
def settle(code: Code, space: Space, workspace: Workspace, counters: Counters, known: int) -> int:
    """Claim and adopt the candidates of the first part with one worker; returns how many are new."""
    workspace.filled[1:] = 0
    workspace.starts[0] = known
    fresh = 0
    for owner in range(len(workspace.fresh)):
        claim(code, space, workspace, owner, known)
        fresh += workspace.fresh[owner, 0]
    adopt(code, space, workspace, counters, 0, 0)
    return fresh


@compiled
def explore_turns(
    code: Code, space: Space, workspace: Workspace, counters: Counters, worker: int, first: int, size: int
) -> None:
    """Explore parts of a block of `size` states from `first` on, as long as there are any."""
    parts = len(workspace.filled)
    part = take_turn(workspace.turns)
    while part < parts:
        start, end = first + size * part // parts, first + size * (part + 1) // parts
        explore(code, space, workspace, counters, worker, part, start, end)
        part = take_turn(workspace.turns)


@compiled
def claim_turns(code: Code, space: Space, workspace: Workspace, known: int) -> None:
    """Claim for one owner after the other, as long as there are any."""
    owner = take_turn(workspace.turns)
    while owner < len(workspace.fresh):
        claim(code, space, workspace, owner, known)
        owner = take_turn(workspace.turns)


@compiled
def adopt_turns(code: Code, space: Space, workspace: Workspace, counters: Counters, worker: int) -> None:
    """Adopt parts of a block, as long as there are any."""
    part = take_turn(workspace.turns)
    while part < len(workspace.filled):
        adopt(code, space, workspace, counters, worker, part)
        part = take_turn(workspace.turns)


@compiled
def offer(code: Code, workspace: Workspace, states: Words, first: int, last: int) -> None:
    """Make states `first` to `last` of an array the candidates of the first part."""
    words = words_of(code)
    for cell in range(len(workspace.recent) // words):
        copy(states, 0, workspace.recent, cell * words, words)
    for j in range(last - first):
        copy(states, (first + j) * words, workspace.found, j * words, words)
        workspace.hashes[j] = hash_of(workspace.found, j * words, words)
    workspace.filled[0] = last - first


@compiled
def advance(
    code: Code, space: Space, workspace: Workspace, counters: Counters, cursor: Numbers, log: Numbers, limits: Limits
) -> int:
    """Do block after block with one worker until a limit is met; returns which."""
    parents = 0
    while parents < limits.budget and cursor[BLOCKS] < len(log):
        size = plan(code, cursor, limits)
        if size <= 0:
            return size
        if size > limits.widest:
            return WIDE
        explore(code, space, workspace, counters, 0, 0, cursor[NEXT], cursor[NEXT] + size)
        fresh = settle(code, space, workspace, counters, cursor[COUNT])
        close(cursor, log, size, fresh)
        parents += size
        if (counters.seen[0, 0] & limits.stop) | (counters.seen_steps[0, 0] & limits.stop_steps):
            return EVENT
    return BUDGET


@compiled
def find_step(
    code: Code, space: Space, workspace: Workspace, target: int, first: int, last: int
) -> tuple[int, int, int]:
    """The first step, among those of states `first` to `last`, that leads to state `target`: parent, ordinal, label."""
    words = words_of(code)
    for parent in range(first, last):
        count = call_expand(code.expand, space.store, parent * words, workspace.batch, 0, workspace.labels, 0)
        for k in range(count):
            is_fault = workspace.labels[k] & FAULT_FLAG != ZERO
            if not is_fault and is_same(workspace.batch, k * words, space.store, target * words, words):
                return parent, k, signed(workspace.labels[k])
    return -1, -1, 0
