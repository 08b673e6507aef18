"""Paths of unknown states: a copy of the slots for each moment, and a step between each and the next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ....model import Accepted, Fault, Instance, Slots
from ....model.language.terms.nodes import Node
from ...findings.traces import Move, Trace
from .encode import Formula, conjunction, disjunction, negated, numeral
from .examples import ReadingsDiffer
from .solver import Budget, Solver
from .states import Unknowns, canonical_terms, codes_in
from .transition import Transition


class Unrolling:
    """The solver for paths. A path grows by `offer`, a move that is not yet taken, and `accept`."""

    def __init__(self, step: Transition, budget: Budget) -> None:
        self.step = step
        self.traced = step.traced
        self.solver = Solver(budget, incremental=True)
        self.states: list[Unknowns] = []
        self.moves: list[Unknowns] = []
        self._add_state()

    def _add_state(self) -> None:
        state = Unknowns.fresh(self.traced.slots, f"@{len(self.states)}")
        self.solver.add(*state.ranges())
        self.states.append(state)

    def begin_anywhere(self) -> None:
        """The first state is any state of the scope."""
        self.solver.add(*self.states[0].truths(canonical_terms(self.traced)))

    def begin_at(self, initial: Iterable[Slots]) -> None:
        """The first state is one of these."""
        self.solver.add(disjunction(is_state(self.traced.slots, self.states[0], slots) for slots in initial))

    def offer(self) -> Unknowns:
        """An action that may or may not be possible in the last state; returns that state with the action."""
        move = Unknowns.fresh(self.step.variables, f"@{len(self.moves)}")
        self.solver.add(*move.ranges())
        self.moves.append(move)
        return Unknowns({**self.states[-1].environment, **move.environment})

    def accept(self, offered: Unknowns) -> None:
        """The action that was offered is taken."""
        self.solver.add(offered.encoder.truth(self.step.accepted))
        self._add_state()
        after = self.states[-1].environment
        for node, new in zip(self.traced.slots, self.step.after, strict=True):
            if node in after:
                self.solver.add(after[node] == offered.encoder.as_for(node, new))

    def apart(self) -> list[Formula]:
        """That the last state differs from all before it."""
        last = self.states[-1].environment
        return [
            disjunction(negated(last[node] == value) for node, value in state.environment.items())
            for state in self.states[:-1]
        ]

    def trace(self, failing: bool = False) -> Trace:
        """The path of the last YES, confirmed by running; `failing`: its last rule fails. Raises `ReadingsDiffer`."""
        states = [codes_in(self.solver.example(state.environment), self.traced.slots) for state in self.states]
        moves = [self.step.move(self.solver.example(move.environment)) for move in self.moves]
        trace = run_again(self.traced.instance, states, moves)
        if not failing:
            return trace
        outcome = self.traced.instance.step(states[-1], moves[-1].action, moves[-1].codes)
        if not isinstance(outcome, Fault):
            raise ReadingsDiffer(f"{moves[-1]} fails in {states[-1]} in the solver, but: {outcome}")
        return Trace(states[0], trace.steps, (moves[-1], outcome))


def is_state(variables: Sequence[Node], state: Unknowns, slots: Slots) -> Formula:
    """Whether an unknown state is this one."""
    named = [(node, code) for node, code in zip(variables, slots, strict=True) if node.op == "var"]
    return conjunction(state.environment[node] == numeral(node, code) for node, code in named)


def run_again(instance: Instance, states: Sequence[Slots], moves: Sequence[Move]) -> Trace:
    """The path over all the states, each step of which was run. Raises `ReadingsDiffer` where one leads elsewhere."""
    steps: list[tuple[Move, Slots]] = []
    for before, move, after in zip(states, moves, states[1:], strict=False):
        outcome = instance.step(before, move.action, move.codes)
        if not isinstance(outcome, Accepted) or outcome.slots != after:
            raise ReadingsDiffer(f"{move} leads from {before} to {after} in the solver, but: {outcome}")
        steps.append((move, after))
    return Trace(states[0], tuple(steps))


def reading(unknowns: Unknowns, term: Node, value: bool = True) -> Formula:
    """A truth value, or its contrary, in one copy."""
    formula = unknowns.encoder.truth(term)
    return formula if value else negated(formula)
