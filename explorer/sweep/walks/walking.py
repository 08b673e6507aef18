"""Random walks round after round, and what was seen on them. Nothing depends on the number of workers.

Each walk has random numbers of its own, drawn from the seed and its number. Actions that were rarely taken in earlier
rounds weigh more. A state is remembered with its first arrival, so that there is a play to whatever is found.

When there is no room for more states, walks go on: the states of a few of them at a time are entered and looked at in
what was kept free, and forgotten but for those that a play to something not seen before passes. As nobody knows the way
to a state that was forgotten, a walk is taken from start to end in one round then.
"""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from ...findings.bounds import HEARTBEAT, Bounds, Ending, SearchProgress, Watcher
from ...search.preference import preferences
from ..native.arrays import DEADLOCK, FAULT, UNBOUNDED, Numbers, Words
from ..native.calling import running_time
from ..native.machine import Machine, Stops
from ..search.result import SweepResult
from ..search.run import make_counters, noted
from ..search.workers import WorkerPool
from . import entry_points
from .firsts import count_as_before, passed_on_plays, renumber
from .lanes import FEWEST_LANES, MOST_LANES, ROUND, SLICE, make_lanes, relaid
from .walked import WalkedStates

SHORTEST: Final = 100
LONGEST_POWER: Final = 4
"""Steps of most walks; and how often four times as many there may be, so that what comes late in a game is reached."""

SPARE: Final = 1 << 16
SPARE_PARTS: Final = 4
"""States that room is kept free for, but never more than one in four; and how many walks have to fit in there."""

GOLDEN: Final = np.uint64(0x9E3779B97F4A7C15)
ODD: Final = 0xD6E8FEB86659FD93
MASK: Final = (1 << 64) - 1


