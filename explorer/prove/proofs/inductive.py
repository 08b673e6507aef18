"""Proof by induction on the steps: no action leads from a state that satisfies the hypothesis to one that does not.

The hypothesis is all that the model says of single states: its invariants, its save rules, and the form of a state. It
is checked of the initial states by running, and of every step from any state of the scope that satisfies it, whether it
can be reached or not, with one question for each path of an action and each claim; the updates of the path stand in
for the slots.

Where a claim rests on another one that turns out not to hold, it is asked again without it, until what remains rests
on itself (Flanagan and Leino, "Houdini, an annotation assistant for ESC/Java", 2001).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from ....invariants import CheckKind, applicable
from ....model import ModelError
from ...findings.status import Status
from ...processes.forks import answered
from ...trace.tracing import TracedModel
from ...trace.tree import TracedAction
from ..formulas.examples import Witness
from ..formulas.solver import Answer, Budget
from .claims import FAULTS, FORM, Claim, FormClaim, StateClaim, StepClaim
from .hypothesis import Supposition
from .matrix import ANYWHERE, INITIALLY, Cell, Matrix, resting_on
from .premises import Premises
from .step_proof import StepProof

OF_STATES = (CheckKind.INVARIANT, CheckKind.SAVE_RULE)
"""What is supposed of the state before a step and must hold again after it."""


@dataclass(frozen=True)
class Progress:
    """How far a proof is: the action at work, and how many of all are done."""

    action: str
    done: int
    actions: int


class Induction:
    """The proof for one model: what is supposed, what is claimed, and the matrix that fills."""

    def __init__(
        self, traced: TracedModel, budget: Budget | None = None, progress: Callable[[Progress], None] | None = None
    ) -> None:
        self.traced = traced
        self.budget = budget or Budget()
        self._progress = progress
        declared = applicable(traced.instance)
        self.supposed = {each.id: StateClaim(traced, each) for each in declared if each.kind in OF_STATES}
        self.equivalences = {
            each.id: StateClaim(traced, each) for each in declared if each.kind is CheckKind.EQUIVALENCE
        }
        self.form = FormClaim(traced)
        steps = [StepClaim(traced, each) for each in declared if each.kind is CheckKind.STEP]
        self.of_steps: dict[str, Claim] = {claim.id: claim for claim in [*self.supposed.values(), *steps, self.form]}
        self.ids = [*self.of_steps, *self.equivalences, FAULTS]
        rows = [INITIALLY, ANYWHERE, *(action.action.name for action in traced.actions)]
        self.matrix = Matrix(rows, self.ids)

    def run(self, wanted: Sequence[str] | None = None) -> Matrix:
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
            standing = {name for name in done if self.matrix.status_of(name) is Status.HOLDS}
            given -= done - standing
            waiting = {name for name in standing if not self.matrix.uses(name) <= given}
            waiting |= set[str]().union(*map(self.matrix.uses, standing)) - done
            if not standing & asked:
                break
        self._leave_open_what_rests_on(waiting - done | (done - given))
        self._look_at_premises(asked, given)
        self.matrix.seconds = time.perf_counter() - began
        return self.matrix

    def _leave_open_what_rests_on(self, unproved: set[str]) -> None:
        """Once nothing that was asked for stands, what else was looked at is not followed to its end."""
        for cell in self.matrix.cells.values():
            if cell.status is Status.HOLDS and (missing := cell.uses & unproved - {cell.claim}):
                cell.leave_open(resting_on(missing))

    def _look_at_premises(self, asked: set[str], given: set[str]) -> None:
        """See that what holds says anything: that its premise holds somewhere."""
        claims = [*self.supposed.values(), *self.equivalences.values(), *self.of_steps.values()]
        holding = [each for each in claims if each.id in asked and self.matrix.status_of(each.id) is Status.HOLDS]
        premises = Premises(self.traced, self._given(given), self.budget)
        self.matrix.vacuous = {claim.id for claim in holding if premises.never_hold(claim)}
        self.matrix.questions += premises.questions

    def _ask_beside(self, claims: set[str], given: set[str]) -> None:
        """Have the actions looked at by copies of this process: the cells that nothing breaks are filled."""
        actions = self.traced.actions
        tasks = [partial(self._unbroken, action, claims, given) for action in actions]
        for found in answered(tasks, self.budget.workers, self.budget.stop, lambda index: self._tell(actions[index])):
            if found is not None:
                cells, questions = found
                self.matrix.cells.update({(cell.row, cell.claim): cell for cell in cells})
                self.matrix.questions += questions
                self.budget.questions += questions

    def _unbroken(self, action: TracedAction, claims: set[str], given: set[str]) -> tuple[list[Cell], int]:
        """The cells of an action that nothing breaks, and how many questions that took."""
        self._check_action(action, claims, given, claims, show=False)
        cells = [cell for cell in self.matrix.cells.values() if cell.row == action.action.name]
        return [cell for cell in cells if cell.status is not Status.VIOLATED], self.matrix.questions

    def _tell(self, action: TracedAction) -> None:
        if self._progress is not None:
            actions = self.traced.actions
            self._progress(Progress(action.action.name, actions.index(action), len(actions)))

    def _check(self, claims: set[str], given: set[str], preferred: set[str]) -> None:
        """Fill the columns of claims that are new, and those cells of the others that rest on more than is given."""
        for name in self.ids:
            if name in claims and name in self.supposed:
                self._check_initial(self.supposed[name])
            if name in claims and name in self.equivalences:
                self._check_state(self.equivalences[name], given)
        for action in self.traced.actions:
            self._tell(action)
            self._check_action(action, claims, given, preferred)

    def _check_initial(self, claim: StateClaim) -> None:
        if (INITIALLY, claim.id) in self.matrix.cells:
            return
        cell = self.matrix.cell(INITIALLY, claim.id)
        for slots in self.traced.instance.initial_states():
            if (mistake := claim.mistake_in(slots)) is not None:
                raise mistake
            for conjunct in claim.failures_in(slots):
                cell.refute(Witness(self.traced, ()).at(slots, claim, conjunct))
                return

    def _check_state(self, claim: StateClaim, given: set[str]) -> None:
        """Two functions agree in every state that satisfies what is given."""
        cell = self._pending(ANYWHERE, claim.id, given)
        if cell is None:
            return
        supposed = Supposition(self.traced, (), self._given(given), self.budget)
        witness = Witness(self.traced, self._given(given))
        for conjunct, term in claim.parts.items():
            answer = supposed.can_fail([term])
            if answer is Answer.NO:
                cell.uses |= supposed.rests_on
                continue
            example = supposed.smallest(failing=term) if answer is Answer.YES else None
            if example is None:
                cell.leave_open(supposed.solver.reason)
            else:
                cell.refute(witness.of_state(example, claim, conjunct, term))
        self.matrix.questions += supposed.solver.questions

    def _check_action(
        self, action: TracedAction, claims: set[str], given: set[str], preferred: set[str], show: bool = True
    ) -> None:
        """Fill the cells of an action. Unless told to `show` it, what is broken gets no counterexample."""
        names = [name for name in self.ids if name in claims and name not in self.equivalences]
        found = {name: self._pending(action.action.name, name, given) for name in names}
        cells = {name: cell for name, cell in found.items() if cell is not None}
        if over := self.budget.over:
            for cell in cells.values():
                cell.leave_open(over)
        elif cells:
            claimed = self._given(given)
            supposed = Supposition(self.traced, action.parameters, claimed, self.budget, preferred)
            witness = Witness(self.traced, claimed) if show else None
            StepProof(self.traced, action, supposed, witness).fill(cells, self.of_steps)
            self.matrix.questions += supposed.solver.questions

    def _given(self, given: set[str]) -> list[StateClaim]:
        return [claim for name, claim in self.supposed.items() if name in given]

    def _pending(self, row: str, claim: str, given: set[str]) -> Cell | None:
        """The cell if it is still to be filled: because it is new, or because it rests on more than is given now."""
        if (row, claim) not in self.matrix.cells:
            return self.matrix.cell(row, claim)
        cell = self.matrix.cell(row, claim)
        if cell.uses <= given:
            return None
        cell.leaned_on |= cell.uses - given
        cell.uses = set()
        return cell
