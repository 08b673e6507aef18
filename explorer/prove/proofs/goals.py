"""Goals: what is to be proved of every step, as terms for the solver and as a check by running for the example.

Each goal gives, for an accepting path of an action, the terms that must be true of the step; those that the path
cannot change are left out, which is sound because they were true before.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial

from ....invariants import CheckKind, Declaration, conjuncts, holds, replayed
from ....model import Accepted, BoundAction, Fault, Instance, ModelError, Slots
from ....model.language.base.errors import Rejection
from ....model.language.play.instance import Codes
from ....model.language.terms.nodes import ONE, ZERO, Node, bit_and, bit_or, bit_xor, less
from ....model.language.terms.nodes import const as constant
from ....model.language.terms.rebuilding import Substitution
from ...search.watch import failing as failure
from ...trace.checks import trace_check, trace_step_check
from ...trace.readings import FAILURE, PREMISE, StepReading
from ...trace.tracing import TracedModel
from ...trace.tree import Accept, Fail, Leaf, TracedAction, condition_of, leaves
from ..formulas.states import canonical_terms

Parts = dict[str, Node]
"""Terms by name; all must be true."""

FORM = "form"
"""The id of the goal that a step leads to a canonical state of the scope again."""

FAULTS = "faults"
"""The id of the goal that no rule fails."""

CHECK_FAILS = FAILURE
"""The conjunct that fails where a declaration does not answer; a proof finds this in states that no play need reach."""


def implied(parts: Mapping[str, Node]) -> Parts:
    """The conjuncts of a check as they hold without their premise: `premise implies conjunct`."""
    absent = bit_xor(parts.get(PREMISE, ONE), ONE)
    return {name: bit_or(absent, term) for name, term in parts.items() if name != PREMISE}


class Goal(ABC):
    """Something to be proved of every step that begins in a state where the hypothesis holds."""

    id: str

    @abstractmethod
    def after(self, action: TracedAction, index: int, leaf: Accept, step: Substitution) -> Parts:
        """What must be true of an accepting path, its `index`-th; nothing for what cannot have changed."""

    @abstractmethod
    def failures(self, before: Slots, action: BoundAction, codes: Codes, outcome: Accepted) -> list[str]:
        """The conjuncts that a step which was run violates."""

    def mistake(self, before: Slots, action: BoundAction, codes: Codes, outcome: Accepted) -> ModelError | None:
        """Why the goal cannot be told of a step which was run; None when it can."""
        return None


def mistake_in(declaration: Declaration, *arguments: object) -> ModelError | None:
    """The exception that a declaration raises instead of answering, as the mistake that it is where play gets to."""
    try:
        holds(declaration, *arguments)
    except (Exception, Rejection) as error:
        return failure(declaration, error)
    return None


def failing(declaration: Declaration, *arguments: object) -> list[str]:
    """The conjuncts of a declaration that fail when it is run."""
    try:
        if declaration.when is not None and not declaration.when(*arguments):
            return []
        if declaration.kind is CheckKind.EQUIVALENCE:
            left, right = declaration.function(*arguments)
            return [] if left == right else [""]
        return [name for name, holds in conjuncts(declaration.function, *arguments) if not holds]
    except (Exception, Rejection):
        return [CHECK_FAILS]


class StateGoal(Goal):
    """A declaration about states: an invariant, or a rule of saves."""

    def __init__(self, traced: TracedModel, declaration: Declaration) -> None:
        self.id = declaration.id
        self.declaration = declaration
        self.instance: Instance = traced.instance
        self._traced = traced

    @cached_property
    def _read(self) -> Parts:
        return trace_check(self._traced, self.declaration)

    @cached_property
    def parts(self) -> Parts:
        """The conjuncts over the slots."""
        return implied(self._read)

    @property
    def premise(self) -> Node:
        """Where it says anything."""
        return self._read.get(PREMISE, ONE)

    @property
    def term(self) -> Node:
        """The declaration as one term."""
        return all_of(self.parts.values())

    def after(self, action: TracedAction, index: int, leaf: Accept, step: Substitution) -> Parts:
        """The conjuncts that the path changes, as they are after it."""
        return _changed(self.parts, step)

    def failures(self, before: Slots, action: BoundAction, codes: Codes, outcome: Accepted) -> list[str]:
        """The conjuncts that fail in the state after the step."""
        return self.failures_in(outcome.slots)

    def failures_in(self, slots: Slots) -> list[str]:
        """The conjuncts that fail in a state."""
        return failing(self.declaration, self.instance.state(slots))

    def mistake(self, before: Slots, action: BoundAction, codes: Codes, outcome: Accepted) -> ModelError | None:
        """Why the goal cannot be told of the state after the step."""
        return self.mistake_in(outcome.slots)

    def mistake_in(self, slots: Slots) -> ModelError | None:
        """Why the goal cannot be told of a state; None when it can."""
        return mistake_in(self.declaration, self.instance.state(slots))


class StepGoal(Goal):
    """A declaration about steps."""

    def __init__(self, traced: TracedModel, declaration: Declaration) -> None:
        self.id = declaration.id
        self.declaration = declaration
        self._traced = traced
        self._read: dict[str, list[StepReading]] = {}

    def readings(self, action: TracedAction) -> list[StepReading]:
        """The declaration on each accepting path of an action."""
        name = action.action.name
        if name not in self._read:
            self._read[name] = trace_step_check(self._traced, self.declaration, action)
        return self._read[name]

    def after(self, action: TracedAction, index: int, leaf: Accept, step: Substitution) -> Parts:
        """The conjuncts of the declaration on this path."""
        parts = implied(self.readings(action)[index].conjuncts)
        return {name: term for name, term in parts.items() if term is not ONE}

    def failures(self, before: Slots, action: BoundAction, codes: Codes, outcome: Accepted) -> list[str]:
        """The conjuncts that fail of the step."""
        return failing(self.declaration, *replayed(self._traced.instance, before, action, codes, outcome.slots))

    def mistake(self, before: Slots, action: BoundAction, codes: Codes, outcome: Accepted) -> ModelError | None:
        """Why the goal cannot be told of the step."""
        return mistake_in(self.declaration, *replayed(self._traced.instance, before, action, codes, outcome.slots))


class FormGoal(Goal):
    """A step leads to a state of the scope again: every slot in its range, and 0 where it means nothing."""

    id = FORM

    def __init__(self, traced: TracedModel) -> None:
        self._traced = traced
        paths = [info.path for info in traced.instance.slots]
        self.parts: Parts = dict(zip(paths, canonical_terms(traced), strict=True))

    def after(self, action: TracedAction, index: int, leaf: Accept, step: Substitution) -> Parts:
        """What the path might leave out of range, or meaning nothing and yet not 0; by the path of the slot."""
        parts = _changed(self.parts, step)
        for slot, new in leaf.updates.items():
            info = self._traced.instance.slots[slot]
            inside = bit_and(less(new, constant(info.count)), bit_xor(less(new, constant(0)), ONE))
            if inside is not ONE:
                parts[info.path] = bit_and(parts.get(info.path, ONE), inside)
        return parts

    def failures(self, before: Slots, action: BoundAction, codes: Codes, outcome: Accepted) -> list[str]:
        """The paths of the slots that are out of range, or not 0 though they mean nothing."""
        instance = self._traced.instance
        slots = zip(instance.slots, outcome.slots, instance.canonical(outcome.slots), strict=True)
        return [info.path for info, code, tidy in slots if not 0 <= code < info.count or code != tidy]


@dataclass(frozen=True, eq=False)
class FaultGoal:
    """That an action does not fail at one place of the model's code: `failing` is true where it does."""

    id: str
    action: TracedAction
    failing: Node


