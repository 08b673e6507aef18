"""Which expressions of a function may be what `whole(...)` gives, which nobody asks whether it is None."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ...model import choose, whole
from .names import Names
from .sources import FunctionNode


class Copies:
    """The names in a function that stand for whole options, and the expressions that give one."""

    def __init__(self, names: Names, node: FunctionNode) -> None:
        self._names = names
        self._named: set[str] = set()
        found = -1
        while found < len(self._named):
            found = len(self._named)
            self._named.update(name for each in ast.walk(node) for name in self._given(each))

    def _given(self, node: ast.AST) -> Iterator[str]:
        """The names that a statement, or an expression, gives to a whole option."""
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr) and self.is_copy(node.value):
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if isinstance(target, ast.Name):
                    yield target.id

    def is_copy(self, node: ast.expr | None) -> bool:
        """Whether an expression may be a whole option."""
        if isinstance(node, ast.Name):
            return node.id in self._named
        if isinstance(node, ast.IfExp):
            return self.is_copy(node.body) or self.is_copy(node.orelse)
        if isinstance(node, ast.BoolOp):
            return any(map(self.is_copy, node.values))
        if isinstance(node, ast.NamedExpr):
            return self.is_copy(node.value)
        if isinstance(node, ast.Call):
            meant = self._names.meant(node.func)
            return meant is whole or (meant is choose and any(map(self.is_copy, node.args)))
        return False
