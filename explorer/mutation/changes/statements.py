"""Edits of statements: a guard, an update, a call or an event is left out; two effects change places."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator

from ....model import emit, require
from ...judgement.callables import CHANGING
from .edits import Edit, Operator, edit, statements_in
from .names import Names

EMPTY = ("set", "list", "dict", "tuple", "frozenset")
"""Whose call without arguments makes something that holds nothing."""


def edits_of_statements(node: ast.AST, names: Names) -> Iterator[Edit]:
    """What can be changed about the statements of a function."""
    if isinstance(node, ast.Lambda) or not isinstance(node, ast.FunctionDef):
        return
    for block in statements_in(node):
        for statement in block:
            operator = _dropped(statement, names)
            if operator is not None:
                yield edit(operator, statement, ())
        for first, second in itertools.pairwise(block):
            if _is_effect(first, names) and _is_effect(second, names) and not _are_alike(first, second, names):
                exchanged = ((first, (second,)), (second, (first,)))
                yield Edit(Operator.ORDER_EXCHANGED, exchanged)


def _dropped(statement: ast.stmt, names: Names) -> Operator | None:
    """What it means to leave a statement out; None where it does not stand for itself."""
    if isinstance(statement, ast.Assign | ast.AugAssign | ast.Delete):
        targets = [statement.target] if isinstance(statement, ast.AugAssign) else statement.targets
        if not all(isinstance(each, ast.Attribute | ast.Subscript) for each in targets):
            return None
        cleared = isinstance(statement, ast.Assign) and _is_nothing(statement.value)
        return Operator.CLEARING_DROPPED if cleared else Operator.UPDATE_DROPPED
    if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Call):
        return None
    call = statement.value
    if names.is_called(call, require):
        return Operator.GUARD_DROPPED
    if names.is_called(call, emit):
        return Operator.EVENT_DROPPED
    if isinstance(call.func, ast.Attribute) and call.func.attr in CHANGING and names.meaning(call.func) is None:
        return Operator.CLEARING_DROPPED if call.func.attr == "clear" else Operator.UPDATE_DROPPED
    return Operator.CALL_DROPPED


def _is_nothing(value: ast.expr) -> bool:
    """Whether an expression is what a field holds when there is nothing in it."""
    if isinstance(value, ast.Constant):
        return value.value is None or value.value is False or value.value == 0
    if isinstance(value, ast.Tuple | ast.List | ast.Dict):
        return not ast.unparse(value).strip("()[]{}")
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
        return value.func.id in EMPTY and not value.args
    return False


def _is_effect(statement: ast.stmt, names: Names) -> bool:
    """Whether a statement does something that does not stand in a name for the ones that follow."""
    return _dropped(statement, names) is not None or isinstance(statement, ast.If | ast.For)


def _are_alike(first: ast.stmt, second: ast.stmt, names: Names) -> bool:
    """Whether it is all one to play which of two guards, or of two events, comes first."""
    kinds = {_dropped(first, names), _dropped(second, names)}
    return kinds in ({Operator.GUARD_DROPPED}, {Operator.EVENT_DROPPED})