def fault_place(action: BoundAction, fault: Fault) -> str:
    """The id of the goal that an action does not fail where this fault is."""
    return f"{FAULTS}: {action.name} at {fault.file}:{fault.line}"


def is_place_of(goal: str, action: str | None = None) -> bool:
    """Whether a goal is that an action, any for None, does not fail at some place."""
    return goal.startswith(f"{FAULTS}: " if action is None else f"{FAULTS}: {action} at ")


def fault_goals(traced: TracedModel) -> list[FaultGoal]:
    """One for each action and each place where it has a path that fails."""
    return [
        FaultGoal(place, action, condition_of(action.tree, partial(_fails_at, action, place)))
        for action in traced.actions
        for place in dict.fromkeys(
            fault_place(action.action, leaf.fault) for _, leaf in leaves(action.tree) if isinstance(leaf, Fail)
        )
    ]


def _fails_at(action: TracedAction, place: str, leaf: Leaf) -> Node:
    return ONE if isinstance(leaf, Fail) and fault_place(action.action, leaf.fault) == place else ZERO


def all_of(terms: Iterable[Node]) -> Node:
    """The conjunction of truth values."""
    result = ONE
    for term in terms:
        result = bit_and(result, term)
    return result


def _changed(parts: Parts, step: Substitution) -> Parts:
    new = {name: step(term) for name, term in parts.items()}
    return {name: term for name, term in new.items() if term is not parts[name] and term is not ONE}
