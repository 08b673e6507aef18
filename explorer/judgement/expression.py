"""An expression from the command line: parsed, and held against what a rule may say, before anything of it runs."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from enum import Enum, EnumType
from typing import Any

from ...model import Instance, ModelError

LARGEST_NUMBER = 10**9
"""No domain of a game goes further."""

LONGEST = 2_000
"""Characters of an expression that somebody types."""

DEEPEST = 50
"""Operators, calls and parts inside of each other."""

_ALLOWED: tuple[type[ast.AST], ...] = (
    ast.Expression, ast.Name, ast.Load, ast.Attribute, ast.Subscript, ast.Constant, ast.Call, ast.keyword,
    ast.Compare, ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn, ast.Is, ast.IsNot,
    ast.BoolOp, ast.And, ast.Or, ast.UnaryOp, ast.Not, ast.USub, ast.UAdd, ast.IfExp,
    ast.BinOp, ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod, ast.BitAnd, ast.BitOr, ast.BitXor,
    ast.Tuple, ast.List, ast.Set, ast.Dict, ast.Lambda, ast.arguments, ast.arg,
    ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.comprehension, ast.Store, ast.Starred,
)  # fmt: skip

_REPEATED = (ast.Tuple, ast.List, ast.ListComp, ast.IfExp, ast.BoolOp)
"""What need not be a number."""

BUILTINS = frozenset({"abs", "all", "any", "bool", "int", "len", "max", "min", "range", "set", "frozenset", "sum"})
"""The builtins that an expression may call."""


def check_expression(text: str, instance: Instance, names: Mapping[str, Any]) -> None:
    """See that a text is one expression that says only what a rule may say of an instance with these names.

    Raises `ModelError`.
    """
    if len(text) > LONGEST:
        raise ModelError(f"EXPRESSION: {len(text)} characters are more than {LONGEST}")
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ModelError(f"not a Python expression: {text} ({error or type(error).__name__})") from None
    own = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    own |= {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    known = own | BUILTINS | {"g"} | _names(instance, names)
    _check_depth(tree, text)
    for node in ast.walk(tree):
        complaint = _complaint(node, known)
        if complaint:
            raise ModelError(f"EXPRESSION: {text}: {complaint}")


def _check_depth(tree: ast.AST, text: str) -> None:
    level, depth = [tree], 0
    while level:
        depth += 1
        level = [child for node in level for child in ast.iter_child_nodes(node)]
    if depth > DEEPEST:
        raise ModelError(f"EXPRESSION: {text}: it is nested {depth} levels deep; at most {DEEPEST} are read")


def _names(instance: Instance, names: Mapping[str, Any]) -> set[str]:
    """The names of the modelling language, and those of the model's files that stand for something of the model's."""
    files = {getattr(each, "__module__", None) for each in (instance.model.state, instance.model.seats)}
    files |= {action.original.__module__ for action in instance.model.actions.values()}
    return {name for name, value in names.items() if not name.startswith("_") and _is_of_model(value, files)}


def _is_of_model(value: Any, files: set[str | None]) -> bool:
    """Whether a value is a constant, a member, a class of members, or a function of the language or of these files."""
    if isinstance(value, int | Enum | tuple | frozenset) or value is None:
        return True
    if isinstance(value, EnumType):
        return True
    module = getattr(value, "__module__", None)
    return callable(value) and (module in files or str(module).startswith("kanly.model."))


def _complaint(node: ast.AST, known: set[str]) -> str:
    """Why a part of an expression is not allowed; empty when it is."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
        return "** is not part of what a rule may say; multiply"
    if isinstance(node, ast.BinOp) and any(isinstance(each, _REPEATED) for each in (node.left, node.right)):
        return "only numbers and sets are added, multiplied and so on"
    if not isinstance(node, _ALLOWED):
        return f"{type(node).__name__} is not part of what a rule may say"
    if isinstance(node, ast.Attribute) and node.attr.startswith("_"):
        return f"{node.attr}: a name with an underscore belongs to Python, not to the model"
    if isinstance(node, ast.Constant) and isinstance(node.value, str | float | complex | bytes):
        return f"{node.value!r}: states hold whole numbers, members and truth values"
    if isinstance(node, ast.Constant) and isinstance(node.value, int) and abs(node.value) > LARGEST_NUMBER:
        return f"a number beyond {LARGEST_NUMBER} is in no domain"
    if isinstance(node, ast.Name) and node.id not in known:
        return f"name '{node.id}' is not defined; use g, the names of the model's files and of kanly.model"
    return ""
