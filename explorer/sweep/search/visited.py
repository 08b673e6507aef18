"""The memory of a sweep: the store of states, the hash table over it, and how both grow within a bound."""

import numpy as np

from ..native.arrays import BATCH, RECENT, Code, Space, Words, Workspace
from . import entry_points
from .workers import WorkerPool

SMALLEST_TABLE = 1 << 16
FILL_PARTS = 4
"""The table grows when three of four cells would be taken."""

BLOCK_WORDS = 1 << 22
"""Words that the successors of one block may fill."""

LARGEST_BLOCK = 1 << 15

PARTS = 4
"""Into how many parts a worker a block is cut: a worker that is held up then leaves some of them to the others."""

MOST_STATES = (1 << 32) - 2
"""States are numbered with 32 bits."""


def block_size(code: Code) -> int:
    """How many states one block expands; the same for every number of workers, so that stops fall alike."""
    return max(1, min(LARGEST_BLOCK, BLOCK_WORDS // (code.most * code.shape[0])))


def make_workspace(code: Code, workers: int) -> Workspace:
    """Work space in which the workers can do a full block together."""
    words, lane = code.shape[0], BATCH + code.most
    parts = 1 if workers == 1 else workers * PARTS
    share = -(-block_size(code) // parts) * code.most
    return Workspace(
        lane=lane,
        recent=np.empty(workers * RECENT * words, np.uint64),
        batch=np.empty(workers * lane * words, np.uint64),
        batch_hashes=np.empty(workers * lane, np.uint64),
        labels=np.empty(workers * code.most, np.uint64),
        share=share,
        found=np.empty(parts * share * words, np.uint64),
        hashes=np.empty(parts * share, np.uint64),
        landed=np.empty(parts * share, np.int64),
        filled=np.zeros(parts, np.int64),
        fresh=np.zeros((workers, parts), np.int64),
        starts=np.zeros(parts, np.int64),
        turns=np.zeros(1, np.uint64),
    )


def size_of(workspace: Workspace) -> int:
    """Bytes of a workspace."""
    return sum(part.nbytes for part in workspace if isinstance(part, np.ndarray))


class Visited:
    """The visited set: exact, in the order of discovery. It grows only between blocks."""

    def __init__(self, code: Code, pool: WorkerPool) -> None:
        self._words = code.shape[0]
        self._pool = pool
        self.space = Space(np.zeros(0, np.uint64), np.zeros(SMALLEST_TABLE + 1, np.uint64))

    @property
    def bytes(self) -> int:
        """What store and table take. They never shrink, and never stand twice."""
        return self.space.store.nbytes + self.space.table.nbytes

    @property
    def room(self) -> int:
        """How many states fit as things are."""
        cells = (len(self.space.table) - 1) // FILL_PARTS * (FILL_PARTS - 1)
        return min(len(self.space.store) // self._words, cells, MOST_STATES)

    def make_room(self, known: int, more: int, memory: int | None) -> bool:
        """Have room for `known` states, which the store holds, and `more`; or say no, if `memory` forbids it."""
        needed = known + more
        if needed > MOST_STATES:
            return False
        states = len(self.space.store) // self._words
        if needed > states:
            states = max(needed, min(states + states // 8, MOST_STATES))
        cells = len(self.space.table) - 1
        if needed > cells // FILL_PARTS * (FILL_PARTS - 1):
            cells = self._larger_table(cells, needed, states, memory)
        if memory is not None and self._bytes(states, cells) > memory:
            states = max(needed, len(self.space.store) // self._words)
            if self._bytes(states, cells) > memory:
                return False
        self._grow_store(states)
        if cells > len(self.space.table) - 1:
            self._grow_table(cells, known)
        return True

    def restore(self, states: Words, memory: int | None) -> bool:
        """Hold these states, all different, and no others; or say no, if `memory` forbids it."""
        known = len(states) // self._words
        if not self.make_room(0, known, memory):
            return False
        self.space.store[: len(states)] = states
        self._grow_table(len(self.space.table) - 1, known)
        return True

    def _bytes(self, states: int, cells: int) -> int:
        return 8 * (states * self._words + cells + 1)

    def _larger_table(self, cells: int, needed: int, states: int, memory: int | None) -> int:
        """Twice the cells, or as many as the bound on memory allows."""
        least = needed // (FILL_PARTS - 1) * FILL_PARTS + FILL_PARTS
        while cells < least:
            cells *= 2
        if memory is None or self._bytes(states, cells) <= memory:
            return cells
        return max(least, memory // 8 - states * self._words - 1)

    def _grow_store(self, states: int) -> None:
        """Extend the store in place: large blocks of memory are remapped by the system, not copied."""
        store = self.space.store
        if states * self._words > len(store):
            store.resize(states * self._words, refcheck=False)

    def _grow_table(self, cells: int, known: int) -> None:
        """Replace the table: drop the old one first, then enter every state of the store."""
        store = self.space.store
        self.space = Space(store, np.zeros(0, np.uint64))
        self.space = Space(store, np.zeros(cells + 1, np.uint64))
        turns = np.zeros(1, np.uint64)
        share = (self.space.table, store, self._words, known, turns)
        self._pool.run(entry_points.refill, [share] * self._pool.size)
