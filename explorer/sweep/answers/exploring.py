"""The compiled engine: rules are read, made into machine code and swept; what was found is told as by any engine."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ....invariants import Declaration
from ....invariants.language.monitors import without_histories
from ....model import Instance
from ...findings.bounds import Bounds, Ending, Watcher
from ...findings.outcome import Exploration
from ...findings.sight import SightResult
from ...findings.traces import Trace
from ...search.histories import explored
from ...search.watch import Sighting, Stuck, Watch
from ...trace.histories import with_histories
from ...trace.tracing import TracedModel, trace_model
from ..code.observations import Group, Questions
from ..native.calling import seconds_waited
from ..native.machine import Stops
from ..search.checkpoint import Checkpoints
from ..search.stuck import InterruptedPassError
from ..search.sweep import sweep
from .confirmation import Reached
from .deadline import SEARCH_SHARE, Deadline, left_for_sight, without_sight
from .sampling import SAMPLE, Watched, compare
from .sight import ReachedStates, sight_among

BESIDE = 100
"""How many states with histories are stepped again: their rules are those that were compared before."""


def explore(
    instance: Instance,
    *,
    traced: TracedModel | None = None,
    bounds: Bounds | None = None,
    declared: Sequence[Declaration] | None = None,
    keep_going: bool = False,
    forbid_deadlock: bool = False,
    workers: int = 1,
    seed: int = 0,
    sample: int = SAMPLE,
    sight: int | None = 0,
    progress: Watcher | None = None,
    stop: Callable[[], bool] | None = None,
    checkpoints: Checkpoints | None = None,
) -> Exploration:
    """Visit every reachable state, within bounds, and hold the declarations against it, all in machine code.

    `traced` are the rules of the instance as they were read before, if they were. Without `keep_going` the first
    violation ends it; with it, each declaration is followed to its first violation.
    `sample` states, drawn by `seed`, are stepped again by running the rules. The first `sight` states are compared for
    whether seats are given more than they may know (None: all that are reached, whatever ended the sweep).
    `checkpoints` say where sweeps are kept and what they go on from; those with histories begin anew. Raises
    `CheckpointError` for what is none of this sweep or cannot be written,
    `ModelError` when a rule cannot be read, or the set-up or a declaration fails, and `DisagreementError` when running
    the rules gives another answer. Laws that read histories are held against the states with histories, which are swept
    apart and not counted.
    """
    began = time.perf_counter()
    options = _Options(
        bounds or Bounds(), keep_going, forbid_deadlock, workers, seed, sample, sight, progress, stop, began,
        checkpoints,
    )  # fmt: skip
    read = traced or trace_model(without_histories(instance))

    def of_states(instance: Instance, declared: Sequence[Declaration], bounds: Bounds) -> Exploration:
        return _Exploring(read.plain, Watch(instance, declared), options).run()

    def beside(instance: Instance, declared: Sequence[Declaration], bounds: Bounds) -> Exploration:
        began = time.perf_counter()
        watch = Watch(instance, declared)
        less = replace(
            options, bounds=bounds, forbid_deadlock=False, sight=0, sample=min(sample, BESIDE), began=began,
            checkpoints=None,
        )  # fmt: skip
        return _Exploring(with_histories(read.plain, instance), watch, less).run()

    return explored(instance, declared, options.bounds, of_states, beside)


@dataclass(frozen=True)
class _Options:
    """How to explore, and since when."""

    bounds: Bounds
    keep_going: bool
    forbid_deadlock: bool
    workers: int
    seed: int
    sample: int
    sight: int | None
    progress: Watcher | None
    stop: Callable[[], bool] | None
    began: float
    checkpoints: Checkpoints | None

    @property
    def deadline(self) -> Deadline:
        """How long it may take."""
        return Deadline(self.bounds.seconds, self.stop, self.began)

    def left(self) -> Bounds:
        """The bounds of a sweep that begins now."""
        share = 1.0 if self.sight == 0 else SEARCH_SHARE
        memory = self.bounds.memory if self.sight == 0 else without_sight(self.bounds.memory)
        return replace(self.bounds, seconds=self.deadline.left(share), memory=memory)


class _Exploring:
    """One exploration: a sweep for each group of declarations, the first of which gives the counts."""

    def __init__(self, traced: TracedModel, watch: Watch, options: _Options) -> None:
        self._traced = traced
        self._watch = watch
        self._options = options
        self._questions = Questions(traced, watch)
        self._traces: dict[Sighting, Trace] = {}
        self._seconds = 0.0
        self._sampling = 0.0
        self._waited_before = seconds_waited()
        self._startup = time.perf_counter() - options.began
        self._watched: list[Watched] = []

    def run(self) -> Exploration:
        """Sweep for all declarations."""
        first, *others = self._questions.groups
        reached = self._sweep(first)
        ending = reached.result.ending
        for group in others:
            if ending in (Ending.STOPPED, Ending.INTERRUPTED, Ending.TIME):
                break
            ending = self._sweep(group).result.ending
        began = time.perf_counter()
        compare(self._watched, reached.result, self._options.seed, self._options.sample, self._options.workers)
        self._sampling = time.perf_counter() - began
        stuck: dict[Declaration, Stuck | None] = {}
        if ending is Ending.COMPLETE and self._watch.settled:
            began, waited = time.perf_counter(), seconds_waited()
            ending, stuck = self._settle(reached)
            waited = seconds_waited() - waited
            self._startup += waited
            self._seconds += time.perf_counter() - began - waited
        return replace(self._told(reached, ending, stuck), sight=self._sight(reached))

    def _sweep(self, group: Group) -> Reached:
        """Sweep with the declarations of a group under watch, and confirm what it shows of them."""
        options, began = self._options, time.perf_counter()
        compiled = group.compiled(self._traced, self._questions.settled)
        states, steps = (0, 0) if options.keep_going else group.violations()
        result = sweep(
            compiled.machine,
            [compiled.packing.pack(slots) for slots in self._traced.instance.initial_states()],
            bounds=options.left(),
            stops=Stops(
                states=states,
                steps=steps,
                fault=not options.keep_going,
                deadlock=options.forbid_deadlock and not options.keep_going,
            ),
            workers=options.workers,
            progress=options.progress,
            stop=options.stop,
            checkpoints=None if options.checkpoints is None else options.checkpoints.of_sweep(len(self._watched)),
        )
        self._seconds += result.seconds
        self._startup += time.perf_counter() - began - result.seconds
        reached = Reached(compiled, result)
        self._watched.append((compiled, group))
        for signal in group.signals:
            reached.confirm(signal)
        for observed in self._watch.observed:
            if observed.sighting is not None and observed.sighting not in self._traces:
                self._traces[observed.sighting] = reached.trace_to(observed.sighting)
        return reached

    def _settle(self, reached: Reached) -> tuple[Ending, dict[Declaration, Stuck | None]]:
        """For each progress declaration, the first state from which nothing settled can be reached."""
        found: dict[Declaration, Stuck | None] = {}
        for declaration, bit in self._questions.groups[0].settled.items():
            try:
                found[declaration] = reached.stuck(
                    bit, self._options.workers, lambda: self._options.deadline.ended() is None
                )
            except InterruptedPassError:
                return self._options.deadline.ended() or Ending.INTERRUPTED, {}
            stuck = found[declaration]
            if stuck is not None:
                self._traces[stuck.sighting] = reached.trace_to(stuck.sighting)
        return Ending.COMPLETE, found

    def _sight(self, reached: Reached) -> SightResult | None:
        """Whether seats are given more than they may know in what was reached; None when that is not asked."""
        if self._options.sight == 0:
            return None
        result = reached.result
        states = ReachedStates(
            packing=reached.compiled.packing,
            words=result.words,
            expanded=result.states - result.left,
            play=lambda number: reached.trace_to(Sighting(number)),
            ending=result.ending,
        )
        return sight_among(
            self._traced,
            states,
            most=self._options.sight,
            workers=self._options.workers,
            seed=self._options.seed,
            go_on=self._options.deadline.grace(),
            memory=left_for_sight(self._options.bounds.memory, result.memory),
        )

    def _told(self, reached: Reached, ending: Ending, stuck: dict[Declaration, Stuck | None]) -> Exploration:
        result, instance = reached.result, self._traced.instance
        kernel = seconds_waited() - self._waited_before
        fired = result.actions[: len(instance.actions)]
        fault, deadlock = result.first_fault, result.first_deadlock
        return Exploration(
            instance=instance,
            engine="compiled",
            ending=ending,
            states=result.states,
            transitions=sum(fired),
            depth=result.depth,
            left=result.left,
            seconds=self._seconds,
            startup=self._startup - kernel,
            kernel=kernel,
            sampling=self._sampling,
            fired=fired,
            checks=self._watch.results(ending, self._traces.__getitem__, stuck),
            faults=result.faults,
            fault=None if fault is None else reached.trace_to(Sighting(fault.parent, fault.ordinal)),
            deadlocks=result.deadlocks,
            deadlock=None if deadlock is None else reached.trace_to(Sighting(deadlock)),
            deadlock_forbidden=self._options.forbid_deadlock,
            memory=result.memory,
            seed=self._options.seed,
            path_to=reached.path_to,
        )
