"""What a rule may refer to: values that never change, and tables that nobody changes."""

from __future__ import annotations

import abc
import dataclasses
import enum
import functools
import operator
import sys
import typing
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from types import (
    BuiltinFunctionType,
    EllipsisType,
    FunctionType,
    GenericAlias,
    GetSetDescriptorType,
    MappingProxyType,
    MemberDescriptorType,
    MethodDescriptorType,
    MethodType,
    MethodWrapperType,
    ModuleType,
    NoneType,
    NotImplementedType,
    UnionType,
    WrapperDescriptorType,
)
from typing import Any, cast
from weakref import WeakKeyDictionary

from ...model.language.base.source import is_authors, is_of_library
from ...model.language.classes.records import Field, ParameterField
from ...model.language.classes.specs import ParameterSpec, Spec
from ...model.language.play.actions import Argument
from ...model.language.values.sight import HeldBy, levels_of
from .callables import CALLED_ONLY, CHANGING, INSTEAD, OUTSIDE, builtin_name, is_known, is_offered

_FROZEN = (NoneType, bool, int, str, range, EllipsisType, NotImplementedType)


class _Pair(typing.NamedTuple):
    one: int


_TupleGetter = cast("type[Any]", type(vars(_Pair)["one"]))
_PASSIVE = (
    GenericAlias, UnionType, ParameterSpec, HeldBy, MemberDescriptorType, GetSetDescriptorType, WrapperDescriptorType,
    _TupleGetter,
)  # fmt: skip
"""The types of what says something to Python or to Kanly, and nothing to a rule."""
_METACLASSES = (type, abc.ABCMeta, enum.EnumMeta, type(typing.Protocol))
_CLASS_MODULES = frozenset({"abc", "builtins", "collections.abc", "enum", "types", "typing", "_collections_abc"})

TABLES = (dict, list, set)
"""What can be changed, and passes for a constant as long as nobody changes it."""


@dataclass(frozen=True)
class Refusal:
    """Why something is no constant, and what to write instead."""

    reason: str


@dataclass(frozen=True, eq=False)
class Named:
    """A method or a constant of a class: it matters when somebody asks for its name."""

    name: str
    value: Any

    @property
    def is_called_by_python(self) -> bool:
        """Whether Python calls it without anybody naming it."""
        return self.name.startswith("__") and self.name.endswith("__")


Parts = list[Any]


def is_plain(value: Any) -> bool:
    """Whether a value is a number, a text or the like, which needs no look."""
    return type(value) in _FROZEN


def parts_of(value: Any) -> Parts | Refusal:
    """What a constant consists of and refers to; a refusal for what is none. Functions are left to the caller."""
    if is_plain(value) or isinstance(value, _PASSIVE) or type(value) is object or type(value).__module__ == "typing":
        return []
    if isinstance(value, Field | ParameterField):
        return [value.spec]
    if isinstance(value, Spec | Argument):
        return [part for part in _sight_of(value) if callable(part)]
    if isinstance(value, Enum):
        return [type(value)]
    if isinstance(value, type):
        return _parts_of_class(value)
    if isinstance(value, ModuleType):
        return Refusal("a module is no value; name what is meant in it")
    found = _parts_of_container(value)
    return _parts_of_callable(value) if found is None else found


def _sight_of(value: Spec | Argument) -> Parts:
    """What says who may see a field, or an argument, and what of it is public."""
    if isinstance(value, Argument):
        return [value.seen_by]
    levels = [each.function for each in levels_of(value.public)]
    return [value.seen_by, value.entry_seen_by, value.public, *levels]


def _parts_of_container(value: Any) -> Parts | Refusal | None:
    if type(value) in (tuple, frozenset, MappingProxyType):
        if id(value) not in _insides:
            _insides[id(value)] = (value, [*_inside(value, {})])
        return _insides[id(value)][1]
    if type(value) in TABLES:
        return _entries(value)
    if tuple in type(value).__mro__:
        return [type(value), *value]
    if dataclasses.is_dataclass(value):
        if not _is_frozen(type(value)):
            return Refusal(f"{_kind(value)} can be changed; declare it with @dataclass(frozen=True)")
        return [type(value), *(getattr(value, field.name) for field in dataclasses.fields(value))]
    return None


_insides: dict[int, tuple[Any, Parts]] = {}
"""By identity: each frozen container that was looked at, and what is of interest in it."""


def _entries(value: Any) -> Parts:
    return [*value.keys(), *value.values()] if isinstance(value, Mapping) else list(value)


def _inside(value: Any, seen: dict[int, Any]) -> Iterator[Any]:
    """What lies in a frozen container, however deep, and is not plain: each thing once, members as their class."""
    for entry in _entries(value):
        part = type(entry) if isinstance(entry, Enum) else entry
        if is_plain(part) or id(part) in seen:
            continue
        seen[id(part)] = part
        if type(part) in (tuple, frozenset, MappingProxyType):
            yield from _inside(part, seen)
        else:
            yield part


def _is_frozen(kind: type[Any]) -> bool:
    return bool(vars(kind)["__dataclass_params__"].frozen) if "__dataclass_params__" in vars(kind) else False


