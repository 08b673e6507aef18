"""Who is offered an action in the state that is read, whatever its other arguments are, as terms."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ...model import ModelError
from ...model.language.terms.nodes import ONE, ZERO, Node, bit_or
from ...model.language.terms.nodes import const as constant
from ...model.language.terms.rebuilding import Substitution
from .tree import Accept, TracedAction, condition_of

MOST_WAYS = 100_000
"""The most combinations of arguments of an action that are spelled out."""


def accepted(action: TracedAction) -> Node:
    """Whether an action is accepted."""
    return condition_of(action.tree, lambda leaf: ONE if isinstance(leaf, Accept) else ZERO)


def taken_by(action: TracedAction, seat: int) -> Node:
    """Whether an action is accepted when the seat of that code takes it."""
    actor = action.parameters[0]
    here = accepted(action)
    return Substitution({actor: constant(seat)})(here) if actor.op == "var" else here


def for_some(parameters: Sequence[Node], condition: Node) -> Node:
    """Whether a condition holds for some values of these parameters."""
    if condition.constant is not None or not parameters:
        return condition
    first, *rest = parameters
    if first.op == "const" or not condition.uses & first.uses:
        return for_some(rest, condition)
    found = ZERO
    for value in range(first.hi + 1):
        found = bit_or(found, for_some(rest, Substitution({first: constant(value)}, ZERO)(condition)))
    return found


def offers(action: TracedAction, seats: int) -> tuple[Node, ...]:
    """For each seat, whether it can take an action in some way. Raises `ModelError` for one with too many ways."""
    ways = math.prod(node.hi + 1 for node in action.parameters[1:])
    if ways > MOST_WAYS:
        declared = action.action.action
        told = f"{declared.name} can be taken in {ways} ways; who is offered it is told of {MOST_WAYS} at most"
        raise ModelError(told, declared.file, declared.line)
    return tuple(for_some(action.parameters[1:], taken_by(action, seat)) for seat in range(seats))
