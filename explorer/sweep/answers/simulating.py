"""Random play by the compiled engine: walks in machine code, told as any engine tells it, and confirmed by running."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from ....invariants import Declaration, applicable
from ....model import Instance
from ...findings.bounds import Bounds, Watcher
from ...findings.outcome import Exploration
from ...findings.sight import SightResult
from ...findings.traces import Trace
from ...search.watch import Sighting, Watch
from ...trace.histories import with_declared_histories
from ...trace.tracing import TracedModel, trace_model
from ..code.observations import Questions
from ..native.calling import seconds_waited
from ..native.machine import Stops
from ..search.workers import WorkerPool
from ..walks.walking import Walking
from .confirmation import Reached
from .deadline import SEARCH_SHARE, Deadline, left_for_sight, without_sight
from .sampling import compare
from .sight import sight_of_sample

USUAL_WALKS: Final = 10_000

SAMPLE: Final = 200
"""How many states are stepped again; all, when there are fewer."""

MOST_COMPARED: Final = 1 << 19
"""States up to which sight is judged; they are those that were come by first."""


def simulate(
    instance: Instance,
    *,
    traced: TracedModel | None = None,
    seed: int = 0,
    walks: int = USUAL_WALKS,
    bounds: Bounds | None = None,
    declared: Sequence[Declaration] | None = None,
    keep_going: bool = False,
    forbid_deadlock: bool = False,
    sight: int | None = MOST_COMPARED,
    sample: int = SAMPLE,
    workers: int = 1,
    progress: Watcher | None = None,
    stop: Callable[[], bool] | None = None,
) -> Exploration:
    """Play `walks` random games of at most `bounds.depth` steps, all in machine code.

    Without that bound most games have at most 100 steps, one in four 400, one in sixteen 1,600, and so on to 25,600.

    Equal seeds give equal games, whatever the number of workers. Actions that were rarely taken are drawn more often.
    Every state that a game comes by and every step from it is looked at; each finding has a play that is run again, and
    `sample` states are stepped again. Sight is judged among the first `sight` states (0: not at all). Without
    `keep_going` the first round of games with a violation is the last. Raises `ModelError` and `DisagreementError` as
    exploring does.
    """
    began = time.perf_counter()
    wanted = bounds or Bounds()
    deadline = Deadline(wanted.seconds, stop, began)
    read = with_declared_histories(traced or trace_model(instance))
    watch = Watch(read.instance, applicable(read.instance) if declared is None else declared)
    played = _Played(read, watch, workers, keep_going, forbid_deadlock)
    share = 1.0 if sight == 0 else SEARCH_SHARE
    memory = wanted.memory if sight == 0 else without_sight(wanted.memory)
    played.walk(replace(wanted, memory=memory), deadline.left(share), walks, seed, progress, stop)
    played.confirm(seed, sample)
    judged = None if sight == 0 else played.sight(sight, seed, deadline.grace(), wanted.memory)
    return replace(played.told(seed), sight=judged, startup=played.startup(began))


@dataclass
class _Played:
    """Walks with all declarations under watch, and what they showed."""

    traced: TracedModel
    watch: Watch
    workers: int
    keep_going: bool
    forbid_deadlock: bool
    walks: int = 0
    sampling: float = 0.0
    reached: list[Reached] = field(default_factory=list[Reached])
    traces: dict[Sighting, Trace] = field(default_factory=dict[Sighting, Trace])

    def __post_init__(self) -> None:
        self._waited = seconds_waited()
        questions = Questions(self.traced, self.watch)
        self._groups = questions.groups
        self._compiled = [group.compiled(self.traced, questions.settled) for group in self._groups]
        self._ready = time.perf_counter()

    def walk(
        self,
        bounds: Bounds,
        seconds: float | None,
        walks: int,
        seed: int,
        progress: Watcher | None,
        stop: Callable[[], bool] | None,
    ) -> None:
        """Walk, until something ends it."""
        instance, machines = self.traced.instance, [compiled.machine for compiled in self._compiled]
        found = [(0, 0) if self.keep_going else group.violations() for group in self._groups]
        deadlock = self.forbid_deadlock and not self.keep_going
        stops = [Stops(states, steps, fault=not self.keep_going, deadlock=deadlock) for states, steps in found]
        initial = [self._compiled[0].packing.pack(slots) for slots in instance.initial_states()]
        with WorkerPool(self.workers) as pool:
            walking = Walking(machines, stops, len(instance.actions), replace(bounds, seconds=seconds), pool)
            results = walking.go(initial, walks, seed, progress, stop)
        self.walks = walking.walks
        self.reached = [Reached(compiled, result) for compiled, result in zip(self._compiled, results, strict=True)]

    def confirm(self, seed: int, sample: int) -> None:
        """Look at what the bits say by running it, and step a sample of the states again."""
        for reached, group in zip(self.reached, self._groups, strict=True):
            for signal in group.signals:
                reached.confirm(signal)
        for observed in self.watch.observed:
            if observed.sighting is not None:
                self.traces[observed.sighting] = self.reached[0].trace_to(observed.sighting)
        began = time.perf_counter()
        watched = list(zip(self._compiled, self._groups, strict=True))
        compare(watched, self.reached[0].result, seed, sample, self.workers)
        self.sampling = time.perf_counter() - began

    def sight(self, most: int | None, seed: int, go_on: Callable[[], bool], memory: int | None) -> SightResult:
        """Whether seats are given more than they may know in the states that were come by."""
        reached = self.reached[0]
        return sight_of_sample(
            self.traced,
            reached.compiled,
            reached.result.words[:most],
            lambda number: reached.trace_to(Sighting(number)),
            workers=self.workers,
            seed=seed,
            go_on=go_on,
            memory=left_for_sight(memory, reached.result.memory),
        )

    def startup(self, began: float) -> float:
        """The seconds before the walks began."""
        return self._ready - began

    def told(self, seed: int) -> Exploration:
        """What was found."""
        reached, instance = self.reached[0], self.traced.instance
        result = reached.result
        fault, deadlock = result.first_fault, result.first_deadlock
        return Exploration(
            instance=instance,
            engine="simulate",
            ending=result.ending,
            states=result.states,
            transitions=result.transitions,
            depth=result.depth,
            left=0,
            seconds=result.seconds,
            kernel=seconds_waited() - self._waited,
            sampling=self.sampling,
            fired=result.actions,
            checks=self.watch.results(result.ending, self.traces.__getitem__, {}),
            faults=result.faults,
            fault=None if fault is None else reached.trace_to(Sighting(fault.parent, fault.ordinal)),
            deadlocks=result.deadlocks,
            deadlock=None if deadlock is None else reached.trace_to(Sighting(deadlock)),
            deadlock_forbidden=self.forbid_deadlock,
            memory=result.memory,
            seed=seed,
            walks=self.walks,
            has_forgotten=result.has_forgotten,
        )