def _parts_of_callable(value: Any) -> Parts | Refusal:
    if isinstance(value, FunctionType):
        return [value]
    if is_known(value):
        return []
    if isinstance(value, functools.partial):
        return [value.func, *value.args, *value.keywords.values()]
    if isinstance(value, MethodType):
        return [value.__func__, value.__self__]
    if isinstance(value, property | enum.property):
        return [part for part in (value.fget, value.fset, value.fdel) if part is not None]
    if isinstance(value, staticmethod | classmethod):
        return [cast("Any", value).__func__]
    if isinstance(value, MethodDescriptorType):
        return _of_builtin_method(value.__objclass__, value.__name__)
    if isinstance(value, BuiltinFunctionType):
        return _parts_of_builtin(value)
    if isinstance(value, MethodWrapperType):
        return _parts_of_wrapper(value)
    if hasattr(value, "cache_info"):
        return Refusal("a function that keeps its results remembers what it was asked in other states")
    return Refusal(f"{_kind(value)} may change between two readings; write numbers, texts, members, tuples and tables")


def _parts_of_wrapper(value: MethodWrapperType) -> Parts | Refusal:
    """An operator of a value, as `count.__next__` is."""
    if value.__name__ in CHANGING or value.__name__ in ("__next__", "__iter__", "__setattr__", "__delattr__"):
        return Refusal(f"{value.__name__} is not part of the language of rules")
    return [value.__self__]


def _kind(value: object) -> str:
    kind = type(value)
    name = kind.__qualname__
    return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"


def _of_builtin_method(kind: type[Any], name: str) -> Parts | Refusal:
    if kind in (str, int, tuple, list, dict, set, frozenset, range, bool) and name not in CHANGING:
        return []
    return Refusal(f"{kind.__name__}.{name} is not part of the language of rules")


def _parts_of_builtin(value: BuiltinFunctionType) -> Parts | Refusal:
    holder: Any = value.__self__
    if isinstance(holder, ModuleType) or holder is None:
        return _refusal_of_builtin(value, value.__module__ or "")
    if isinstance(holder, type):
        return _of_builtin_method(holder, value.__name__)
    if type(holder).__module__.split(".")[0] in OUTSIDE:
        return _refusal_of_builtin(value, type(holder).__module__)
    if value.__name__ in CHANGING:
        return Refusal(f"{value.__name__}(...) changes something that is not part of the state")
    return [holder]


def _refusal_of_builtin(value: Any, module: str) -> Refusal:
    name = builtin_name(value)
    if name in INSTEAD:
        return Refusal(f"{name}(...) is not part of the language of rules: {INSTEAD[name]}")
    if name in CALLED_ONLY:
        return Refusal(f"{name} is called by its name, `{name}(...)`, and not passed on")
    return refusal_of_library(module, getattr(value, "__name__", repr(value)))


def refusal_of_library(module: str, name: str) -> Refusal:
    """Why something that Python's library holds is refused."""
    if module.split(".", maxsplit=1)[0] in OUTSIDE:
        told = f"{module.lstrip('_')}.{name}"
        return Refusal(f"{told} is not part of the state; let nature decide with a Chance(...) argument")
    return Refusal(f"{module}.{name} is not part of the language of rules")


def _parts_of_class(kind: type[Any]) -> Parts | Refusal:
    if is_known(kind) or is_offered(kind):
        return []
    name = builtin_name(kind)
    if name is not None:
        return _refusal_of_builtin(kind, "builtins")
    if kind.__module__ in _CLASS_MODULES or kind.__module__.startswith("kanly.model.language"):
        return []
    if is_class_of_library(kind):
        return refusal_of_library(kind.__module__, kind.__qualname__)
    if type(kind) not in _METACLASSES:
        return Refusal(f"{kind.__name__} is made by a class of its own, {type(kind).__name__}; write an ordinary class")
    if kind not in _classes:
        _classes[kind] = list(_inside_class(kind))
    return _classes[kind]


_classes: WeakKeyDictionary[type[Any], Parts] = WeakKeyDictionary()
"""What each class that was looked at consists of: the rules are judged of what they were at first."""


def is_class_of_library(kind: type[Any]) -> bool:
    """Whether a class comes with Python."""
    module = sys.modules.get(kind.__module__)
    file = getattr(module, "__file__", None)
    return is_of_library(file) if file else kind.__module__.split(".", maxsplit=1)[0] in sys.stdlib_module_names


def _inside_class(kind: type[Any]) -> Iterator[Any]:
    """The functions and constants of a class and of those that it is derived from."""
    for base in kind.__mro__[1:]:
        if base is not object and base.__module__ not in _CLASS_MODULES:
            yield base
    for name, value in vars(kind).items():
        if isinstance(value, FunctionType):
            if not _is_generated(value):
                yield Named(name, value)
        elif isinstance(value, Field | ParameterField):
            yield value
        elif not (name.startswith("_") and name.endswith("_")) and name not in _OF_LANGUAGE:
            yield Named(name, value)
        elif name == "_missing_":
            yield value
    if issubclass(kind, Enum):
        for member in kind:
            yield from (value for name, value in vars(member).items() if name not in _OF_MEMBERS)


_OF_LANGUAGE = frozenset({"_abc_impl", "declared", "parameters"})
_OF_MEMBERS = frozenset({"_name_", "__objclass__", "_sort_order_"})


def _is_generated(function: FunctionType) -> bool:
    """Whether a method was made by Python's library: by a dataclass, a named tuple or an enumeration."""
    file = function.__code__.co_filename
    return not is_authors(file) or (file.startswith("<string>") and function.__name__.startswith("__"))


def content_of(table: Any) -> tuple[Any, ...]:
    """What a table holds now; a table that lies inside of it is compared apart."""
    return tuple(_entries(table))


def is_same(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    """Whether a table holds the very same things at two times."""
    return len(one) == len(other) and all(map(operator.is_, one, other))
