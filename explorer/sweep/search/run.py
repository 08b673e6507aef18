"""One run of the kernel, from the initial states to the result."""

import hashlib
import time
from collections.abc import Callable, Sequence
from typing import TypedDict, TypeVarTuple

import numpy as np

from ...findings.bounds import HEARTBEAT, Bounds, Ending, SearchProgress, Watcher
from ..native import arrays
from ..native.arrays import UNBOUNDED, Code, Counters, Limits, Numbers, Words
from ..native.calling import pinned, ready, running_time
from ..native.machine import Machine, Stops
from . import entry_points
from .checkpoint import Header, Snapshot, SweepCheckpoints
from .history import History, PackedStep
from .result import SweepResult
from .visited import Visited, block_size, make_workspace, size_of
from .workers import WorkerPool

Arguments = TypeVarTuple("Arguments")

PADDING = 16
"""Cells between what two workers count, so that they do not write to the same cache line."""

NARROWEST_SHARED = 256
"""Blocks of fewer states are done by one worker: sharing them costs more than it saves."""

WORTH_SHARING = 0.002
"""So are those that take one worker less time, in seconds."""

ALL_BITS = (1 << 64) - 1
LOG_ROWS = 1 << 12


class Run:
    """The state of a search between blocks."""

    def __init__(
        self, machine: Machine, bounds: Bounds, stops: Stops, pool: WorkerPool, checkpoints: SweepCheckpoints | None
    ) -> None:
        self._machine = machine
        self._checkpoints = checkpoints
        self._bounds = bounds
        self._pool = pool
        self._code = _code_of(machine)
        self._workspace = make_workspace(self._code, pool.size)
        self._counters = make_counters(pool.size, machine.actions)
        self._pinned_workspace, self._pinned_counters = pinned(self._workspace), pinned(self._counters)
        self._cursor: Numbers = np.zeros(5, np.int64)
        self._log: Numbers = np.zeros((LOG_ROWS, 3), np.int64)
        self._visited = Visited(self._code, pool)
        self._stop = np.uint64(stops.states)
        self._stop_steps = np.uint64(stops.steps | stops.fault << arrays.FAULT | stops.deadlock << arrays.DEADLOCK)
        self._budget = 1
        self._alone_states, self._alone_seconds = 0, 0.0
        self._make_ready()
        self._before = 0.0
        self._began = running_time()

    def go(self, initial: Words, progress: Watcher | None, stop: Callable[[], bool] | None) -> SweepResult:
        """Search from the initial states, or from a checkpoint, until something ends it.

        Raises `CheckpointError`.
        """
        identity = identity_of(self._machine, initial)
        found = (
            None
            if self._checkpoints is None
            else self._checkpoints.read(identity, self._machine.words, self._machine.actions)
        )
        ending = self._seed(initial) if found is None else self._restore(found)
        while ending is None:
            ending = self._beat()
            self._keep(identity, ending)
            if progress is not None:
                progress(self._progress())
            if ending is None and stop is not None and stop():
                ending = Ending.INTERRUPTED
            if ending is None and self._bounds.seconds is not None and self._seconds() >= self._bounds.seconds:
                ending = Ending.TIME
        return self._result(ending)

    def _make_ready(self) -> None:
        """Have the machine code of the kernel before the clock of the search begins."""
        code, space, workspace, counters = (
            self._code,
            self._visited.space,
            self._pinned_workspace,
            self._pinned_counters,
        )
        ready(entry_points.advance, code, space, workspace, counters, self._cursor, self._log, self._limits())
        ready(entry_points.settle, code, space, workspace, counters, 0)
        ready(entry_points.offer, code, workspace, space.store, 0, 0)

    def _seed(self, initial: Words) -> Ending | None:
        """Enter the initial states, as level 0."""
        words, cursor = self._machine.words, self._cursor
        total = len(initial) // words
        if not self._visited.make_room(0, total, self._memory_left()):
            return Ending.MEMORY
        space, share = self._visited.space, self._workspace.share
        for first in range(0, total, share):
            last = min(total, first + share)
            entry_points.offer(self._code, self._pinned_workspace, initial, first, last)
            entry_points.settle(self._code, space, self._pinned_workspace, self._pinned_counters, first)
        cursor[arrays.COUNT] = cursor[arrays.LEVEL_END] = total
        return Ending.STOPPED if self._has_event() else None

    def _restore(self, found: Snapshot) -> Ending | None:
        """Go on from a checkpoint: what was counted is counted for the first worker."""
        if not self._visited.restore(found.store, self._memory_left()):
            return Ending.MEMORY
        # What a worker remembers as seen is any state that is known: left as it was allocated, it would hide states.
        self._workspace.recent.reshape(-1, self._machine.words)[:] = found.store[: self._machine.words]
        self._cursor[:] = found.cursor
        rows = max(LOG_ROWS, len(found.log) + 1)
        self._log = np.zeros((rows, 3), np.int64)
        self._log[: len(found.log)] = found.log
        counters = self._counters
        counters.actions[0, : len(found.actions)] = found.actions
        counters.deadlocks[0, 0], counters.faults[0, 0] = found.totals
        counters.seen[0, 0], counters.seen_steps[0, 0] = found.seen
        counters.first_state[0] = found.first_state
        counters.first_step[0] = found.first_step
        self._before = found.header.seconds
        return Ending.STOPPED if self._has_event() else None

    def _keep(self, identity: str, ending: Ending | None) -> None:
        """Write a checkpoint if it is time to, or the search is over."""
        checkpoints = self._checkpoints
        if checkpoints is not None and (ending is not None or checkpoints.is_due()):
            checkpoints.write(self._snapshot(identity))

    def _snapshot(self, identity: str) -> Snapshot:
        counters, cursor, machine = self._counters, self._cursor, self._machine
        states, blocks = int(cursor[arrays.COUNT]), int(cursor[arrays.BLOCKS])
        header = Header(identity, machine.words, machine.actions, states, blocks, self._seconds())
        steps = counters.first_step.tolist()
        return Snapshot(
            header=header,
            cursor=cursor,
            log=self._log[:blocks],
            store=self._visited.space.store[: states * machine.words],
            actions=counters.actions[:, : machine.actions].sum(axis=0),
            totals=np.array([counters.deadlocks.sum(), counters.faults.sum()], np.int64),
            seen=np.array(
                [np.bitwise_or.reduce(counters.seen[:, 0]), np.bitwise_or.reduce(counters.seen_steps[:, 0])], np.uint64
            ),
            first_state=counters.first_state.min(axis=0),
            first_step=np.array([min(rows) for rows in zip(*steps, strict=True)], np.int64),
        )

    def _beat(self) -> Ending | None:
        """Work for about one heartbeat."""
        end = time.perf_counter() + HEARTBEAT
        while True:
            if not self._extend_log():
                return Ending.MEMORY
            verdict = self._advance()
            if verdict == arrays.WIDE:
                verdict = self._share_block()
            if verdict == arrays.ROOM and not self._make_room():
                return Ending.MEMORY
            if verdict in _ENDINGS:
                return _ENDINGS[verdict]
            if time.perf_counter() >= end:
                return None

    def _advance(self) -> int:
        """Let one worker do blocks, as many as take about a third of a heartbeat."""
        began, worked, first = time.perf_counter(), time.thread_time(), int(self._cursor[arrays.NEXT])
        verdict = entry_points.advance(
            self._code,
            self._visited.space,
            self._pinned_workspace,
            self._pinned_counters,
            self._cursor,
            self._log,
            self._limits(),
        )
        self._alone_seconds += time.thread_time() - worked
        self._alone_states += int(self._cursor[arrays.NEXT]) - first
        if verdict == arrays.BUDGET:
            seconds = time.perf_counter() - began
            self._budget = max(1, int(self._budget * min(4.0, HEARTBEAT / 3 / max(seconds, 1e-6))))
        return verdict

    def _share_block(self) -> int:
        """Let all workers do one block together."""
        code, space, workspace, counters = (
            self._code,
            self._visited.space,
            self._pinned_workspace,
            self._pinned_counters,
        )
        size = arrays.plan(code, self._cursor, self._limits())
        if size <= 0:
            return size
        first, known = int(self._cursor[arrays.NEXT]), int(self._cursor[arrays.COUNT])
        workers = range(self._pool.size)
        self._share(
            entry_points.explore_turns, [(code, space, workspace, counters, worker, first, size) for worker in workers]
        )
        self._share(entry_points.claim_turns, [(code, space, workspace, known) for _ in workers])
        fresh = self._workspace.fresh.sum(axis=0)
        self._workspace.starts[:] = known + np.cumsum(fresh) - fresh
        self._share(entry_points.adopt_turns, [(code, space, workspace, counters, worker) for worker in workers])
        arrays.close(self._cursor, self._log, size, int(fresh.sum()))
        return arrays.EVENT if self._has_event() else arrays.BUDGET

    def _share(self, work: Callable[[*Arguments], None], shares: Sequence[tuple[*Arguments]]) -> None:
        """Run a pass of which the workers take turns."""
        self._workspace.turns[0] = 0
        self._pool.run(work, shares)

    def _limits(self) -> Limits:
        block, bounds, pool = block_size(self._code), self._bounds, self._pool
        return Limits(
            block=block,
            widest=block if pool.size == 1 else min(block, self._not_worth_sharing()),
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
        left = int(self._cursor[arrays.LEVEL_END] - self._cursor[arrays.NEXT])
        more = min(block_size(self._code), left) * self._code.most
        return self._visited.make_room(int(self._cursor[arrays.COUNT]), more, self._memory_left())

    def _memory_left(self) -> int | None:
        """What the bound leaves for the visited set."""
        held = size_of(self._workspace) + self._log.nbytes
        return None if self._bounds.memory is None else self._bounds.memory - held

    def _extend_log(self) -> bool:
        """Have a row for the next block, or say no, if that takes too much memory."""
        if self._cursor[arrays.BLOCKS] == len(self._log):
            left = self._memory_left()
            if left is not None and left < self._visited.bytes + self._log.nbytes:
                return False
            self._log = np.concatenate((self._log, np.zeros_like(self._log)))
        return True

    def _has_event(self) -> bool:
        seen = np.bitwise_or.reduce(self._counters.seen[:, 0]) & self._stop
        return bool(seen | np.bitwise_or.reduce(self._counters.seen_steps[:, 0]) & self._stop_steps)

    def _seconds(self) -> float:
        return self._before + running_time() - self._began

    def _depth(self) -> int:
        return int(self._cursor[arrays.DEPTH]) + int(self._cursor[arrays.COUNT] > self._cursor[arrays.LEVEL_END])

    def _progress(self) -> SearchProgress:
        states, seconds = int(self._cursor[arrays.COUNT]), self._seconds()
        left = states - int(self._cursor[arrays.NEXT])
        return SearchProgress(states, left, self._depth(), seconds)

    def _result(self, ending: Ending) -> SweepResult:
        counters, cursor, code, space = self._counters, self._cursor, self._code, self._visited.space
        words, states, expanded = self._machine.words, int(cursor[arrays.COUNT]), int(cursor[arrays.NEXT])
        log = self._log[: cursor[arrays.BLOCKS]]
        actions = counters.actions[:, : self._machine.actions].sum(axis=0).tolist()
        return SweepResult(
            ending=ending,
            states=states,
            transitions=sum(actions),
            depth=self._depth(),
            left=states - expanded,
            actions=tuple(actions),
            **noted(counters),
            seconds=self._seconds(),
            memory=self._visited.bytes + size_of(self._workspace) + self._log.nbytes,
            words=space.store[: states * words].reshape(states, words),
            history=History(code, space, self._workspace, log, expanded, self._machine),
        )


_ENDINGS = {
    arrays.DONE: Ending.COMPLETE,
    arrays.EVENT: Ending.STOPPED,
    arrays.STATES: Ending.STATES,
    arrays.LEVELS: Ending.DEPTH,
}


def identity_of(machine: Machine, initial: Words) -> str:
    """What tells a sweep apart from others: its machine code and its initial states."""
    return hashlib.blake2b(machine.identity.encode() + initial.tobytes(), digest_size=32).hexdigest()


def _code_of(machine: Machine) -> Code:
    shape = (1,) if machine.words == 1 else (machine.words, machine.words)
    return Code(machine.expand, machine.observe, shape, machine.max_successors)


def make_counters(workers: int, actions: int) -> Counters:
    """Counters of which nothing is counted yet."""
    return Counters(
        actions=np.zeros((workers, actions + PADDING), np.int64),
        deadlocks=np.zeros((workers, PADDING), np.int64),
        faults=np.zeros((workers, PADDING), np.int64),
        seen=np.zeros((workers, PADDING), np.uint64),
        seen_steps=np.zeros((workers, PADDING), np.uint64),
        first_state=np.full((workers, 64), UNBOUNDED, np.int64),
        first_step=np.full((workers, arrays.DEADLOCK + 1, 3), UNBOUNDED, np.int64),
    )


class Noted(TypedDict):
    """What workers have counted, and what they saw first, as a result tells it."""

    faults: int
    deadlocks: int
    first_states: dict[int, int]
    first_steps: dict[int, PackedStep]
    first_fault: PackedStep | None
    first_deadlock: int | None


def noted(counters: Counters) -> Noted:
    """What all workers together have noted: of each observation and each event the first that any of them saw."""
    steps = first_steps(counters)
    fault, deadlock = steps.pop(arrays.FAULT, None), steps.pop(arrays.DEADLOCK, None)
    return Noted(
        faults=int(counters.faults.sum()),
        deadlocks=int(counters.deadlocks.sum()),
        first_states=first_states(counters),
        first_steps=steps,
        first_fault=fault,
        first_deadlock=None if deadlock is None else deadlock.parent,
    )


def first_states(counters: Counters) -> dict[int, int]:
    """The smallest number that any worker noted, for each observation."""
    firsts: list[int] = counters.first_state.min(axis=0).tolist()
    return {bit: number for bit, number in enumerate(firsts) if number != UNBOUNDED}


def first_steps(counters: Counters) -> dict[int, PackedStep]:
    """The first step that any worker noted, for each event."""
    firsts: dict[int, PackedStep] = {}
    for bit in range(arrays.DEADLOCK + 1):
        parent, ordinal, label = min(tuple(row) for row in counters.first_step[:, bit].tolist())
        if parent != UNBOUNDED:
            firsts[bit] = PackedStep(parent, ordinal, label & ALL_BITS)
    return firsts
