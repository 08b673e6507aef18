"""Taking recorded moves again, and what is seen on the way."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ...invariants import Declaration, applicable
from ...model import Fault, Instance, Rejected, Slots
from ..status import Status
from .moves import Moves, number_of
from .outcome import CheckResult, Ending, Exploration, Move, Trace
from .watch import Sighting, Watch


@dataclass(frozen=True)
class Replay:
    """A path that was taken again, as far as it goes, and what was seen on it."""

    exploration: Exploration
    trace: Trace
    refusal: str = ""
    """Why the path could not be taken to its end; empty when it was."""

    @property
    def broken(self) -> tuple[CheckResult, ...]:
        """The declarations that fail on this path."""
        return tuple(check for check in self.exploration.checks if check.status is Status.VIOLATED)


def replay(
    instance: Instance,
    start: Slots,
    moves: Sequence[Move],
    *,
    expected: Iterable[Slots] | None = None,
    declared: Sequence[Declaration] | None = None,
) -> Replay:
    """Take the moves one after another from a state and check every state and step on the way.

    `expected` are the recorded states after each move; a difference ends the replay.
    """
    began = time.perf_counter()
    watch = Watch(instance, applicable(instance) if declared is None else declared)
    numbers = Moves(instance)
    fired = [0] * len(instance.actions)
    recorded = None if expected is None else list(expected)
    trace, refusal = Trace(start), ""
    traces: dict[Sighting, Trace] = {Sighting(0): trace}
    watch.see_state(0, start)
    for index, move in enumerate(moves, 1):
        before = trace.states[-1]
        outcome = instance.step(before, move.action, move.codes)
        if isinstance(outcome, Rejected):
            refusal = f"step {index}, {move}, is not possible: {outcome.reason}"
            break
        if isinstance(outcome, Fault):
            trace = Trace(trace.start, trace.steps, (move, outcome))
            break
        if recorded is not None and index <= len(recorded) and recorded[index - 1] != outcome.slots:
            refusal = f"step {index}, {move}, leads to another state than the recorded one"
            break
        fired[move.action.index] += 1
        trace = Trace(trace.start, (*trace.steps, (move, outcome.slots)))
        step = Sighting(index - 1, number_of(numbers, move.action, move.codes))
        traces[step] = traces[Sighting(index)] = trace
        watch.see_step(step, before, move.action, move.action.arguments(move.codes), outcome)
        watch.see_state(index, outcome.slots)
    exploration = Exploration(
        instance=instance,
        engine="replay",
        ending=Ending.SAMPLED,
        states=len(set(trace.states)),
        transitions=len(trace.steps),
        depth=len(trace.steps),
        left=0,
        seconds=time.perf_counter() - began,
        fired=tuple(fired),
        checks=watch.results(Ending.SAMPLED, traces.__getitem__, {}),
        faults=int(trace.failed is not None),
        fault=trace if trace.failed is not None else None,
    )
    return Replay(exploration, trace, refusal)
