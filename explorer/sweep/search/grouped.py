"""States grouped by what a seat knows of them, and where the members of a group are not given the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import numpy as np

from ..code.sight import OfferLabels, Projection, Section, StepRows
from ..native.arrays import BATCH, Numbers, Words
from . import entry_points
from .grouping import DIFFERS, ENTRIES, ENTRY, ORDINAL, STATE, UNKNOWN

CHUNK: Final = 1 << 15
"""States looked at between two questions whether to go on."""

FEWEST_ENTRIES: Final = 1 << 12
"""How many steps there is room for at first, beside those of one state."""


class StoppedError(Exception):
    """The caller wants no more."""


class NoRoomError(Exception):
    """The memory does not suffice to compare the rest."""


BYTES_OF_STATE: Final = 20
"""What a state takes at most while it is in a group."""

GROUPS_PARTS: Final = 4
"""When not all states fit, one part in so many of the memory is kept for what is told in steps."""


class Grouped:
    """The states of a store (one row of words each) by what one seat knows; `go_on` is asked once for each chunk.

    When all of them do not fit into so many bytes of `memory`, they are the first ones that do.
    """

    def __init__(self, know: Projection, states: Words, go_on: Callable[[], bool], memory: int | None = None) -> None:
        """Raises `StoppedError`, as everything here does when `go_on` says no."""
        self._memory = memory
        self._is_cut = memory is not None and len(states) * BYTES_OF_STATE > memory
        if memory is not None and self._is_cut:
            states = states[: memory // GROUPS_PARTS * (GROUPS_PARTS - 1) // BYTES_OF_STATE]
        self.states = len(states)
        """How many states are in groups."""
        self._know = know
        self._store = states.reshape(-1)
        self._words = states.shape[1]
        self._go_on = go_on
        self._table: Words = np.zeros(len(states) // 3 * 4 + 5, np.uint64)
        self._groups: Numbers = np.zeros(len(states), np.int64)
        known, hashes, other = _row(BATCH * know.words), _row(BATCH), _row(know.words)
        for first, last in chunks(0, len(states), go_on):
            entry_points.classify(
                know.address, know.words, self._table, self._store, self._words, first, last, self._groups,
                known, hashes, other,
            )  # fmt: skip

    def group(self, number: int) -> int:
        """The first state of the group of a state."""
        return int(self._groups[number])

    def differing_view(self, show: Projection, states: int) -> tuple[int, int] | None:
        """Two of the first so many states that are alike and of which the seat is shown something different."""
        states = min(states, self.states)
        own, other = _row(show.words), _row(show.words)
        for first, last in chunks(0, states, self._go_on):
            number = entry_points.differing_view(
                show.address, show.words, self._store, self._words, self._groups, first, last, own, other
            )
            if number >= 0:
                return self.group(number), number
        return None

    def differing_offers(self, offers: OfferLabels, seat: int, states: int) -> tuple[int, int] | None:
        """Two of the first so many states that are alike and in which the seat is offered something different."""
        states = min(states, self.states)
        batch, labels, own, other = (_row(offers.most * width) for width in (self._words, 1, 1, 1))
        mask = (1 << offers.actor_bits) - 1
        for first, last in chunks(0, states, self._go_on):
            number = entry_points.differing_offers(
                offers.address, seat, mask, self._store, self._words, self._groups, first, last,
                batch, labels, own, other,
            )  # fmt: skip
            if number >= 0:
                return self.group(number), number
        return None

    def differing_steps(
        self, steps: StepRows, seat: int, states: int, *, counts_after: bool
    ) -> tuple[Numbered, Numbered] | None:
        """Two steps from the first so many states that look the same and in which the seat is given something else.

        Where `counts_after`, they look the same only if the seat knows the same afterwards, and all that is reached in
        one step must be among the states of the store. Raises `NoRoomError` where the memory allows no more: what was
        compared by then is the same.
        """
        memory = None if self._memory is None else self._memory - self._table.nbytes - self._groups.nbytes
        given = _Given(steps.disclosed[seat], steps.given[seat], steps.most, memory)
        rows, labels = _row(steps.most * steps.row), _row(steps.most)
        known, other, key = _row(self._know.words), _row(self._know.words), _row(1 + given.disclosed.words)
        for first, last in chunks(0, min(states, self.states), self._go_on):
            number = first
            while number < last:
                given.make_room()
                number = entry_points.differing_steps(
                    steps.address, steps.most, steps.row,
                    given.disclosed.first, given.disclosed.words, given.given.first, given.given.words,
                    int(counts_after),
                    self._know.address, self._know.words, self._table, self._store, self._words, self._groups,
                    number, last, rows, labels, key, known, other,
                    given.index, given.entries, given.state,
                )  # fmt: skip
                if number == UNKNOWN and self._is_cut:
                    raise NoRoomError
                if number == UNKNOWN:
                    raise ValueError("a step leads to a state that is not among those that are compared")
                if number == DIFFERS:
                    return given.pair()
        if states > self.states:
            raise NoRoomError
        return None


Numbered = tuple[int, int]
"""A step: the number of the state that it starts in, and its number among the steps of that action from there."""


class _Given:
    """What the seat was given, by how a step looks to it; an entry for each look."""

    def __init__(self, disclosed: Section, given: Section, most: int, memory: int | None) -> None:
        self.disclosed, self.given = disclosed, given
        self._most = most
        self._memory = memory
        self._size = 2 + disclosed.words + given.words
        self.state: Numbers = np.zeros(4, np.int64)
        self.entries: Words = np.zeros(0, np.uint64)
        self.index: Words = np.zeros(2, np.uint64)

    def make_room(self) -> None:
        """Have room for the steps of one more state. Raises `NoRoomError`."""
        count = int(self.state[ENTRIES])
        if count + self._most <= min(len(self.entries) // self._size, (len(self.index) - 1) // 4 * 3):
            return
        most = max(2 * count, FEWEST_ENTRIES) + self._most
        if self._memory is not None and 8 * (most * self._size + most * 3 // 2 + 8) > self._memory:
            raise NoRoomError
        self.entries.resize(most * self._size, refcheck=False)
        self.index = np.zeros(most * 3 // 2 + 8, np.uint64)
        entry_points.index_entries(self.index, self.entries, self._size, 1 + self.disclosed.words, count)

    def pair(self) -> tuple[Numbered, Numbered]:
        """The two steps that differ."""
        entry, number, ordinal = (int(self.state[at]) for at in (ENTRY, STATE, ORDINAL))
        first = int(self.entries[(entry + 1) * self._size - 1])
        return (first >> 32, first & (1 << 32) - 1), (number, ordinal)


def first_marked(project: Projection, states: Words, go_on: Callable[[], bool]) -> int | None:
    """The first state of which a projection tells anything but 0. Raises `StoppedError`."""
    store, words, own = states.reshape(-1), states.shape[1], _row(project.words)
    for first, last in chunks(0, len(states), go_on):
        number = entry_points.first_marked(project.address, store, words, first, last, own)
        if number >= 0:
            return number
    return None


def chunks(first: int, last: int, go_on: Callable[[], bool]) -> Iterator[tuple[int, int]]:
    """The numbers from `first` to `last` in parts. Raises `StoppedError`."""
    for start in range(first, last, CHUNK):
        if not go_on():
            raise StoppedError
        yield start, min(last, start + CHUNK)


def _row(words: int) -> Words:
    return np.zeros(words, np.uint64)
