"""Breadth-first search over an instance by running its rules: every state once, shortest traces, in a fixed order."""

from __future__ import annotations

import sys
import time
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from ...invariants import Declaration
from ...model import Accepted, Fault, Instance, Slots
from ..findings.bounds import HEARTBEAT, Bounds, Ending, SearchProgress, Watcher
from ..findings.moves import Moves, rank
from ..findings.outcome import Exploration
from ..findings.traces import Trace
from ..sight.reached import sight_of
from ..sight.unneeded import unneeded
from .graph import Edges
from .histories import explored
from .watch import Sighting, Stuck, Watch

ENTRY = 140
"""About how many bytes a state takes beside its values: places in the table, in the list and among the parents."""

NO_PARENT = -1


def explore(
    instance: Instance,
    *,
    bounds: Bounds | None = None,
    declared: Sequence[Declaration] | None = None,
    keep_going: bool = False,
    forbid_deadlock: bool = False,
    keep_graph: bool = False,
    sight: int | None = 0,
    progress: Watcher | None = None,
    stop: Callable[[], bool] | None = None,
) -> Exploration:
    """Visit every reachable state, within bounds, and hold the declarations against it.

    Without `keep_going` the first violation ends it; with it, each declaration is followed to its first violation.
    `declared` are the declarations to check, all that apply unless given. The first `sight` states are compared for
    whether seats are given more than they may know (None: all that are reached). Raises `ModelError` when the
    set-up or a declaration fails. Laws that read histories are held against the states with histories, which are
    searched apart and not counted.
    """

    def of_states(instance: Instance, declared: Sequence[Declaration], bounds: Bounds) -> Exploration:
        search = _Search(instance, bounds, Watch(instance, declared), keep_graph, keep_going, forbid_deadlock)
        ending = search.run(progress, stop)
        return search.with_sight(search.result(ending, keep_graph), sight, stop)

    def with_histories(instance: Instance, declared: Sequence[Declaration], bounds: Bounds) -> Exploration:
        search = _Search(instance, bounds, Watch(instance, declared), False, keep_going, False)
        return search.result(search.run(progress, stop), False)

    return explored(instance, declared, bounds or Bounds(), of_states, with_histories)


