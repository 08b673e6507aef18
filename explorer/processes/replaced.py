"""What a verdict rests on and nobody may replace: the parts of Kanly, and of the libraries that it works with.

Parts of Kanly and of libraries that are loaded are compared with how they were before; of a library that a model loads
itself, no part may come from anywhere but a library.
"""

from __future__ import annotations

import builtins
import os
import sys
import time
from collections.abc import Iterator, Mapping
from enum import Enum
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, Final, NamedTuple, TypeAlias

from ...model.language.base.source import is_authors

Owner: TypeAlias = ModuleType | type

OWN: Final = __name__.partition(".")[0]
"""The package whose parts nobody may replace."""

WORKED_WITH: Final = (builtins, os, time)
"""Modules of Python whose functions nobody may replace."""

LIBRARIES: Final = frozenset(
    (
        *("collections", "dataclasses", "enum", "functools", "itertools", "json", "json.decoder", "json.encoder"),
        *("llvmlite.binding", "numba", "numpy", "rich.console", "z3", "z3.z3", "z3.z3core"),
    )
)
"""Modules whose functions, classes and methods nobody may replace, whether they are loaded yet or not."""

MODELS: Final = tuple(f"{OWN}.{room}.{game}" for room in ("model", "invariants") for game in ("games", "dune"))
"""The rooms of bundled models, whose rules are read and rewritten as those of any author."""

_KEPT_BY_PYTHON: Final = frozenset({"__abstractmethods__", "_abc_impl", "__annotations__", "__doc__"})
_KINDS: Final = (FunctionType, BuiltinFunctionType, type, property, classmethod, staticmethod)
_WRAPPERS: Final[Mapping[object, str]] = {property: "fget", classmethod: "__func__", staticmethod: "__func__"}
_TABLES: Final = (dict, list, set)
_INSTALLED: Final = ("site-packages", "dist-packages")


class _Part(NamedTuple):
    """An attribute as it was, and what it held."""

    value: Any
    held: Any = None

    @classmethod
    def of(cls, value: Any) -> _Part:
        if isinstance(value, FunctionType):
            return cls(value, (value.__code__, value.__defaults__, value.__kwdefaults__))
        if isinstance(value, Enum):
            return cls(value, dict(vars(value)))
        return cls(value, value.copy() if type(value) in _TABLES else None)

    def is_as_it_was(self) -> bool:
        return self.held is None or _Part.of(self.value).held == self.held

    def put_back(self) -> None:
        if self.held is None:
            return
        if isinstance(self.value, FunctionType):
            self.value.__code__, self.value.__defaults__, self.value.__kwdefaults__ = self.held
        elif isinstance(self.value, Enum):
            vars(self.value).update(self.held)
        else:
            self.value.clear()
            getattr(self.value, "extend" if type(self.value) is list else "update")(self.held)


class Parts:
    """The parts as they are now."""

    def __init__(self) -> None:
        self._parts = {owner: _parts(owner) for owner in _owners()}

    def put_back(self) -> list[str]:
        """Put back what was replaced since; the names of that, and of what is foreign in a library that was loaded."""
        return [*self._put_back(), *self._foreign()]

    def _put_back(self) -> Iterator[str]:
        """The builtins come first, before what else puts back calls one that was replaced."""
        for owner, before in self._parts.items():
            now = vars(owner)
            for name, part in before.items():
                if now.get(name) is part.value and part.is_as_it_was():
                    continue
                if now.get(name) is not part.value:
                    setattr(owner, name, part.value)
                part.put_back()
                yield _spelled(owner, name)

    def _foreign(self) -> Iterator[str]:
        for owner in _owners():
            if owner not in self._parts:
                yield from (_spelled(owner, name) for name, value in vars(owner).items() if _is_foreign(value))


_latest: list[Parts] = []


def remembered() -> Parts:
    """The parts as they are now, which `replaced_since` compares with."""
    _latest[:] = [Parts()]
    return _latest[0]


def forget() -> None:
    """Compare with nothing until parts are remembered again: a command begins."""
    _latest.clear()


def replaced_since() -> list[str]:
    """What was replaced since parts were remembered, by a thread for example; it is put back."""
    return [name for parts in _latest for name in parts.put_back()]


def _owners() -> Iterator[Owner]:
    """The modules and classes whose parts are compared."""
    yield from WORKED_WITH
    modules: dict[str, Any] = dict(sys.modules)
    for name, module in modules.items():
        is_own = _package(name) == OWN and not name.startswith(MODELS)
        if (is_own or name in LIBRARIES) and isinstance(module, ModuleType):
            yield module
            for value in list(vars(module).values()):
                if isinstance(value, type) and value.__module__ == name:
                    yield value


def _package(name: str) -> str:
    return name.partition(".")[0]


def _parts(owner: Owner) -> Mapping[str, _Part]:
    """The functions, classes and properties of a module or a class; of Kanly's own also what is constant."""
    is_own = _package(owner.__module__ if isinstance(owner, type) else owner.__name__) == OWN
    kept = _is_constant_of_class if isinstance(owner, type) else _is_constant_of_module
    found: dict[str, Any] = {
        name: value for name, value in list(vars(owner).items()) if isinstance(value, _KINDS) or (is_own and kept(name))
    }
    return {
        name: _Part.of(value) if is_own or isinstance(value, FunctionType) else _Part(value)
        for name, value in found.items()
    }


def _is_constant_of_module(name: str) -> bool:
    return name.isupper()


def _is_constant_of_class(name: str) -> bool:
    return name not in _KEPT_BY_PYTHON


def _is_foreign(value: Any) -> bool:
    """Whether a function is none of an installed library."""
    function = _function_below(value)
    if function is None:
        return False
    file = function.__code__.co_filename
    is_installed = file.startswith("<") or any(folder in file for folder in _INSTALLED)
    return is_authors(file) and not is_installed


def _function_below(value: Any) -> FunctionType | None:
    kind: object = value.__class__
    if kind in _WRAPPERS:
        value = getattr(value, _WRAPPERS[kind])
    return value if isinstance(value, FunctionType) else None


def _spelled(owner: Owner, name: str) -> str:
    return f"{owner.__module__}.{owner.__qualname__}.{name}" if isinstance(owner, type) else f"{owner.__name__}.{name}"
