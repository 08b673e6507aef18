"""Proof by induction on the steps: no action leads from a state that satisfies the hypothesis to one that does not.

The hypothesis is all that the model says of single states: its invariants, its save rules, and the form of a state. It
is checked of the initial states by running, and of every step from any state of the scope that satisfies it, whether it
can be reached or not, with one question for each path of an action and each goal; the updates of the path stand in
for the slots. What it says of histories is checked, too, of every state that satisfies the rest, with the histories as
they begin there: so they do where play goes on from a save.

Where a goal rests on another one that turns out not to hold, it is asked again without it, until what remains rests
on itself (Flanagan and Leino, "Houdini, an annotation assistant for ESC/Java", 2001). That no rule fails is followed so
even after a place was found where one does: each place has its own answer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from ....invariants import CheckKind, applicable
from ....model import ModelError
from ....model.language.terms.nodes import Node
from ...findings.status import Status
from ...processes.forks import answered
from ...trace.histories import beginning
from ...trace.tracing import TracedModel
from ...trace.tree import TracedAction
from ..formulas.solver import Answer, Budget
from .counterexamples import Confirmation
from .goals import FAULTS, FORM, FormGoal, Goal, StateGoal, StepGoal
from .hypothesis import Hypothesis
from .inductive_step import InductiveStep
from .obligations import ANEW, ANYWHERE, INITIALLY, Obligation, ProofResult
from .premises import Premises

OF_STATES = (CheckKind.INVARIANT, CheckKind.SAVE_RULE)
"""What is supposed of the state before a step and must hold again after it."""


@dataclass(frozen=True)
class ProofProgress:
    """How far a proof is: the action at work, and how many of all are done."""

    action: str
    done: int
    actions: int


class Induction:
    """The proof for one model: what is supposed, what is to be proved, and the obligations as they are discharged."""

    def __init__(
        self, traced: TracedModel, budget: Budget | None = None, progress: Callable[[ProofProgress], None] | None = None
    ) -> None:
        self.traced = traced
        self.budget = budget or Budget()
        self._progress = progress
        declared = applicable(traced.instance)
        self.supposed = {each.id: StateGoal(traced, each) for each in declared if each.kind in OF_STATES}
        self.equivalences = {
            each.id: StateGoal(traced, each) for each in declared if each.kind is CheckKind.EQUIVALENCE
        }
        self.form = FormGoal(traced)
        steps = [StepGoal(traced, each) for each in declared if each.kind is CheckKind.STEP]
        self.of_steps: dict[str, Goal] = {goal.id: goal for goal in [*self.supposed.values(), *steps, self.form]}
        self.ids = [*self.of_steps, *self.equivalences, FAULTS]
        cases = [INITIALLY, ANEW, ANYWHERE, *(action.action.name for action in traced.actions)]
        self.result = ProofResult(cases, self.ids)

    def run(self, wanted: Sequence[str] | None = None) -> ProofResult:
        """Prove what is asked for, everything by default, and whatever that rests on.

        Raises `ModelError` for an unknown id, and for a check that fails instead of answering in an initial state.
        """
        began = time.perf_counter()
        if unknown := [name for name in wanted or () if name not in self.ids]:
            raise ModelError(f"nothing called {unknown[0]} can be proved here; there is {', '.join(self.ids)}")
        asked = set(self.ids if wanted is None else wanted)
        waiting = asked | {FORM}
        given, done = set(self.supposed), set[str]()
        self._ask_beside(waiting, given)
        while waiting:
            self._check(waiting, given, preferred=done | waiting)
            done |= waiting
            self.result.asked = done
            standing = {name for name in done if self.result.status_of(name) is Status.HOLDS}
            given -= done - standing
            followed = standing | done & {FAULTS}
            waiting = {name for name in followed if not self.result.uses(name) <= given}
            waiting |= set[str]().union(*map(self.result.uses, followed)) - done
            if not followed & asked:
                break
        self._leave_open_what_rests_on(waiting - done | (done - given))
        self._put_down_to_time()
        self._look_at_premises(asked, given)
        self.result.seconds = time.perf_counter() - began
        return self.result

    def steps_of(self, action: TracedAction) -> dict[str, Status]:
        """How each goal stands before the steps of one action, from states that satisfy all that is declared of states.

        What is open gets no counterexample, and no rule is run.
        """
        self._check_action(action, {*self.of_steps, FAULTS}, set(self.supposed), set(), show=False)
        found = self.result.obligations.items()
        return {goal: obligation.status for (case, goal), obligation in found if case == action.action.name}

    def _leave_open_what_rests_on(self, unproved: set[str]) -> None:
        """Once nothing that was asked for stands, what else was looked at is not followed to its end."""
        for obligation in self.result.obligations.values():
            if obligation.status is Status.HOLDS and (missing := obligation.uses & unproved - {obligation.goal}):
                obligation.rest_on(missing)

    def _put_down_to_time(self) -> None:
        """What rests on nothing but goals that are undecided is undecided too: more time may settle it."""
        undecided = {goal for goal in self.ids if self.result.status_of(goal) is Status.INCONCLUSIVE}
        for obligation in self.result.obligations.values():
            if obligation.status is Status.OPEN and not obligation.examples and obligation.lacks <= undecided:
                obligation.status = Status.INCONCLUSIVE

    def _look_at_premises(self, asked: set[str], given: set[str]) -> None:
        """See whether what holds says anything: whether its premise holds somewhere."""
        goals = [*self.of_steps.values(), *self.equivalences.values()]
        holding = [each for each in goals if each.id in asked and self.result.status_of(each.id) is Status.HOLDS]
        premises = Premises(self.traced, self._given(given), self.budget)
        answers = {goal.id: premises.can_hold(goal) for goal in holding}
        self.result.vacuous = {goal for goal, answer in answers.items() if answer is Answer.NO}
        self.result.undecided_premises = {goal for goal, answer in answers.items() if answer is Answer.UNKNOWN}
        self.result.questions += premises.questions

    def _ask_beside(self, goals: set[str], given: set[str]) -> None:
        """Have the actions looked at by copies of this process: what nothing breaks is discharged."""
        actions = self.traced.actions
        tasks = [partial(self._unbroken, action, goals, given) for action in actions]
        for found in answered(tasks, self.budget.workers, self.budget.stop, lambda index: self._tell(actions[index])):
            if found is not None:
                obligations, questions = found
                self.result.obligations.update({(each.case, each.goal): each for each in obligations})
                self.result.questions += questions
                self.budget.questions += questions

    def _unbroken(self, action: TracedAction, goals: set[str], given: set[str]) -> tuple[list[Obligation], int]:
        """The obligations of an action that nothing breaks, and how many questions that took."""
        self._check_action(action, goals, given, goals, show=False)
        obligations = [each for each in self.result.obligations.values() if each.case == action.action.name]
        return [each for each in obligations if each.status is not Status.OPEN], self.result.questions

    def _tell(self, action: TracedAction) -> None:
        if self._progress is not None:
            actions = self.traced.actions
            self._progress(ProofProgress(action.action.name, actions.index(action), len(actions)))

    def _check(self, goals: set[str], given: set[str], preferred: set[str]) -> None:
        """Discharge what new goals oblige to, and those obligations of the others that rest on more than is given."""
        for name in self.ids:
            if name in goals and name in self.supposed:
                self._check_initial(self.supposed[name])
                self._check_anew(self.supposed[name], given)
            if name in goals and name in self.equivalences:
                self._check_state(self.equivalences[name], given)
        for action in self.traced.actions:
            self._tell(action)
            self._check_action(action, goals, given, preferred)

    def _check_initial(self, goal: StateGoal) -> None:
        if (INITIALLY, goal.id) in self.result.obligations:
            return
        obligation = self.result.obligation(INITIALLY, goal.id)
        for slots in self.traced.instance.initial_states():
            if (mistake := goal.mistake_in(slots)) is not None:
                raise mistake
            for conjunct in goal.failures_in(slots):
                obligation.refute(Confirmation(self.traced, ()).at(slots, goal, conjunct))
                return

    def _check_state(self, goal: StateGoal, given: set[str]) -> None:
        """Two functions agree in every state that satisfies what is given."""
        obligation = self._pending(ANYWHERE, goal.id, given)
        if obligation is None:
            return
        self._look_at_states(obligation, goal, given, ())

    def _check_anew(self, goal: StateGoal, given: set[str]) -> None:
        """What reads histories holds as they begin, in every state that satisfies what is given of states alone."""
        if not goal.declaration.histories:
            return
        of_states = {name for name in given if not self.supposed[name].declaration.histories}
        obligation = self._pending(ANEW, goal.id, of_states)
        if obligation is not None:
            self._look_at_states(obligation, goal, of_states, beginning(self.traced.slots, self.traced.instance))

    def _look_at_states(self, obligation: Obligation, goal: StateGoal, given: set[str], more: Sequence[Node]) -> None:
        """Whether a goal holds in every state that satisfies what is given, and `more` terms."""
        supposed = Hypothesis(self.traced, (), self._given(given), self.budget)
        supposed.solver.add(*supposed.unknowns.truths(more))
        confirmation = Confirmation(self.traced, self._given(given))
        for conjunct, term in goal.parts.items():
            answer = supposed.can_fail([term])
            if answer is Answer.NO:
                obligation.uses |= supposed.rests_on
                continue
            example = supposed.smallest(failing=term) if answer is Answer.YES else None
            if example is None:
                obligation.leave_undecided(supposed.solver.reason)
            else:
                obligation.refute(confirmation.of_state(example, goal, conjunct, term))
        self.result.questions += supposed.solver.questions

    def _check_action(
        self, action: TracedAction, goals: set[str], given: set[str], preferred: set[str], show: bool = True
    ) -> None:
        """Discharge the obligations of an action. Unless told to `show` it, what is open gets no counterexample."""
        names = [name for name in self.ids if name in goals and name not in self.equivalences]
        found = {name: self._pending(action.action.name, name, given) for name in names}
        obligations = {name: obligation for name, obligation in found.items() if obligation is not None}
        if over := self.budget.over:
            for obligation in obligations.values():
                obligation.leave_undecided(over)
        elif obligations:
            hypothesis = self._given(given)
            supposed = Hypothesis(self.traced, action.parameters, hypothesis, self.budget, preferred)
            confirmation = Confirmation(self.traced, hypothesis) if show else None
            InductiveStep(self.traced, action, supposed, confirmation).fill(obligations, self.of_steps)
            self.result.questions += supposed.solver.questions

    def _given(self, given: set[str]) -> list[StateGoal]:
        return [goal for name, goal in self.supposed.items() if name in given]

    def _pending(self, case: str, goal: str, given: set[str]) -> Obligation | None:
        """The obligation if it is to be discharged: it is new, or it rests on more than is given now."""
        if (case, goal) not in self.result.obligations:
            return self.result.obligation(case, goal)
        obligation = self.result.obligation(case, goal)
        if obligation.uses <= given:
            return None
        obligation.leaned_on |= obligation.uses - given
        obligation.uses = set()
        return obligation
