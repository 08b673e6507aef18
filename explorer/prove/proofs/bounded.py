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
from .claims import FAULTS, StateClaim, all_of, failing, implied, mistake_in

Watcher = Callable[[int], None]
"""Is told the depth that is looked at."""


@dataclass(frozen=True)
class Bounded:
    """The answer for one claim about paths of bounded length.

    `trace` is a path from an initial state that breaks the claim; for a claim that k-induction leaves open, one that
    begins anywhere and shows why.
    """

    claim: str
    status: Status
    conjunct: str = ""
    trace: Trace | None = None
    reason: str = ""
    survived: bool = False
    """Whether every path within the bound was decided, and none breaks the claim."""


class Subject:
    """What is claimed of a model, as terms over a state, or over a state and the move that is made in it.

    `more` are declarations besides those of the model, `wanted` the ids that are asked for.
    """

    def __init__(
        self, traced: TracedModel, wanted: Sequence[str] | None = None, more: Sequence[Declaration] = ()
    ) -> None:
        self.traced = traced
        self.step: Transition = transition(traced)
        declared = [*applicable(traced.instance), *more]
        kinds = (CheckKind.INVARIANT, CheckKind.SAVE_RULE, CheckKind.EQUIVALENCE)
        self.of_states = {each.id: StateClaim(traced, each) for each in declared if each.kind in kinds}
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

    def of_step(self, claim: str) -> Node:
        """A claim about steps as one term; it matters only where the step is accepted."""
        if claim not in self._steps:
            self._steps[claim] = self._joined(claim)
        return self._steps[claim]

    def _joined(self, claim: str) -> Node:
        declaration = self.of_steps[claim]

        def of_action(action: TracedAction) -> Node:
            readings = trace_step_check(self.traced, declaration, action)
            found = {id(each.leaf): all_of(implied(each.conjuncts).values()) for each in readings}
            return condition_of(action.tree, lambda leaf: found.get(id(leaf), ONE))

        return self.step.joined(of_action)

    def failures(self, claim: str, trace: Trace) -> list[str]:
        """The conjuncts of a claim that fail at the end of a path, by running them."""
        if claim == FAULTS:
            return [] if trace.failed is None else [trace.failed[1].kind]
        if claim in self.of_states:
            return self.of_states[claim].failures_in(trace.states[-1])
        move, after = trace.steps[-1]
        arguments = replayed(self.traced.instance, trace.states[-2], move.action, move.codes, after)
        return failing(self.of_steps[claim], *arguments)

    def mistake(self, claim: str, trace: Trace) -> ModelError | None:
        """Why a claim cannot be told of the end of a path; None when it can."""
        if claim == FAULTS:
            return None
        if claim in self.of_states:
            return self.of_states[claim].mistake_in(trace.states[-1])
        move, after = trace.steps[-1]
        arguments = replayed(self.traced.instance, trace.states[-2], move.action, move.codes, after)
        return mistake_in(self.of_steps[claim], *arguments)

    def broken(self, claim: str, trace: Trace) -> Bounded:
        """The answer for a claim that a path breaks. Raises `ReadingsDiffer` unless running it shows the same."""
        failed = self.failures(claim, trace)
        if not failed:
            raise ReadingsDiffer(f"{claim} was expected to fail at the end of {[str(move) for move in trace.moves]}")
        return Bounded(claim, Status.VIOLATED, failed[0], trace, "there is a counterexample")


def search(subject: Subject, depth: int, budget: Budget, progress: Watcher | None = None) -> list[Bounded]:
    """Look for a shortest path of at most `depth` steps to each claim's violation.

    A claim that survives holds only if no path is longer; otherwise it is inconclusive. Raises `ModelError` for a check
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
        return [self.found.get(claim) or self._survivor(claim, depth, exhausted) for claim in self.subject.wanted]

    def _open(self, claims: Sequence[str]) -> list[str]:
        return [claim for claim in claims if claim in self.subject.wanted and claim not in self.found]

    def _ask_states(self) -> None:
        for claim in self._open([*self.subject.of_states]):
            self._ask(claim, reading(self.paths.states[-1], self.subject.of_states[claim].term, False))

    def _step(self) -> None:
        offered = self.paths.offer()
        if self._open([FAULTS]):
            self._ask(FAULTS, reading(offered, self.subject.step.failed), failing=True)
        self.paths.accept(offered)
        for claim in self._open([*self.subject.of_steps]):
            self._ask(claim, reading(offered, self.subject.of_step(claim), False))

    def _ask(self, claim: str, formula: Formula, failing: bool = False) -> None:
        with self.paths.solver.within(formula):
            answer = self.paths.solver.ask()
            if answer is Answer.YES:
                trace = self.paths.trace(failing)
                if (mistake := self.subject.mistake(claim, trace)) is not None:
                    raise mistake
                self.found[claim] = self.subject.broken(claim, trace)
            elif answer is Answer.UNKNOWN:
                self.undecided.setdefault(claim, self.paths.solver.reason)

    def _survivor(self, claim: str, depth: int, exhausted: bool) -> Bounded:
        if claim in self.undecided:
            return Bounded(claim, Status.INCONCLUSIVE, reason=f"not decided: {self.undecided[claim]}")
        if exhausted:
            return Bounded(claim, Status.HOLDS, reason="no path is longer", survived=True)
        return Bounded(claim, Status.INCONCLUSIVE, reason=f"no counterexample within {depth} steps", survived=True)
