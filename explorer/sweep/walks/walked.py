"""What is remembered of the states that walks came by: which they are, and how each was reached at first."""

import numpy as np

from ..native.arrays import Numbers, Words
from ..native.machine import Machine
from ..native.objects import function_at
from ..search.history import PackedStep, PathState
from . import entry_points
from .lanes import WalkSpace

SMALLEST = 1 << 14
"""States that there is room for at first."""

MOST_STATES = (1 << 32) - 2
"""States are numbered with 32 bits."""

ORDINAL_MASK = (1 << 32) - 1


class WalkedStates:
    """The states that were come by, in the order of the walks; the last ones may be forgotten again."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._words = machine.words
        self.starts = 0
        """How many states the walks begin in; they are the first ones."""
        self.states = 0
        self.space = WalkSpace(np.zeros(0, np.uint64), np.zeros(0, np.uint64), np.zeros(1, np.uint64))

    @property
    def bytes(self) -> int:
        """What store, origins and table take."""
        return sum(part.nbytes for part in self.space)

    @property
    def words(self) -> Words:
        """The states, a row of words each."""
        return self.space.store[: self.states * self._words].reshape(self.states, self._words)

    def make_room(self, more: int, memory: int | None) -> bool:
        """Have room for so many further states; or say no, if `memory` forbids it."""
        needed, room = self.states + more, len(self.space.origins)
        if needed <= room:
            return True
        most = self.capacity(memory)
        if needed > most:
            return False
        room = max(needed, min(max(2 * room, SMALLEST), most))
        store, origins = self.space.store, self.space.origins
        store.resize(room * self._words, refcheck=False)
        origins.resize(room, refcheck=False)
        self.space = WalkSpace(store, origins, np.zeros(0, np.uint64))
        self.space = WalkSpace(store, origins, np.zeros(_table_size(room), np.uint64))
        entry_points.refill(self.space, self._words, 0, self.states)
        return True

    def capacity(self, memory: int | None) -> int:
        """How many states there can be in so many bytes."""
        if memory is None:
            return MOST_STATES
        thirds = max(memory // 8 - _table_size(0), 0) * 3
        return min(MOST_STATES, thirds // (3 * (self._words + 1) + 4))

    @property
    def spare(self) -> int:
        """How many further states there is room for as things are."""
        return len(self.space.origins) - self.states

    def keep(self, from_number: int, kept: Numbers) -> None:
        """Forget the states from a number on, but for the `kept` ones, in order, and with each the one before it."""
        entry_points.forget(self.space, self._words, from_number, self.states)
        store, origins = self.space.store.reshape(-1, self._words), self.space.origins
        self.states = from_number + len(kept)
        store[from_number : self.states] = store[kept]
        before = (origins[kept] >> np.uint64(32)).astype(np.int64)
        moved = before >= from_number
        before[moved] = from_number + np.searchsorted(kept, before[moved])
        ordinals = origins[kept] & np.uint64(ORDINAL_MASK)
        origins[from_number : self.states] = before.astype(np.uint64) << np.uint64(32) | ordinals
        entry_points.refill(self.space, self._words, from_number, self.states)

    def state(self, number: int) -> tuple[int, ...]:
        """The words of a state."""
        return tuple(int(word) for word in self.space.store[number * self._words : (number + 1) * self._words])

    def parent(self, number: int) -> int | None:
        """The state before a state on its path, or None for one that walks begin in."""
        return None if number < self.starts else int(self.space.origins[number]) >> 32

    def depth(self, number: int) -> int:
        """How many steps the path to a state has."""
        return len(self.path(number)) - 1

    def depths(self) -> list[int]:
        """How many steps the path to each state has."""
        parents: list[int] = (self.space.origins[: self.states] >> np.uint64(32)).tolist()
        depths = [0] * self.starts
        for number in range(self.starts, self.states):
            depths.append(depths[parents[number]] + 1)
        return depths

    def path(self, number: int) -> list[PathState]:
        """A play to a state, by the first arrival at each state on the way: seldom a whole walk."""
        states: list[PathState] = []
        parent = self.parent(number)
        while parent is not None:
            ordinal = int(self.space.origins[number]) & ORDINAL_MASK
            states.append(PathState(number, self.successors(parent)[ordinal][0]))
            number, parent = parent, self.parent(parent)
        return [PathState(number, None), *reversed(states)]

    def successors(self, number: int) -> list[tuple[PackedStep, tuple[int, ...]]]:
        """All steps from a state, in the order of `expand`, with the words of what they lead to."""
        machine = self._machine
        state = np.array(self.state(number), np.uint64)
        batch = np.zeros((machine.max_successors, self._words), np.uint64)
        labels = np.zeros(machine.max_successors, np.uint64)
        count = function_at(machine.expand, 3)(state.ctypes.data, batch.ctypes.data, labels.ctypes.data)
        return [(PackedStep(number, k, int(labels[k])), tuple(batch[k].tolist())) for k in range(count)]


def _table_size(room: int) -> int:
    """Cells of a table for so many states, which is never more than three quarters full."""
    return room // 3 * 4 + 5
