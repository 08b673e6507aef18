"""What a rule must not do, found in its source before it is read: only then do its three readings agree."""

from __future__ import annotations

import ast
import builtins
import inspect
import textwrap
from collections.abc import Callable, Iterator, Set
from enum import Enum
from types import FunctionType, ModuleType
from typing import Any
from weakref import WeakSet

from ...model import ModelError, whole
from ...model.language.base.source import is_subclass, named_in

_LANGUAGE = "kanly.model.language"
_OUTSIDE = frozenset({"random", "secrets", "time", "datetime", "os", "sys", "uuid", "io", "socket", "threading"})
_OUTSIDE_CALLS = frozenset({"open", "input", "id", "eval", "exec", "globals", "locals", "setattr", "delattr"})


_found_pure: WeakSet[FunctionType] = WeakSet()
"""The functions that have been looked at; their source does not change while Python runs."""


def check_purity(rule: Callable[..., Any]) -> None:
    """Refuse a rule that is not a function of its state alone, or that compares by identity or by class.

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
    copies = {name for node in ast.walk(tree) for name in _copies_named_in(node, function)}
    for node in ast.walk(tree):
        fault = _fault(node, function, copies)
        if fault is not None:
            line = first + getattr(node, "lineno", 1) - 1
            raise ModelError(f"{function.__qualname__}: {fault}", function.__code__.co_filename, line)


def _copies_named_in(node: ast.AST, function: FunctionType) -> Iterator[str]:
    """The names that a statement, or an expression, gives to what `whole(...)` returns."""
    if isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr) and _is_copy(node.value, function):
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            if isinstance(target, ast.Name):
                yield target.id


def _is_copy(node: ast.AST | None, function: FunctionType) -> bool:
    return isinstance(node, ast.Call) and whole in _meant(node.func, function)


def _fault(node: ast.AST, function: FunctionType, copies: Set[str]) -> str | None:
    if isinstance(node, ast.Compare):
        return _identity_fault(node, function, copies) or _type_fault(node, function)
    if isinstance(node, ast.MatchSingleton) and node.value is not None:
        return f"`case {node.value}` compares identity, which a state value does not have; write `if`"
    if isinstance(node, ast.MatchClass):
        return _class_fault(node.cls, function)
    if isinstance(node, ast.Global | ast.Nonlocal):
        return f"a rule changes the state only, not {', '.join(node.names)}"
    if isinstance(node, ast.Name):
        value = function.__globals__.get(node.id)
        if isinstance(value, ModuleType) and value.__name__.split(".")[0] in _OUTSIDE:
            return f"{node.id} is not part of the state; let nature decide with a Chance(...) argument"
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return _call_fault(node, node.func.id, function)
    if isinstance(node, ast.Await | ast.AsyncFor | ast.AsyncWith):
        return "a rule does not wait"
    return None


def _identity_fault(node: ast.Compare, function: FunctionType, copies: Set[str]) -> str | None:
    sides = [node.left, *node.comparators]
    for index, operator in enumerate(node.ops):
        if not isinstance(operator, ast.Is | ast.IsNot):
            continue
        pair = sides[index : index + 2]
        if not any(map(_is_none, pair)):
            return "`is` compares identity, which a state value does not have; write == or !="
        if any(_is_copy(side, function) or (isinstance(side, ast.Name) and side.id in copies) for side in pair):
            return "what whole(...) gives is not asked whether it is None; read the field itself, or is_present(...)"
    return None


def _is_none(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _type_fault(node: ast.Compare, function: FunctionType) -> str | None:
    sides = [node.left, *node.comparators]
    if not any(isinstance(side, ast.Call) and type in _meant(side.func, function) for side in sides):
        return None
    return next((fault for side in sides if (fault := _class_fault(side, function))), None)


def _call_fault(node: ast.Call, name: str, function: FunctionType) -> str | None:
    if name in _OUTSIDE_CALLS:
        return f"{name}(...) reaches outside of the state"
    if isinstance in _meant(node.func, function) and len(node.args) == 2:
        return _class_fault(node.args[1], function)
    return None


def _class_fault(node: ast.expr, function: FunctionType) -> str | None:
    """Of a class by which values are told apart: only records have one while a rule is read."""
    for kind in _meant(node, function):
        if kind is bool or kind is int or is_subclass(kind, Enum):
            name = getattr(kind, "__name__", kind)
            return f"that a value is of {name} is not asked while rules are read; compare with == or with `is None`"
    return None


def _meant(node: ast.expr, function: FunctionType) -> Iterator[object]:
    """What an expression names, as far as that is told without running the function; all of a tuple or a union."""
    if isinstance(node, ast.Tuple):
        for element in node.elts:
            yield from _meant(element, function)
    elif isinstance(node, ast.BinOp):
        yield from _meant(node.left, function)
        yield from _meant(node.right, function)
    elif isinstance(node, ast.Attribute):
        for holder in _meant(node.value, function):
            if isinstance(holder, ModuleType | type):
                yield getattr(holder, node.attr, None)
    elif isinstance(node, ast.Name):
        yield _named(node.id, function)


def _named(name: str, function: FunctionType) -> object:
    code = function.__code__
    if name in code.co_varnames:
        return None
    if name in code.co_freevars:
        return inspect.getclosurevars(function).nonlocals.get(name)
    return function.__globals__.get(name, getattr(builtins, name, None))
