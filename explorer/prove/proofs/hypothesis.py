"""A solver that supposes an unknown state of the scope, and what can be asked of it."""

from __future__ import annotations

from collections.abc import Container, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager

from ....model.language.terms.nodes import Node
from ...trace.tracing import TracedModel
from ...trace.tree import Path
from ..formulas.encode import Formula, conditional, disjunction, negated, switch
from ..formulas.examples import smallest
from ..formulas.solver import Answer, Budget, Solver
from ..formulas.states import Unknowns, canonical_terms
from .goals import StateGoal


class Hypothesis:
    """A state of the scope that satisfies the given goals, and more unknowns such as the arguments of an action.

    Each question is put first with the `preferred` ones among the goals only, so that what an answer rests on is not
    more than it need be.
    """

    def __init__(
        self,
        traced: TracedModel,
        more: Sequence[Node],
        given: Iterable[StateGoal],
        budget: Budget,
        preferred: Container[str] = (),
    ) -> None:
        self.unknowns = Unknowns.fresh([*traced.slots, *more])
        self.solver = Solver(budget)
        self.solver.add(*self.unknowns.ranges(), *self.unknowns.truths(canonical_terms(traced)))
        self.rests_on: set[str] = set()
        """The given goals that the last NO rests on."""
        self._preferred = preferred
        self._given: dict[str, Formula] = {}
        for goal in given:
            self._given[goal.id] = switch(f"given {goal.id}")
            self.solver.add(conditional(self._given[goal.id], self.unknowns.encoder.truth(goal.term)))

    def formula(self, term: Node, value: bool = True) -> Formula:
        """A truth value, or its contrary, as a formula."""
        formula = self.unknowns.encoder.truth(term)
        return formula if value else negated(formula)

    @contextmanager
    def on(self, path: Path) -> Generator[None]:
        """Suppose the decisions of a path for a while."""
        with self.solver.within(*(self.formula(term, value) for term, value in path)):
            yield

    def ask(self) -> Answer:
        """Whether what is supposed can be."""
        preferred = {name: formula for name, formula in self._given.items() if name in self._preferred}
        if 0 < len(preferred) < len(self._given) and self._ask(preferred) is Answer.NO:
            return Answer.NO
        return self._ask(self._given)

    def _ask(self, given: Mapping[str, Formula]) -> Answer:
        answer = self.solver.ask(*given.values())
        if answer is Answer.NO:
            needed = self.solver.needed()
            self.rests_on = {name for name, formula in given.items() if str(formula) in needed}
        return answer

    def can_fail(self, terms: Iterable[Node]) -> Answer:
        """Whether one of the terms can be false."""
        with self.solver.within(disjunction(self.formula(term, False) for term in terms)):
            return self.ask()

    def smallest(self, failing: Node | None = None) -> dict[Node, int] | None:
        """The smallest example, one in which a term is false; None when there is none or no time to find it."""
        more = () if failing is None else (self.formula(failing, False),)
        with self.solver.within(*self._given.values(), *more), self.solver.incrementally():
            if self.solver.ask() is not Answer.YES:
                return None
            environment = self.unknowns.environment
            return dict(zip(environment, smallest(self.solver, list(environment.items())), strict=True))
