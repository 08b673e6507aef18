"""Working something out for a term: arguments first, each node once, and without Python's stack."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from ...model.language.terms.nodes import Node

V = TypeVar("V")


def worked_out(root: Node, known: dict[Node, V], work_out: Callable[[Node], V]) -> V:
    """What `work_out` makes of a term, and of whatever is below it first; it is asked only for what is not yet `known`.

    `known` is filled; while `work_out` looks at a node, all of its arguments are known.
    """
    stack = [root]
    while stack:
        here = stack[-1]
        missing = [child for child in here.children if child not in known]
        if missing:
            stack.extend(missing)
            continue
        stack.pop()
        if here not in known:
            known[here] = work_out(here)
    return known[root]
