"""Counterexamples to induction: examples of the solver, confirmed by running them before anybody sees them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ....model import Accepted, BoundAction, Fault, ModelError, Slots
from ....model.language.play.instance import Codes
from ....model.language.terms.nodes import Node
from ...findings.traces import Move, Trace
from ...trace.evaluate import evaluate
from ...trace.tracing import TracedModel
from ...trace.tree import Accept, Leaf, TracedAction
from ..formulas.examples import ReadingsDiffer
from ..formulas.states import codes_in
from .goals import CHECK_FAILS, FAULTS, Goal, StateGoal


@dataclass(frozen=True)
class Counterexample:
    """A step, confirmed by running it, from a state that satisfies the hypothesis to one that violates the goal.

    It is a counterexample to induction. Nobody says that the state can be reached: either the rule is wrong, or an
    invariant that excludes the state is missing. Without an action it is a single state. `matters` lists the slots that
    the failing conjunct reads or that the step changes, those first that are both.
    """

    goal: str
    conjunct: str
    before: Slots
    matters: tuple[int, ...]
    action: BoundAction | None = None
    codes: Codes = ()
    after: Slots | None = None
    fault: Fault | None = None
    mistake: ModelError | None = None
    """Why the check itself fails there, when that is what it does."""
    place: str = ""
    """Where the rule fails, when that is what it does: the id of `goals.FaultGoal`."""

    @property
    def told(self) -> str:
        """The conjunct for people."""
        return self.conjunct if self.mistake is None else f"the check itself fails there: {self.mistake}"

    @property
    def trace(self) -> Trace:
        """The step as a path of its own."""
        if self.action is None:
            return Trace(self.before)
        move = Move(self.action, self.codes)
        if self.after is not None:
            return Trace(self.before, ((move, self.after),))
        return Trace(self.before, (), None if self.fault is None else (move, self.fault))


class Confirmation:
    """Runs what the solver gave as an example; only what running shows too becomes a counterexample."""

    def __init__(self, traced: TracedModel, hypothesis: Iterable[StateGoal]) -> None:
        self.traced = traced
        self.instance = traced.instance
        self.hypothesis = tuple(hypothesis)

    def of_step(
        self, example: Mapping[Node, int], action: TracedAction, leaf: Leaf, goal: Goal, conjunct: str, term: Node
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
        failed = goal.failures(before, action.action, codes, outcome)
        if conjunct not in failed:
            raise self._differs(before, action.action, codes, f"expected {goal.id} to fail at {conjunct!r}: {failed}")
        changed = {slot for slot, code in enumerate(before) if outcome.slots[slot] != code}
        matters = self._ordered(self._read(term), changed)
        mistake = goal.mistake(before, action.action, codes, outcome) if conjunct == CHECK_FAILS else None
        return Counterexample(goal.id, conjunct, before, matters, action.action, codes, outcome.slots, mistake=mistake)

    def of_fault(
        self, example: Mapping[Node, int], action: TracedAction, condition: Iterable[Node], place: str
    ) -> Counterexample:
        """A step in which the rule fails. Raises `ReadingsDiffer` unless running it shows the same."""
        before, codes = codes_in(example, self.traced.slots), codes_in(example, action.parameters)
        self._confirm_state(before)
        outcome = self.instance.step(before, action.action, codes)
        if not isinstance(outcome, Fault):
            raise self._differs(before, action.action, codes, f"expected the rule to fail, but: {outcome}")
        read = set[int]().union(*(self._read(term) for term in condition))
        matters = self._ordered(read, set())
        return Counterexample(FAULTS, outcome.kind, before, matters, action.action, codes, fault=outcome, place=place)

    def of_state(self, example: Mapping[Node, int], goal: StateGoal, conjunct: str, term: Node) -> Counterexample:
        """A state that violates a goal. Raises `ReadingsDiffer` unless running it shows the same."""
        slots = codes_in(example, self.traced.slots)
        self._confirm_state(slots)
        if conjunct not in goal.failures_in(slots):
            raise ReadingsDiffer(f"{goal.id} was expected to fail at {conjunct!r} in {self.instance.to_json(slots)}")
        mistake = goal.mistake_in(slots) if conjunct == CHECK_FAILS else None
        return Counterexample(goal.id, conjunct, slots, self._ordered(self._read(term), set()), mistake=mistake)

    def at(self, slots: Slots, goal: StateGoal, conjunct: str) -> Counterexample:
        """A state that was found by running and violates a goal."""
        read = self._read(goal.parts[conjunct]) if conjunct in goal.parts else set[int]()
        return Counterexample(goal.id, conjunct, slots, self._ordered(read, set()))

    def _confirm_state(self, slots: Slots) -> None:
        if self.instance.canonical(slots) != slots:
            raise ReadingsDiffer(f"a state that is not canonical came from the solver: {slots}")
        for goal in self.hypothesis:
            if goal.failures_in(slots):
                raise ReadingsDiffer(f"{goal.id} was supposed, but it fails in {self.instance.to_json(slots)}")

    def _differs(self, before: Slots, action: BoundAction, codes: Codes, told: str) -> ReadingsDiffer:
        return ReadingsDiffer(f"{action.describe(codes)}: {told}; the state was {self.instance.to_json(before)}")

    def _read(self, term: Node) -> set[int]:
        at = {node: slot for slot, node in enumerate(self.traced.slots)}
        return {at[node] for node in term.variables if node in at}

    @staticmethod
    def _ordered(read: set[int], changed: set[int]) -> tuple[int, ...]:
        return (*sorted(read & changed), *sorted(read ^ changed))
