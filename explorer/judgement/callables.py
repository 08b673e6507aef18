"""What of Python, of its library and of Kanly a rule may call, and what to write instead of the rest."""

from __future__ import annotations

import builtins
import functools
import itertools
import math
import operator
import types
import typing
from collections.abc import Callable
from typing import Any

from ... import invariants, model
from ...model.language.play.rules import merged

BUILTINS = frozenset({
    "abs", "all", "any", "bool", "chr", "dict", "enumerate", "filter", "frozenset", "int", "iter", "len", "list", "map",
    "max", "min", "next", "ord", "property", "range", "repr", "reversed", "set", "slice", "sorted", "str", "sum",
    "super", "tuple", "zip",
})  # fmt: skip
"""The builtins that do to a value that is read what they do to one that is run, or refuse it."""

CALLED_ONLY = frozenset({"getattr", "isinstance", "type"})
"""Those that are judged by their arguments, and so are called by their name and not passed on."""

INSTEAD: dict[str, str] = {
    "hash": "its result changes from one start of Python to the next; compare with ==",
    "id": "its result changes from one start of Python to the next; compare with ==",
    "print": "a rule does nothing but change its state; use emit(...) to report",
    "open": "a file is not part of the state",
    "input": "what is typed is not part of the state; declare an argument of the action",
    "eval": "write the expression itself",
    "exec": "write the statements themselves",
    "globals": "write the name itself",
    "locals": "write the name itself",
    "vars": "write the name of the field",
    "dir": "write the name of the field",
    "setattr": "assign the field: `g.field = value`",
    "delattr": "a field always has a value; assign another one",
    "hasattr": "every field is declared; ask with is_present(...) whether an option holds something",
    "callable": "write what is meant at each place",
    "issubclass": "ask a record with isinstance(...) of a class that is written there",
    "float": "write whole numbers, and // for division",
    "complex": "write whole numbers",
    "round": "write whole numbers, and // for division",
    "pow": "write **",
    "divmod": "write // and %",
    "object": "write a member of an enumeration",
    "format": "write an f-string in the reason of a require(...)",
    "ascii": "write an f-string in the reason of a require(...)",
}
"""What to write instead of a builtin that is refused."""

_LIBRARY: frozenset[Any] = frozenset({
    functools.partial, functools.reduce, typing.cast, math.gcd, math.lcm, math.isqrt, math.comb, math.prod,
    *(value for name, value in vars(itertools).items() if not name.startswith("_") and isinstance(value, type)),
    *(
        getattr(operator, name)
        for name in ("add", "sub", "mul", "floordiv", "mod", "and_", "or_", "xor", "eq", "ne", "lt", "le", "gt", "ge")
    ),
    operator.not_, operator.neg, operator.itemgetter,
    types.MappingProxyType,
})  # fmt: skip
"""What a rule may use of Python's library."""

OUTSIDE = frozenset({
    "_random", "asyncio", "datetime", "glob", "io", "multiprocessing", "nt", "os", "pathlib", "platform", "posix",
    "random", "secrets", "shutil", "socket", "subprocess", "sys", "tempfile", "threading", "time", "uuid",
})  # fmt: skip
"""Modules of Python's library that tell of the world outside of a state."""

_MERGED = next(
    constant
    for constant in merged.__code__.co_consts
    if isinstance(constant, types.CodeType) and constant.co_name == "joined"
)

CHANGING = frozenset({
    "add", "append", "clear", "difference_update", "discard", "extend", "insert", "intersection_update", "move", "pop",
    "popitem", "remove", "reverse", "setdefault", "sort", "symmetric_difference_update", "update", "__setitem__",
    "__delitem__", "__iadd__", "__ior__",
})  # fmt: skip
"""The methods that change a list, a set or a dict."""


def _public(room: types.ModuleType) -> frozenset[int]:
    names: list[str] = vars(room)["__all__"]
    return frozenset(id(vars(room)[name]) for name in names)


_OFFERED = _public(model) | _public(invariants)


def is_offered(value: object) -> bool:
    """Whether Kanly offers something to those who write rules."""
    return id(value) in _OFFERED


def below_merged(function: types.FunctionType) -> Callable[..., Any] | None:
    """The helper that `@merged` was written above; None for any other function."""
    return getattr(function, "__wrapped__", None) if function.__code__ is _MERGED else None


_BUILTIN_NAMES = {id(value): name for name, value in vars(builtins).items() if callable(value)}


def builtin_name(value: object) -> str | None:
    """The name of a builtin function or class; None for anything else, exceptions among it."""
    return _BUILTIN_NAMES.get(id(value)) if callable(value) else None


def is_known(value: object) -> bool:
    """Whether something of Python, or of its library, may be used as it likes."""
    try:
        if value in _LIBRARY:
            return True
    except TypeError:
        return False
    name = builtin_name(value)
    return name in BUILTINS or (isinstance(value, type) and issubclass(value, BaseException) and name is not None)
