"""What a rule must not do, found in its source before it is read: only then do its three readings agree."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any
from weakref import WeakSet

from ...model import ModelError
from ...model.language.source import named_in

_LANGUAGE = "kanly.model.language"
_OUTSIDE = frozenset({"random", "secrets", "time", "datetime", "os", "sys", "uuid", "io", "socket", "threading"})
_OUTSIDE_CALLS = frozenset({"open", "input", "id", "eval", "exec", "globals", "locals", "setattr", "delattr"})


_found_pure: WeakSet[FunctionType] = WeakSet()
"""The functions that have been looked at; their source does not change while Python runs."""


def check_purity(rule: Callable[..., Any]) -> None:
    """Refuse a rule that is not a function of its state alone, or that compares by identity.

    The rule and the functions it names are looked at. Raises `ModelError` with file and line.
    """
    waiting = [inspect.unwrap(rule)]
    while waiting:
        function = waiting.pop()
        if not isinstance(function, FunctionType) or function in _found_pure or _is_language(function):
            continue
        _check(function)
        _found_pure.add(function)
        waiting.extend(inspect.unwrap(value) for value in named_in(function) if isinstance(value, FunctionType))


def _is_language(function: FunctionType) -> bool:
    module = function.__module__ or ""
    return module.startswith(_LANGUAGE) or module.split(".")[0] in ("enum", "typing", "functools", "collections")


def _check(function: FunctionType) -> None:
    try:
        lines, first = inspect.getsourcelines(function)
        tree = ast.parse(textwrap.dedent("".join(lines)))
    except (OSError, TypeError, SyntaxError, IndentationError):
        return
    for node in ast.walk(tree):
        fault = _fault(node, function)
        if fault is not None:
            line = first + getattr(node, "lineno", 1) - 1
            raise ModelError(f"{function.__qualname__}: {fault}", function.__code__.co_filename, line)


def _fault(node: ast.AST, function: FunctionType) -> str | None:
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        for index, operator in enumerate(node.ops):
            if isinstance(operator, ast.Is | ast.IsNot) and not any(map(_is_none, sides[index : index + 2])):
                return "`is` compares identity, which a state value does not have; write == or !="
    if isinstance(node, ast.Global | ast.Nonlocal):
        return f"a rule changes the state only, not {', '.join(node.names)}"
    if isinstance(node, ast.Name):
        value = function.__globals__.get(node.id)
        if isinstance(value, ModuleType) and value.__name__.split(".")[0] in _OUTSIDE:
            return f"{node.id} is not part of the state; let nature decide with a Chance(...) argument"
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _OUTSIDE_CALLS:
        return f"{node.func.id}(...) reaches outside of the state"
    if isinstance(node, ast.Await | ast.AsyncFor | ast.AsyncWith):
        return "a rule does not wait"
    return None


def _is_none(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None
