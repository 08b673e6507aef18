"""Induction over several steps: what holds on k states in a row holds on the next one too.

After Sheeran, Singh and Stålmarck, "Checking safety properties using induction and a SAT-solver" (2000). The states are
all different, which loses nothing: a shortest path to a violation does not come back to where it was. The one exception
is the last step of a path that breaks a goal about steps, which may lead back.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from ....model.language.terms.nodes import Node
from ...findings.status import Status
from ...findings.traces import Trace
from ..formulas.encode import Formula, conditional, switch
from ..formulas.solver import Answer, Budget
from ..formulas.states import Unknowns
from ..formulas.unrolling import Unrolling, reading
from .bounded import Bounded, Watcher, broken_by, search
from .obligations import NEVER_ASKED, PREMISE_UNDECIDED
from .path_goals import PathGoals


def k_induction(goals: PathGoals, most: int, budget: Budget, progress: Watcher | None = None) -> list[Bounded]:
    """Prove goals by induction over 1, 2, ... up to `most` steps, given that no path of so many steps breaks them.

    Goals about states support each other, also those that were not asked for. What is proved is vacuous if its premise
    holds nowhere that what is proved of states allows.
    """
    everything = goals.whole()
    base = {found.goal: found for found in search(everything, most, budget, progress)}
    sound = [goal for goal, found in base.items() if found.survived]
    proved = inductive_step(everything, sound, most, budget, progress=progress)
    return [
        base[goal] if goal not in sound or base[goal].is_settled else _asked(everything, goal, proved, base, budget)
        for goal in goals.wanted
    ]


def _asked(
    goals: PathGoals, goal: str, proved: Mapping[str, Bounded], base: Mapping[str, Bounded], budget: Budget
) -> Bounded:
    """The answer for a goal that no short path breaks, which says something only where its premise holds."""
    found = proved[goal]
    if found.status is not Status.HOLDS or base[goal].is_asked:
        return found
    supposed = [each for each, answer in proved.items() if answer.status is Status.HOLDS]
    answer = goals.can_hold(goal, supposed, budget)
    if answer is Answer.UNKNOWN:
        return Bounded(goal, Status.INCONCLUSIVE, reason=PREMISE_UNDECIDED)
    return found if answer is Answer.YES else Bounded(goal, Status.VACUOUS, reason=NEVER_ASKED)


def inductive_step(
    goals: PathGoals,
    sound: Collection[str],
    most: int,
    budget: Budget,
    lemmas: Sequence[Node] = (),
    progress: Watcher | None = None,
) -> dict[str, Bounded]:
    """The answers for goals that no path of `most` steps from the start breaks, which the caller has to see to.

    Goals about states support each other: those that fall are taken out until the rest carries itself. `lemmas` are
    terms over a state that are true wherever play gets to.
    """
    if not sound:
        return {}
    proof = _Induction(goals, set(sound), lemmas, budget)
    for level in range(1, most + 1):
        if progress is not None:
            progress(level)
        proof.extend()
        if proof.proved.keys() >= set(sound) or budget.over:
            break
    return {goal: proof.answer(goal, most) for goal in sound}


class _Induction:
    """A path that begins anywhere, on which the goals are supposed of all states but the last."""

    def __init__(self, goals: PathGoals, sound: set[str], lemmas: Sequence[Node], budget: Budget) -> None:
        self.goals = goals
        self.proved: dict[str, int] = {}
        """The goals that are settled, each with the number of steps that it took."""
        self._sound = sound
        self._lemmas = lemmas
        self._open: dict[str, tuple[Trace | None, str]] = {}
        self._switches = {goal: switch(f"given {goal}") for goal in goals.of_states if goal in sound}
        self._paths = Unrolling(goals.step, budget)
        self._paths.begin_anywhere()
        self._suppose(self._paths.states[0])
        self._offered = self._offer()

    @property
    def _level(self) -> int:
        return len(self._paths.states) - 1

    def _suppose(self, state: Unknowns) -> None:
        self._paths.solver.add(*state.truths(self._lemmas))
        for goal, on in self._switches.items():
            self._paths.solver.add(conditional(on, self._holds(goal, state)))

    def _holds(self, goal: str, state: Unknowns) -> Formula:
        return reading(state, self.goals.of_states[goal].term)

    def _offer(self) -> Unknowns:
        """The next action, which must not fail where that is to be proved."""
        offered = self._paths.offer()
        for goal in self._unsettled(self.goals.of_faults):
            self._settle(goal, reading(offered, self.goals.of_fault(goal)), failing=True)
        return offered

    def _unsettled(self, goals: Collection[str]) -> list[str]:
        return [goal for goal in goals if goal in self._sound and goal not in self.proved]

    def extend(self) -> None:
        """One more step, and everything asked again that is not proved so far."""
        taken = self._offered
        self._paths.accept(taken)
        last, apart = self._paths.states[-1], self._paths.apart()
        with self._paths.solver.within(*apart):
            carried = self._carried(last)
        for goal in carried:
            self.proved[goal] = self._level
            self._paths.solver.add(self._switches[goal], self._holds(goal, last))
        for goal in self._unsettled(self.goals.of_steps):
            self._settle(goal, reading(taken, self.goals.of_step(goal), False))
        self._paths.solver.add(*apart)
        self._suppose(last)
        self._offered = self._offer()

    def _carried(self, last: Unknowns) -> list[str]:
        """The goals about states that, supposed together of all states before, hold in the last one."""
        carried = [goal for goal in self._switches if goal not in self.proved]
        while True:
            given = [self._switches[goal] for goal in carried]
            falling = [
                goal
                for goal in carried
                if not self._excluded(goal, reading(last, self.goals.of_states[goal].term, False), given)
            ]
            if not falling:
                return carried
            carried = [goal for goal in carried if goal not in falling]

    def _settle(self, goal: str, formula: Formula, failing: bool = False) -> None:
        if self._excluded(goal, formula, (), failing):
            self.proved[goal] = self._level

    def _excluded(self, goal: str, formula: Formula, given: Sequence[Formula], failing: bool = False) -> bool:
        """Whether something cannot be; if it can, the path that shows it is kept."""
        solver = self._paths.solver
        with solver.within(formula):
            answer = solver.ask(*given)
            if answer is Answer.YES:
                trace = self._paths.trace(failing)
                self._open[goal] = (broken_by(self.goals, goal, trace).trace, "")
            elif answer is Answer.UNKNOWN:
                self._open[goal] = (None, f"not decided: {solver.reason}")
        return answer is Answer.NO

    def answer(self, goal: str, most: int) -> Bounded:
        """What is known of a goal that no short path breaks; open where a path shows why, which play need not reach."""
        if goal in self.proved:
            steps = max(1, self.proved[goal])
            return Bounded(goal, Status.HOLDS, reason=f"by induction over {steps} step{'s' * (steps > 1)}")
        trace, reason = self._open.get(goal, (None, "not asked"))
        if reason:
            return Bounded(goal, Status.INCONCLUSIVE, reason=reason)
        told = f"not settled by induction over up to {most} steps; the path need not be reachable"
        return Bounded(goal, Status.OPEN, trace=trace, reason=told)
