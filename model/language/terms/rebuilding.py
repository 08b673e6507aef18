"""Operators, and terms made of terms: arguments first, each node once, and without Python's stack."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from .masks import bit, erase, insert, popcount
from .nodes import (
    Node,
    TermError,
    add,
    bit_and,
    bit_or,
    bit_xor,
    const,
    div,
    equal,
    ite,
    less,
    mod,
    mul,
    shift_left,
    shift_right,
    sub,
)

V = TypeVar("V")

BUILDERS: Final[Mapping[str, Callable[..., Node]]] = {
    "add": add, "sub": sub, "mul": mul, "div": div, "mod": mod, "and": bit_and, "or": bit_or, "xor": bit_xor,
    "shl": shift_left, "shr": shift_right, "bit": bit, "insert": insert, "erase": erase, "pop": popcount,
    "eq": equal, "lt": less, "ite": ite,
}  # fmt: skip
"""The closed list of operators with the function that builds, and simplifies, each."""


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


class Substitution:
    """Replaces terms in terms and simplifies them again; what was worked out once is kept for the next term.

    A choice whose condition becomes known is followed one way only. What has no meaning for the terms that were put in
    becomes `undefined`, where that is given, for a caller who knows that its context never uses it; else the
    `TermError` is raised.
    """

    def __init__(self, by: Mapping[Node, Node], undefined: Node | None = None) -> None:
        """`by`: what stands for each term, which mostly is a variable."""
        self._done: dict[Node, Node] = dict(by)
        self._undefined = undefined
        self._uses = 0
        for replaced in by:
            self._uses |= replaced.uses

    def __call__(self, root: Node) -> Node:
        """The term after the replacement."""
        if self._is_untouched(root):
            return root
        stack = [root]
        while stack:
            node = stack[-1]
            if node in self._done:
                stack.pop()
                continue
            if self._is_untouched(node):
                self._done[stack.pop()] = node
                continue
            waiting = [child for child in self._wanted(node) if child not in self._done]
            if waiting:
                stack.extend(waiting)
            else:
                self._done[stack.pop()] = self._rebuilt(node)
        return self._done[root]

    def _is_untouched(self, node: Node) -> bool:
        return not node.uses & self._uses

    def _wanted(self, node: Node) -> tuple[Node, ...]:
        """The arguments that the new node depends on, as far as that is known."""
        if node.op != "ite":
            return node.children
        condition, yes, no = node.children
        known = self._done.get(condition)
        if known is None:
            return (condition,)
        return (yes, no) if known.constant is None else (yes,) if known.lo else (no,)

    def _rebuilt(self, node: Node) -> Node:
        if node.op == "var":  # another variable of the same name
            return node
        wanted = [self._done[child] for child in self._wanted(node)]
        if node.op == "ite" and len(wanted) == 1:
            return wanted[0]
        arguments = [self._done[node.children[0]], *wanted] if node.op == "ite" else wanted
        if all(new is old for new, old in zip(arguments, node.children, strict=True)):
            return node
        if node.op in ("bit", "insert", "erase") and arguments[1].lo < 0 and arguments[1].constant is not None:
            arguments[1] = const(arguments[1].lo & 63)
        try:
            return BUILDERS[node.op](*arguments)
        except (TermError, ValueError):
            if self._undefined is None:
                raise
            return self._undefined
