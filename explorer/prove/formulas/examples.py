"""Examples from the solver: made small, then confirmed by running them before anybody sees them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from ....model import Accepted, BoundAction, Fault, Slots
from ....model.language.play.instance import Codes
from ....model.language.terms.nodes import Node
from ...trace.evaluate import evaluate
from ...trace.tracing import TracedModel
from ...trace.tree import Accept, Leaf, TracedAction
from ..proofs.claims import CHECK_FAILS, FAULTS, Claim, StateClaim
from ..proofs.matrix import Counterexample
from .encode import at_most, numeral
from .solver import Answer, Solver
from .states import codes_in


class ReadingsDiffer(Exception):  # noqa: N818
    """The solver's example does not behave as proved when it is run: a defect of Kanly, never of a model."""


Unknown: TypeAlias = tuple[Node, Any]
"""A variable and the Z3 constant that stands for it in some copy."""


def smallest(solver: Solver, unknowns: Sequence[Unknown]) -> list[int]:
    """The example of the last YES made small: each unknown in turn as small as those before it allow.

    Given enough time for each question, the result does not depend on which example the solver came upon.
    """
    found = solver.values(unknowns)
    with solver.within():
        for index, (node, value) in enumerate(unknowns):
            low, asked = node.lo, node.lo
            while low < found[index]:
                with solver.within(at_most(node, value, asked)):
                    if solver.ask() is Answer.YES:
                        found = solver.values(unknowns)
                    else:
                        low = asked + 1
                asked = (low + found[index]) // 2
            solver.add(value == numeral(node, found[index]))
    return found


class Witness:
    """Turns examples into confirmed counterexamples."""

    def __init__(self, traced: TracedModel, hypothesis: Iterable[StateClaim]) -> None:
        self.traced = traced
        self.instance = traced.instance
        self.hypothesis = tuple(hypothesis)

    def of_step(
        self, example: Mapping[Node, int], action: TracedAction, leaf: Leaf, claim: Claim, conjunct: str, term: Node
    ) -> Counterexample:
        """A step that breaks a conjunct. Raises `ReadingsDiffer` unless running it shows the same."""
        before, codes = codes_in(example, self.traced.slots), codes_in(example, action.parameters)
        self._confirm_state(before)
        outcome = self.instance.step(before, action.action, codes)
        if not isinstance(leaf, Accept) or not isinstance(outcome, Accepted):
            raise self._differs(before, action.action, codes, f"expected it to be accepted, but: {outcome}")
        expected = tuple(
            evaluate(leaf.updates[slot], example) if slot in leaf.updates else code for slot, code in enumerate(before)
        )
        if outcome.slots != expected:
            raise self._differs(before, action.action, codes, f"expected {expected}, but: {outcome.slots}")
        failed = claim.failures(before, action.action, codes, outcome)
        if conjunct not in failed:
            raise self._differs(before, action.action, codes, f"expected {claim.id} to fail at {conjunct!r}: {failed}")
        changed = {slot for slot, code in enumerate(before) if outcome.slots[slot] != code}
        matters = self._ordered(self._read(term), changed)
        mistake = claim.mistake(before, action.action, codes, outcome) if conjunct == CHECK_FAILS else None
        return Counterexample(claim.id, conjunct, before, matters, action.action, codes, outcome.slots, mistake=mistake)

    def of_fault(self, example: Mapping[Node, int], action: TracedAction, condition: Iterable[Node]) -> Counterexample:
        """A step in which the rule fails. Raises `ReadingsDiffer` unless running it shows the same."""
        before, codes = codes_in(example, self.traced.slots), codes_in(example, action.parameters)
        self._confirm_state(before)
        outcome = self.instance.step(before, action.action, codes)
        if not isinstance(outcome, Fault):
            raise self._differs(before, action.action, codes, f"expected the rule to fail, but: {outcome}")
        read = set[int]().union(*(self._read(term) for term in condition))
        return Counterexample(
            FAULTS, outcome.kind, before, self._ordered(read, set()), action.action, codes, fault=outcome
        )

    def of_state(self, example: Mapping[Node, int], claim: StateClaim, conjunct: str, term: Node) -> Counterexample:
        """A state that violates a claim. Raises `ReadingsDiffer` unless running it shows the same."""
        slots = codes_in(example, self.traced.slots)
        self._confirm_state(slots)
        if conjunct not in claim.failures_in(slots):
            raise ReadingsDiffer(f"{claim.id} was expected to fail at {conjunct!r} in {self.instance.to_json(slots)}")
        mistake = claim.mistake_in(slots) if conjunct == CHECK_FAILS else None
        return Counterexample(claim.id, conjunct, slots, self._ordered(self._read(term), set()), mistake=mistake)

    def at(self, slots: Slots, claim: StateClaim, conjunct: str) -> Counterexample:
        """A state that was found by running and violates a claim."""
        read = self._read(claim.parts[conjunct]) if conjunct in claim.parts else set[int]()
        return Counterexample(claim.id, conjunct, slots, self._ordered(read, set()))

    def _confirm_state(self, slots: Slots) -> None:
        if self.instance.canonical(slots) != slots:
            raise ReadingsDiffer(f"a state that is not canonical came from the solver: {slots}")
        for claim in self.hypothesis:
            if claim.failures_in(slots):
                raise ReadingsDiffer(f"{claim.id} was supposed, but it fails in {self.instance.to_json(slots)}")

    def _differs(self, before: Slots, action: BoundAction, codes: Codes, told: str) -> ReadingsDiffer:
        return ReadingsDiffer(f"{action.describe(codes)}: {told}; the state was {self.instance.to_json(before)}")

    def _read(self, term: Node) -> set[int]:
        at = {node: slot for slot, node in enumerate(self.traced.slots)}
        return {at[node] for node in term.variables if node in at}

    @staticmethod
    def _ordered(read: set[int], changed: set[int]) -> tuple[int, ...]:
        return (*sorted(read & changed), *sorted(read ^ changed))
