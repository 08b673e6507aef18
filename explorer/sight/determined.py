"""Whether a term follows from terms that are known: seen from its form alone, for all states at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from ...model.language.terms.nodes import ONE, ZERO, Node, TermError, walk
from ...model.language.terms.rebuilding import Substitution, worked_out

MOST_SPLITS: Final = 32
"""How many cases are told apart for one term, by conditions that are known themselves."""


def follows(node: Node, known: Iterable[Node]) -> bool:
    """Whether equal values of the `known` terms mean equal values of a term; True only where its form shows it.

    A term follows when all of its arguments do. Where a known term is a choice by a condition that is known too, as
    what only some may see is, both cases are looked at apart. Terms are total, so this needs no context.
    """
    return _Question().follows(node, list(known))


class _Question:
    """One question, and how many cases it may still be split into."""

    def __init__(self) -> None:
        self._splits = MOST_SPLITS

    def follows(self, node: Node, known: Sequence[Node]) -> bool:
        closure = _Closure(known)
        if closure.has(node):
            return True
        condition = _telling(node, known, closure)
        if condition is None or self._splits == 0:
            return False
        self._splits -= 1
        return all(self._follows_where(condition, value, node, known) for value in (ONE, ZERO))

    def _follows_where(self, condition: Node, value: Node, node: Node, known: Sequence[Node]) -> bool:
        case = Substitution({condition: value})
        try:
            return self.follows(case(node), [case(each) for each in known])
        except TermError:  # some part has no meaning in this case, and nothing is said of it
            return False


class _Closure:
    """What follows from known terms argument by argument."""

    def __init__(self, known: Iterable[Node]) -> None:
        self._known: dict[Node, bool] = {}
        for each in known:
            node = each
            self._known[node] = True
            while node.op in ("add", "xor") and node.children[1].constant is not None:
                node = node.children[0]
                self._known[node] = True

    def has(self, node: Node) -> bool:
        """Whether a term follows."""
        return worked_out(node, self._known, self._follows)

    def _follows(self, node: Node) -> bool:
        return node.op != "var" and all(self._known[child] for child in node.children)


def _telling(node: Node, known: Iterable[Node], closure: _Closure) -> Node | None:
    """A known condition, of the term and of a choice that is known."""
    parts = set(walk(node))
    for each in known:
        if each.uses & node.uses:
            for part in walk(each):
                if part.op == "ite" and part.children[0] in parts and closure.has(part.children[0]):
                    return part.children[0]
    return None
