"""Terms after a step: variables replaced by what a path puts in their place, and simplified again."""

from __future__ import annotations

from collections.abc import Mapping

from ...model.language.terms.nodes import BUILDERS, Node, const, not_negative


class Substitution:
    """Replaces variables by terms, each node once. A choice whose condition becomes known is followed one way only."""

    def __init__(self, by: Mapping[Node, Node]) -> None:
        self._done: dict[Node, Node] = dict(by)
        self._uses = 0
        for variable in by:
            self._uses |= variable.uses

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
        if node.op in ("div", "mod"):  # no rule divides what may be negative, so that the new value is not either
            arguments[0] = not_negative(arguments[0])
        if node.op in ("bit", "insert", "erase") and arguments[1].lo < 0 and arguments[1].constant is not None:
            arguments[1] = const(arguments[1].lo & 63)
        return BUILDERS[node.op](*arguments)
