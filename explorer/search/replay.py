"""Taking recorded moves again, and what is seen on the way."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ...invariants import Declaration, applicable
from ...model import Fault, Instance, ModelError, Rejected, SaveError, Slots
from ..findings.bounds import Ending
from ..findings.checks import CheckResult
from ..findings.moves import Moves, number_of
from ..findings.outcome import Exploration
from ..findings.status import Status
from ..findings.traces import Move, Trace
from .recorded import Recorded
from .watch import Sighting, Watch


@dataclass(frozen=True)
class Replay:
    """A path that was taken again, as far as it goes, and what was seen on it."""

    exploration: Exploration
    trace: Trace
    refusal: str = ""
    """Why the path could not be taken to its end; empty when it was."""
    elsewhere: str = ""
    """Where the path first leads to another state than the recorded one, and in which field; empty when nowhere."""

    @property
    def broken(self) -> tuple[CheckResult, ...]:
        """The declarations that fail on this path."""
        return tuple(check for check in self.exploration.checks if check.status is Status.VIOLATED)


def replay(
    instance: Instance,
    start: Slots,
    moves: Iterable[Move],
    *,
    expected: Sequence[Recorded | SaveError] = (),
    declared: Sequence[Declaration] | None = None,
) -> Replay:
    """Take the moves one after another from a state and check every state and step on the way.

    `expected` are the recorded states after each move, or why such a one is no state of this model any more. Where a
    move leads elsewhere the path is followed on from there. It ends at a move that is not possible, or that there is
    not: `moves` may raise `SaveError` or `ModelError`.
    """
    player = _Player(instance, start, applicable(instance) if declared is None else declared)
    refusal = elsewhere = ""
    try:
        for index, move in enumerate(moves):
            refusal = player.take(move)
            if refusal or player.trace.failed is not None:
                break
            if index < len(expected) and not elsewhere:
                difference = _difference(instance, expected[index], player.trace.states[-1])
                elsewhere = f"step {index + 1}, {move}, leads elsewhere: {difference}" if difference else ""
    except (SaveError, ModelError) as error:
        refusal = f"step {len(player.trace.steps) + 1} cannot be taken: {error}"
    return Replay(player.result(), player.trace, refusal, elsewhere)


def _difference(instance: Instance, then: Recorded | SaveError, now: Slots) -> str:
    """How a recorded state differs from the one that was come to, in words; empty where it does not."""
    if isinstance(then, SaveError):
        return f"the recorded state is none any more ({then})"
    return then.difference(instance, now)


class _Player:
    """Walks along one path and looks at what comes by."""

    def __init__(self, instance: Instance, start: Slots, declared: Sequence[Declaration]) -> None:
        self._began = time.perf_counter()
        self._instance = instance
        self._numbers = Moves(instance)
        self._watch = Watch(instance, declared)
        self._fired = [0] * len(instance.actions)
        self.trace = Trace(start)
        self._traces = {Sighting(0): self.trace}
        self._watch.see_state(0, start)

    def take(self, move: Move) -> str:
        """Take one move; why it cannot be taken, or an empty string."""
        before, taken = self.trace.states[-1], len(self.trace.steps)
        outcome = self._instance.step(before, move.action, move.codes)
        if isinstance(outcome, Rejected):
            return f"step {taken + 1}, {move}, is not possible: {outcome.reason}"
        if isinstance(outcome, Fault):
            self.trace = Trace(self.trace.start, self.trace.steps, (move, outcome))
            return ""
        self._fired[move.action.index] += 1
        self.trace = Trace(self.trace.start, (*self.trace.steps, (move, outcome.slots)))
        step = Sighting(taken, number_of(self._numbers, move.action, move.codes))
        self._traces[step] = self._traces[Sighting(taken + 1)] = self.trace
        self._watch.see_step(step, before, move.action, move.action.arguments(move.codes), outcome)
        self._watch.see_state(taken + 1, outcome.slots)
        return ""

    def result(self) -> Exploration:
        """What was seen on the path."""
        return Exploration(
            instance=self._instance,
            engine="replay",
            ending=Ending.PATH,
            states=len(set(self.trace.states)),
            transitions=len(self.trace.steps),
            depth=len(self.trace.steps),
            left=0,
            seconds=time.perf_counter() - self._began,
            fired=tuple(self._fired),
            checks=self._watch.results(Ending.PATH, self._traces.__getitem__, {}),
            faults=int(self.trace.failed is not None),
            fault=self.trace if self.trace.failed is not None else None,
        )
