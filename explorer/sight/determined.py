"""Whether terms follow from terms that are known: seen from its form alone, for all states at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from ...model.language.terms.nodes import ONE, ZERO, Node, TermError, walk
from ...model.language.terms.rebuilding import Substitution, worked_out

MOST_SPLITS: Final = 32
"""How many times one question is split in two, by conditions that are known themselves."""


def follows(node: Node, known: Iterable[Node]) -> bool:
    """Whether equal values of the `known` terms mean equal values of a term; True only where its form shows it."""
    return not not_following([node], known)


def not_following(nodes: Iterable[Node], known: Iterable[Node]) -> list[Node]:
    """The terms whose form does not show that they follow from the `known` ones.

    A term follows when all of its arguments do. Where a known term is a choice by a condition that is known too, as
    what only some may see is, both cases are looked at apart. Terms are total, so this needs no context.
    """
    return _Question().left(list(dict.fromkeys(nodes)), list(known))


class _Question:
    """One question, and how many cases it may still be split into."""

    def __init__(self) -> None:
        self._splits = MOST_SPLITS

    def left(self, nodes: Sequence[Node], known: Sequence[Node]) -> list[Node]:
        """Those that do not follow."""
        closure = _Closure(known)
        nodes = [node for node in nodes if not closure.has(node)]
        condition = next(filter(None, (_telling(node, known, closure) for node in nodes)), None)
        if condition is None or self._splits == 0:
            return list(nodes)
        self._splits -= 1
        failing = set[Node]()
        for value in (ONE, ZERO):
            failing |= self._left_where(condition, value, [node for node in nodes if node not in failing], known)
        return [node for node in nodes if node in failing]

    def _left_where(self, condition: Node, value: Node, nodes: Sequence[Node], known: Sequence[Node]) -> set[Node]:
        case = Substitution({condition: value})
        try:
            cases = {node: case(node) for node in nodes}
            left = set(self.left(list(dict.fromkeys(cases.values())), [case(each) for each in known]))
        except TermError:  # some part has no meaning in this case, and nothing is said of it
            return set(nodes)
        return {node for node, then in cases.items() if then in left}


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
