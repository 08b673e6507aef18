"""Steps as laws see them while they are read: the accepting paths of an action, their arguments and events."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...invariants import Step
from ...model import Instance
from ...model.language.play.rules import Emitted
from ...model.language.terms.nodes import Node
from ...model.language.terms.terms import value_of
from ...model.language.values.cells import TermCells
from .facts import Facts
from .tracing import arguments_of
from .tree import Accept, Branch, Path, TracedAction, Tree


def step_of(instance: Instance, action: TracedAction, leaf: Accept) -> Step:
    """The step that an accepting path is."""
    events = [
        Emitted(
            _truth(event.condition),
            instance.resolver.record(event.event).read(TermCells(map(value_of, event.slots)), 0),
            value_of(event.recipients),
        )
        for event in leaf.events
    ]
    return Step(action.action, arguments_of(action.action, action.parameters), events)


def accepting(tree: Tree, path: Path, facts: Facts) -> Iterator[tuple[Path, Accept, Facts]]:
    """Every accepting leaf, in the order of `leaves`, with its path and what that tells."""
    if isinstance(tree, Branch):
        for value, below in ((True, tree.yes), (False, tree.no)):
            yield from accepting(below, (*path, (tree.condition, value)), facts.assuming(tree.condition, value))
    elif isinstance(tree, Accept):
        yield path, tree, facts


def _truth(node: Node) -> Any:
    value = value_of(node)
    return bool(value) if isinstance(value, int) else value
