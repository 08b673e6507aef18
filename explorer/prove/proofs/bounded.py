"""Paths of bounded length: what can go wrong within so many steps of the initial states.

Bounded model checking, after Biere, Cimatti, Clarke and Zhu, "Symbolic model checking without BDDs" (1999).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass

from ....invariants import CheckKind, Declaration, applicable, replayed
from ....model import ModelError
from ....model.language.terms.nodes import ONE, Node
from ...findings.status import Status
from ...findings.traces import Trace
from ...trace.tracing import TracedModel, trace_step_check
from ...trace.tree import TracedAction, condition_of
from ..formulas.encode import Formula
from ..formulas.examples import ReadingsDiffer
from ..formulas.solver import Answer, Budget
from ..formulas.transition import Transition, transition
from ..formulas.unrolling import Unrolling, reading
from .goals import FAULTS, StateGoal, all_of, failing, implied, mistake_in

Watcher = Callable[[int], None]
"""Is told the depth that is looked at."""


@dataclass(frozen=True)
class Bounded:
    """The answer for one goal about paths of bounded length.

    `trace` is a path from an initial state that breaks the goal; for a goal that k-induction leaves open, one that
    begins anywhere and shows why.
    """

    goal: str
    status: Status
    conjunct: str = ""
    trace: Trace | None = None
    reason: str = ""
    survived: bool = False
    """Whether every path within the bound was decided, and none breaks the goal."""


class Subject:
    """What is supposed of a model, as terms over a state, or over a state and the move that is made in it.

    `more` are declarations besides those of the model, `wanted` the ids that are asked for.
    """

    def __init__(
        self, traced: TracedModel, wanted: Sequence[str] | None = None, more: Sequence[Declaration] = ()
    ) -> None:
        self.traced = traced
        self.step: Transition = transition(traced)
        declared = [*applicable(traced.instance), *more]
        kinds = (CheckKind.INVARIANT, CheckKind.SAVE_RULE, CheckKind.EQUIVALENCE)
        self.of_states = {each.id: StateGoal(traced, each) for each in declared if each.kind in kinds}
        self.of_steps = {each.id: each for each in declared if each.kind is CheckKind.STEP}
        self._steps: dict[str, Node] = {}
        self.ids = [*self.of_states, *self.of_steps, FAULTS]
        if unknown := [name for name in wanted or () if name not in self.ids]:
            raise ModelError(f"nothing called {unknown[0]} can be proved here; there is {', '.join(self.ids)}")
        self.wanted = self.ids if wanted is None else [name for name in self.ids if name in wanted]

    def whole(self) -> Subject:
        """The same, with everything asked for."""
        twin = copy(self)
        twin.wanted = self.ids
        return twin

    def of_step(self, goal: str) -> Node:
        """A goal about steps as one term; it matters only where the step is accepted."""
        if goal not in self._steps:
            self._steps[goal] = self._joined(goal)
        return self._steps[goal]

    def _joined(self, goal: str) -> Node:
        declaration = self.of_steps[goal]

        def of_action(action: TracedAction) -> Node:
            readings = trace_step_check(self.traced, declaration, action)
            found = {id(each.leaf): all_of(implied(each.conjuncts).values()) for each in readings}
            return condition_of(action.tree, lambda leaf: found.get(id(leaf), ONE))

        return self.step.joined(of_action)

    def failures(self, goal: str, trace: Trace) -> list[str]:
        """The conjuncts of a goal that fail at the end of a path, by running them."""
        if goal == FAULTS:
            return [] if trace.failed is None else [trace.failed[1].kind]
        if goal in self.of_states:
            return self.of_states[goal].failures_in(trace.states[-1])
        move, after = trace.steps[-1]
        arguments = replayed(self.traced.instance, trace.states[-2], move.action, move.codes, after)
        return failing(self.of_steps[goal], *arguments)

    def mistake(self, goal: str, trace: Trace) -> ModelError | None:
        """Why a goal cannot be told of the end of a path; None when it can."""
        if goal == FAULTS:
            return None
        if goal in self.of_states:
            return self.of_states[goal].mistake_in(trace.states[-1])
        move, after = trace.steps[-1]
        arguments = replayed(self.traced.instance, trace.states[-2], move.action, move.codes, after)
        return mistake_in(self.of_steps[goal], *arguments)

    def broken(self, goal: str, trace: Trace) -> Bounded:
        """The answer for a goal that a path breaks. Raises `ReadingsDiffer` unless running it shows the same."""
        failed = self.failures(goal, trace)
        if not failed:
            raise ReadingsDiffer(f"{goal} was expected to fail at the end of {[str(move) for move in trace.moves]}")
        return Bounded(goal, Status.VIOLATED, failed[0], trace, "there is a counterexample")


def search(subject: Subject, depth: int, budget: Budget, progress: Watcher | None = None) -> list[Bounded]:
    """Look for a shortest path of at most `depth` steps to each goal's violation.

    A goal that survives holds only if no path is longer; otherwise it is inconclusive. Raises `ModelError` for a check
    that fails instead of answering at the end of a path.
    """
    return _Search(subject, budget).run(depth, progress)


class _Search:
    def __init__(self, subject: Subject, budget: Budget) -> None:
        self.subject = subject
        self.paths = Unrolling(subject.step, budget)
        self.paths.begin_at(subject.traced.instance.initial_states())
        self.found: dict[str, Bounded] = {}
        self.undecided: dict[str, str] = {}

    def run(self, depth: int, progress: Watcher | None) -> list[Bounded]:
        """Ask at each depth for what is still open."""
        exhausted = False
        for level in range(depth + 1):
            if progress is not None:
                progress(level)
            self._ask_states()
            if level == depth or not self._open(self.subject.wanted):
                break
            self._step()
            if self.paths.solver.ask() is Answer.NO:
                exhausted = True
                break
        return [self.found.get(goal) or self._survivor(goal, depth, exhausted) for goal in self.subject.wanted]

    def _open(self, goals: Sequence[str]) -> list[str]:
        return [goal for goal in goals if goal in self.subject.wanted and goal not in self.found]

    def _ask_states(self) -> None:
        for goal in self._open([*self.subject.of_states]):
            self._ask(goal, reading(self.paths.states[-1], self.subject.of_states[goal].term, False))

    def _step(self) -> None:
        offered = self.paths.offer()
        if self._open([FAULTS]):
            self._ask(FAULTS, reading(offered, self.subject.step.failed), failing=True)
        self.paths.accept(offered)
        for goal in self._open([*self.subject.of_steps]):
            self._ask(goal, reading(offered, self.subject.of_step(goal), False))

    def _ask(self, goal: str, formula: Formula, failing: bool = False) -> None:
        with self.paths.solver.within(formula):
            answer = self.paths.solver.ask()
            if answer is Answer.YES:
                trace = self.paths.trace(failing)
                if (mistake := self.subject.mistake(goal, trace)) is not None:
                    raise mistake
                self.found[goal] = self.subject.broken(goal, trace)
            elif answer is Answer.UNKNOWN:
                self.undecided.setdefault(goal, self.paths.solver.reason)

    def _survivor(self, goal: str, depth: int, exhausted: bool) -> Bounded:
        if goal in self.undecided:
            return Bounded(goal, Status.INCONCLUSIVE, reason=f"not decided: {self.undecided[goal]}")
        if exhausted:
            return Bounded(goal, Status.HOLDS, reason="no path is longer", survived=True)
        return Bounded(goal, Status.INCONCLUSIVE, reason=f"no counterexample within {depth} steps", survived=True)
