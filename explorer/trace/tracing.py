"""From a model to decision trees: every action, check, view and entitlement of an instance as terms over its slots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from ...invariants import Declaration
from ...model import BoundAction, Instance, ModelError
from ...model.language.play.actions import BoundParameter
from ...model.language.play.instance import fault_of
from ...model.language.play.knowledge import entitled, entries
from ...model.language.terms.nodes import ONE, ZERO, Node, bit_or, variable
from ...model.language.terms.terms import node_of, value_of
from ...model.language.values.cells import SealedTermCells, TermCells
from ..judgement.judge import Judge
from ..judgement.subjects import judge_instance
from .ends import Failed, GuardFailed, Outcome, Returned, fold
from .offers import offers
from .reader import Reader
from .readings import Passage, StepReading
from .tree import Accept, Branch, Fail, Reject, TracedAction, Tree, leaves


def slot_variable(index: int, count: int) -> Node:
    """The unknown content of a slot; a constant when the slot has one value only."""
    return variable(f"s{index}", 0, count - 1)


def trace_slots(instance: Instance) -> tuple[Node, ...]:
    """The unknown contents of all slots of a state."""
    return tuple(slot_variable(index, info.count) for index, info in enumerate(instance.slots))


Value = TypeVar("Value")


@dataclass(frozen=True, eq=False)
class TracedModel:
    """An instance with all its actions read symbolically."""

    instance: Instance
    slots: tuple[Node, ...]
    actions: tuple[TracedAction, ...]
    judge: Judge = field(default_factory=Judge)
    """Who has judged the rules, and judges the declarations that are read."""
    without_histories: TracedModel | None = None
    """The same without the histories that this instance keeps; None where it keeps none."""

    @property
    def plain(self) -> TracedModel:
        """The rules alone, without histories."""
        return self.without_histories or self

    @cached_property
    def passages(self) -> dict[str, list[Passage]]:
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
    def read_of_states(self) -> dict[Declaration, dict[str, Node]]:
        """The declarations about single states that were read."""
        return {}

    @cached_property
    def read_of_steps(self) -> dict[Declaration, dict[str, list[StepReading]]]:
        """The declarations about steps that were read, each by action."""
        return {}

    @cached_property
    def read_of_viewers(self) -> dict[tuple[str, Any], tuple[Any, ...]]:
        """What was read of what each viewer is shown and may know, by what was asked."""
        return {}

    def of_viewer(self, asked: str, viewer: Any, read: Callable[[], Sequence[Value]]) -> list[Value]:
        """What is read of a viewer when it is asked for first."""
        key = asked, viewer
        if key not in self.read_of_viewers:
            self.read_of_viewers[key] = tuple(read())
        return list(self.read_of_viewers[key])


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
        instance.perform(action.rule, state, arguments_of(action, parameters))
        instance.refuse_misfits(cells, action.rule)

    tree = _leaves_named(reader.read(call), slots)
    return TracedAction(action, parameters, tree, sum(1 for _ in leaves(tree)))


def _parameter(action: BoundAction, parameter: BoundParameter) -> Node:
    return variable(f"{action.name}.{parameter.name}", 0, parameter.domain.count - 1)


def arguments_of(action: BoundAction, parameters: Sequence[Node]) -> list[Any]:
    """The arguments of an action, of which the parameters are the codes."""
    pairs = zip(action.parameters, parameters, strict=True)
    return [parameter.domain.decode(value_of(node)) for parameter, node in pairs]


def named_arguments(action: TracedAction) -> dict[str, Any]:
    """The unknown arguments of an action as its rule is given them, by name."""
    names = [parameter.name for parameter in action.action.parameters]
    return dict(zip(names, arguments_of(action.action, action.parameters), strict=True))


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


def sealed(traced: TracedModel) -> TermCells:
    """The unknown state, for what only reads it."""
    return SealedTermCells(map(value_of, traced.slots))


def trace_terms(traced: TracedModel, name: str, function: Callable[[Any], Sequence[Any]]) -> list[Node]:
    """A function of the state that gives a fixed number of numbers, as one term each.

    Raises `ModelError` for one that fails in every state.
    """
    cells = sealed(traced)
    state = traced.instance.bind(cells)
    tree = Reader(traced.instance, (cells,), name, ("", 0)).read(lambda: list(function(state)))
    first = _first_taken(tree)
    if first is None:
        raise _failure(tree, name)
    return [fold(tree, lambda leaf, i=index: _element(leaf, i)) for index in range(len(first.value))]


def trace_failure(traced: TracedModel, name: str, function: Callable[[Any], Any]) -> Node:
    """Where a function of the state fails or rejects, so that `trace_terms` says nothing of it."""
    cells = sealed(traced)
    state = traced.instance.bind(cells)
    tree = Reader(traced.instance, (cells,), name, ("", 0)).read(lambda: _nothing_of(function(state)))
    return fold(tree, lambda leaf: ZERO if isinstance(leaf, Returned) else ONE)


def _nothing_of(_: object) -> None:
    return None


def _first_taken(tree: Any) -> Returned | None:
    if isinstance(tree, Branch):
        return _first_taken(tree.yes) or _first_taken(tree.no)
    return tree if isinstance(tree, Returned) else None


def _failure(tree: Any, name: str) -> ModelError:
    while isinstance(tree, Branch):
        tree = tree.no
    if not isinstance(tree, Failed):
        return ModelError(f"{name} rejects in every state: {tree.reason}")
    fault = fault_of(tree.error)
    return ModelError(f"{name} fails in every state: {fault.message}", fault.file, fault.line)


def _element(outcome: Outcome, index: int) -> Node | None:
    return node_of(outcome.value[index]) if isinstance(outcome, Returned) else None


def trace_undefined(traced: TracedModel, seat: Any) -> Node:
    """Where a seat's view cannot be made, or what it may know cannot be told, because a rule fails or rejects.

    A view that holds what its fields cannot hold cannot be made either.
    """
    layout = traced.instance.layout

    def read() -> list[Node]:
        unknown = trace_failure(traced, "seen_by", lambda state: entitled(layout, state, seat))
        shown = _shown(traced, seat)
        return [unknown if shown is None else bit_or(unknown, trace_failure(traced, *shown))]

    return traced.of_viewer("undefined", seat, read)[0]


def trace_view(traced: TracedModel, seat: Any) -> list[Node]:
    """What a seat or an onlooker is shown, slot by slot of its views."""
    shown = _shown(traced, seat)
    return [] if shown is None else traced.of_viewer("view", seat, lambda: trace_terms(traced, *shown))


def _shown(traced: TracedModel, seat: Any) -> tuple[str, Callable[[Any], list[Any]]] | None:
    """What is read when views are read, and its name; None without a view."""
    views = traced.instance.views_of(seat)
    if not views:
        return None
    layouts = [(view.rule, traced.instance.resolver.record(view.shown)) for view in views]

    def shown(state: Any) -> list[Any]:
        codes: list[Any] = []
        for rule, layout in layouts:
            content = layout.encoded(rule(state, seat), TermCells)
            layout.refuse_misfits(content)
            codes += content
        return codes

    return f"the view of {traced.instance.model.name}", shown


def trace_knowledge(traced: TracedModel, seat: Any) -> list[Node]:
    """What a seat is entitled to know, as terms: equal lists mean equal knowledge."""
    layout = traced.instance.layout

    def read() -> list[Node]:
        return trace_terms(traced, "seen_by", lambda state: entitled(layout, state, seat))

    return traced.of_viewer("knowledge", seat, read)


def fields_known(traced: TracedModel, seat: Any) -> list[str]:
    """Of which field each term of `trace_knowledge` tells, by dotted names without the keys of maps."""

    def read() -> list[str]:
        found: list[str] = []

        def ask(state: Any) -> Sequence[Any]:
            found[:] = [known.field for known in entries(traced.instance.layout, state, seat)]
            return ()

        trace_terms(traced, "seen_by", ask)
        return found

    return traced.of_viewer("fields", seat, read)
