"""One run of the kernel, from the initial states to the result."""

import time
from collections.abc import Callable, Sequence
from typing import TypeVarTuple

import numpy as np

from ...findings.bounds import Bounds, Ending, Progress, Watcher
from ..native import arrays as layout
from ..native.arrays import Code, Limits, Numbers, Tally, Words
from ..native.calling import pinned, ready, seconds_waited
from ..native.machine import Machine, Stops
from . import compiled as entries
from .front import HEARTBEAT, NARROWEST_SHARED, WORTH_SHARING, SweepResult
from .history import History, Step
from .visited import Visited, block_size, make_desk, size_of
from .workers import Crew

Arguments = TypeVarTuple("Arguments")

PADDING = 16
"""Cells between what two workers count, so that they do not write to the same cache line."""

UNBOUNDED = (1 << 62) - 1
ALL_BITS = (1 << 64) - 1
LOG_ROWS = 1 << 12


class Run:
    """The state of a search between blocks."""

    def __init__(self, machine: Machine, bounds: Bounds, stops: Stops, crew: Crew) -> None:
        self._machine = machine
        self._bounds = bounds
        self._crew = crew
        self._code = _code_of(machine)
        self._desk = make_desk(self._code, crew.size)
        self._tally = _make_tally(crew.size, machine.actions)
        self._pinned_desk, self._pinned_tally = pinned(self._desk), pinned(self._tally)
        self._cursor: Numbers = np.zeros(5, np.int64)
        self._log: Numbers = np.zeros((LOG_ROWS, 3), np.int64)
        self._visited = Visited(self._code, crew)
        self._stop = np.uint64(stops.states)
        self._stop_steps = np.uint64(stops.steps | stops.fault << layout.FAULT | stops.deadlock << layout.DEADLOCK)
        self._budget = 1
        self._alone_states, self._alone_seconds = 0, 0.0
        self._make_ready()
        self._began = _searched()

    def go(self, initial: Words, progress: Watcher | None, stop: Callable[[], bool] | None) -> SweepResult:
        """Search from the initial states until something ends it."""
        ending = self._seed(initial)
        while ending is None:
            ending = self._beat()
            if progress is not None:
                progress(self._progress())
            if ending is None and stop is not None and stop():
                ending = Ending.INTERRUPTED
            if ending is None and self._bounds.seconds is not None and self._seconds() >= self._bounds.seconds:
                ending = Ending.TIME
        return self._result(ending)

    def _make_ready(self) -> None:
        """Have the machine code of the kernel before the clock of the search begins."""
        code, space, desk, tally = self._code, self._visited.space, self._pinned_desk, self._pinned_tally
        ready(entries.advance, code, space, desk, tally, self._cursor, self._log, self._limits())
        ready(entries.settle, code, space, desk, tally, 0)
        ready(entries.offer, code, desk, space.store, 0, 0)

    def _seed(self, initial: Words) -> Ending | None:
        """Enter the initial states, as level 0."""
        words, cursor = self._machine.words, self._cursor
        total = len(initial) // words
        if not self._visited.make_room(0, total, self._memory_left()):
            return Ending.MEMORY
        space, share = self._visited.space, self._desk.share
        for first in range(0, total, share):
            last = min(total, first + share)
            entries.offer(self._code, self._pinned_desk, initial, first, last)
            entries.settle(self._code, space, self._pinned_desk, self._pinned_tally, first)
        cursor[layout.COUNT] = cursor[layout.LEVEL_END] = total
        return Ending.STOPPED if self._has_event() else None

    def _beat(self) -> Ending | None:
        """Work for about one heartbeat."""
        end = time.perf_counter() + HEARTBEAT
        while True:
            if not self._extend_log():
                return Ending.MEMORY
            verdict = self._advance()
            if verdict == layout.WIDE:
                verdict = self._share_block()
            if verdict == layout.ROOM and not self._make_room():
                return Ending.MEMORY
            if verdict in _ENDINGS:
                return _ENDINGS[verdict]
            if time.perf_counter() >= end:
                return None

    def _advance(self) -> int:
        """Let one worker do blocks, as many as take about a third of a heartbeat."""
        began, worked, first = time.perf_counter(), time.thread_time(), int(self._cursor[layout.NEXT])
        verdict = entries.advance(
            self._code,
            self._visited.space,
            self._pinned_desk,
            self._pinned_tally,
            self._cursor,
            self._log,
            self._limits(),
        )
        self._alone_seconds += time.thread_time() - worked
        self._alone_states += int(self._cursor[layout.NEXT]) - first
        if verdict == layout.BUDGET:
            seconds = time.perf_counter() - began
            self._budget = max(1, int(self._budget * min(4.0, HEARTBEAT / 3 / max(seconds, 1e-6))))
        return verdict

    def _share_block(self) -> int:
        """Let all workers do one block together."""
        code, space, desk, tally = self._code, self._visited.space, self._pinned_desk, self._pinned_tally
        size = layout.plan(code, self._cursor, self._limits())
        if size <= 0:
            return size
        first, known = int(self._cursor[layout.NEXT]), int(self._cursor[layout.COUNT])
        workers = range(self._crew.size)
        self._share(entries.explore_turns, [(code, space, desk, tally, worker, first, size) for worker in workers])
        self._share(entries.claim_turns, [(code, space, desk, known) for _ in workers])
        fresh = self._desk.fresh.sum(axis=0)
        self._desk.starts[:] = known + np.cumsum(fresh) - fresh
        self._share(entries.adopt_turns, [(code, space, desk, tally, worker) for worker in workers])
        layout.close(self._cursor, self._log, size, int(fresh.sum()))
        return layout.EVENT if self._has_event() else layout.BUDGET

    def _share(self, work: Callable[[*Arguments], None], shares: Sequence[tuple[*Arguments]]) -> None:
        """Run a pass of which the workers take turns."""
        self._desk.turns[0] = 0
        self._crew.run(work, shares)

    def _limits(self) -> Limits:
        block, bounds, crew = block_size(self._code), self._bounds, self._crew
        return Limits(
            block=block,
            widest=block if crew.size == 1 else min(block, self._not_worth_sharing()),
            budget=self._budget,
            room=self._visited.room,
            states=UNBOUNDED if bounds.states is None else bounds.states,
            depth=UNBOUNDED if bounds.depth is None else bounds.depth,
            stop=self._stop,
            stop_steps=self._stop_steps,
        )

    def _not_worth_sharing(self) -> int:
        """The most states of a block that one worker does alone: judged by how fast it was so far."""
        return max(NARROWEST_SHARED, int(self._alone_states * WORTH_SHARING / max(self._alone_seconds, 1e-9)))

    def _make_room(self) -> bool:
        """Have room for a whole block, or at least for what is left of the level."""
        left = int(self._cursor[layout.LEVEL_END] - self._cursor[layout.NEXT])
        more = min(block_size(self._code), left) * self._code.most
        return self._visited.make_room(int(self._cursor[layout.COUNT]), more, self._memory_left())

    def _memory_left(self) -> int | None:
        """What the bound leaves for the visited set."""
        held = size_of(self._desk) + self._log.nbytes
        return None if self._bounds.memory is None else self._bounds.memory - held

    def _extend_log(self) -> bool:
        """Have a row for the next block, or say no, if that takes too much memory."""
        if self._cursor[layout.BLOCKS] == len(self._log):
            left = self._memory_left()
            if left is not None and left < self._visited.bytes + self._log.nbytes:
                return False
            self._log = np.concatenate((self._log, np.zeros_like(self._log)))
        return True

    def _has_event(self) -> bool:
        seen = np.bitwise_or.reduce(self._tally.seen[:, 0]) & self._stop
        return bool(seen | np.bitwise_or.reduce(self._tally.seen_steps[:, 0]) & self._stop_steps)

    def _seconds(self) -> float:
        return _searched() - self._began

    def _depth(self) -> int:
        return int(self._cursor[layout.DEPTH]) + int(self._cursor[layout.COUNT] > self._cursor[layout.LEVEL_END])

    def _progress(self) -> Progress:
        states, seconds = int(self._cursor[layout.COUNT]), self._seconds()
        left = states - int(self._cursor[layout.NEXT])
        return Progress(states, left, self._depth(), seconds)

    def _result(self, ending: Ending) -> SweepResult:
        tally, cursor, code, space = self._tally, self._cursor, self._code, self._visited.space
        words, states, expanded = self._machine.words, int(cursor[layout.COUNT]), int(cursor[layout.NEXT])
        log = self._log[: cursor[layout.BLOCKS]]
        steps = _first_steps(tally)
        fault, deadlock = steps.pop(layout.FAULT, None), steps.pop(layout.DEADLOCK, None)
        actions = tally.actions[:, : self._machine.actions].sum(axis=0).tolist()
        return SweepResult(
            ending=ending,
            states=states,
            transitions=sum(actions),
            depth=self._depth(),
            left=states - expanded,
            actions=tuple(actions),
            faults=int(tally.faults.sum()),
            deadlocks=int(tally.deadlocks.sum()),
            first_states=_first_states(tally),
            first_steps=steps,
            first_fault=fault,
            first_deadlock=None if deadlock is None else deadlock.parent,
            seconds=self._seconds(),
            memory=self._visited.bytes + size_of(self._desk) + self._log.nbytes,
            words=space.store[: states * words].reshape(states, words),
            history=History(code, space, self._desk, log, expanded, self._machine),
        )


