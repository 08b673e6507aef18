"""What induction leaves open, decided where that is possible: whether play gets to where it goes wrong.

Asked in this order: a search that was made before, a bounded search from the start, induction over several steps, and a
bounded search backwards from the counterexample to induction.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from ....invariants import applicable
from ....model import Fault, Slots
from ....model.language.terms.nodes import Node
from ...findings.outcome import Exploration
from ...findings.sight import SightAnswer, SightResult
from ...findings.status import Status, worst
from ...findings.traces import Move, Trace
from ...trace.tracing import TracedModel
from ..formulas.preimages import Preimages
from ..formulas.solver import Answer, Budget
from ..formulas.transition import Transition, transition
from .bounded import Bounded, search
from .counterexamples import Counterexample
from .goals import FAULTS, FORM, StateGoal
from .k_induction import inductive_step
from .obligations import ProofResult
from .path_goals import OF_STATES, PathGoals

DEPTH = 6
"""How many steps a path from the start may have, and one that leads to a counterexample to induction."""

STEPS = 5
"""Over how many steps induction is tried."""

QUESTION_SECONDS = 5.0
TOTAL_SECONDS = 30.0

Say = Callable[[str], None]
"""Is told what is at work."""


def time_to_decide(budget: Budget) -> Budget:
    """What may be spent on deciding: less than on proving, and no more than is left of that."""
    total = min(TOTAL_SECONDS, max(budget.left, 0.0) if budget.total is not None else TOTAL_SECONDS)
    return Budget(min(QUESTION_SECONDS, budget.question), total, budget.seed, budget.stop)


def is_open(result: ProofResult | None, sight: SightResult | None) -> bool:
    """Whether anything was left open by a proof, so that there is something to decide."""
    found = [] if result is None else [result.status_of(goal) for goal in result.goals]
    return Status.OPEN in found or (sight is not None and any(answer.status is Status.OPEN for answer in sight.answers))


def decide(
    traced: TracedModel, result: ProofResult, budget: Budget, reached: Exploration | None, say: Say = lambda _: None
) -> dict[str, Bounded]:
    """The answer for each goal that is open, and for each place where a rule can fail.

    `VIOLATED` with a path from the start, `HOLDS` by induction over several steps, or still `OPEN`; `reason` says what
    was looked at. Only what is declared and how rules fail is decided. Raises `ModelError` and `ReadingsDiffer`.
    """
    waiting = _open_goals(result)
    if not waiting:
        return {}
    return _Deciding(traced, result, waiting, budget, reached, say).run()


def status_of_faults(result: ProofResult, decided: Mapping[str, Bounded]) -> Status:
    """The answer for rules that fail: of each place as it was decided, and of what no example was found for."""
    found = [
        decided[example.place].status if example.place in decided else Status.OPEN
        for example in result.examples_of(FAULTS)
    ]
    return worst([*found, *(each.status for each in result.of_goal(FAULTS) if each.reason)])


def _open_goals(result: ProofResult) -> dict[str, list[Counterexample]]:
    """The counterexamples to each open goal; a rule that fails is a goal for each place where it does."""
    found: dict[str, list[Counterexample]] = {}
    for goal in result.goals:
        if goal not in (FAULTS, FORM) and result.status_of(goal) is Status.OPEN:
            found[goal] = result.examples_of(goal)
    for example in result.examples_of(FAULTS):
        found.setdefault(example.place, []).append(example)
    return found


class _Deciding:
    def __init__(
        self,
        traced: TracedModel,
        result: ProofResult,
        waiting: dict[str, list[Counterexample]],
        budget: Budget,
        reached: Exploration | None,
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
        for ask in (self._ask_reached, self._ask_forwards, self._ask_induction, self._ask_backwards):
            left = [goal for goal in self._waiting if goal not in self._found]
            if left and not self._budget.over:
                ask(left)
        return {
            goal: self._found.get(goal) or Bounded(goal, Status.OPEN, reason="; ".join(self._told[goal]))
            for goal in self._waiting
        }

    def _note(self, goal: str, trace: Trace, conjunct: str) -> None:
        self._found[goal] = Bounded(goal, Status.VIOLATED, conjunct, trace, "there is a counterexample")

    def _ask_reached(self, goals: Sequence[str]) -> None:
        """What a search has come by: violations of its own, and the states of counterexamples to induction."""
        found = self._reached
        if found is None:
            return
        checks = {check.declaration.id: check for check in found.checks if check.status is Status.VIOLATED}
        for goal in goals:
            if goal in checks and (trace := checks[goal].trace) is not None:
                self._note(goal, trace, checks[goal].conjunct)
                continue
            for example in self._waiting[goal]:
                trace = None if found.path_to is None else found.path_to(example.before)
                if trace is not None:
                    self._note(goal, _and_then(trace, example), example.conjunct)
                    break
            else:
                self._told[goal].append(among(found))
        self._ask_where_it_failed(found.fault)

    def _ask_where_it_failed(self, fault: Trace | None) -> None:
        """The shortest path to a rule that fails tells of one place."""
        if fault is None or fault.failed is None:
            return
        move, failure = fault.failed
        for goal, examples in self._waiting.items():
            if goal not in self._found and any(_fails_like(each, move, failure) for each in examples):
                self._note(goal, fault, failure.kind)

    def _is_searched(self, goal: str) -> bool:
        """Whether a search has looked at every path there is, so that nothing breaks the goal."""
        found = self._reached
        return found is not None and found.complete and (goal in self._declared or not found.faults)

    @property
    def _declared(self) -> set[str]:
        return set() if self._reached is None else {check.declaration.id for check in self._reached.checks}

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
            if answer.status in (Status.VIOLATED, Status.HOLDS):
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
                self._found[goal] = replace(answer, reason=f"{answer.reason}, for all that play reaches")

    def _ask_backwards(self, goals: Sequence[str]) -> None:
        """Ways into the state of the counterexample that is shown."""
        for goal in goals:
            examples = self._waiting[goal]
            if self._is_searched(goal) or not examples or self._budget.over:
                continue
            self._say(f"what leads to where {goal} breaks")
            trace, told = trace_to(self._path_goals(goals).step, examples[0].before, self._proved, self._budget)
            if trace is not None:
                self._note(goal, _and_then(trace, examples[0]), examples[0].conjunct)
            else:
                self._told[goal].append(told)


def proved_terms(traced: TracedModel, result: ProofResult | None) -> list[Node]:
    """What is proved of states, as terms: it is so wherever play gets to."""
    if result is None:
        return []
    declared = [each for each in applicable(traced.instance) if each.kind in OF_STATES]
    return [StateGoal(traced, each).term for each in declared if result.status_of(each.id) is Status.HOLDS]


def among(found: Exploration) -> str:
    """That a state is not among those which a search has reached."""
    which = f"the {found.states:,} states" if found.complete else f"the first {found.states:,} states"
    return f"not among {which} that were reached"


def _fails_like(example: Counterexample, move: Move, fault: Fault) -> bool:
    """Whether the same action fails at the same place."""
    if example.action is None or example.fault is None or example.action.name != move.action.name:
        return False
    return (example.fault.file, example.fault.line) == (fault.file, fault.line)


def _and_then(trace: Trace, example: Counterexample) -> Trace:
    """A path to the state of a counterexample, and its step."""
    last = example.trace
    return Trace(trace.start, (*trace.steps, *last.steps), last.failed)


def trace_to(step: Transition, target: Slots, lemmas: Sequence[Node], budget: Budget) -> tuple[Trace | None, str]:
    """A path from the start into a state, or what is known of there being none. Raises `ReadingsDiffer`."""
    initial = step.traced.instance.initial_states()
    if target in initial:
        return Trace(target), ""
    paths = Preimages(step, target, lemmas, budget)
    for length in range(1, DEPTH + 1):
        answer = paths.extend()
        if answer is Answer.NO:
            return None, _NO_TRACE if length == 1 else f"no trace of {length} steps leads into that state"
        if answer is Answer.UNKNOWN:
            break
        if (trace := paths.from_any_of(initial)) is not None:
            return trace, ""
    return None, "from where play gets to that state is not known"


_NO_TRACE = "no step leads into that state from one that satisfies what is proved"


def decide_sight(
    traced: TracedModel,
    sight: SightResult,
    result: ProofResult | None,
    budget: Budget,
    reached: Exploration | None,
    say: Say = lambda _: None,
) -> None:
    """Turn a leak between states that need not be reached into a violation where play gets to both, with the plays.

    What a search has come by is taken instead where it is of the same kind. Raises `ReadingsDiffer`.
    """
    waiting = [answer for answer in sight.answers if answer.status is Status.OPEN and answer.leak is not None]
    waiting = [answer for answer in waiting if not _is_shown(answer, reached)]
    if not waiting:
        return
    step, proved = transition(traced), proved_terms(traced, result)
    for answer in waiting:
        leak = answer.leak
        if leak is None or budget.over:
            return
        say(f"whether play gets to what {answer.seat} can tell apart")
        one = _play_to(leak.one, step, proved, budget, reached)
        other = one and _play_to(leak.other, step, proved, budget, reached)
        if one is not None and other is not None:
            answer.status, answer.leak, answer.reason = Status.VIOLATED, replace(leak, plays=(one, other)), ""
        elif reached is not None and reached.path_to is not None:
            answer.reason = f"{answer.reason} ({among(reached)})"


def _is_shown(answer: SightAnswer, reached: Exploration | None) -> bool:
    """Whether a search has come by a leak of that kind, which is shown then."""
    found = [] if reached is None or reached.sight is None else reached.sight.answers
    for other in found:
        same = (other.seat, other.channel, other.of) == (answer.seat, answer.channel, answer.of)
        if same and other.status is Status.VIOLATED and other.leak is not None:
            answer.status, answer.leak, answer.reason = Status.VIOLATED, other.leak, ""
            return True
    return False


def _play_to(
    slots: Slots, step: Transition, proved: Sequence[Node], budget: Budget, reached: Exploration | None
) -> Trace | None:
    """A path from the start into a state, if one is found."""
    if reached is not None and reached.path_to is not None:
        trace = reached.path_to(slots)
        if trace is not None or reached.complete:
            return trace
    return trace_to(step, slots, proved, budget)[0]
