"""Random play: many walks from the first states, reproducible by their seed, for what is too big to visit wholly."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from ...invariants import Declaration, applicable, monitored
from ...model import Accepted, Fault, Instance, Rejected, Slots
from ..findings.bounds import HEARTBEAT, Bounds, Ending, SearchProgress, Watcher
from ..findings.checks import CheckResult, judged
from ..findings.moves import Moves, number_of
from ..findings.outcome import Exploration
from ..findings.sight import SightResult
from ..findings.status import Status
from ..findings.traces import Move, Trace
from ..sight.reached import sight_of
from ..sight.unneeded import unneeded
from .policies import Player, PolicyFault
from .preference import preferences
from .watch import Sighting, Watch

USUAL_LENGTH = 100
USUAL_WALKS = 100


def simulate(
    instance: Instance,
    *,
    seed: int = 0,
    walks: int = USUAL_WALKS,
    bounds: Bounds | None = None,
    declared: Sequence[Declaration] | None = None,
    keep_going: bool = False,
    forbid_deadlock: bool = False,
    sight: int | None = None,
    policy: str | None = None,
    progress: Watcher | None = None,
    stop: Callable[[], bool] | None = None,
) -> Exploration:
    """Play `walks` random games of at most `bounds.depth` steps (100 unless given), and check what comes by.

    In every state an action is drawn among those that are possible, rather one that was rarely taken so far, then its
    arguments; or all seats are played by a policy of the model. Equal seeds give equal games. Sight is judged among the
    first `sight` states (None: all of them). A random sample never shows that something always holds; traces are as
    long as the walk that found them.
    """
    instance = monitored(instance)
    watch = Watch(instance, applicable(instance) if declared is None else declared)
    player = None if policy is None else Player(instance, policy)
    play = _Play(instance, random.Random(seed), bounds or Bounds(), watch, keep_going, forbid_deadlock, player)
    ending = play.run(walks, progress, stop)
    judged = None if sight == 0 else play.sight(sight, ending, stop)
    return replace(play.result(ending, seed), sight=judged)


class _Play:
    def __init__(
        self,
        instance: Instance,
        chance: random.Random,
        bounds: Bounds,
        watch: Watch,
        keep_going: bool,
        forbid_deadlock: bool,
        player: Player | None,
    ) -> None:
        self._began = time.perf_counter()
        self._beat = self._began
        self._instance = instance
        self._random = chance
        self._bounds = bounds
        self._length = USUAL_LENGTH if bounds.depth is None else bounds.depth
        self._watch = watch
        self._keep_going = keep_going
        self._forbid_deadlock = forbid_deadlock
        self._player = player
        self._misplayed: CheckResult | None = None
        self._moves = Moves(instance)
        self._arrivals: dict[Slots, tuple[Slots, Move] | None] = {}
        self._walks = 0
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
            self._walks += 1
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
            if self._bounds.states is not None and len(self._arrivals) >= self._bounds.states:
                return Ending.STATES
            if now >= self._beat:
                self._beat = now + HEARTBEAT
                if progress is not None:
                    progress(SearchProgress(len(self._arrivals), 0, self._depth, now - self._began))
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
        if slots in self._arrivals:
            return
        sighting = Sighting(len(self._arrivals))
        before = self._steps[-2][1] if len(self._steps) > 1 else self._start
        self._arrivals[slots] = (before, self._steps[-1][0]) if self._steps else None
        self._look(sighting, lambda: self._watch.see_state(sighting.state, slots))

    def _look(self, sighting: Sighting, see: Callable[[], bool]) -> None:
        """Look at a state or a step, and keep the game when something is seen there for the first time."""
        if see():
            self._found_violation = True
        if any(each.sighting == sighting for each in self._watch.observed):
            self._traces[sighting] = self._trace()

    def _advance(self) -> bool:
        """Take a random step, or that of the policy; False when none is possible."""
        try:
            moves = self._drawn() if self._player is None else self._player.moves(self._here, self._random)
            for move in moves:
                outcome = self._instance.step(self._here, move.action, move.codes)
                if isinstance(outcome, Rejected):
                    continue
                if isinstance(outcome, Accepted):
                    self._fired[move.action.index] += 1
                    self._step(number_of(self._moves, move.action, move.codes), move, outcome)
                    return True
                self._failed(move, outcome)
                return False
        except PolicyFault as fault:
            self._misplay(str(fault))
            return False
        if not self._watch.settled_by_any(self._here):
            self._deadlocks += 1
            self._found_violation = self._found_violation or self._forbid_deadlock
            self._deadlock = self._deadlock or self._trace()
        return False

    def _drawn(self) -> Iterator[Move]:
        """All moves, in the order in which they are tried."""
        for index in self._order():
            group = self._moves.by_action[index]
            for offset in self._random.sample(range(group.total), group.total):
                yield group.move(offset)

    def _misplay(self, told: str) -> None:
        """A policy has done something wrong: the first time is kept, with the game that led there."""
        self._found_violation = True
        if self._misplayed is None and self._player is not None:
            self._misplayed = CheckResult(
                self._player.declaration, Status.VIOLATED, told, self._trace(), "there is a counterexample"
            )

    def _order(self) -> list[int]:
        """The actions in the order in which they are tried: drawn by weight (Efraimidis and Spirakis, 2006)."""
        keys = [self._random.random() ** (1 / weight) for weight in preferences(self._fired)]
        return sorted(range(len(keys)), key=keys.__getitem__, reverse=True)

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

    def sight(self, most: int | None, ending: Ending, stop: Callable[[], bool] | None) -> SightResult:
        """Whether seats are given more than they may know in the states that were come by."""
        states = list(self._arrivals)[:most]

        def go_on() -> bool:
            late = self._bounds.seconds is not None and time.perf_counter() - self._began >= self._bounds.seconds
            return not late and (stop is None or not stop())

        found = sight_of(
            self._instance, states, ending=ending, go_on=go_on, play=lambda number: self._play_to(states[number])
        )
        found.allowances += unneeded(self._instance)
        return found

    def _play_to(self, slots: Slots) -> Trace:
        """A play to a state, by the first arrival at each state on the way."""
        steps: list[tuple[Move, Slots]] = []
        arrival = self._arrivals[slots]
        while arrival is not None:
            before, move = arrival
            steps.append((move, slots))
            slots, arrival = before, self._arrivals[before]
        return Trace(slots, tuple(reversed(steps)))

    def _policy(self, ending: Ending) -> tuple[CheckResult, ...]:
        """The answer about the policy, if one plays."""
        if self._player is None:
            return ()
        return (self._misplayed or judged(self._player.declaration, ending, looked_at=True),)

    def result(self, ending: Ending, seed: int) -> Exploration:
        return Exploration(
            instance=self._instance,
            engine="simulate",
            ending=ending,
            states=len(self._arrivals),
            transitions=sum(self._fired),
            depth=self._depth,
            left=0,
            seconds=time.perf_counter() - self._began,
            fired=tuple(self._fired),
            checks=(*self._watch.results(ending, self._traces.__getitem__, {}), *self._policy(ending)),
            faults=self._faults,
            fault=self._fault,
            deadlocks=self._deadlocks,
            deadlock=self._deadlock,
            deadlock_forbidden=self._forbid_deadlock,
            seed=seed,
            walks=self._walks,
        )
