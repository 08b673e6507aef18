"""Histories read behind the rules: what laws remember after each accepting path of an action."""

from __future__ import annotations

from collections.abc import Sequence

from ...invariants import Monitored, monitored
from ...invariants.language.histories import written_for
from ...model import Instance, ModelError
from ...model.language.play.instance import Fault, fault_of
from ...model.language.terms.nodes import ONE, ZERO, Node, equal
from ...model.language.terms.terms import value_of
from ...model.language.values.cells import SealedTermCells, TermCells
from .ends import Failed, GuardFailed, Outcome, OutcomeTree, Returned, content_after, fold, outcomes_of
from .facts import Facts
from .reader import Reader
from .steps import step_of
from .tracing import TracedModel, trace_slots
from .tree import Accept, Branch, Fail, TracedAction, Tree, leaves


def with_declared_histories(traced: TracedModel) -> TracedModel:
    """The rules with the histories that something declared for the instance reads behind them. Raises `ModelError`."""
    instance = monitored(traced.instance)
    return traced if instance is traced.instance else with_histories(traced, instance)


def with_histories(plain: TracedModel, instance: Instance) -> TracedModel:
    """The histories of an instance, read behind the rules of the plain one. Raises `ModelError`."""
    assert isinstance(instance, Monitored), "an instance without histories has nothing to be read"
    plain.judge.judge(written_for(instance.histories))
    slots = trace_slots(instance)
    actions = tuple(_remembering(instance, action, slots) for action in plain.actions)
    plain.judge.confirm()
    return TracedModel(instance, slots, actions, plain.judge, plain)


def _remembering(instance: Monitored, action: TracedAction, slots: Sequence[Node]) -> TracedAction:
    """An action of the plain instance, with the histories in what it changes; where one fails, so does the action."""
    tree = _followed(instance, action, slots, action.tree, Facts())
    return TracedAction(action.action, action.parameters, tree, sum(1 for _ in leaves(tree)))


def beginning(traced_slots: Sequence[Node], instance: Instance) -> list[Node]:
    """That the histories are as they begin in a state, for each slot of theirs. Raises `ModelError` where one fails."""
    if not isinstance(instance, Monitored):
        return []
    state = SealedTermCells(map(value_of, traced_slots))
    width = len(instance.plain.slots)
    cells = TermCells([*state][:width] + [0] * (len(traced_slots) - width))
    reader = Reader(instance, (cells, state), "a history", instance.histories[0].at)
    tree = reader.read(lambda: instance.begin(cells, instance.bind(state)))
    for outcome in outcomes_of(tree):
        if not isinstance(outcome, Returned):
            told = outcome.reason if isinstance(outcome, GuardFailed) else str(fault_of(outcome.error))
            raise ModelError(f"a history cannot begin in every state: {told}", *instance.histories[0].at)
    begun = [
        fold(tree, lambda end, at=slot: content_after(end, 0, at, ZERO)) for slot in range(width, len(traced_slots))
    ]
    return [equal(slot, first) for slot, first in zip(traced_slots[width:], begun, strict=True)]


def _followed(instance: Monitored, action: TracedAction, slots: Sequence[Node], tree: Tree, facts: Facts) -> Tree:
    if isinstance(tree, Branch):
        yes, no = (
            _followed(instance, action, slots, below, facts.assuming(tree.condition, value))
            for value, below in ((True, tree.yes), (False, tree.no))
        )
        return Branch(tree.condition, yes, no)
    if not isinstance(tree, Accept):
        return tree
    after = [tree.updates.get(index, slot) for index, slot in enumerate(slots)]
    return _joined(instance, tree, _read(instance, action, (slots, after), tree, facts), slots, after)


def _read(
    instance: Monitored, action: TracedAction, states: tuple[Sequence[Node], Sequence[Node]], leaf: Accept, facts: Facts
) -> OutcomeTree:
    """What the histories do on a path, over the state after it."""
    before, after = (SealedTermCells(map(value_of, nodes)) for nodes in states)
    cells = TermCells(after)
    told = ", ".join(each.name for each in instance.histories)
    reader = Reader(instance, (cells, before, after), f"the history {told}", instance.histories[0].at, facts)
    step = step_of(instance, action, leaf)
    return reader.read(lambda: instance.remember(cells, instance.bind(before), step, instance.bind(after)))


def _joined(instance: Monitored, leaf: Accept, tree: OutcomeTree, slots: Sequence[Node], after: Sequence[Node]) -> Tree:
    """The path with what the histories are after it, their branches joined into choices."""
    outcomes = outcomes_of(tree)
    if refused := next((each for each in outcomes if isinstance(each, GuardFailed)), None):
        raise instance.rejecting(refused.reason)
    written = {slot for outcome in outcomes if isinstance(outcome, Returned) for slot in outcome.written[0]}
    updates = {slot: fold(tree, lambda end, at=slot: content_after(end, 0, at, after[at])) for slot in sorted(written)}
    changed = {slot: node for slot, node in updates.items() if node is not slots[slot]}
    result: Tree = Accept({**leaf.updates, **changed}, leaf.events)
    faults = dict.fromkeys(fault for outcome in outcomes if (fault := _fault(outcome)) is not None)
    for fault in faults:
        failing = fold(tree, lambda end, this=fault: ONE if _fault(end) == this else ZERO)
        result = Branch(failing, Fail(fault), result)
    return result


def _fault(end: Outcome) -> Fault | None:
    """How a history fails at an end; None where it does not."""
    return fault_of(end.error) if isinstance(end, Failed) else None
