"""The result of a proof by induction: a proof obligation for each action and goal, and what became of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ...findings.status import Status, worst
from .counterexamples import Counterexample

INITIALLY = "initially"
"""The base case: the initial states."""

ANEW = "where play goes on from a save"
"""The base case of what reads histories, which begin anew with an accepted save: its states are not all reached."""

ANYWHERE = "in any state"
"""What is asked of single states."""

NOT_ASKED = "it was not asked"

NEVER_ASKED = "its premise holds in no state that satisfies what is declared"

PREMISE_UNDECIDED = "whether its premise can hold is not decided"


def resting_on(goals: Iterable[str]) -> str:
    """Why an obligation is open that holds where other goals do."""
    names = sorted(goals)
    return f"holds as long as {' and '.join(names)} {'do' if len(names) > 1 else 'does'}"


@dataclass
class Obligation:
    """Whether an action can break a goal, in a step from a state that satisfies the hypothesis."""

    case: str
    goal: str
    status: Status = Status.HOLDS
    examples: list[Counterexample] = field(default_factory=list[Counterexample])
    """A counterexample to induction; of rules that fail, one for each place where they do."""
    reason: str = ""
    """Why it is not decided, or why it is open without a counterexample."""
    uses: set[str] = field(default_factory=set[str])
    """The goals of the hypothesis that it rests on."""
    leaned_on: set[str] = field(default_factory=set[str])
    """Those it rested on before they turned out not to hold."""
    lacks: set[str] = field(default_factory=set[str])
    """The goals that would have to hold for it to hold."""

    def refute(self, example: Counterexample) -> None:
        """There is a counterexample; without what it leaned on, that only shows that the goal rests on it.

        In the base case it is a state that play begins in. Otherwise nobody says that its state can be reached.
        """
        if self.leaned_on:
            self.rest_on(self.leaned_on)
            return
        self.status = worst([self.status, Status.VIOLATED if self.case == INITIALLY else Status.OPEN])
        self.examples.append(example)

    def rest_on(self, goals: Iterable[str]) -> None:
        """It holds where other goals do that are not proved."""
        self.lacks |= set(goals)
        self.status, self.reason = worst([self.status, Status.OPEN]), resting_on(self.lacks)

    def leave_undecided(self, reason: str) -> None:
        """The solver did not answer, or was not asked any more."""
        self.status, self.reason = Status.INCONCLUSIVE, reason or "no reason was given"


@dataclass
class ProofResult:
    """All obligations, the questions that were asked, and how long it took."""

    cases: list[str]
    goals: list[str]
    obligations: dict[tuple[str, str], Obligation] = field(default_factory=dict[tuple[str, str], Obligation])
    asked: set[str] = field(default_factory=set[str])
    """The goals that were looked at."""
    vacuous: set[str] = field(default_factory=set[str])
    """The goals whose premise holds in no state that satisfies the hypothesis."""
    undecided_premises: set[str] = field(default_factory=set[str])
    """The goals of which it is not known whether their premise can hold."""
    questions: int = 0
    seconds: float = 0.0

    def obligation(self, case: str, goal: str) -> Obligation:
        """The obligation of an action and a goal, made when it is first asked for."""
        return self.obligations.setdefault((case, goal), Obligation(case, goal))

    def of_goal(self, goal: str) -> Iterator[Obligation]:
        """The obligations of a goal."""
        return (each for each in self.obligations.values() if each.goal == goal)

    def uses(self, goal: str) -> set[str]:
        """The goals of the hypothesis that a goal rests on."""
        return set[str]().union(*(each.uses for each in self.of_goal(goal)))

    def status_of(self, goal: str) -> Status:
        """The worst of its obligations; it holds when all are discharged and it says anything at all.

        A counterexample to induction leaves it open, however long others are looked for. Of a goal that was not asked
        nothing is known.
        """
        if goal not in self.asked:
            return Status.INCONCLUSIVE
        found = {each.status for each in self.of_goal(goal)}
        if Status.VIOLATED not in found and any(each.examples for each in self.of_goal(goal)):
            return Status.OPEN
        if found - {Status.HOLDS}:
            return worst(found)
        if goal in self.undecided_premises:
            return Status.INCONCLUSIVE
        return Status.VACUOUS if goal in self.vacuous else Status.HOLDS

    def reason_of(self, goal: str) -> str:
        """Why a goal does not hold, where that is not shown by a counterexample; empty otherwise."""
        if goal not in self.asked:
            return NOT_ASKED
        reasons = [f"{each.case}: {each.reason}" for each in self.of_goal(goal) if each.reason]
        if not reasons and self.status_of(goal) is Status.VACUOUS:
            return NEVER_ASKED
        if not reasons and goal in self.undecided_premises:
            return PREMISE_UNDECIDED
        return "; ".join(reasons)

    @property
    def status(self) -> Status:
        """The status of all that was asked."""
        return worst(self.status_of(goal) for goal in self.goals if goal in self.asked)

    def examples_of(self, goal: str) -> list[Counterexample]:
        """The counterexamples to a goal, in the order of the cases."""
        order = {case: index for index, case in enumerate(self.cases)}
        found = sorted(self.of_goal(goal), key=lambda each: order[each.case])
        return [example for each in found for example in each.examples]

    @property
    def examples(self) -> list[Counterexample]:
        """Every counterexample."""
        return [example for goal in self.goals for example in self.examples_of(goal)]
