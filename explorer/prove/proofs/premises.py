"""Whether the premise of a declaration can hold at all: one that cannot says nothing, however well it is proved.

A premise that holds in some state may still hold in none that is reached, which the sweep tells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from ....model.language.terms.nodes import ONE, ZERO, Node
from ...trace.readings import PREMISE
from ...trace.tracing import TracedModel
from ...trace.tree import Path
from ..formulas.solver import Answer, Budget
from .goals import Goal, StateGoal, StepGoal
from .hypothesis import Hypothesis


class Premises:
    """Asks for premises in one state of the scope that satisfies the hypothesis, and of the steps from there."""

    def __init__(self, traced: TracedModel, hypothesis: Sequence[StateGoal], budget: Budget) -> None:
        self._traced = traced
        self._hypothesis = hypothesis
        self._budget = budget
        self._asked = False

    @cached_property
    def _supposed(self) -> Hypothesis:
        self._asked = True
        arguments = [argument for action in self._traced.actions for argument in action.parameters]
        return Hypothesis(self._traced, arguments, self._hypothesis, self._budget)

    @property
    def questions(self) -> int:
        """How many were asked."""
        return self._supposed.solver.questions if self._asked else 0

    def can_hold(self, goal: Goal) -> Answer:
        """Whether the premise of a goal holds somewhere; of a goal about steps, whether it holds of a step.

        A goal about steps without a premise needs a step that is possible at all.
        """
        if isinstance(goal, StateGoal):
            return self._is_possible((), goal.premise)
        if not isinstance(goal, StepGoal):
            return Answer.YES
        answers = {Answer.NO}
        for path, premise in self._of_steps(goal):
            answers.add(self._is_possible(path, premise))
            if Answer.YES in answers:
                return Answer.YES
        return Answer.UNKNOWN if Answer.UNKNOWN in answers else Answer.NO

    def _of_steps(self, goal: StepGoal) -> Iterator[tuple[Path, Node]]:
        for action in self._traced.actions:
            for reading in goal.readings(action):
                yield reading.path, reading.conjuncts.get(PREMISE, ONE)

    def _is_possible(self, path: Path, premise: Node) -> Answer:
        if premise is ZERO:
            return Answer.NO
        if premise is ONE and not path:
            return Answer.YES
        with self._supposed.on((*path, (premise, True))):
            return self._supposed.ask()
