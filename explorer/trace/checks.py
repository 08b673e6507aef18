"""Declarations as terms: about a state, and about each accepting path of an action."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...invariants import CheckKind, Declaration, conjuncts, monitored
from ...model import BoundAction, Instance, ModelError
from ...model.language.play.rules import truth
from ...model.language.terms.nodes import ONE, ZERO, Node, bit_xor
from ...model.language.terms.terms import node_of, value_of
from ...model.language.values.cells import SealedTermCells, TermCells
from ..judgement.subjects import declared_functions
from .ends import Outcome, OutcomeTree, Returned, fold
from .facts import Facts
from .reader import Reader
from .readings import FAILURE, PREMISE, Passage, StepReading
from .steps import accepting, step_of
from .tracing import TracedModel, sealed, trace_action, trace_slots
from .tree import Accept, Branch, TracedAction


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

    A conjunct matters only where the premise holds. Raises `ModelError` for one that never says anything.
    """
    found = traced.read_of_states.get(declaration)
    if found is None:
        found = _read_of_states(traced, declaration)
        if _is_silent(found):
            refuse_silent(declaration, traced.instance)
        traced.read_of_states[declaration] = found
    return found


def trace_step_check(traced: TracedModel, declaration: Declaration, action: TracedAction) -> list[StepReading]:
    """A declaration about steps, for each accepting leaf of an action, in the order of `leaves`.

    Raises `ModelError` for one that never says anything of any action.
    """
    of_actions = traced.read_of_steps.setdefault(declaration, {})
    if action.action.name not in of_actions:
        found = _read_of_steps(traced, declaration, action)
        if len(of_actions) + 1 == len(traced.actions) and all(map(_are_silent, [*of_actions.values(), found])):
            refuse_silent(declaration, traced.instance)
        of_actions[action.action.name] = found
    return of_actions[action.action.name]


def refuse_silent(declaration: Declaration, instance: Instance) -> None:
    """Raise `ModelError` for a declaration that yields nothing in any state: it would hold whatever happens.

    That it has nothing to say of the scenario of the instance, but of another one, is no mistake.
    """
    model = instance.model
    plain = (Instance(model, scenario, {}) for scenario in model.scenarios.values())
    everywhere = map(monitored, plain) if declaration.histories else plain
    others = (each for each in everywhere if declaration.applies_to(each))
    speaks = _speaks_of_states if declaration.takes == 1 else _speaks_of_steps
    if not speaks(declaration, instance, others):
        raise ModelError(
            f"{declaration.id} says nothing: it yields no conjunct in any state; yield a name and a truth value",
            declaration.file,
            declaration.line,
        )


def _speaks_of_states(declaration: Declaration, instance: Instance, others: Iterator[Instance]) -> bool:
    """Whether a declaration may yield something; taken for granted of what cannot be read."""
    for each in itertools.chain([instance], others):
        try:
            if not _is_silent(_read_of_states(TracedModel(each, trace_slots(each), ()), declaration)):
                return True
        except ModelError:
            return True
    return False


def _speaks_of_steps(declaration: Declaration, instance: Instance, others: Iterator[Instance]) -> bool:
    """Whether it may say something of some action: of one that this scenario has not, most likely."""
    own = {action.name for action in instance.actions}
    seen: list[tuple[Instance, BoundAction]] = []
    for each in others:
        for action in each.actions:
            if action.name not in own and _speaks_of(declaration, each, action):
                return True
            if action.name in own:
                seen.append((each, action))
    seen.extend((instance, action) for action in instance.actions)
    return any(_speaks_of(declaration, each, action) for each, action in reversed(seen))


def _speaks_of(declaration: Declaration, instance: Instance, action: BoundAction) -> bool:
    slots = trace_slots(instance)
    try:
        read = trace_action(instance, action, slots)
        readings = _read_of_steps(TracedModel(instance, slots, (read,)), declaration, read)
    except ModelError:
        return True
    return not all(_is_silent(reading.conjuncts) for reading in readings)


def _is_silent(conjuncts: Mapping[str, Node]) -> bool:
    """Whether there is nothing that could fail, although the premise may hold."""
    return not conjuncts.keys() - {PREMISE} and conjuncts[PREMISE] is not ZERO


def _are_silent(readings: Sequence[StepReading]) -> bool:
    """Whether an action is possible and there is nothing that could fail of it."""
    return bool(readings) and all(_is_silent(reading.conjuncts) for reading in readings)


def _named(declaration: Declaration) -> str:
    return f"the declaration {declaration.id}"


def _read_of_states(traced: TracedModel, declaration: Declaration) -> dict[str, Node]:
    traced.judge.judge(declared_functions([declaration]))
    cells = sealed(traced)
    state = traced.instance.bind(cells)
    where = (declaration.file, declaration.line)
    reader = Reader(traced.instance, (cells,), _named(declaration), where, offers=traced.offers)
    found = _by_name(reader.read(lambda: _values(declaration, state)))
    traced.judge.confirm()
    return found


def _read_of_steps(traced: TracedModel, declaration: Declaration, action: TracedAction) -> list[StepReading]:
    traced.judge.judge(declared_functions([declaration]))
    readings = [
        StepReading(passage.path, passage.leaf, _step_conjuncts(traced, declaration, action, passage))
        for passage in _passages(traced, action)
    ]
    traced.judge.confirm()
    return readings


def _passages(traced: TracedModel, action: TracedAction) -> list[Passage]:
    found = traced.passages.get(action.action.name)
    if found is None:
        before = sealed(traced)
        found = traced.passages[action.action.name] = [
            Passage(path, leaf, before, _after(traced, leaf), facts)
            for path, leaf, facts in accepting(action.tree, (), Facts())
        ]
    return found


def _after(traced: TracedModel, leaf: Accept) -> TermCells:
    return SealedTermCells(value_of(leaf.updates.get(index, slot)) for index, slot in enumerate(traced.slots))


def _step_conjuncts(
    traced: TracedModel, declaration: Declaration, action: TracedAction, passage: Passage
) -> dict[str, Node]:
    instance = traced.instance

    def call() -> dict[str, Any]:
        step = step_of(instance, action, passage.leaf)
        return _values(declaration, instance.bind(passage.before), step, instance.bind(passage.after))

    roots, where = (passage.before, passage.after), (declaration.file, declaration.line)
    return _by_name(Reader(instance, roots, _named(declaration), where, passage.facts).read(call))
