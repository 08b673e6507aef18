"""One action of a proof by induction: every path, and what could go wrong on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ...findings.status import Status
from ...trace.substitute import Substitution
from ...trace.tracing import TracedModel
from ...trace.tree import Accept, Fail, Path, TracedAction, leaves
from ..formulas.examples import Witness
from ..formulas.solver import Answer
from .claims import FAULTS, Claim, Parts
from .hypothesis import Supposition
from .matrix import Cell


class StepProof:
    """Fills the cells of one action. Without a witness, nobody asks for the counterexample of a broken one."""

    def __init__(
        self, traced: TracedModel, action: TracedAction, supposed: Supposition, witness: Witness | None
    ) -> None:
        self._traced = traced
        self._action = action
        self._witness = witness
        self._supposed = supposed
        self._cells: dict[str, Cell] = {}

    def fill(self, cells: Mapping[str, Cell], claims: Mapping[str, Claim]) -> None:
        """Look at every path. The cells hold until one is found to be broken, or cannot be decided."""
        self._cells = dict(cells)
        accepted = 0
        for path, leaf in leaves(self._action.tree):
            if over := self._supposed.solver.budget.over:
                for name in self._open(cells):
                    self._cells[name].leave_open(over)
                return
            if isinstance(leaf, Accept):
                step = Substitution({self._traced.slots[slot]: new for slot, new in leaf.updates.items()})
                asked = {
                    claims[name]: claims[name].after(self._action, accepted, leaf, step) for name in self._open(claims)
                }
                self._accepting(path, leaf, {claim: parts for claim, parts in asked.items() if parts})
                accepted += 1
            elif isinstance(leaf, Fail) and self._open([FAULTS]):
                self._failing(path, self._cells[FAULTS])

    def _open(self, names: Iterable[str]) -> list[str]:
        """The claims that are asked for and not broken so far."""
        found = [name for name in names if name in self._cells]
        return [name for name in found if self._cells[name].status is not Status.VIOLATED]

    def _accepting(self, path: Path, leaf: Accept, asked: Mapping[Claim, Parts]) -> None:
        """All claims at once; one by one only if something can fail."""
        if not asked:
            return
        supposed = self._supposed
        with supposed.on(path):
            everything = [term for parts in asked.values() for term in parts.values()]
            if supposed.can_fail(everything) is Answer.NO:
                for claim in asked:
                    self._cells[claim.id].uses |= supposed.rests_on
                return
            for claim, parts in asked.items():
                answer = supposed.can_fail(parts.values())
                if answer is Answer.NO:
                    self._cells[claim.id].uses |= supposed.rests_on
                elif answer is Answer.YES:
                    self._broken(leaf, claim, parts)
                else:
                    self._cells[claim.id].leave_open(supposed.solver.reason)

    def _broken(self, leaf: Accept, claim: Claim, parts: Parts) -> None:
        if self._witness is None:
            self._cells[claim.id].status = Status.VIOLATED
            return
        for conjunct, term in parts.items():
            example = self._supposed.smallest(failing=term)
            if example is not None:
                found = self._witness.of_step(example, self._action, leaf, claim, conjunct, term)
                self._cells[claim.id].refute(found)
                return
        self._cells[claim.id].leave_open("it can fail, but no example was found in time")

    def _failing(self, path: Path, cell: Cell) -> None:
        supposed = self._supposed
        with supposed.on(path):
            answer = supposed.ask()
            if answer is Answer.NO:
                cell.uses |= supposed.rests_on
                return
            if answer is Answer.YES and self._witness is None:
                cell.status = Status.VIOLATED
                return
            example = supposed.smallest() if answer is Answer.YES else None
            if example is None or self._witness is None:
                cell.leave_open(supposed.solver.reason)
            else:
                cell.refute(self._witness.of_fault(example, self._action, [term for term, _ in path]))
