"""From a model to decision trees: every action, check, view and entitlement of an instance as terms over its slots."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ...invariants import CheckKind, Declaration, Step, conjuncts
from ...model import BoundAction, Instance, ModelError
from ...model.language.play.actions import BoundParameter
from ...model.language.play.instance import fault_of
from ...model.language.play.knowledge import entitled
from ...model.language.play.rules import Emitted, truth
from ...model.language.terms.nodes import ONE, ZERO, Node, bit_or, bit_xor, variable
from ...model.language.terms.terms import node_of, value_of
from ...model.language.values.cells import Cells, SealedTermCells, TermCells
from ..judgement.judge import Judge
from ..judgement.subjects import declared_functions, judge_instance
from .ends import Failed, GuardFailed, Outcome, OutcomeTree, Returned, fold
from .facts import Facts
from .offers import offers
from .reader import Reader
from .tree import Accept, Branch, Fail, Path, Reject, TracedAction, Tree, leaves

PREMISE = "the premise"
"""The name under which the premise of a check is given beside its conjuncts."""

FAILURE = "the check itself fails"
"""The name of the conjunct that fails where a declaration raises an exception or rejects."""


def slot_variable(index: int, count: int) -> Node:
    """The unknown content of a slot; a constant when the slot has one value only."""
    return variable(f"s{index}", 0, count - 1)


def trace_slots(instance: Instance) -> tuple[Node, ...]:
    """The unknown contents of all slots of a state."""
    return tuple(slot_variable(index, info.count) for index, info in enumerate(instance.slots))


@dataclass(frozen=True, eq=False)
class TracedModel:
    """An instance with all its actions read symbolically."""

    instance: Instance
    slots: tuple[Node, ...]
    actions: tuple[TracedAction, ...]
    judge: Judge = field(default_factory=Judge)
    """Who has judged the rules, and judges the declarations that are read."""

    @cached_property
    def passages(self) -> dict[str, list[_Passage]]:
        """What has been worked out of the accepting leaves, by action."""
        return {}

    @cached_property
    def _offers(self) -> dict[str, tuple[Node, ...]]:
        return {}

    def offers(self, action: BoundAction) -> tuple[Node, ...]:
        """For each seat, whether it can take an action. Raises `ModelError` where there are too many ways."""
        if action.name not in self._offers:
            read = next(each for each in self.actions if each.action.name == action.name)
            self._offers[action.name] = offers(read, self.instance.seats.count)
        return self._offers[action.name]

    @cached_property
    def silent(self) -> dict[str, set[str]]:
        """By declaration about steps, the actions for which it yields nothing."""
        return {}


def trace_model(instance: Instance) -> TracedModel:
    """Read every action of an instance. Raises `ModelError` for a rule that is refused, or cannot be read."""
    judge = judge_instance(instance)
    slots = trace_slots(instance)
    actions = tuple(trace_action(instance, action, slots) for action in instance.actions)
    judge.confirm()
    return TracedModel(instance, slots, actions, judge)


def trace_action(instance: Instance, action: BoundAction, slots: Sequence[Node]) -> TracedAction:
    """Read one action with all slots and all arguments unknown."""
    cells = TermCells(map(value_of, slots))
    parameters = tuple(_parameter(action, parameter) for parameter in action.parameters)
    reader = Reader(instance, (cells,), f"the action {action.name}", (action.action.file, action.action.line))
    state = instance.bind(cells)

    def call() -> None:
        instance.perform(action.rule, state, _arguments(action, parameters))

    tree = _leaves_named(reader.read(call), slots)
    return TracedAction(action, parameters, tree, sum(1 for _ in leaves(tree)))


def _parameter(action: BoundAction, parameter: BoundParameter) -> Node:
    return variable(f"{action.name}.{parameter.name}", 0, parameter.domain.count - 1)


def _arguments(action: BoundAction, parameters: Sequence[Node]) -> list[Any]:
    pairs = zip(action.parameters, parameters, strict=True)
    return [parameter.domain.decode(value_of(node)) for parameter, node in pairs]


def _leaves_named(tree: Any, slots: Sequence[Node]) -> Tree:
    if isinstance(tree, Branch):
        return Branch(tree.condition, _leaves_named(tree.yes, slots), _leaves_named(tree.no, slots))
    if isinstance(tree, GuardFailed):
        return Reject(tree.reason)
    if isinstance(tree, Failed):
        return Fail(fault_of(tree.error))
    after = {slot: node_of(value) for slot, value in tree.written[0].items()}
    updates = {slot: new for slot, new in after.items() if new is not slots[slot]}
    return Accept(updates, tree.events)


def _values(declaration: Declaration, *arguments: Any) -> dict[str, Any]:
    """The conjuncts of a check on the present path, its premise beside them; nothing else is asked where that fails."""
    if declaration.when is not None and not declaration.when(*arguments):
        return {PREMISE: False}
    if declaration.kind is CheckKind.EQUIVALENCE:
        left, right = declaration.function(*arguments)
        return {PREMISE: True, "": truth(left == right)}
    parts = dict(conjuncts(declaration.function, *arguments))
    if taken := parts.keys() & {PREMISE, FAILURE}:
        raise ModelError(f"{declaration.id}: {min(taken)!r} names something else; give the part another name")
    return {PREMISE: True, **parts}


def _by_name(tree: OutcomeTree) -> dict[str, Node]:
    """Each conjunct as one term; where a path does not mention it, it holds; where the check fails, so does it."""
    names: dict[str, None] = {}
    broken = fold(tree, lambda leaf: ZERO if isinstance(leaf, Returned) else ONE)
    _collect(tree, names)
    found = {name: fold(tree, lambda leaf, n=name: _conjunct(leaf, n)) for name in names}
    found.setdefault(PREMISE, ONE)
    if broken is not ZERO:
        found[FAILURE] = bit_xor(broken, ONE)
        found[PREMISE] = fold(tree, lambda leaf: _conjunct(leaf, PREMISE) if isinstance(leaf, Returned) else ONE)
    return found


def _collect(tree: Any, names: dict[str, None]) -> None:
    if isinstance(tree, Branch):
        _collect(tree.yes, names)
        _collect(tree.no, names)
    elif isinstance(tree, Returned):
        names.update(dict.fromkeys(tree.value))


def _conjunct(outcome: Outcome, name: str) -> Node:
    return node_of(outcome.value.get(name, True)) if isinstance(outcome, Returned) else ONE


def trace_check(traced: TracedModel, declaration: Declaration) -> dict[str, Node]:
    """A declaration about one state: conjunct name -> truth over the slots, and its premise under `PREMISE`.

    A conjunct matters only where the premise holds.
    """
    found = _conjuncts(traced, declaration)
    if _is_silent(found):
        refuse_silent(declaration, traced.instance)
    return found


def _conjuncts(traced: TracedModel, declaration: Declaration) -> dict[str, Node]:
    traced.judge.judge(declared_functions([declaration]))
    cells = _sealed(traced)
    state = traced.instance.bind(cells)
    reader = Reader(
        traced.instance, (cells,), declaration.id, (declaration.file, declaration.line), offers=traced.offers
    )
    found = _by_name(reader.read(lambda: _values(declaration, state)))
    traced.judge.confirm()
    return found


def _is_silent(conjuncts: Mapping[str, Node]) -> bool:
    """Whether there is nothing that could fail, although the premise may hold."""
    return not conjuncts.keys() - {PREMISE} and conjuncts[PREMISE] is not ZERO


@dataclass(frozen=True, eq=False)
class StepReading:
    """A declaration about steps, on one accepting leaf: its conjuncts over the slots before and the arguments."""

    path: Path
    leaf: Accept
    conjuncts: Mapping[str, Node]


@dataclass(frozen=True, eq=False)
class _Passage:
    """What every declaration about steps needs of one accepting leaf."""

    path: Path
    leaf: Accept
    before: TermCells
    after: TermCells
    facts: Facts


def _passages(traced: TracedModel, action: TracedAction) -> list[_Passage]:
    found = traced.passages.get(action.action.name)
    if found is None:
        before = _sealed(traced)
        found = traced.passages[action.action.name] = [
            _Passage(path, leaf, before, _after(traced, leaf), facts)
            for path, leaf, facts in _accepting(action.tree, (), Facts())
        ]
    return found


def _accepting(tree: Tree, path: Path, facts: Facts) -> Iterator[tuple[Path, Accept, Facts]]:
    """Every accepting leaf, in the order of `leaves`, with its path and what that tells."""
    if isinstance(tree, Branch):
        for value, below in ((True, tree.yes), (False, tree.no)):
            yield from _accepting(below, (*path, (tree.condition, value)), facts.assuming(tree.condition, value))
    elif isinstance(tree, Accept):
        yield path, tree, facts


def _sealed(traced: TracedModel) -> TermCells:
    """The unknown state, for what only reads it."""
    return SealedTermCells(map(value_of, traced.slots))


def _after(traced: TracedModel, leaf: Accept) -> TermCells:
    return SealedTermCells(value_of(leaf.updates.get(index, slot)) for index, slot in enumerate(traced.slots))


def trace_step_check(traced: TracedModel, declaration: Declaration, action: TracedAction) -> list[StepReading]:
    """A declaration about steps, for each accepting leaf of an action, in the order of `leaves`."""
    readings = _step_readings(traced, declaration, action)
    if readings and all(_is_silent(reading.conjuncts) for reading in readings):
        silent = traced.silent.setdefault(declaration.id, set())
        silent.add(action.action.name)
        if len(silent) == len(traced.actions):
            refuse_silent(declaration, traced.instance)
    return readings


def _step_readings(traced: TracedModel, declaration: Declaration, action: TracedAction) -> list[StepReading]:
    traced.judge.judge(declared_functions([declaration]))
    readings = [
        StepReading(passage.path, passage.leaf, _step_conjuncts(traced, declaration, action, passage))
        for passage in _passages(traced, action)
    ]
    traced.judge.confirm()
    return readings


def refuse_silent(declaration: Declaration, instance: Instance) -> None:
    """Raise `ModelError` for a declaration that yields nothing in any state: it would hold whatever happens.

    That it has nothing to say of the scenario of the instance, but of another one, is no mistake.
    """
    model = instance.model
    everywhere = (Instance(model, scenario, {}) for scenario in model.scenarios.values())
    others = (each for each in everywhere if declaration.applies_to(each))
    if any(_speaks(declaration, each) for each in itertools.chain([instance], others)):
        return
    raise ModelError(
        f"{declaration.id} says nothing: it yields no conjunct in any state; yield a name and a truth value",
        declaration.file,
        declaration.line,
    )


def _speaks(declaration: Declaration, instance: Instance) -> bool:
    """Whether a declaration may yield something; taken for granted of what cannot be read."""
    try:
        if declaration.takes == 1:
            return not _is_silent(_conjuncts(TracedModel(instance, trace_slots(instance), ()), declaration))
        traced = trace_model(instance)
        readings = (reading for action in traced.actions for reading in _step_readings(traced, declaration, action))
        return not all(_is_silent(reading.conjuncts) for reading in readings)
    except ModelError:
        return True


def _step_conjuncts(
    traced: TracedModel, declaration: Declaration, action: TracedAction, passage: _Passage
) -> dict[str, Node]:
    instance = traced.instance

    def call() -> dict[str, Any]:
        events = [
            Emitted(
                _truth(event.condition),
                instance.resolver.record(event.event).read(TermCells(map(value_of, event.slots)), 0),
                value_of(event.recipients),
            )
            for event in passage.leaf.events
        ]
        step = Step(action.action, _arguments(action.action, action.parameters), events)
        return _values(declaration, instance.bind(passage.before), step, instance.bind(passage.after))

    roots, where = (passage.before, passage.after), (declaration.file, declaration.line)
    return _by_name(Reader(instance, roots, declaration.id, where, passage.facts).read(call))


def _truth(node: Node) -> Any:
    value = value_of(node)
    return bool(value) if isinstance(value, int) else value


def trace_terms(traced: TracedModel, name: str, function: Callable[[Any], Sequence[Any]]) -> list[Node]:
    """A function of the state that gives a fixed number of numbers, as one term each."""
    cells = _sealed(traced)
    state = traced.instance.bind(cells)
    tree = Reader(traced.instance, (cells,), name, ("", 0)).read(lambda: list(function(state)))
    first = _first_taken(tree)
    if first is None:
        raise _failure(tree)
    return [fold(tree, lambda leaf, i=index: _element(leaf, i)) for index in range(len(first.value))]


def trace_failure(traced: TracedModel, name: str, function: Callable[[Any], Any]) -> Node:
    """Where a function of the state fails or rejects, so that `trace_terms` says nothing of it."""
    cells = _sealed(traced)
    state = traced.instance.bind(cells)
    tree = Reader(traced.instance, (cells,), name, ("", 0)).read(lambda: _nothing_of(function(state)))
    return fold(tree, lambda leaf: ZERO if isinstance(leaf, Returned) else ONE)


def _nothing_of(_: object) -> None:
    return None


def _first_taken(tree: Any) -> Returned | None:
    if isinstance(tree, Branch):
        return _first_taken(tree.yes) or _first_taken(tree.no)
    return tree if isinstance(tree, Returned) else None


def _failure(tree: Any) -> Exception:
    while isinstance(tree, Branch):
        tree = tree.yes
    return tree.error if isinstance(tree, Failed) else ValueError(tree.reason)


def _element(outcome: Outcome, index: int) -> Node | None:
    return node_of(outcome.value[index]) if isinstance(outcome, Returned) else None


def trace_undefined(traced: TracedModel, seat: Any) -> Node:
    """Where a seat's view cannot be made, or what it may know cannot be told, because a rule fails or rejects.

    A view that holds what its fields cannot hold cannot be made either.
    """
    layout = traced.instance.layout
    unknown = trace_failure(traced, "seen_by", lambda state: entitled(layout, state, seat))
    shown = _shown(traced, seat)
    return unknown if shown is None else bit_or(unknown, trace_failure(traced, *shown))


def trace_view(traced: TracedModel, seat: Any) -> list[Node]:
    """What a seat is shown, slot by slot of its view."""
    shown = _shown(traced, seat)
    return [] if shown is None else trace_terms(traced, *shown)


def _shown(traced: TracedModel, seat: Any) -> tuple[str, Callable[[Any], Cells]] | None:
    """What is read when a view is read, and its name; None without a view."""
    model = traced.instance.model
    viewer, shown = model.viewer, model.view_class
    if viewer is None or shown is None:
        return None
    domain = traced.instance.resolver.record(shown)
    return f"the view of {model.name}", lambda state: domain.encoded(viewer(state, seat), TermCells)


def trace_knowledge(traced: TracedModel, seat: Any) -> list[Node]:
    """What a seat is entitled to know, as terms: equal lists mean equal knowledge."""
    layout = traced.instance.layout
    return trace_terms(traced, "seen_by", lambda state: entitled(layout, state, seat))
