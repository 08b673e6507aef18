"""Which expressions of a function are Python sets, whose order changes from one start of Python to the next."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from ...model import count, exists, forall, lookup, size, total
from .names import UNKNOWN, Names
from .sources import FunctionNode

_FREE: tuple[Any, ...] = (
    all, any, bool, frozenset, len, max, min, set, sorted, sum, count, exists, forall, size, total,
)  # fmt: skip
"""What gives the same in whatever order its items come."""

_ORDERED: tuple[Any, ...] = (dict, enumerate, filter, iter, list, map, next, reversed, tuple, zip)
"""What gives its items in the order in which they come."""

_OF_SETS = ("copy", "difference", "intersection", "symmetric_difference", "union")


class Orders:
    """The names in a function that stand for Python sets, and the expressions that give one."""

    def __init__(self, names: Names, node: FunctionNode) -> None:
        self._names = names
        self._named: set[str] = set()
        self._consumed: set[ast.AST] = set()
        found = -1
        while found < len(self._named):
            found = len(self._named)
            self._named.update(name for each in ast.walk(node) for name in self._given(each))
        for each in ast.walk(node):
            if isinstance(each, ast.Call) and self._is_one_of(each.func, _FREE):
                self._consumed.update(each.args)

    def _given(self, node: ast.AST) -> Iterator[str]:
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr) and self.is_unordered(node.value):
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if isinstance(target, ast.Name):
                    yield target.id

    def _is_one_of(self, node: ast.expr, functions: tuple[Any, ...]) -> bool:
        meant = self._names.meant(node)
        return any(meant is each for each in functions)

    def does_not_matter(self, node: ast.AST) -> bool:
        """Whether what goes through its items is read by something that gives the same in whatever order."""
        return node in self._consumed

    def takes_in_order(self, node: ast.Call) -> bool:
        """Whether a call gives its items in the order in which they come."""
        return self._is_one_of(node.func, _ORDERED) or (
            isinstance(node.func, ast.Attribute) and node.func.attr in ("join", "extend")
        )

    def is_unordered(self, node: ast.expr | None) -> bool:
        """Whether an expression is a Python set, as far as that can be told."""
        if node is None:
            return False
        if isinstance(node, ast.Set | ast.SetComp):
            return True
        if isinstance(node, ast.Name) and node.id in self._named:
            return True
        if isinstance(node, ast.IfExp):
            return self.is_unordered(node.body) or self.is_unordered(node.orelse)
        if isinstance(node, ast.BinOp):
            return self.is_unordered(node.left) and self.is_unordered(node.right)
        if isinstance(node, ast.Starred | ast.NamedExpr):
            return self.is_unordered(node.value)
        if isinstance(node, ast.Call):
            return self._is_unordered_call(node)
        if isinstance(node, ast.Subscript):
            return _holds_sets(self._names.meant(node.value))
        return isinstance(self._names.meant(node), set | frozenset)

    def _is_unordered_call(self, node: ast.Call) -> bool:
        meant = self._names.meant(node.func)
        if meant is set or meant is frozenset:
            return True
        if meant is lookup:
            return bool(node.args) and _holds_sets(self._names.meant(node.args[0]))
        if isinstance(node.func, ast.Attribute):
            if node.func.attr == "get":
                return _holds_sets(self._names.meant(node.func.value))
            return node.func.attr in _OF_SETS and self.is_unordered(node.func.value)
        return False


def _holds_sets(table: Any) -> bool:
    """Whether an entry of a constant table may be a set."""
    if table is UNKNOWN:
        return False
    entries: Sequence[Any] = ()
    if isinstance(table, Mapping):
        entries = list(cast("Mapping[Any, Any]", table).values())
    elif isinstance(table, tuple | list):
        entries = cast("Sequence[Any]", table)
    return any(isinstance(entry, set | frozenset) for entry in entries)
