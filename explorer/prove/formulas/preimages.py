"""Paths that end in a given state, grown backwards from it one step at a time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ....model import Slots
from ....model.language.terms.nodes import Node
from ...findings.traces import Trace
from .encode import disjunction, negated, numeral
from .solver import Answer, Budget, Solver
from .states import Unknowns, canonical_terms, codes_in
from .transition import Transition
from .unrolling import is_state, run_again


class Preimages:
    """The solver for paths into one state; every other state on them satisfies `lemmas`, and no two are equal."""

    def __init__(self, step: Transition, target: Slots, lemmas: Iterable[Node], budget: Budget) -> None:
        self._step = step
        self._slots = step.traced.slots
        self._target = target
        self._lemmas = [*canonical_terms(step.traced), *lemmas]
        self.solver = Solver(budget, incremental=True)
        fixed = {node: numeral(node, code) for node, code in zip(self._slots, target, strict=True) if node.op == "var"}
        self._states = [Unknowns(fixed)]
        self._moves: list[Unknowns] = []

    def extend(self) -> Answer:
        """One more step in front; whether there is a path of that length at all."""
        later, mark = self._states[-1], f"@-{len(self._states)}"
        state, move = Unknowns.fresh(self._slots, mark), Unknowns.fresh(self._step.variables, mark)
        step = Unknowns({**state.environment, **move.environment})
        self.solver.add(*state.ranges(), *move.ranges(), *state.truths(self._lemmas))
        self.solver.add(step.encoder.truth(self._step.accepted))
        for node, new in zip(self._slots, self._step.after, strict=True):
            if node in later.environment:
                self.solver.add(later.environment[node] == step.encoder.as_for(node, new))
        for other in self._states:
            pairs = [(state.environment[node], value) for node, value in other.environment.items()]
            self.solver.add(disjunction(negated(one == value) for one, value in pairs))
        self._states.append(state)
        self._moves.append(move)
        return self.solver.ask()

    def from_any_of(self, initial: Sequence[Slots]) -> tuple[Answer, Trace | None]:
        """Whether a path of this length begins in one of these states, and the path. Raises `ReadingsDiffer`."""
        first = self._states[-1]
        with self.solver.within(disjunction(is_state(self._slots, first, slots) for slots in initial)):
            answer = self.solver.ask()
            if answer is not Answer.YES:
                return answer, None
            states = [codes_in(self.solver.example(each.environment), self._slots) for each in reversed(self._states)]
            moves = [self._step.move(self.solver.example(each.environment)) for each in reversed(self._moves)]
        return answer, run_again(self._step.traced.instance, [*states[:-1], self._target], moves)