def _searched() -> float:
    """The clock of searches: it stands still while machine code is made."""
    return time.perf_counter() - seconds_waited()


_ENDINGS = {
    layout.DONE: Ending.COMPLETE,
    layout.EVENT: Ending.STOPPED,
    layout.STATES: Ending.STATES,
    layout.LEVELS: Ending.DEPTH,
}


def _code_of(machine: Machine) -> Code:
    shape = (1,) if machine.words == 1 else (machine.words, machine.words)
    return Code(machine.expand, machine.observe, shape, machine.max_successors)


def _make_tally(workers: int, actions: int) -> Tally:
    return Tally(
        actions=np.zeros((workers, actions + PADDING), np.int64),
        deadlocks=np.zeros((workers, PADDING), np.int64),
        faults=np.zeros((workers, PADDING), np.int64),
        seen=np.zeros((workers, PADDING), np.uint64),
        seen_steps=np.zeros((workers, PADDING), np.uint64),
        first_state=np.full((workers, 64), UNBOUNDED, np.int64),
        first_step=np.full((workers, layout.DEADLOCK + 1, 3), UNBOUNDED, np.int64),
    )


def _first_states(tally: Tally) -> dict[int, int]:
    """The smallest number that any worker noted, for each observation."""
    firsts: list[int] = tally.first_state.min(axis=0).tolist()
    return {bit: number for bit, number in enumerate(firsts) if number != UNBOUNDED}


def _first_steps(tally: Tally) -> dict[int, Step]:
    firsts: dict[int, Step] = {}
    for bit in range(layout.DEADLOCK + 1):
        parent, ordinal, label = min(tuple(row) for row in tally.first_step[:, bit].tolist())
        if parent != UNBOUNDED:
            firsts[bit] = Step(parent, ordinal, label & ALL_BITS)
    return firsts
