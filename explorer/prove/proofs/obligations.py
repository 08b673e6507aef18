"""The result of a proof by induction: a proof obligation for each action and goal, and what became of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ...findings.status import Status, worst
from .counterexamples import Counterexample

INITIALLY = "initially"
"""The base case: the initial states."""

ANYWHERE = "in any state"
"""What is asked of single states."""


def resting_on(goals: Iterable[str]) -> str:
    """Why an obligation is open that holds where other goals do."""
    names = sorted(goals)
    return f"holds as long as {' and '.join(names)} {'do' if len(names) > 1 else 'does'}"


@dataclass
class Obligation:
    """Whether an action can break a goal."""

    case: str
    goal: str
    status: Status = Status.HOLDS
    example: Counterexample | None = None
    reason: str = ""
    """Why it is not decided."""
    uses: set[str] = field(default_factory=set[str])
    """The goals of the hypothesis that it rests on."""
    leaned_on: set[str] = field(default_factory=set[str])
    """Those it rested on before they turned out not to hold."""

    def refute(self, example: Counterexample) -> None:
        """There is a counterexample; without what it leaned on, that only shows that the goal rests on it."""
        if self.leaned_on:
            self.leave_open(resting_on(self.leaned_on))
        else:
            self.status, self.example = Status.VIOLATED, example

    def leave_open(self, reason: str) -> None:
        """It is not decided."""
        self.status, self.reason = Status.INCONCLUSIVE, reason or "no reason was given"


@dataclass
class ProofResult:
    """All obligations, the questions that were asked, and how long it took."""

    cases: list[str]
    goals: list[str]
    obligations: dict[tuple[str, str], Obligation] = field(default_factory=dict[tuple[str, str], Obligation])
    vacuous: set[str] = field(default_factory=set[str])
    """The goals whose premise holds in no state that satisfies the hypothesis."""
    questions: int = 0
    seconds: float = 0.0

    def obligation(self, case: str, goal: str) -> Obligation:
        """The obligation of an action and a goal, made when it is first asked for."""
        return self.obligations.setdefault((case, goal), Obligation(case, goal))

    def of_goal(self, goal: str) -> Iterator[Obligation]:
        """The column of a goal."""
        return (obligation for obligation in self.obligations.values() if obligation.goal == goal)

    def uses(self, goal: str) -> set[str]:
        """The goals of the hypothesis that a goal rests on."""
        return set[str]().union(*(obligation.uses for obligation in self.of_goal(goal)))

    def status_of(self, goal: str) -> Status:
        """A goal is violated when one obligation is, and holds when all do and it says anything at all."""
        found = worst(obligation.status for obligation in self.of_goal(goal))
        return Status.VACUOUS if found is Status.HOLDS and goal in self.vacuous else found

    @property
    def status(self) -> Status:
        """The status of all that was asked."""
        return worst(self.status_of(goal) for goal in self.goals)

    @property
    def examples(self) -> list[Counterexample]:
        """Every counterexample, in the order of the cases."""
        order = {case: index for index, case in enumerate(self.cases)}
        obligations = sorted(
            self.obligations.values(),
            key=lambda each: (order[each.case], self.goals.index(each.goal)),
        )
        return [each.example for each in obligations if each.example is not None]
