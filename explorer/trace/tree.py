"""Decision trees: what reading a rule symbolically yields.

A tree branches on conditions over the slots of the state and the parameters of the action; at its leaves stand the
updates of an accepted step, the reason of a rejected one, or the fault of a rule that fails there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from ...model import BoundAction, Event, Fault
from ...model.language.terms.nodes import Node, ite


@dataclass(frozen=True)
class TracedEvent:
    """An event that a path may report: when, its class, its content slot by slot, and the mask of the seats told."""

    condition: Node
    event: type[Event]
    slots: tuple[Node, ...]
    recipients: Node


@dataclass(frozen=True)
class Accept:
    """The step is taken: the new value of each slot that may change, and the events."""

    updates: Mapping[int, Node]
    events: tuple[TracedEvent, ...] = ()


@dataclass(frozen=True)
class Reject:
    """A guard fails."""

    reason: str


@dataclass(frozen=True)
class Fail:
    """The rule fails: a finding. The message may stand for a family of values; running the step gives the exact one."""

    fault: Fault


Leaf: TypeAlias = Accept | Reject | Fail


@dataclass(frozen=True)
class Branch:
    """Follow `yes` where the condition is 1, `no` where it is 0."""

    condition: Node
    yes: Tree
    no: Tree


Tree: TypeAlias = Branch | Accept | Reject | Fail


@dataclass(frozen=True)
class TracedAction:
    """An action as it was read: the variables that stand for its parameters, and the tree."""

    action: BoundAction
    parameters: tuple[Node, ...]
    tree: Tree
    paths: int


Path: TypeAlias = tuple[tuple[Node, bool], ...]
"""The decisions that lead to a leaf."""


def leaves(tree: Tree) -> Iterator[tuple[Path, Leaf]]:
    """Every leaf with the decisions that lead to it, `yes` before `no`."""
    stack: list[tuple[Path, Tree]] = [((), tree)]
    while stack:
        path, here = stack.pop()
        if isinstance(here, Branch):
            stack.append(((*path, (here.condition, False)), here.no))
            stack.append(((*path, (here.condition, True)), here.yes))
        else:
            yield path, here


T = TypeVar("T")


def folded(tree: Tree, leaf: Callable[[Leaf], T], branch: Callable[[Node, T, T], T]) -> T:
    """Combine the leaves of a tree bottom-up."""
    if isinstance(tree, Branch):
        return branch(tree.condition, folded(tree.yes, leaf, branch), folded(tree.no, leaf, branch))
    return leaf(tree)


def condition_of(tree: Tree, wanted: Callable[[Leaf], Node]) -> Node:
    """The truth value of a property of the leaf that is reached, as one term."""
    return folded(tree, wanted, ite)


def slot_after(tree: Tree, slot: int, before: Node) -> Node:
    """A slot after the step as one term; where the step is not taken it keeps its value."""
    return folded(tree, lambda leaf: leaf.updates.get(slot, before) if isinstance(leaf, Accept) else before, ite)
