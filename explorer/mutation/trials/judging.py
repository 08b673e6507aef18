"""One mutant: put into the rules of this process for good, and held against all that is declared."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ....invariants import Declaration
from ....invariants.language.declarations import declared_for
from ....model import ModelError
from ....model.language.terms.nodes import walk
from ...findings.bounds import Bounds, Ending
from ...prove.formulas.solver import Answer, Budget
from ...search.watch import STEP_KINDS
from ...trace.tree import Accept, leaves
from ..changes.places import Place
from ..results.mutants import Fate, Judged
from .deciding import Difference, broken_in_proof, can_be, difference_of, first_reached
from .scenario import Reread, Scenario
from .sweeping import broken_in_sweep

FAILING_CHECK = "a check that fails"
"""What kills a mutant of which a check cannot tell whether it holds."""

MOST_NAMED = 3
"""Checks that are named of those which kill a mutant, and declarations near a survivor."""


@dataclass(frozen=True)
class Limits:
    """How much is looked at for one mutant: states as a multiple of the scenario's own, bytes and seconds."""

    states_factor: int = 4
    states_more: int = 200_000
    sweep_seconds: float = 120.0
    memory: int = 2 << 30
    """Bytes that the states of a sweep may take."""
    question_seconds: float = 10.0
    proof_seconds: float = 60.0
    seconds: float = 600.0
    """The most that one mutant may take."""

    def bounds(self, states: int) -> Bounds:
        """The bounds of a sweep of a scenario that has so many states as it is written."""
        return Bounds(
            states=states * self.states_factor + self.states_more, seconds=self.sweep_seconds, memory=self.memory
        )

    def budget(self, stop: Callable[[], bool]) -> Budget:
        """The time for proofs."""
        return Budget(question=self.question_seconds, total=self.proof_seconds, stop=stop)


@dataclass(frozen=True)
class _Standing:
    """A scenario in which a mutant is different and nothing has told so far."""

    scenario: Scenario
    reread: Reread
    difference: Difference


class Trial:
    """A mutant before all scenarios that come upon it."""

    def __init__(self, place: Place, scenarios: Sequence[Scenario], limits: Limits, stop: Callable[[], bool]) -> None:
        self._place = place
        self._limits = limits
        self._stop = stop
        touched = (each for each in scenarios if place.is_of_visibility or each.is_touched(place.codes))
        self._scenarios = sorted(touched, key=lambda each: each.seconds)
        self._standing: list[_Standing] = []
        self._is_bounded = False

    def judged(self) -> Judged:
        """What becomes of it. The model stays as it is changed."""
        began = time.perf_counter()
        result = Judged(self._place.mutant, Fate.UNREACHED.value)
        if self._scenarios:
            try:
                self._place.make()
                self._judge(result)
            except (ModelError, ValueError) as error:
                result.fate, result.told = Fate.REFUSED.value, str(error)
            except Exception as error:
                result.fate, result.told = Fate.UNDECIDED.value, f"{type(error).__name__}: {error}"
        result.seconds = round(time.perf_counter() - began, 3)
        return result

    def _judge(self, result: Judged) -> None:
        for scenario in self._scenarios:
            if self._sweep(scenario, result):
                return
        if self._is_bounded:
            result.fate, result.told = Fate.UNDECIDED.value, "a bound ended a sweep first"
        elif not self._standing:
            result.fate, result.told = Fate.EQUIVALENT.value, "it takes the same steps"
        elif not self._reach(result) and not self._prove(result):
            first = self._standing[0]
            result.fate, result.nearest = Fate.SURVIVED.value, list(_nearest(first))[:MOST_NAMED]

    def _sweep(self, scenario: Scenario, result: Judged) -> bool:
        """Look at one scenario; whether that decides it."""
        reread = scenario.reread(self._place.codes, self._place.is_of_visibility)
        if reread.is_same:
            return False
        try:
            found, ending = broken_in_sweep(scenario, reread.traced, self._limits.bounds(scenario.states))
        except ModelError as error:
            found, ending = [FAILING_CHECK], Ending.STOPPED
            result.told = str(error)
        if found:
            result.fate, result.by, result.scenario = Fate.KILLED.value, list(found[:MOST_NAMED]), scenario.name
            return True
        self._is_bounded = self._is_bounded or ending is not Ending.COMPLETE
        difference = difference_of(scenario, reread)
        if can_be(scenario, reread, difference, self._limits.budget(self._stop)) is not Answer.NO:
            self._standing.append(_Standing(scenario, reread, difference))
        return False

    def _reach(self, result: Judged) -> bool:
        """Find a play to where it makes a difference; whether there is none, which decides it."""
        reached: list[_Standing] = []
        for each in self._standing:
            bounds = self._limits.bounds(each.scenario.states)
            play = first_reached(each.scenario, each.difference, bounds)
            if play is None:
                continue
            if not reached:
                result.scenario = each.scenario.name
                result.told = f"after {', '.join(play)}" if play else "at the beginning"
            reached.append(each)
        self._standing = reached
        if not reached:
            result.told = "no scenario comes to a state in which it makes a difference"
        return not reached

    def _prove(self, result: Judged) -> bool:
        """Look for something declared that is inductive no more; whether that decides it."""
        for each in self._standing:
            if not each.reread.actions:
                continue
            found = list(broken_in_proof(each.scenario, each.reread, self._limits.budget(self._stop)))
            if found:
                result.fate, result.is_proof = Fate.KILLED.value, True
                result.by, result.scenario = found[:MOST_NAMED], each.scenario.name
                return True
        return False


def _nearest(standing: _Standing) -> Iterator[str]:
    """The declarations that speak of what a survivor changes; those about steps, that read the most of it, first."""
    before = {action.action.name: action for action in standing.scenario.traced.actions}
    slots = standing.scenario.traced.slots
    changed: set[int] = set()
    for action in standing.reread.traced.actions:
        if action.action.name in standing.reread.actions:
            pairs = (leaf for each in (action, before[action.action.name]) for _, leaf in leaves(each.tree))
            changed |= {slot for leaf in pairs if isinstance(leaf, Accept) for slot in leaf.updates}
    written = {slots[slot] for slot in changed}

    def reads(declaration: Declaration) -> int:
        found = standing.scenario.traced.read_of_states.get(declaration)
        terms = [] if found is None else list(found.values())
        for name, readings in standing.scenario.traced.read_of_steps.get(declaration, {}).items():
            if name in standing.reread.actions:
                terms += [term for reading in readings for term in reading.conjuncts.values()]
        return len(written & set(walk(*terms)))

    declared = [each for each in declared_for(standing.scenario.instance) if reads(each)]
    yield from (each.id for each in sorted(declared, key=lambda each: (each.kind not in STEP_KINDS, -reads(each))))
