"""What induction leaves open of claims and of rules that fail, decided where possible: whether play gets to it.

Asked in this order: a search that was made before, a bounded search from the start, induction over several steps, and a
bounded search backwards from the counterexample to induction.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from ....invariants import applicable
from ....model import Fault
from ....model.language.terms.nodes import Node
from ...findings.checks import CheckResult
from ...findings.sight import SightResult
from ...findings.status import Status, worst
from ...findings.traces import Move, Trace
from ...trace.tracing import TracedModel
from ..formulas.solver import Budget
from ..proofs.bounded import Bounded, search
from ..proofs.counterexamples import Counterexample
from ..proofs.goals import FAULTS, FORM, StateGoal, fault_goals, fault_place, is_place_of
from ..proofs.k_induction import inductive_step
from ..proofs.obligations import Obligation, ProofResult
from ..proofs.path_goals import OF_STATES, PathGoals
from .play import DEPTH, PathsInto, Reached

STEPS = 5
"""Over how many steps induction is tried."""

Say = Callable[[str], None]
"""Is told what is at work."""


def is_open(result: ProofResult | None, sight: SightResult | None) -> bool:
    """Whether anything was left open by a proof, so that there is something to decide."""
    found = [] if result is None else [result.status_of(goal) for goal in result.goals]
    return Status.OPEN in found or (sight is not None and any(answer.status is Status.OPEN for answer in sight.answers))


def decide(
    traced: TracedModel, result: ProofResult, budget: Budget, reached: Reached | None, say: Say = lambda _: None
) -> dict[str, Bounded]:
    """The answer for each goal that is open, and for each place where a rule can fail.

    `VIOLATED` with a path from the start; `HOLDS` by induction over several steps, `HOLDS` or `VACUOUS` by a complete
    sweep or where every path is short, all for what play reaches; or still `OPEN`. `reason` says what was looked at.
    Only what is declared and how rules fail is decided. Raises `ModelError` and `ReadingsDiffer`.
    """
    seen = {} if reached is None else _seen_of_undecided(result, reached)
    waiting = _open_goals(traced, result)
    if not waiting:
        return seen
    return seen | _Deciding(traced, result, waiting, budget, reached, say).run()


def status_of_faults(result: ProofResult, decided: Mapping[str, Bounded]) -> Status:
    """The answer for rules that fail: of each place as it was decided, and of what no example was found for."""
    found = [answer.status for goal, answer in decided.items() if is_place_of(goal)]
    found += [Status.OPEN for example in result.examples_of(FAULTS) if example.place not in decided]
    return worst([*found, *(each.status for each in unsettled_faults(result, decided))])


def unsettled_faults(result: ProofResult, decided: Mapping[str, Bounded]) -> list[Obligation]:
    """The actions of which it is not known, for some place without an example, whether they fail there."""
    return [each for each in result.of_goal(FAULTS) if each.reason and not _is_settled(each, decided)]


def _is_settled(obligation: Obligation, decided: Mapping[str, Bounded]) -> bool:
    """Whether an action that only rests on what is not proved never fails, each of its places being asked about."""
    places = [answer for goal, answer in decided.items() if is_place_of(goal, obligation.case)]
    return _only_rests(obligation) and bool(places) and all(answer.is_settled for answer in places)


def _only_rests(obligation: Obligation) -> bool:
    """Whether every question about it was answered, and some answers rest on what is not proved."""
    return bool(obligation.lacks) and obligation.status is Status.OPEN


def _seen_of_undecided(result: ProofResult, reached: Reached) -> dict[str, Bounded]:
    """What the solver did not answer for, and a search has come by a violation of."""
    checks = {check.declaration.id: check for check in reached.found.checks}
    undecided = [goal for goal in result.goals if goal in result.asked and goal in checks]
    undecided = [goal for goal in undecided if result.status_of(goal) is Status.INCONCLUSIVE]
    seen = {goal: _violated(checks[goal]) for goal in undecided}
    return {goal: answer for goal, answer in seen.items() if answer is not None}


def _violated(check: CheckResult) -> Bounded | None:
    if check.status is not Status.VIOLATED or check.trace is None:
        return None
    return _broken(check.declaration.id, check.trace, check.conjunct)


def _broken(goal: str, trace: Trace, conjunct: str) -> Bounded:
    return Bounded(goal, Status.VIOLATED, conjunct, trace, "there is a counterexample")


def _open_goals(traced: TracedModel, result: ProofResult) -> dict[str, list[Counterexample]]:
    """The counterexamples to each open goal; a rule that fails is a goal for each place where it does.

    An action that fails nowhere as long as something unproved holds may fail at any of its places.
    """
    found: dict[str, list[Counterexample]] = {}
    for goal in result.goals:
        if goal not in (FAULTS, FORM) and result.status_of(goal) is Status.OPEN:
            found[goal] = result.examples_of(goal)
    for example in result.examples_of(FAULTS):
        found.setdefault(example.place, []).append(example)
    resting = {each.case for each in result.of_goal(FAULTS) if _only_rests(each)}
    for place in fault_goals(traced) if resting else ():
        if place.action.action.name in resting:
            found.setdefault(place.id, [])
    return found


class _Deciding:
    def __init__(
        self,
        traced: TracedModel,
        result: ProofResult,
        waiting: dict[str, list[Counterexample]],
        budget: Budget,
        reached: Reached | None,
        say: Say,
    ) -> None:
        self._traced = traced
        self._waiting = waiting
        self._budget = budget
        self._reached = reached
        self._say = say
        self._found: dict[str, Bounded] = {}
        self._told: dict[str, list[str]] = {goal: [] for goal in waiting}
        self._without_base: set[str] = set()
        self._goals: PathGoals | None = None
        self._proved = proved_terms(traced, result)

    def run(self) -> dict[str, Bounded]:
        """Ask one after another, each about what is still open."""
        self._ask_reached(list(self._waiting))
        for ask in (self._ask_forwards, self._ask_induction, self._ask_backwards):
            left = [goal for goal in self._waiting if goal not in self._found]
            if left and not self._budget.over:
                ask(left)
        return {
            goal: self._found.get(goal) or Bounded(goal, Status.OPEN, reason="; ".join(self._told[goal]))
            for goal in self._waiting
        }

    def _note(self, goal: str, trace: Trace, conjunct: str) -> None:
        self._found[goal] = _broken(goal, trace, conjunct)

    def _ask_reached(self, goals: Sequence[str]) -> None:
        """What a search has come by: its own answers, and the states of counterexamples to induction."""
        if self._reached is None:
            return
        found = self._reached.found
        checks = {check.declaration.id: check for check in found.checks}
        for goal in goals:
            if goal in checks and (seen := _violated(checks[goal])) is not None:
                self._found[goal] = seen
                continue
            for example in self._waiting[goal]:
                path = None if found.path_to is None else found.path_to(example.before)
                if path is not None:
                    self._note(goal, _and_then(path, example), example.conjunct)
                    break
            else:
                self._told[goal] += [self._reached.among] if self._waiting[goal] else []
        self._ask_where_it_failed(found.fault)
        if self._reached.answers:
            self._take_from_sweep(checks, self._reached)

    def _take_from_sweep(self, checks: Mapping[str, CheckResult], reached: Reached) -> None:
        """What a complete sweep has seen to hold, it holds wherever play gets to."""
        for goal in self._waiting:
            if goal in self._found:
                continue
            if is_place_of(goal):
                status = Status.HOLDS if reached.found.faults == 0 else None
            else:
                status = checks[goal].status if goal in checks else None
            if status is Status.HOLDS:
                self._found[goal] = Bounded(goal, status, reason=f"{reached.everything}; not inductive")
            elif status is Status.VACUOUS:
                told = f"its premise holds in none of the {reached.found.states:,} reached states (swept)"
                self._found[goal] = Bounded(goal, status, reason=told)

    def _ask_where_it_failed(self, fault: Trace | None) -> None:
        """The shortest path to a rule that fails tells of one place."""
        if fault is None or fault.failed is None:
            return
        move, failure = fault.failed
        for goal, examples in self._waiting.items():
            is_there = goal == fault_place(move.action, failure) or any(
                _fails_like(each, move, failure) for each in examples
            )
            if goal not in self._found and is_there:
                self._note(goal, fault, failure.kind)

    def _is_searched(self, goal: str) -> bool:
        """Whether a search has looked at every path there is, so that nothing breaks the goal."""
        if self._reached is None or not self._reached.found.complete:
            return False
        found = self._reached.found
        return goal in {check.declaration.id for check in found.checks} or not found.faults

    def _path_goals(self, goals: Collection[str]) -> PathGoals:
        if self._goals is None:
            self._goals = PathGoals(self._traced)
        return self._goals.only(goals)

    def _ask_forwards(self, goals: Sequence[str]) -> None:
        left = [goal for goal in goals if not self._is_searched(goal)]
        if not left:
            return
        self._say(f"paths from the start, for {', '.join(left)}")
        for answer in search(self._path_goals(left), DEPTH, self._budget):
            if answer.status is Status.VIOLATED:
                self._found[answer.goal] = answer
            elif answer.status is Status.HOLDS:
                told = "no play breaks it, and none is longer than those looked at; not inductive"
                self._found[answer.goal] = replace(answer, reason=told)
            elif answer.status is Status.VACUOUS:
                self._found[answer.goal] = answer
            else:
                self._told[answer.goal].append(answer.reason)
                if not answer.survived:
                    self._without_base.add(answer.goal)

    def _ask_induction(self, goals: Sequence[str]) -> None:
        sound = [goal for goal in goals if goal not in self._without_base]
        self._say(f"induction over several steps, for {', '.join(sound)}")
        for goal, answer in inductive_step(self._path_goals(goals), sound, STEPS, self._budget, self._proved).items():
            if answer.status is Status.HOLDS:
                told = f"{answer.reason}, for all that play reaches; not inductive over one"
                self._found[goal] = replace(answer, reason=told)

    def _ask_backwards(self, goals: Sequence[str]) -> None:
        """PathsInto into the state of the counterexample that is shown."""
        paths = PathsInto(self._path_goals(goals).step, self._proved, self._budget)
        for goal in goals:
            examples = self._waiting[goal]
            if self._is_searched(goal) or not examples or self._budget.over:
                continue
            self._say(f"what leads to where {goal} breaks")
            for example in examples:
                path = paths.to(example.before)
                if path.trace is not None:
                    self._note(goal, _and_then(path.trace, example), example.conjunct)
                    break
            else:
                self._told[goal].append(paths.to(examples[0].before).told)


def proved_terms(traced: TracedModel, result: ProofResult | None) -> list[Node]:
    """What is proved of states, as terms: it is so wherever play gets to."""
    if result is None:
        return []
    declared = [each for each in applicable(traced.instance) if each.kind in OF_STATES]
    return [StateGoal(traced, each).term for each in declared if result.status_of(each.id) is Status.HOLDS]


def _fails_like(example: Counterexample, move: Move, fault: Fault) -> bool:
    """Whether the same action fails at the same place."""
    if example.action is None or example.fault is None or example.action.name != move.action.name:
        return False
    return (example.fault.file, example.fault.line) == (fault.file, fault.line)


def _and_then(path: Trace, example: Counterexample) -> Trace:
    """A path to the state of a counterexample, and its step."""
    last = example.trace
    return Trace(path.start, (*path.steps, *last.steps), last.failed)
