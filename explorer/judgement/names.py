"""What the names in a function refer to, as far as that is known before it runs."""

from __future__ import annotations

import ast
import builtins
import inspect
from collections.abc import Iterator
from enum import Enum
from types import FunctionType, ModuleType
from typing import Any, Final, TypeAlias

from ...model.language.base.source import is_subclass
from .sources import Definition, FunctionNode

UNKNOWN: Final[Any] = object()
"""Stands for what is only known when a rule runs: its arguments, its own variables, and what it works out."""

Comprehension: TypeAlias = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
ScopeNode: TypeAlias = FunctionNode | Comprehension

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def bound_in(node: ScopeNode) -> frozenset[str]:
    """The names that belong to a function or a comprehension itself."""
    if isinstance(node, COMPREHENSIONS):
        targets = (generator.target for generator in node.generators)
        return frozenset(each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name))
    arguments = node.args
    own = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    own += [each for each in (arguments.vararg, arguments.kwarg) if each is not None]
    body = [node.body] if isinstance(node, ast.Lambda) else node.body
    return frozenset([each.arg for each in own]) | frozenset(name for each in body for name in _assigned(each))


def _assigned(node: ast.AST, inside: bool = False) -> Iterator[str]:
    """The names that a statement or an expression gives; `inside` a comprehension only `:=` gives any."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del) and not inside:
        yield node.id
    elif isinstance(node, ast.NamedExpr):
        yield node.target.id
        yield from _assigned(node.value, inside)
        return
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield node.name
        return
    elif isinstance(node, ast.Lambda):
        return
    elif isinstance(node, ast.MatchAs | ast.MatchStar) and node.name is not None:
        yield node.name
    elif isinstance(node, ast.MatchMapping) and node.rest is not None:
        yield node.rest
    elif isinstance(node, ast.Import | ast.ImportFrom):
        yield from ((alias.asname or alias.name).split(".")[0] for alias in node.names)
    elif isinstance(node, ast.ExceptHandler) and node.name is not None:
        yield node.name
    for child in ast.iter_child_nodes(node):
        yield from _assigned(child, inside or isinstance(node, COMPREHENSIONS))


class Names:
    """What the names of one function refer to; `scopes` are the names of the functions around a place inside it."""

    def __init__(self, function: FunctionType, definition: Definition) -> None:
        self.mangled = definition.mangled
        self._globals = function.__globals__
        self._closed = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
        self.scopes: list[frozenset[str]] = []

    def meant(self, node: ast.expr) -> Any:
        """What an expression refers to; `UNKNOWN` for what is only known when the function runs."""
        if isinstance(node, ast.Name):
            return self._named(node.id)
        if isinstance(node, ast.Attribute):
            return _attribute(self.meant(node.value), self.mangled(node.attr))
        return UNKNOWN

    def classes(self, node: ast.expr) -> Iterator[Any]:
        """The classes that an expression names, as far as they are known."""
        if isinstance(node, ast.Tuple | ast.List | ast.Set):
            for element in node.elts:
                yield from self.classes(element)
        elif isinstance(node, ast.BinOp):
            yield from self.classes(node.left)
            yield from self.classes(node.right)
        else:
            meant = self.meant(node)
            yield from meant if isinstance(meant, tuple) else [] if meant is UNKNOWN else [meant]

    def is_own(self, name: str) -> bool:
        """Whether a name belongs to the function or to one inside of it."""
        return any(name in scope for scope in self.scopes)

    def _named(self, name: str) -> Any:
        if self.is_own(name):
            return UNKNOWN
        name = self.mangled(name)
        if name in self._closed:
            try:
                return self._closed[name].cell_contents
            except ValueError:
                return UNKNOWN
        return self._globals.get(name, getattr(builtins, name, UNKNOWN))


def _attribute(holder: Any, name: str) -> Any:
    """An attribute of a module or of a class; that of anything else is judged with what holds it."""
    if isinstance(holder, ModuleType):
        return vars(holder).get(name, UNKNOWN)
    if not is_subclass(holder, object):
        return UNKNOWN
    if is_subclass(holder, Enum) and name in holder.__members__:
        return holder[name]
    found: Any = inspect.getattr_static(holder, name, UNKNOWN)
    return found.__func__ if type(found) in (staticmethod, classmethod) else found
