"""Random play: many walks from the first states, reproducible by their seed, for what is too big to visit wholly."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence

from ...invariants import Declaration, applicable
from ...model import Accepted, Fault, Instance, Rejected, Slots
from ..findings.bounds import HEARTBEAT, Bounds, Ending, Progress, Watcher
from ..findings.moves import Moves
from ..findings.outcome import Exploration
from ..findings.traces import Move, Trace
from .watch import Sighting, Watch

USUAL_LENGTH = 100


def simulate(
    instance: Instance,
    *,
    seed: int = 0,
    walks: int = 100,
    bounds: Bounds | None = None,
    declared: Sequence[Declaration] | None = None,
    keep_going: bool = False,
    progress: Watcher | None = None,
    stop: Callable[[], bool] | None = None,
) -> Exploration:
    """Play `walks` random games of at most `bounds.depth` steps (100 unless given), and check what comes by.

    In every state an action is drawn among those that are possible, then its arguments. Equal seeds give equal games.
    A random sample never shows that something always holds; traces are as long as the walk that found them.
    """
    watch = Watch(instance, applicable(instance) if declared is None else declared)
    play = _Play(instance, random.Random(seed), bounds or Bounds(), watch, keep_going)
    ending = play.run(walks, progress, stop)
    return play.result(ending, seed)


class _Play:
    def __init__(
        self, instance: Instance, chance: random.Random, bounds: Bounds, watch: Watch, keep_going: bool
    ) -> None:
        self._began = time.perf_counter()
        self._beat = self._began
        self._instance = instance
        self._random = chance
        self._bounds = bounds
        self._length = USUAL_LENGTH if bounds.depth is None else bounds.depth
        self._watch = watch
        self._keep_going = keep_going
        self._moves = Moves(instance)
        self._seen: set[Slots] = set()
        self._start: Slots = ()
        self._here: Slots = ()
        self._steps: list[tuple[Move, Slots]] = []
        self._traces: dict[Sighting, Trace] = {}
        self._fired = [0] * len(instance.actions)
        self._depth = 0
        self._faults = 0
        self._fault: Trace | None = None
        self._deadlocks = 0
        self._deadlock: Trace | None = None
        self._found_violation = False

    def run(self, walks: int, progress: Watcher | None, stop: Callable[[], bool] | None) -> Ending:
        starts = self._instance.initial_states()
        for _ in range(walks):
            self._start, self._steps = self._random.choice(starts), []
            self._visit(self._start)
            ending = self._walk(progress, stop)
            if ending is not None:
                return ending
        return Ending.SAMPLED

    def _walk(self, progress: Watcher | None, stop: Callable[[], bool] | None) -> Ending | None:
        """One game, from the state that was just visited; why the simulation ends, if it does."""
        while True:
            if self._found_violation and not self._keep_going:
                return Ending.STOPPED
            now = time.perf_counter()
            if self._bounds.seconds is not None and now - self._began >= self._bounds.seconds:
                return Ending.TIME
            if self._bounds.states is not None and len(self._seen) >= self._bounds.states:
                return Ending.STATES
            if now >= self._beat:
                self._beat = now + HEARTBEAT
                if progress is not None:
                    progress(Progress(len(self._seen), 0, self._depth, now - self._began))
                if stop is not None and stop():
                    return Ending.INTERRUPTED
            if len(self._steps) >= self._length or not self._advance():
                return None

    def _trace(self) -> Trace:
        """The game so far."""
        return Trace(self._start, tuple(self._steps))

    def _visit(self, slots: Slots) -> None:
        self._here = slots
        self._depth = max(self._depth, len(self._steps))
        if slots in self._seen:
            return
        sighting = Sighting(len(self._seen))
        self._seen.add(slots)
        self._look(sighting, lambda: self._watch.see_state(sighting.state, slots))

    def _look(self, sighting: Sighting, see: Callable[[], bool]) -> None:
        """Look at a state or a step, and keep the game when something is seen there for the first time."""
        if see():
            self._found_violation = True
        if any(each.sighting == sighting for each in self._watch.observed):
            self._traces[sighting] = self._trace()

    def _advance(self) -> bool:
        """Take a random step; False when none is possible."""
        for index in self._random.sample(range(len(self._moves.ways)), len(self._moves.ways)):
            ways = self._moves.ways[index]
            for offset in self._random.sample(range(ways.total), ways.total):
                move = ways.move(offset)
                outcome = self._instance.step(self._here, move.action, move.codes)
                if isinstance(outcome, Rejected):
                    continue
                if isinstance(outcome, Accepted):
                    self._fired[index] += 1
                    self._step(ways.first + offset, move, outcome)
                    return True
                self._failed(move, outcome)
                return False
        if not self._watch.settled_by_any(self._here):
            self._deadlocks += 1
            self._deadlock = self._deadlock or self._trace()
        return False

    def _step(self, number: int, move: Move, outcome: Accepted) -> None:
        before = self._here
        self._steps.append((move, outcome.slots))
        if self._watch.watches_steps:
            sighting = Sighting(-1 - sum(self._fired), number)
            arguments = move.action.arguments(move.codes)
            self._look(sighting, lambda: self._watch.see_step(sighting, before, move.action, arguments, outcome))
        self._visit(outcome.slots)

    def _failed(self, move: Move, fault: Fault) -> None:
        self._faults += 1
        self._found_violation = True
        self._fault = self._fault or Trace(self._start, tuple(self._steps), (move, fault))

    def result(self, ending: Ending, seed: int) -> Exploration:
        return Exploration(
            instance=self._instance,
            engine="simulate",
            ending=ending,
            states=len(self._seen),
            transitions=sum(self._fired),
            depth=self._depth,
            left=0,
            seconds=time.perf_counter() - self._began,
            fired=tuple(self._fired),
            checks=self._watch.results(ending, self._traces.__getitem__, {}),
            faults=self._faults,
            fault=self._fault,
            deadlocks=self._deadlocks,
            deadlock=self._deadlock,
            seed=seed,
        )
