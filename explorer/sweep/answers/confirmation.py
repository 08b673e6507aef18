"""What a sweep has found, told by running the rules: traces with actions and arguments, conjuncts that fail."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ....invariants import CheckKind, replayed
from ....model import Accepted, Slots
from ....model.language.base.errors import Rejection
from ...findings.edges import Edges
from ...findings.moves import Moves
from ...findings.traces import Move, Trace
from ...search.watch import Sighting, Stuck, failing
from ..code.generation import CompiledModel
from ..code.observations import Signal
from ..search.history import PackedStep
from ..search.result import SweepResult
from ..search.stuck import stuck_states
from .disagreement import DisagreementError, described
from .sampling import nth_step

MOST_TOLD = 20_000
"""Stuck states up to which it is worked out where play ends up from them."""


class Reached:
    """The states of a sweep, as slots."""

    def __init__(self, compiled: CompiledModel, result: SweepResult) -> None:
        self.compiled = compiled
        self.result = result
        self._instance = compiled.traced.instance

    def slots(self, number: int) -> Slots:
        """A state."""
        return self.compiled.packing.unpack(self.result.history.state(number))

    def confirm(self, signal: Signal) -> None:
        """Note what there is of a declaration. Raises `DisagreementError` when running it says otherwise."""
        observed, result = signal.observed, self.result
        firsts = result.first_steps if signal.of_steps else result.first_states
        if signal.premise is not None:
            observed.looked_at = observed.looked_at or signal.premise in firsts
        else:
            taken = any(result.actions[index] for index in signal.actions)
            observed.looked_at = observed.looked_at or not signal.of_steps or taken
        if signal.found is None or signal.found not in firsts:
            return
        sighting, arguments = self._sighting(firsts[signal.found])
        if observed.declaration.kind is CheckKind.PROGRESS:
            try:
                observed.declaration.function(*arguments)
            except (Exception, Rejection) as error:
                raise failing(observed.declaration, error) from error
        elif observed.look(arguments):
            observed.sighting = sighting
            return
        subject = f"{observed.declaration.id}, which compiled code reports,"
        raise DisagreementError(described(self._instance, self.slots(sighting.state), subject, "reported", "nothing"))

    def _sighting(self, first: int | PackedStep) -> tuple[Sighting, Sequence[Any]]:
        """Where something was seen, and what a declaration is asked about there."""
        if isinstance(first, int):
            return Sighting(first), (self._instance.state(self.slots(first)),)
        before = self.slots(first.parent)
        action, codes, outcome = nth_step(self._instance, before, first.ordinal)
        if not isinstance(outcome, Accepted):
            raise DisagreementError(described(self._instance, before, action.describe(codes), "accepted", outcome))
        sighting = Sighting(first.parent, first.ordinal)
        return sighting, replayed(self._instance, before, action, codes, outcome.slots)

    def trace_to(self, sighting: Sighting) -> Trace:
        """The shortest path to a state, or over the step with that ordinal from it."""
        states = self.result.path(sighting.state)
        trace = Trace(self.slots(states[0].state))
        for here in states[1:]:
            assert here.step is not None, "only the first state of a path has no step that leads to it"
            trace = self._extended(trace, here.step.ordinal)
            if trace.states[-1] != self.slots(here.state):
                expected, before = self.slots(here.state), trace.states[-2]
                raise DisagreementError(
                    described(self._instance, before, str(trace.moves[-1]), expected, trace.states[-1])
                )
        return trace if sighting.move is None else self._extended(trace, sighting.move)

    def path_to(self, slots: Slots) -> Trace | None:
        """The shortest path to a state, None for one that was not reached."""
        try:
            words = np.array(self.compiled.packing.pack(slots), np.uint64)
        except ValueError:  # a slot that no rule changes has another value than it has in play
            return None
        found = np.flatnonzero((self.result.words == words).all(axis=1))
        return self.trace_to(Sighting(int(found[0]))) if len(found) else None

    def _extended(self, trace: Trace, ordinal: int) -> Trace:
        """The path and one more step."""
        action, codes, outcome = nth_step(self._instance, trace.states[-1], ordinal)
        move = Move(action, codes)
        if isinstance(outcome, Accepted):
            return Trace(trace.start, (*trace.steps, (move, outcome.slots)))
        return Trace(trace.start, trace.steps, (move, outcome))

    def stuck(self, bit: int, workers: int, go_on: Callable[[], bool]) -> Stuck | None:
        """The first state from which none with that observation can be reached. Raises `InterruptedPassError`."""
        numbers: list[int] = stuck_states(self.compiled.machine, self.result.words, bit, workers, go_on).tolist()
        if not numbers:
            return None
        told = f"{len(numbers)} states are stuck"
        if len(numbers) <= MOST_TOLD:
            from ...search.stuck import told_of

            told = told_of(self._edges(numbers), numbers)
        return Stuck(Sighting(numbers[0]), told)

    def _edges(self, numbers: Sequence[int]) -> Edges:
        """The steps among stuck states; no other steps leave them."""
        history = self.result.history
        known = {history.state(number): number for number in numbers}
        edges = Edges(Moves(self._instance))
        for number in numbers:
            for step, words in history.successors(number):
                if not step.is_fault:
                    edges.add(number, 0, known[words])
        return edges
