"""A scenario as its author wrote it: read once, with note of which functions each reading came upon; and read anew."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import CodeType
from typing import Any, TypeVar

from ....invariants import CheckKind, Declaration
from ....invariants.language.declarations import declared_for
from ....invariants.language.monitors import without_histories
from ....model import BoundAction, Instance
from ....model.language.terms.nodes import Node
from ...judgement.subjects import judge_instance
from ...search.watch import STATE_KINDS, STEP_KINDS
from ...sight.observe import learned
from ...trace.checks import trace_check, trace_step_check
from ...trace.readings import StepReading
from ...trace.tracing import TracedModel, trace_action, trace_knowledge, trace_slots, trace_undefined, trace_view
from ...trace.tree import TracedAction
from .running import noting

Value = TypeVar("Value")
Codes = frozenset[CodeType]


class _Asking(TracedModel):
    """Rules that are read, and note whether a declaration asked who is offered what."""

    def offers(self, action: BoundAction) -> tuple[Node, ...]:
        """As of any rules that were read."""
        self.__dict__["asked"] = True
        return super().offers(action)

    def asked_by(self, call: Callable[[], Value]) -> tuple[Value, bool]:
        """What a call returns, and whether it asked who is offered what."""
        self.__dict__["asked"] = False
        return call(), self.__dict__["asked"]


@dataclass(frozen=True)
class Shown:
    """What sight rests on, for each seat: what it may know, is shown, and learns of steps; where it cannot be told."""

    known: tuple[tuple[Node, ...], ...]
    terms: tuple[tuple[Node, ...], ...]
    """What it is shown, and where it cannot be told."""
    learned: Mapping[str, tuple[Node, ...]]
    """By action, over its arguments too."""

    @staticmethod
    def of(traced: TracedModel) -> Shown:
        """Read it. Raises `ModelError`."""
        known: list[tuple[Node, ...]] = []
        found: list[tuple[Node, ...]] = []
        by_action: dict[str, list[Node]] = {action.action.name: [] for action in traced.actions}
        for code, seat in enumerate(traced.instance.viewers.members):
            known.append(tuple(trace_knowledge(traced, seat)))
            found.append((*trace_view(traced, seat), trace_undefined(traced, seat)))
            for action in traced.actions:
                by_action[action.action.name] += learned(traced, action, code)
        return Shown(tuple(known), tuple(found), {name: tuple(terms) for name, terms in by_action.items()})


@dataclass
class Scenario:
    """An instance, what is declared of it, and all of it as it was read."""

    instance: Instance
    declared: Sequence[Declaration]
    traced: TracedModel
    shown: Shown
    ran: Mapping[Any, Codes]
    """By what was read - an action, a declaration, a declaration and an action, or sight - the code that ran."""
    asking: frozenset[Declaration]
    """The declarations that ask who is offered what."""
    states: int = 0
    """How many states a sweep of it has reached."""
    seconds: float = 0.0
    """How long that took."""

    @property
    def name(self) -> str:
        """What it is called."""
        return self.instance.name

    def is_touched(self, codes: Codes) -> bool:
        """Whether any of some code runs when the scenario is read."""
        return any(not codes.isdisjoint(ran) for ran in self.ran.values())

    def reread(self, codes: Codes, is_seen_otherwise: bool) -> Reread:
        """The scenario after functions were changed that had this code, or who may see what. Raises `ModelError`."""
        return _Rereading(self, codes, is_seen_otherwise).reread()


@dataclass(frozen=True)
class Reread:
    """A scenario with changed functions, and what is different about it."""

    traced: TracedModel
    shown: Shown
    actions: tuple[str, ...]
    """The actions that do something else."""
    declarations: tuple[Declaration, ...]
    """The declarations that say something else of actions which do the same."""
    is_shown_otherwise: bool

    @property
    def is_same(self) -> bool:
        """Whether nothing is different."""
        return not self.actions and not self.declarations and not self.is_shown_otherwise


SIGHT = "sight"
"""What stands for views and visibility among what was read."""


def read_scenario(instance: Instance) -> Scenario:
    """Read everything of an instance but for laws with histories, which are read with every sweep.

    Raises `ModelError`.
    """
    declared = declared_for(instance)
    plain = without_histories(instance)
    judge = judge_instance(plain)
    slots = trace_slots(plain)
    ran: dict[Any, Codes] = {}
    actions: list[TracedAction] = []
    for action in plain.actions:
        read, ran[action.name] = noting(lambda action=action: trace_action(plain, action, slots))
        actions.append(read)
    judge.confirm()
    traced = _Asking(plain, slots, tuple(actions), judge)
    asking: set[Declaration] = set()
    for each in declared:
        if not each.is_told_by(plain):
            continue
        if each.kind in STATE_KINDS or each.kind is CheckKind.PROGRESS:
            (_, asks), ran[each] = noting(lambda each=each: traced.asked_by(lambda: trace_check(traced, each)))
            asking |= {each} if asks else set()
        elif each.kind in STEP_KINDS:
            for action in traced.actions:
                read = lambda each=each, action=action: trace_step_check(traced, each, action)  # noqa: E731
                ran[each, action.action.name] = noting(read)[1]
    shown, ran[SIGHT] = noting(lambda: Shown.of(traced))
    return Scenario(instance, declared, traced, shown, ran, frozenset(asking))


class _Rereading:
    """Reads again what came upon changed functions, and takes over the rest."""

    def __init__(self, scenario: Scenario, codes: Codes, is_seen_otherwise: bool) -> None:
        self._scenario = scenario
        self._codes = codes
        self._is_seen_otherwise = is_seen_otherwise

    def _is_touched(self, key: Any) -> bool:
        return not self._codes.isdisjoint(self._scenario.ran.get(key, frozenset()))

    def reread(self) -> Reread:
        """Read again. Raises `ModelError`."""
        before = self._scenario.traced
        actions = tuple(map(self._action, before.actions))
        changed = {now.action.name for now, then in zip(actions, before.actions, strict=True) if now is not then}
        traced = TracedModel(before.instance, before.slots, actions, before.judge)
        self._keep_readings(traced, changed)
        is_touched = self._is_seen_otherwise or self._is_touched(SIGHT)
        if not is_touched:
            traced.read_of_viewers.update(before.read_of_viewers)
        declarations = tuple(each for each in self._scenario.declared if self._says_otherwise(traced, each, changed))
        shown = Shown.of(traced) if is_touched else self._scenario.shown
        traced.judge.confirm()
        return Reread(traced, shown, tuple(sorted(changed)), declarations, shown != self._scenario.shown)

    def _action(self, action: TracedAction) -> TracedAction:
        if not self._is_touched(action.action.name):
            return action
        before = self._scenario.traced
        read = trace_action(before.instance, action.action, before.slots)
        return action if read.tree == action.tree else read

    def _keep_readings(self, traced: TracedModel, changed: set[str]) -> None:
        before = self._scenario.traced
        for each, conjuncts in before.read_of_states.items():
            if not self._is_touched(each) and not (changed and each in self._scenario.asking):
                traced.read_of_states[each] = conjuncts
        for each, by_action in before.read_of_steps.items():
            traced.read_of_steps[each] = {
                name: readings
                for name, readings in by_action.items()
                if name not in changed and not self._is_touched((each, name))
            }
        traced.passages.update({name: found for name, found in before.passages.items() if name not in changed})

    def _says_otherwise(self, traced: TracedModel, each: Declaration, changed: set[str]) -> bool:
        """Whether a declaration says something else of states, or of actions that do the same."""
        before = self._scenario.traced
        if each in before.read_of_states:
            if each in traced.read_of_states or not self._is_touched(each):
                return False
            return trace_check(traced, each) != before.read_of_states[each]
        if each in before.read_of_steps:
            same = [action for action in traced.actions if action.action.name not in changed]
            touched = [action for action in same if self._is_touched((each, action.action.name))]
            return any(
                _conjuncts(trace_step_check(traced, each, action))
                != _conjuncts(before.read_of_steps[each][action.action.name])
                for action in touched
            )
        return False


def _conjuncts(readings: Sequence[StepReading]) -> list[Mapping[str, Node]]:
    return [reading.conjuncts for reading in readings]