class _Search:
    """The states found so far, how each was reached, and what was seen."""

    def __init__(
        self,
        instance: Instance,
        bounds: Bounds,
        watch: Watch,
        keep_graph: bool,
        keep_going: bool,
        forbid_deadlock: bool,
    ) -> None:
        self._began = time.perf_counter()
        self._instance = instance
        self._bounds = bounds
        self._watch = watch
        self._keep_going = keep_going
        self._forbid_deadlock = forbid_deadlock
        self._moves = Moves(instance)
        self._edges = Edges(self._moves) if keep_graph or watch.settled else None
        self._numbers: dict[Slots, int] = {}
        self._states: list[Slots] = []
        self._parents = array("q")
        self._via = array("q")
        self._fired = [0] * len(instance.actions)
        self._depth = 0
        self._next = 0
        self._level_end = 0
        self._faults = 0
        self._fault: tuple[int, int, Fault] | None = None
        self._deadlocks = 0
        self._deadlock: int | None = None
        self._found_violation = False

    def run(self, progress: Watcher | None, stop: Callable[[], bool] | None) -> Ending:
        """Search until the end, a finding, a bound or an interruption."""
        for slots in self._instance.initial_states():
            self._number(slots, NO_PARENT, NO_PARENT)
        self._level_end = len(self._states)
        beat = self._began
        while self._next < len(self._states):
            if self._next == self._level_end:
                self._depth += 1
                self._level_end = len(self._states)
            ending = self._bound_met()
            if ending is not None:
                return ending
            now = time.perf_counter()
            if now >= beat:
                beat = now + HEARTBEAT
                if progress is not None:
                    progress(
                        SearchProgress(len(self._states), len(self._states) - self._next, self._depth, self._seconds())
                    )
                if stop is not None and stop():
                    return Ending.INTERRUPTED
            if not self._expand(self._next):
                return Ending.STATES
            self._next += 1
        return Ending.STOPPED if self._must_stop else Ending.COMPLETE

    @property
    def _must_stop(self) -> bool:
        return self._found_violation and not self._keep_going

    def _bound_met(self) -> Ending | None:
        bounds = self._bounds
        if self._must_stop:
            return Ending.STOPPED
        if self._is_full():
            return Ending.STATES
        if bounds.depth is not None and self._depth >= bounds.depth:
            return Ending.DEPTH
        if bounds.memory is not None and self._memory() >= bounds.memory:
            return Ending.MEMORY
        if bounds.seconds is not None and self._seconds() >= bounds.seconds:
            return Ending.TIME
        return None

    def _memory(self) -> int:
        """About how many bytes the states take: all are tuples of the same length."""
        return len(self._states) * (sys.getsizeof(self._states[0]) + ENTRY) if self._states else 0

    def _seconds(self) -> float:
        return time.perf_counter() - self._began

    def _is_full(self) -> bool:
        return self._bounds.states is not None and len(self._states) >= self._bounds.states

    def _number(self, slots: Slots, parent: int, via: int) -> int:
        """The number of a state; a new one is looked at and queued."""
        number = self._numbers.setdefault(slots, len(self._states))
        if number == len(self._states):
            self._states.append(slots)
            self._parents.append(parent)
            self._via.append(via)
            if self._watch.see_state(number, slots):
                self._found_violation = True
        return number

    def _expand(self, number: int) -> bool:
        """Take every possible step from a state; whether there was room for all that they lead to."""
        before = self._states[number]
        watch = self._watch
        possible = False
        for index, group in enumerate(self._moves.by_action):
            for codes, outcome in self._instance.successors_by(before, group.action):
                move = group.first + rank(group.counts, codes)
                possible = True
                if isinstance(outcome, Accepted):
                    if self._is_full() and outcome.slots not in self._numbers:
                        return False
                    self._fired[index] += 1
                    target = self._number(outcome.slots, number, move)
                    if self._edges is not None:
                        self._edges.add(number, move, target)
                    if watch.watches_steps and watch.see_step(
                        Sighting(number, move), before, group.action, group.action.arguments(codes), outcome
                    ):
                        self._found_violation = True
                else:
                    self._failed(number, move, outcome)
                if self._must_stop:
                    return True
        if not possible:
            self._ended(number)
        return True

    def _failed(self, number: int, move: int, fault: Fault) -> None:
        self._faults += 1
        self._found_violation = True
        if self._fault is None:
            self._fault = (number, move, fault)

    def _ended(self, number: int) -> None:
        """A state without a way on: fine when it is declared settled."""
        if self._watch.settled_by_any(self._states[number]):
            return
        self._deadlocks += 1
        if self._deadlock is None:
            self._deadlock = number
        if self._forbid_deadlock:
            self._found_violation = True

    def trace_to(self, sighting: Sighting) -> Trace:
        """The shortest path to a state, or over a step."""
        path = list(self._path(sighting.state))
        steps = tuple((self._moves[self._via[number]], self._states[number]) for number in path[1:])
        start = self._states[path[0]]
        if sighting.move is None:
            return Trace(start, steps)
        move = self._moves[sighting.move]
        outcome = self._instance.step(self._states[sighting.state], move.action, move.codes)
        if isinstance(outcome, Accepted):
            return Trace(start, (*steps, (move, outcome.slots)))
        assert isinstance(outcome, Fault), "a step that was taken is possible"
        return Trace(start, steps, (move, outcome))

    def _path_to(self, slots: Slots) -> Trace | None:
        number = self._numbers.get(slots)
        return None if number is None else self.trace_to(Sighting(number))

    def _path(self, number: int) -> Iterator[int]:
        path: list[int] = []
        while number != NO_PARENT:
            path.append(number)
            number = self._parents[number]
        return reversed(path)

    def _stuck(self, ending: Ending) -> dict[Declaration, Stuck | None]:
        """For each progress declaration, the first state from which nothing settled can be reached."""
        if ending is not Ending.COMPLETE or self._edges is None or not self._watch.settled:
            return {}
        from .stuck import stuck_nodes, told_of

        found: dict[Declaration, Stuck | None] = {}
        for declaration in self._watch.settled:
            settled = [self._watch.is_settled(declaration, slots) for slots in self._states]
            stuck = stuck_nodes(self._edges, settled)
            found[declaration] = Stuck(Sighting(stuck[0]), told_of(self._edges, stuck)) if stuck else None
        return found

    def with_sight(self, found: Exploration, asked: int | None, stop: Callable[[], bool] | None) -> Exploration:
        """What was found, and whether seats are given more than they may know in the first states."""
        if asked == 0:
            return found
        sight = sight_of(
            self._instance,
            self._states[:asked],
            ending=found.ending,
            go_on=lambda: stop is None or not stop(),
            play=lambda number: self.trace_to(Sighting(number)),
        )
        sight.allowances += unneeded(self._instance)
        return replace(found, sight=sight)

    def _refuse_silent(self) -> None:
        if silent := self._watch.silent():
            from ..trace.checks import refuse_silent

            for declaration in silent:
                refuse_silent(declaration, self._instance)

    def result(self, ending: Ending, keep_graph: bool) -> Exploration:
        """Everything that was found. Raises `ModelError` for a declaration that says nothing."""
        if ending is Ending.COMPLETE:
            self._refuse_silent()
        checks = self._watch.results(ending, self.trace_to, self._stuck(ending))
        if self._edges is not None:
            self._edges.states = self._states
        fault = None if self._fault is None else self.trace_to(Sighting(self._fault[0], self._fault[1]))
        deadlock = None if self._deadlock is None else self.trace_to(Sighting(self._deadlock))
        return Exploration(
            instance=self._instance,
            engine="run",
            ending=ending,
            states=len(self._states),
            transitions=sum(self._fired),
            depth=self._depth + (len(self._states) > self._level_end),
            left=len(self._states) - self._next,
            seconds=self._seconds(),
            fired=tuple(self._fired),
            checks=checks,
            faults=self._faults,
            fault=fault,
            deadlocks=self._deadlocks,
            deadlock=deadlock,
            deadlock_forbidden=self._forbid_deadlock,
            edges=self._edges if keep_graph else None,
            path_to=self._path_to,
        )
