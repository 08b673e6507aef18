"""One action of a proof by induction: every path, and what could go wrong on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ....model.language.terms.rebuilding import Substitution
from ...findings.status import Status
from ...trace.tracing import TracedModel
from ...trace.tree import Accept, Fail, Path, TracedAction, leaves
from ..formulas.solver import Answer
from .counterexamples import Confirmation
from .goals import FAULTS, Goal, Parts, fault_place
from .hypothesis import Hypothesis
from .obligations import Obligation


class InductiveStep:
    """Discharges the obligations of one action. Without a confirmation, nobody asks for counterexamples."""

    def __init__(
        self, traced: TracedModel, action: TracedAction, supposed: Hypothesis, confirmation: Confirmation | None
    ) -> None:
        self._traced = traced
        self._action = action
        self._confirmation = confirmation
        self._supposed = supposed
        self._obligations: dict[str, Obligation] = {}

    def fill(self, obligations: Mapping[str, Obligation], goals: Mapping[str, Goal]) -> None:
        """Look at every path. An obligation holds until a path is found to break the goal, or cannot be decided."""
        self._obligations = dict(obligations)
        accepted = 0
        for path, leaf in leaves(self._action.tree):
            if over := self._supposed.solver.budget.over:
                for name in self._unbroken(obligations):
                    self._obligations[name].leave_undecided(over)
                return
            if isinstance(leaf, Accept):
                step = Substitution({self._traced.slots[slot]: new for slot, new in leaf.updates.items()})
                asked = {
                    goals[name]: goals[name].after(self._action, accepted, leaf, step) for name in self._unbroken(goals)
                }
                self._accepting(path, leaf, {goal: parts for goal, parts in asked.items() if parts})
                accepted += 1
            elif isinstance(leaf, Fail) and FAULTS in self._obligations:
                self._failing(path, leaf, self._obligations[FAULTS])

    def _unbroken(self, names: Iterable[str]) -> list[str]:
        """The goals that are asked for and have no counterexample so far."""
        found = [name for name in names if name in self._obligations]
        return [name for name in found if self._obligations[name].status is not Status.OPEN]

    def _accepting(self, path: Path, leaf: Accept, asked: Mapping[Goal, Parts]) -> None:
        """All goals at once; one by one only if something can fail."""
        if not asked:
            return
        supposed = self._supposed
        with supposed.on(path):
            everything = [term for parts in asked.values() for term in parts.values()]
            if supposed.can_fail(everything) is Answer.NO:
                for goal in asked:
                    self._obligations[goal.id].uses |= supposed.rests_on
                return
            for goal, parts in asked.items():
                answer = supposed.can_fail(parts.values())
                if answer is Answer.NO:
                    self._obligations[goal.id].uses |= supposed.rests_on
                elif answer is Answer.YES:
                    self._broken(leaf, goal, parts)
                else:
                    self._obligations[goal.id].leave_undecided(supposed.solver.reason)

    def _broken(self, leaf: Accept, goal: Goal, parts: Parts) -> None:
        obligation = self._obligations[goal.id]
        if self._confirmation is None:
            obligation.status = Status.OPEN
            return
        for conjunct, term in parts.items():
            example = self._supposed.smallest(failing=term)
            if example is not None:
                obligation.refute(self._confirmation.of_step(example, self._action, leaf, goal, conjunct, term))
                return
        obligation.leave_undecided("it can fail, but no example was found in time")

    def _failing(self, path: Path, leaf: Fail, obligation: Obligation) -> None:
        """Each place where the rule can fail is shown once; play may get to one of them and not to another."""
        place = fault_place(self._action.action, leaf.fault)
        if any(example.place == place for example in obligation.examples):
            return
        supposed = self._supposed
        with supposed.on(path):
            answer = supposed.ask()
            if answer is Answer.NO:
                obligation.uses |= supposed.rests_on
                return
            if answer is Answer.YES and self._confirmation is None:
                obligation.status = Status.OPEN
                return
            example = supposed.smallest() if answer is Answer.YES else None
            if example is None or self._confirmation is None:
                obligation.leave_undecided(supposed.solver.reason)
            else:
                condition = [term for term, _ in path]
                obligation.refute(self._confirmation.of_fault(example, self._action, condition, place))
