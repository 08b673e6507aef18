"""Whether the premise of a declaration can hold at all: one that cannot says nothing, however well it is proved.

A premise that holds in some state may still hold in none that is reached, which the sweep tells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from ....model.language.terms.nodes import ONE, ZERO, Node
from ...trace.tracing import PREMISE, TracedModel
from ...trace.tree import Path
from ..formulas.solver import Answer, Budget
from .claims import Claim, StateClaim, StepClaim
from .hypothesis import Supposition


class Premises:
    """Asks for premises in one state of the scope that satisfies the hypothesis, and of the steps from there."""

    def __init__(self, traced: TracedModel, hypothesis: Sequence[StateClaim], budget: Budget) -> None:
        self._traced = traced
        self._hypothesis = hypothesis
        self._budget = budget
        self._asked = False

    @cached_property
    def _supposed(self) -> Supposition:
        self._asked = True
        arguments = [argument for action in self._traced.actions for argument in action.parameters]
        return Supposition(self._traced, arguments, self._hypothesis, self._budget)

    @property
    def questions(self) -> int:
        """How many were asked."""
        return self._supposed.solver.questions if self._asked else 0

    def never_hold(self, claim: Claim) -> bool:
        """Whether the premise of a claim holds nowhere; not said of what cannot be decided."""
        if isinstance(claim, StateClaim):
            return not self._is_possible((), claim.premise)
        if not isinstance(claim, StepClaim) or claim.declaration.when is None:
            return False
        return not any(self._is_possible(path, premise) for path, premise in self._of_steps(claim))

    def _of_steps(self, claim: StepClaim) -> Iterator[tuple[Path, Node]]:
        for action in self._traced.actions:
            for reading in claim.readings(action):
                yield reading.path, reading.conjuncts[PREMISE]

    def _is_possible(self, path: Path, premise: Node) -> bool:
        if premise is ZERO or (premise is ONE and not path):
            return premise is ONE
        with self._supposed.on((*path, (premise, True))):
            return self._supposed.ask() is not Answer.NO
