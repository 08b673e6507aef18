"""Paths of bounded length: what can go wrong within so many steps of the initial states.

Bounded model checking, after Biere, Cimatti, Clarke and Zhu, "Symbolic model checking without BDDs" (1999).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from ....model.language.terms.nodes import ZERO
from ...findings.status import Status
from ...findings.traces import Trace
from ..formulas.encode import Formula, disjunction
from ..formulas.examples import ReadingsDiffer
from ..formulas.solver import Answer, Budget
from ..formulas.states import Unknowns
from ..formulas.unrolling import Unrolling, reading
from .obligations import PREMISE_UNDECIDED
from .path_goals import PathGoals

Watcher = Callable[[int], None]
"""Is told the depth that is looked at."""

NONE_LONGER = "no path is longer"

NOT_ASKED_SO_FAR = "and its premise is not known to hold there"


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
    is_asked: bool = True
    """Whether the premise of the goal held on some path that was looked at."""

    @property
    def is_settled(self) -> bool:
        """Whether nothing breaks the goal wherever play gets to."""
        return self.status in (Status.HOLDS, Status.VACUOUS)


def broken_by(goals: PathGoals, goal: str, trace: Trace) -> Bounded:
    """The answer for a goal that a path breaks. Raises `ReadingsDiffer` unless running it shows the same."""
    failed = goals.failures(goal, trace)
    if not failed:
        raise ReadingsDiffer(f"{goal} was expected to fail at the end of {[str(move) for move in trace.moves]}")
    return Bounded(goal, Status.VIOLATED, failed[0], trace, "there is a counterexample")


def search(goals: PathGoals, depth: int, budget: Budget, progress: Watcher | None = None) -> list[Bounded]:
    """Look for a shortest path of at most `depth` steps to each goal's violation.

    A goal that survives holds only if no path is longer, and is vacuous then if its premise held on none; otherwise it
    is inconclusive. Raises `ModelError` for a check that fails instead of answering at the end of a path.
    """
    return _Search(goals, budget).run(depth, progress)


class _Search:
    def __init__(self, goals: PathGoals, budget: Budget) -> None:
        self.goals = goals
        self.paths = Unrolling(goals.step, budget)
        self.paths.begin_at(goals.traced.instance.initial_states())
        self.found: dict[str, Bounded] = {}
        self.undecided: dict[str, str] = {}
        self.asked: set[str] = set(goals.of_faults)
        """The goals whose premise held on some path; whether a rule fails has none."""
        self.premises_undecided: set[str] = set()

    def run(self, depth: int, progress: Watcher | None) -> list[Bounded]:
        """Ask at each depth for what is still open."""
        exhausted = False
        for level in range(depth + 1):
            if progress is not None:
                progress(level)
            self._ask_states()
            if level == depth or not self._open(self.goals.wanted):
                break
            taken = self._step()
            if self.paths.solver.ask() is Answer.NO:
                exhausted = True
                break
            self._ask_premises(self.goals.of_steps, taken)
        return [self.found.get(goal) or self._survivor(goal, depth, exhausted) for goal in self.goals.wanted]

    def _open(self, goals: Iterable[str]) -> list[str]:
        return [goal for goal in goals if goal in self.goals.wanted and goal not in self.found]

    def _ask_states(self) -> None:
        last = self.paths.states[-1]
        self._ask(
            {goal: reading(last, self.goals.of_states[goal].term, False) for goal in self._open(self.goals.of_states)}
        )
        self._ask_premises(self.goals.of_states, last)

    def _step(self) -> Unknowns:
        """Take one more step; returns the state before it with the move."""
        offered = self.paths.offer()
        faults = {goal: reading(offered, self.goals.of_fault(goal)) for goal in self._open(self.goals.of_faults)}
        self._ask(faults, failing=True)
        self.paths.accept(offered)
        self._ask({goal: reading(offered, self.goals.of_step(goal), False) for goal in self._open(self.goals.of_steps)})
        return offered

    def _ask(self, broken: Mapping[str, Formula], failing: bool = False) -> None:
        """Whether the goals can be broken here: all at once, and one by one only if something can."""
        solver = self.paths.solver
        if len(broken) > 1:
            with solver.within(disjunction(broken.values())):
                if solver.ask() is Answer.NO:
                    return
        for goal, formula in broken.items():
            self._ask_one(goal, formula, failing)

    def _ask_one(self, goal: str, formula: Formula, failing: bool) -> None:
        with self.paths.solver.within(formula):
            answer = self.paths.solver.ask()
            if answer is Answer.YES:
                trace = self.paths.trace(failing)
                if (mistake := self.goals.mistake(goal, trace)) is not None:
                    raise mistake
                self.found[goal] = broken_by(self.goals, goal, trace)
            elif answer is Answer.UNKNOWN:
                self.undecided.setdefault(goal, self.paths.solver.reason)

    def _ask_premises(self, goals: Iterable[str], here: Unknowns) -> None:
        """Which premises hold here on some path, of those that held on none so far."""
        for goal in self._open(goals):
            premise = ZERO if goal in self.asked else self.goals.premise(goal)
            if premise is ZERO:
                continue
            with self.paths.solver.within(reading(here, premise)):
                answer = self.paths.solver.ask()
            if answer is Answer.YES:
                self.asked.add(goal)
            elif answer is Answer.UNKNOWN:
                self.premises_undecided.add(goal)

    def _survivor(self, goal: str, depth: int, exhausted: bool) -> Bounded:
        if goal in self.undecided:
            return Bounded(goal, Status.INCONCLUSIVE, reason=f"not decided: {self.undecided[goal]}")
        is_asked = goal in self.asked
        if not exhausted:
            told = f"no counterexample within {depth} steps{'' if is_asked else f', {NOT_ASKED_SO_FAR}'}"
            return Bounded(goal, Status.INCONCLUSIVE, reason=told, survived=True, is_asked=is_asked)
        if is_asked:
            return Bounded(goal, Status.HOLDS, reason=NONE_LONGER, survived=True)
        if goal in self.premises_undecided:
            return Bounded(goal, Status.INCONCLUSIVE, reason=PREMISE_UNDECIDED, survived=True)
        return Bounded(goal, Status.VACUOUS, reason=f"its premise holds on no path, and {NONE_LONGER}", survived=True)
