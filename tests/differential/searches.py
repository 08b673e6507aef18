"""What searches say that do not see everything: bounded ones, those that stop at a finding, random play."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from kanly.explorer.findings.bounds import Bounds, Ending
from kanly.explorer.findings.checks import WITNESSES
from kanly.explorer.findings.outcome import Exploration
from kanly.explorer.findings.status import Status
from kanly.explorer.search.breadth_first import explore
from kanly.explorer.search.simulation import simulate
from kanly.explorer.sweep.answers.exploring import explore as sweep
from kanly.explorer.sweep.answers.simulating import simulate as walk
from kanly.explorer.trace.tracing import TracedModel
from kanly.invariants import CheckKind, Declaration, monitored
from kanly.invariants.language.declarations import declared_for
from kanly.model import Instance

from .enumeration import Naive, NaiveSight
from .holding import Differences, Held, HeldSight, is_play, leaks_by

MUST_HOLD = (CheckKind.INVARIANT, CheckKind.SAVE_RULE, CheckKind.STEP, CheckKind.EQUIVALENCE)
"""What ends a search, where it is broken, that does not go on."""


@dataclass
class Searches:
    """The searches of one model that do not see everything; `chance` draws how much they see."""

    held: Held
    traced: TracedModel
    chance: random.Random

    @property
    def naive(self) -> Naive:
        """The naive reading of all that play reaches."""
        return self.held.naive

    @property
    def instance(self) -> Instance:
        """The model in its scenario."""
        return self.naive.instance

    def differences(self) -> Differences:
        """Everything in which a search differs from what it may say."""
        ways: list[Callable[[], Differences]] = [
            self._to_a_depth, self._so_many_states, self._sight_of_some, self._stopping, self._without_a_way_on,
            self._walks, self._walks_with_little_memory, self._plays,
        ]  # fmt: skip
        for way in self.chance.sample(ways, 3):
            yield from (f"{way.__name__.strip('_')}, {told}" for told in way())

    def _sweep(self, **options: object) -> Exploration:
        workers = self.chance.choice((1, 1, 2))
        asked = {"keep_going": True, "sample": 0, "sight": None, "workers": workers, **options}
        return sweep(self.instance, traced=self.traced, **asked)  # pyright: ignore[reportArgumentType]

    def _to_a_depth(self) -> Differences:
        """Every state of the first levels is found, and all but the last of them are gone on from."""
        levels = self.naive.levels
        depth = self.chance.randint(0, max(levels.values()))
        found = sum(level <= depth for level in levels.values())
        expanded = sum(level < depth for level in levels.values())
        for run in (
            explore(self.instance, keep_going=True, sight=None, bounds=Bounds(depth=depth)),
            self._sweep(bounds=Bounds(depth=depth)),
        ):
            if run.ending is not Ending.DEPTH:
                yield f"{run.engine} to {depth} ended by {run.ending}"
            yield from (f"{run.engine} to {depth}: {told}" for told in self._of_first(run, found, expanded))

    def _so_many_states(self) -> Differences:
        """So many states are found, in the order of the search; the first of them are gone on from."""
        most = self.chance.randint(len(self.instance.initial_states()), len(self.naive.levels))
        found = self._sweep(bounds=Bounds(states=most), workers=1)
        if found.ending is Ending.STATES:
            yield from (f"of {most}: {told}" for told in self._of_first(found, found.states, found.states - found.left))
        elif found.ending is not Ending.COMPLETE or found.states > most:
            yield f"of {most}: ended by {found.ending} with {found.states}"
        run = explore(self.instance, keep_going=True, sight=None, bounds=Bounds(states=most))
        if (run.ending, run.states) != (Ending.STATES, most) and len(self.naive.levels) != most:
            yield f"run of {most}: ended by {run.ending} with {run.states}"
        if run.ending is Ending.STATES:
            held = Held(self.naive.first(run.states, run.states), self.held.tally)
            for check in run.checks:  # steps of the state in which it ended may not have been taken
                if check.declaration.is_told_by(self.instance) and check.declaration.takes == 1:
                    yield from (
                        f"run of {most}, {check.declaration.id}: {told}" for told in held.check(check, run.ending)
                    )
            yield from self._seen(run, run.states, run.states)

    def _of_first(self, found: Exploration, states: int, expanded: int) -> Differences:
        held = Held(self.naive.first(states, expanded), self.held.tally)
        if found.with_histories is None:
            yield from held.differences(found)
        yield from self._seen(found, states, states if found.engine == "run" else expanded)

    def _seen(self, found: Exploration, states: int, expanded: int) -> Differences:
        assert found.sight is not None
        ending = found.ending
        yield from HeldSight(self.held, states, expanded, states, ending).differences(found.sight)

    def _sight_of_some(self) -> Differences:
        """Only the first states are compared."""
        most = self.chance.randint(1, len(self.naive.levels))
        for found in (explore(self.instance, keep_going=True, sight=most), self._sweep(sight=most)):
            assert found.sight is not None
            is_run, states = found.engine == "run", len(self.naive.levels)
            if found.sight.states not in ((most,) if is_run else (most, states)):
                yield f"{found.engine}: {found.sight.states} are said to be compared, and not {most}"
            sampled = found.sight.states != states
            if sampled is not (Status.SAMPLED in found.statuses):
                yield f"{found.engine}: {found.sight.states} of {states} were compared, which is told as {found.status}"
            seen = HeldSight(self.held, most, most, most if is_run else states)
            yield from (f"{found.engine} of {most}: {told}" for told in seen.differences(found.sight))

    def _broken(self) -> Iterator[int]:
        """After how many steps there is each thing that ends a search which does not go on."""
        naives = [self.naive]
        if any(not each.is_told_by(self.instance) for each in declared_for(self.instance)):
            naives.append(Naive(monitored(self.instance)))
        for naive in naives:
            for declaration in naive.of_kind(*MUST_HOLD):
                if (earliest := naive.earliest(declaration, False)) is not None:
                    yield earliest
            yield from (naive.levels[step.before] + 1 for step in naive.failing)

    def _stopping(self) -> Differences:
        """A search that does not go on ends at something that is broken, as early as it is."""
        broken = min(self._broken(), default=None)
        for found in (explore(self.instance), self._sweep(keep_going=False, sight=0)):
            violated = [check for check in found.checks if check.status is Status.VIOLATED]
            stuck = [check for check in violated if check.declaration.kind is CheckKind.PROGRESS]
            lengths = [
                trace.length for trace in (*(check.trace for check in violated), found.fault) if trace is not None
            ]
            if (found.ending is Ending.STOPPED) is not (broken is not None):
                yield f"{found.engine} ended by {found.ending}, broken after {broken}"
            is_earliest = broken in lengths or (bool(lengths) and found.engine != "run")
            if broken is not None and (
                not is_earliest or stuck
            ):  # declarations that need several sweeps have a turn each
                yield f"{found.engine} ended at what is broken after {lengths}, and the first after {broken}"
            for check in violated:
                if check.declaration.is_told_by(self.instance):
                    yield from (f"{check.declaration.id}: {told}" for told in self.held.check(check, found.ending))

    def _without_a_way_on(self) -> Differences:
        """A state without a way on is a violation where that is forbidden, and nowhere else."""
        for found in (
            explore(self.instance, declared=self._progress, forbid_deadlock=True, keep_going=True),
            self._sweep(declared=self._progress, forbid_deadlock=True, sight=0),
        ):
            if found.deadlocks != len(self.naive.deadlocks):
                yield f"{found.engine}: {found.deadlocks} states without a way on, but {len(self.naive.deadlocks)}"
            is_wrong = bool(self.naive.deadlocks or self.naive.failing)
            is_wrong = is_wrong or any(self.naive.stuck(each) for each in self._progress)
            if (found.status is Status.VIOLATED) is not is_wrong:
                yield f"{found.engine} says {found.status}"

    @cached_property
    def _progress(self) -> list[Declaration]:
        return self.naive.of_kind(CheckKind.PROGRESS)

    def _walks(self) -> Differences:
        found = walk(self.instance, traced=self.traced, walks=40, seed=self.chance.randint(0, 99), keep_going=True)
        yield from self._played(found)

    def _walks_with_little_memory(self) -> Differences:
        found = walk(
            self.instance, traced=self.traced, walks=20, seed=self.chance.randint(0, 99), keep_going=True, sight=0,
            bounds=Bounds(memory=self.chance.choice((1_000, 3_000, 9_000))), workers=self.chance.choice((1, 2)),
        )  # fmt: skip
        if found.ending is Ending.SAMPLED:
            yield from self._played(found)

    def _plays(self) -> Differences:
        yield from self._played(simulate(self.instance, walks=20, seed=self.chance.randint(0, 99), keep_going=True))

    def _played(self, found: Exploration) -> Differences:
        """What random play says: nothing but what is so, by plays that show it."""
        naive = Naive(found.instance) if found.instance is not self.instance else self.naive
        held = Held(naive, self.held.tally)
        for check in found.checks:
            declaration, asks = check.declaration, check.declaration.kind in WITNESSES
            seen = check.status is (Status.HOLDS if asks else Status.VIOLATED)
            if not seen and check.status is not Status.SAMPLED:
                yield f"{declaration.id} is said to be {check.status}"
            if seen and (check.trace is None or not held.shows(declaration, check.trace)):
                yield f"{declaration.id}: its play does not show it"
        if (found.faults > 0) is not (found.fault is not None):
            yield f"{found.faults} faults, by no play"
        if found.fault and not is_play(naive.instance, found.fault):
            yield "the play to the fault is none"
        if (found.deadlocks > 0) is not (found.deadlock is not None):
            yield f"{found.deadlocks} states without a way on, by no play"
        if found.deadlock and (
            not is_play(naive.instance, found.deadlock) or found.deadlock.states[-1] not in naive.deadlocks
        ):
            yield "the play to a state without a way on leads elsewhere"
        if found.states > len(naive.levels) and not found.has_forgotten:
            yield f"{found.states} states, but {len(naive.levels)}"
        if any(times and not possible for times, possible in zip(found.fired, naive.fired, strict=True)):
            yield f"took {found.fired}, possible are {naive.fired}"
        yield from self._sight_of_play(found)

    def _sight_of_play(self, found: Exploration) -> Differences:
        every = list(self.naive.levels)
        for answer in () if found.sight is None else found.sight.answers:
            sight = NaiveSight(self.naive, list(self.instance.seats.by_name).index(answer.seat), every, every, every)
            leaks = sight.is_undefined or leaks_by(sight, answer)
            if answer.status in (Status.VIOLATED, Status.HOLDS) and (answer.status is Status.VIOLATED) is not leaks:
                yield f"{answer.seat}, {answer.channel.value} {answer.of} is {answer.status}, leaks: {leaks}"
