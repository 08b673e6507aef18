"""What the names in a function mean, as far as it takes to change it: functions, enumerations, kinds of arguments."""

from __future__ import annotations

import ast
import builtins
import inspect
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from types import FunctionType
from typing import Any

from ....model import Event, View
from ....model.language.classes.records import Record
from ....model.language.classes.specs import Spec
from ...judgement.sources import Definition


class Names:
    """The names of one function."""

    def __init__(self, function: FunctionType, definition: Definition, seats: type[Enum]) -> None:
        self.seats = seats
        cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
        around = {name: _content(cell) for name, cell in cells}
        self._known: Mapping[str, Any] = {**vars(builtins), **function.__globals__, **around}
        own = definition.node.args
        taken = [*own.posonlyargs, *own.args, *own.kwonlyargs]
        self.arguments = {each.arg: self._annotated(function, each.arg) for each in taken}
        """The arguments, and the class that each is annotated with; None where that cannot be told."""
        inside = (each for each in ast.walk(definition.node) if isinstance(each, ast.Name))
        self._bound = {each.arg for each in taken} | {each.id for each in inside if isinstance(each.ctx, ast.Store)}

    def meaning(self, node: ast.expr) -> Any:
        """What a name, or a name after dots, stands for; None where it is one of the function's own."""
        if isinstance(node, ast.Name):
            return None if node.id in self._bound else self._known.get(node.id)
        if isinstance(node, ast.Attribute):
            holder = self.meaning(node.value)
            return getattr(holder, node.attr, None) if isinstance(holder, type) or inspect.ismodule(holder) else None
        return None

    def is_called(self, node: ast.AST, *functions: Callable[..., Any]) -> bool:
        """Whether a node is a call of one of some functions."""
        return isinstance(node, ast.Call) and any(self.meaning(node.func) is each for each in functions)

    def spelled(self, function: Callable[..., Any]) -> ast.expr | None:
        """The name by which another function is called here; None where its name means something else."""
        name = function.__name__
        is_free = name not in self._bound and self._known.get(name, function) is function
        return ast.Name(name, ast.Load()) if is_free else None

    def record(self, node: ast.AST) -> type[Record] | None:
        """The class of event or view that a call makes one of; None for any other node."""
        made = self.meaning(node.func) if isinstance(node, ast.Call) else None
        return made if isinstance(made, type) and issubclass(made, Event | View) else None

    def alike(self, name: str) -> Iterator[str]:
        """The other arguments with the same annotation."""
        kind = self.arguments.get(name)
        if kind is not None:
            yield from (other for other, found in self.arguments.items() if other != name and found is kind)

    def parameters(self, call: ast.Call) -> Sequence[Any]:
        """The annotations of what a call hands on by position; None for those that cannot be told."""
        called = self.meaning(call.func)
        if not isinstance(called, FunctionType):
            return [None] * len(call.args)
        plain = inspect.unwrap(called)
        taken = list(inspect.signature(plain).parameters)
        return [self._annotated(plain, name) for name in taken[: len(call.args)]]

    @staticmethod
    def _annotated(function: FunctionType, name: str) -> Any:
        """The annotation of an argument; None where it says nothing, or cannot be told."""
        kind = _hints(function).get(name)
        return None if kind in (Any, object) else kind


def kinds_of(record: type[Record]) -> Mapping[str, Any]:
    """The annotations of the fields of an event or a view."""
    return _hints(record)


def _hints(annotated: Any) -> Mapping[str, Any]:
    try:
        return typing.get_type_hints(annotated)
    except Exception:
        return {}


def _content(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return None


def nothing_of(content: Any) -> ast.expr | None:
    """What is written for a field of an event or a view that holds nothing, or the least; None if there is no such."""
    if isinstance(content, Spec):
        if content.is_optional:
            return ast.Constant(None)
        worth = typing.get_origin(content.worth) or content.worth
        if worth is int:
            return ast.Constant(0)
        if worth in (set, frozenset):
            return ast.Call(ast.Name("set", ast.Load()), [], [])
        return ast.Tuple([], ast.Load()) if worth in (list, tuple) else None
    return ast.Constant(False) if content is bool else None
