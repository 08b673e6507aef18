"""Variables replaced by terms, the rest simplified."""

from __future__ import annotations

from collections.abc import Mapping

from ....model.language.terms.nodes import BUILDERS, ZERO, Node, TermError


class Replacement:
    """Replaces variables; what was worked out once is kept for the next term."""

    def __init__(self, by: Mapping[Node, Node]) -> None:
        """`by`: what stands for each variable."""
        self._known: dict[Node, Node] = dict(by)
        self._uses = 0
        for variable in by:
            self._uses |= variable.uses

    def __call__(self, node: Node) -> Node:
        """The term with the variables replaced."""
        if not node.uses & self._uses:
            return node
        known = self._known
        stack = [node]
        while stack:
            here = stack[-1]
            missing = [child for child in here.children if child.uses & self._uses and child not in known]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            if here not in known:
                known[here] = self._rebuilt(here)
        return known[node]

    def _rebuilt(self, node: Node) -> Node:
        if node.op == "var":  # another variable of the same name
            return node
        children = [self._known.get(child, child) for child in node.children]
        if all(new is old for new, old in zip(children, node.children, strict=True)):
            return node
        try:
            return BUILDERS[node.op](*children)
        except (TermError, ValueError):  # has no meaning for these values, so its context never uses it
            return ZERO