class Walking:
    """Random walks in progress. The `machines` step alike and observe different things; the first one is walked."""

    def __init__(
        self, machines: Sequence[Machine], stops: Sequence[Stops], actions: int, bounds: Bounds, pool: WorkerPool
    ) -> None:
        """`actions` of the labels are actions; `bounds.depth`, if given, is the most steps of every walk."""
        self._machines = machines
        self._stops = stops
        self._bounds = bounds
        self._pool = pool
        machine = machines[0]
        self._known = WalkedStates(machine)
        self._reserve = min(SPARE, self._known.capacity(bounds.memory) // SPARE_PARTS)
        self._is_full = False
        self._lanes = make_lanes(machine.words, SLICE if bounds.depth is None else bounds.depth)
        most = max(each.max_successors for each in machines)
        self._batch: Words = np.zeros(pool.size * most * machine.words, np.uint64)
        self._labels: Words = np.zeros(pool.size * most, np.uint64)
        self._turns: Words = np.zeros(1, np.uint64)
        self._counters = [make_counters(pool.size, each.actions) for each in machines]
        self._fired: Numbers = np.zeros(actions, np.int64)
        self.first_taken: Numbers = np.full(actions, -1, np.int64)
        """For each action the first state in which it was taken, or -1."""
        self._starts: Numbers = np.zeros(0, np.int64)
        self._looked_at = 0
        self._gone: Numbers = np.zeros(MOST_LANES, np.int64)
        self._deepest = 0
        self._began = self._beat = 0.0
        self.walks = 0
        """How many walks were begun."""
        self.has_forgotten = False
        """Whether there may have been more states than are remembered."""

    @property
    def known(self) -> WalkedStates:
        """The states that were come by."""
        return self._known

    def go(
        self,
        initial: Sequence[tuple[int, ...]],
        walks: int,
        seed: int,
        progress: Watcher | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> list[SweepResult]:
        """Walk so many times from initial states; what each machine observed."""
        self._began = self._beat = running_time()
        ending = self._seed(initial)
        size = FEWEST_LANES
        while ending is None:
            size = min(size, len(self._lanes.chance))
            ending = self._round(size, walks, seed)
            if self._lanes.taken[:size].sum() < ROUND:
                size = 2 * size
            now = running_time()
            if now - self._beat >= HEARTBEAT:
                self._beat = now
                if progress is not None:
                    progress(SearchProgress(self._known.states, 0, self._deepest, now - self._began))
                if ending is None and stop is not None and stop():
                    ending = Ending.INTERRUPTED
            if ending is None and self._bounds.seconds is not None and now - self._began >= self._bounds.seconds:
                ending = Ending.TIME
        return [self._result(number, ending) for number in range(len(self._machines))]

    def _seed(self, initial: Sequence[tuple[int, ...]]) -> Ending | None:
        """Enter the initial states."""
        known, words = self._known, self._machines[0].words
        if not known.make_room(len(initial) + self._reserve, self._bounds.memory):
            return Ending.MEMORY
        self._starts = np.zeros(len(initial), np.int64)
        rows = np.array(initial, np.uint64).reshape(-1)
        known.states = known.starts = entry_points.enter_starts(known.space, words, rows, len(initial), self._starts)
        return self._look()

    def _round(self, size: int, walks: int, seed: int) -> Ending | None:
        """Let so many lanes take some steps, and look at the states that they came by."""
        known, lanes = self._known, self._lanes
        self._begin(size, walks, seed)
        if not lanes.left[:size].any():
            return Ending.SAMPLED
        self._walk(size)
        self._gone[:size] += lanes.taken[:size]
        room = int(lanes.taken[:size].sum()) + self._reserve
        if not self._is_full and known.make_room(room, self._bounds.memory):
            return self._enter(0, size)
        return self._pass_by(size) or self._lay_longer_lanes()

    def _enter(self, first: int, last: int) -> Ending | None:
        """Remember the states that the lanes from `first` to `last` came by, and look at those that are new."""
        known, lanes, words = self._known, self._lanes, self._machines[0].words
        limit = UNBOUNDED if self._bounds.states is None else max(self._bounds.states, known.states)
        known.states = entry_points.enter(
            known.space, words, lanes, first, last, known.states, limit, self._fired, self.first_taken
        )
        self._deepest = max(self._deepest, int(self._gone[first:last].max()))
        ending = self._look()
        return Ending.STATES if ending is None and known.states >= limit else ending

    def _pass_by(self, size: int) -> Ending | None:
        """Look at the states that so many lanes came by, of as many lanes at a time as there is room for."""
        known, lanes, first = self._known, self._lanes, 0
        while first < size:
            fitting = np.searchsorted(np.cumsum(lanes.taken[first:size]), known.spare, side="right")
            if fitting == 0:
                return Ending.MEMORY
            last, before = first + int(fitting), known.states
            counts = [(counters.faults.copy(), counters.deadlocks.copy()) for counters in self._counters]
            ending = self._enter(first, last)
            if ending is not None:
                return ending
            self._forget(before, counts)
            first = last
        return None

    def _forget(self, before: int, counts: Sequence[tuple[Numbers, Numbers]]) -> None:
        """Forget the states from number `before` on, but for the plays to what was seen first in them.

        `counts` has the faults and dead ends that were counted by then.
        """
        known = self._known
        kept = passed_on_plays(known, before, self.first_taken, self._counters)
        self.has_forgotten = self.has_forgotten or len(kept) < known.states - before
        known.keep(before, kept)
        renumber(self.first_taken, self._counters, before, kept)
        for counters, (faults, deadlocks) in zip(self._counters, counts, strict=True):
            count_as_before(counters.faults, faults)
            count_as_before(counters.deadlocks, deadlocks)
        self._looked_at = known.states

    def _lay_longer_lanes(self) -> Ending | None:
        """End all walks, and have lanes in which a walk fits from start to end, as far as there is room for it."""
        self._is_full = True
        lanes, room = self._lanes, self._known.spare // SPARE_PARTS
        longest = SHORTEST * 4**LONGEST_POWER if self._bounds.depth is None else self._bounds.depth
        steps = min(longest, room, len(lanes.numbers) - 1)
        if steps < min(SLICE, longest):
            return Ending.MEMORY
        self._lanes = relaid(lanes, steps)
        return None

    def _begin(self, size: int, walks: int, seed: int) -> None:
        """Begin a walk in each lane that has none, as long as there are any; let the others go on where they are."""
        lanes, words = self._lanes, self._machines[0].words
        trail = lanes.trail.reshape(len(lanes.chance), -1, words)
        numbers = lanes.numbers.reshape(len(lanes.chance), -1)
        onward = np.flatnonzero(lanes.left[:size])
        trail[onward, 0] = trail[onward, lanes.taken[onward]]
        numbers[onward, 0] = numbers[onward, lanes.taken[onward]]
        lanes.taken[:size] = 0
        idle = np.flatnonzero(lanes.left[:size] == 0)[: walks - self.walks]
        begun: Numbers = np.arange(self.walks, self.walks + len(idle))
        chance = _mixed(begun.astype(np.uint64), seed)
        drawn = (chance >> np.uint64(32)) * np.uint64(len(self._starts)) >> np.uint64(32)
        numbers[idle, 0] = self._starts[drawn.astype(np.int64)]
        trail[idle, 0] = self._known.words[numbers[idle, 0]]
        lanes.chance[idle] = chance
        lanes.left[idle] = lengths_of(begun) if self._bounds.depth is None else self._bounds.depth
        self._gone[idle] = 0
        self.walks += len(idle)

    def _walk(self, size: int) -> None:
        machine, lanes = self._machines[0], self._lanes
        weights = np.array(preferences(self._fired.tolist()), np.int64)
        self._turns[0] = 0
        shares = [
            (
                machine.expand, machine.max_successors, machine.words, lanes, size, weights, self._batch, self._labels,
                self._turns, worker,
            )
            for worker in range(self._pool.size)
        ]  # fmt: skip
        self._pool.run(entry_points.walk_turns, shares)

    def _look(self) -> Ending | None:
        """Look at the states that are new, with every machine."""
        known, seen = self._known, False
        for machine, counters, stops in zip(self._machines, self._counters, self._stops, strict=True):
            self._turns[0] = 0
            shares = [
                (
                    machine.expand, machine.observe, machine.max_successors, machine.words, known.space.store,
                    self._looked_at, known.states, counters, self._batch, self._labels, self._turns, worker,
                )
                for worker in range(self._pool.size)
            ]  # fmt: skip
            self._pool.run(entry_points.look_turns, shares)
            steps = stops.steps | stops.fault << FAULT | stops.deadlock << DEADLOCK
            seen = seen or _has_any(counters.seen, stops.states) or _has_any(counters.seen_steps, steps)
        self._looked_at = known.states
        return Ending.STOPPED if seen else None

    def _result(self, number: int, ending: Ending) -> SweepResult:
        """What one machine observed."""
        counters, known = self._counters[number], self._known
        return SweepResult(
            ending=ending,
            states=known.states,
            transitions=int(self._fired.sum()),
            depth=self._deepest,
            left=0,
            actions=tuple(self._fired.tolist()),
            **noted(counters),
            seconds=running_time() - self._began,
            memory=known.bytes,
            words=known.words,
            history=known,
            has_forgotten=self.has_forgotten,
        )


def lengths_of(walks: Numbers) -> Numbers:
    """The most steps of each walk, by its number: one in four is four times as long, one in four of those again."""
    lengths: Numbers = np.full(len(walks), SHORTEST, np.int64)
    for power in range(1, LONGEST_POWER + 1):
        lengths[(walks + 1) % 4**power == 0] = SHORTEST * 4**power
    return lengths


def _has_any(seen: Words, wanted: int) -> bool:
    """Whether any worker saw something of what is wanted."""
    return bool(int(np.bitwise_or.reduce(seen[:, 0])) & wanted)


def _mixed(walks: Words, seed: int) -> Words:
    """What the random numbers of each walk begin with."""
    value = (walks + np.uint64(1)) * GOLDEN ^ np.uint64(seed * ODD & MASK)
    value = (value ^ (value >> np.uint64(32))) * GOLDEN
    value = (value ^ (value >> np.uint64(29))) * GOLDEN
    return value ^ (value >> np.uint64(32))
