"""What is to be proved of paths, as terms over a state, or over a state and the move that is made in it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from copy import copy

from ....invariants import CheckKind, Declaration, applicable, replayed
from ....model import ModelError
from ....model.language.terms.nodes import ONE, ZERO, Node, bit_and, equal
from ....model.language.terms.nodes import const as constant
from ...findings.traces import Trace
from ...trace.checks import trace_step_check
from ...trace.readings import PREMISE, StepReading
from ...trace.tracing import TracedModel
from ...trace.tree import TracedAction, condition_of
from ..formulas.solver import Answer, Budget
from ..formulas.transition import Transition, transition
from .goals import FAULTS, StateGoal, StepGoal, all_of, failing, fault_goals, implied, mistake_in
from .premises import Premises

OF_STATES = (CheckKind.INVARIANT, CheckKind.SAVE_RULE, CheckKind.EQUIVALENCE)


class PathGoals:
    """The goals of a model by id: those about states, about accepted steps, and about places where a rule can fail.

    `more` are declarations besides those of the model, `wanted` the ids that are asked for: everything for None, and
    for `faults` each place where a rule can fail. Raises `ModelError` for an unknown id.
    """

    def __init__(
        self, traced: TracedModel, wanted: Collection[str] | None = None, more: Sequence[Declaration] = ()
    ) -> None:
        self.traced = traced
        self.step: Transition = transition(traced)
        declared = [*applicable(traced.instance), *more]
        self.of_states = {each.id: StateGoal(traced, each) for each in declared if each.kind in OF_STATES}
        self.of_steps = {each.id: each for each in declared if each.kind is CheckKind.STEP}
        self.of_faults = {each.id: each for each in fault_goals(traced)}
        self._steps: dict[str, Node] = {}
        self.ids = [*self.of_states, *self.of_steps, *self.of_faults]
        known = [*self.of_states, *self.of_steps, FAULTS]
        if unknown := [name for name in wanted or () if name not in (*known, *self.of_faults)]:
            raise ModelError(f"nothing called {unknown[0]} can be proved here; there is {', '.join(known)}")
        self.wanted = [name for name in self.ids if wanted is None or self._is_wanted(name, wanted)]

    def _is_wanted(self, goal: str, wanted: Collection[str]) -> bool:
        return goal in wanted or (goal in self.of_faults and FAULTS in wanted)

    def whole(self) -> PathGoals:
        """The same, with everything asked for."""
        return self.only(self.ids)

    def only(self, wanted: Collection[str]) -> PathGoals:
        """The same, with these ids asked for."""
        twin = copy(self)
        twin.wanted = [name for name in self.ids if name in wanted]
        return twin

    def of_step(self, goal: str) -> Node:
        """A goal about steps as one term; it matters only where the step is accepted."""
        if goal not in self._steps:
            self._steps[goal] = self._of_steps(goal, lambda each: all_of(implied(each.conjuncts).values()), ONE)
        return self._steps[goal]

    def premise(self, goal: str) -> Node:
        """Where a goal says anything: in a state, or of an accepted step."""
        if goal in self.of_states:
            return self.of_states[goal].premise
        return self._of_steps(goal, lambda each: each.conjuncts.get(PREMISE, ONE), ZERO)

    def can_hold(self, goal: str, supposed: Collection[str], budget: Budget) -> Answer:
        """Whether the premise of a goal holds in some state of the scope where the goals `supposed` hold, or a step."""
        given = [self.of_states[each] for each in supposed if each in self.of_states]
        asked = self.of_states.get(goal) or StepGoal(self.traced, self.of_steps[goal])
        return Premises(self.traced, given, budget).can_hold(asked)

    def of_fault(self, goal: str) -> Node:
        """Whether the action that is chosen fails at a place."""
        fault = self.of_faults[goal]
        return bit_and(equal(self.step.choice, constant(self.traced.actions.index(fault.action))), fault.failing)

    def _of_steps(self, goal: str, told: Callable[[StepReading], Node], otherwise: Node) -> Node:
        """What is told of each accepting path, as one term for the action that is taken."""

        def of_action(action: TracedAction) -> Node:
            readings = trace_step_check(self.traced, self.of_steps[goal], action)
            found = {id(each.leaf): told(each) for each in readings}
            return condition_of(action.tree, lambda leaf: found.get(id(leaf), otherwise))

        return self.step.joined(of_action)

    def failures(self, goal: str, trace: Trace) -> list[str]:
        """The conjuncts of a goal that fail at the end of a path, by running them; of a fault, its kind."""
        if goal in self.of_faults:
            return [] if trace.failed is None else [trace.failed[1].kind]
        if goal in self.of_states:
            return self.of_states[goal].failures_in(trace.states[-1])
        move, after = trace.steps[-1]
        arguments = replayed(self.traced.instance, trace.states[-2], move.action, move.codes, after)
        return failing(self.of_steps[goal], *arguments)

    def mistake(self, goal: str, trace: Trace) -> ModelError | None:
        """Why a goal cannot be told of the end of a path; None when it can."""
        if goal in self.of_faults:
            return None
        if goal in self.of_states:
            return self.of_states[goal].mistake_in(trace.states[-1])
        move, after = trace.steps[-1]
        arguments = replayed(self.traced.instance, trace.states[-2], move.action, move.codes, after)
        return mistake_in(self.of_steps[goal], *arguments)
