"""The judge: goes from a rule to all that it refers to, and judges each function and each constant once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from types import CodeType, FunctionType
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

from ...model import ModelError
from ...model.language.base.source import LANGUAGE, is_authors
from .callables import below_merged, is_known, is_offered
from .constants import TABLES, Refusal, content_of, is_plain, is_same, parts_of, refusal_of_library
from .sources import Place, is_of_library, nested_codes, short, syntax_of
from .syntax import Syntax

Reference: TypeAlias = tuple[Any, str, tuple[str, int]]
"""A value, the words by which it is named, and the file and line where that is done."""


@dataclass(frozen=True)
class _Opinion:
    """What is thought of a function by itself: why it is refused, if it is, and what it refers to."""

    error: ModelError | None
    references: tuple[Reference, ...] = ()


_opinions: WeakKeyDictionary[FunctionType, _Opinion] = WeakKeyDictionary()
"""What was thought of each function that was looked at; a refusal is not forgotten either."""

_accepted: set[CodeType] = set()
_texts: dict[str, set[Place]] = {}


def is_accepted(code: CodeType) -> bool:
    """Whether a code object belongs to a function that was judged and not refused."""
    return code in _accepted


def is_for_people(file: str, place: Place) -> bool:
    """Whether what is worked out at a place of a file only becomes part of a text that a person reads."""
    return any(start <= place[0] and place[1] <= end for start, end in _texts.get(file, ()))


class Judgement:
    """What was found of some rules that were accepted: the tables that they rest on, as they were then."""

    def __init__(self, tables: list[Reference]) -> None:
        self._tables = [(table, name, at, content_of(table)) for table, name, at in tables]

    def confirm(self) -> None:
        """Raise `ModelError` if a rule has changed one of the tables."""
        for table, name, at, content in self._tables:
            if not is_same(content_of(table), content):
                raise ModelError(
                    f"{name} was changed while rules were read or run; a rule changes the state only, and refers to "
                    "what never changes",
                    *at,
                )


def judge(rules: Iterable[Callable[..., Any]]) -> Judgement:
    """Judge rules and all that they refer to. Raises `ModelError` with file, line and what to write instead."""
    waiting: list[Reference] = [(rule, getattr(rule, "__name__", repr(rule)), ("", 0)) for rule in rules]
    waiting.reverse()
    seen: dict[int, Any] = {}
    tables: list[Reference] = []
    while waiting:
        value, name, at = waiting.pop()
        if id(value) in seen:
            continue
        seen[id(value)] = value
        if isinstance(value, FunctionType):
            waiting.extend(reversed(_referred_to(value, name, at)))
            continue
        parts = parts_of(value)
        if isinstance(parts, Refusal):
            raise ModelError(f"{name}: {parts.reason}", *(at if at[0] else (None, None)))
        if type(value) in TABLES:
            tables.append((value, name, at))
        for part in reversed(parts):
            each = type(part) if isinstance(part, Enum) else part
            if id(each) not in seen and not is_plain(each):
                waiting.append((each, _named(each, name), at))
    return Judgement(tables)


def _named(part: Any, inside: str) -> str:
    return part.__qualname__ if isinstance(part, FunctionType | type) else inside


def _referred_to(function: FunctionType, name: str, at: tuple[str, int]) -> tuple[Reference, ...]:
    """What a function refers to. Raises `ModelError` for a function that is refused."""
    opinion = _opinions.get(function)
    if opinion is None:
        try:
            opinion = _Opinion(None, _looked_through(function, name, at))
        except ModelError as error:
            opinion = _Opinion(error)
        _opinions[function] = opinion
    if opinion.error is not None:
        raise opinion.error
    return opinion.references


def _looked_through(function: FunctionType, name: str, at: tuple[str, int]) -> tuple[Reference, ...]:
    helper = below_merged(function)
    if helper is not None:
        return ((helper, name, at),)
    file = function.__code__.co_filename
    if is_offered(function):
        return ()
    place = at if at[0] else (file, function.__code__.co_firstlineno)
    if file.startswith(LANGUAGE) or not is_authors(file):
        raise ModelError(f"{name} is Kanly's own; a rule uses what kanly.model and kanly.invariants offer", *place)
    if is_known(function):
        return ()
    if is_of_library(file):
        told = refusal_of_library(function.__module__ or short(file), function.__qualname__)
        raise ModelError(f"{name}: {told.reason}", *place)
    return _judged(function, file)


def _judged(function: FunctionType, file: str) -> tuple[Reference, ...]:
    code = function.__code__
    node = syntax_of(code)
    if node is None:
        raise ModelError(
            f"{function.__qualname__}: its source is not to be found, so that nobody can tell what it does; define it "
            "in a file",
            file,
            code.co_firstlineno,
        )
    syntax = Syntax(function, node)
    _accepted.update(nested_codes(code))
    _texts.setdefault(file, set()).update(syntax.texts)
    references = {id(value): (value, name, (file, line)) for value, name, line in reversed(syntax.references)}
    return (*_defaults(function), *(each for each in reversed(references.values()) if not is_plain(each[0])))


def _defaults(function: FunctionType) -> tuple[Reference, ...]:
    """The defaults of a function's arguments. Raises `ModelError` for one that can be changed."""
    at = function.__code__.co_filename, function.__code__.co_firstlineno
    values = [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
    for value in values:
        if type(value) in TABLES:
            raise ModelError(
                f"{function.__qualname__}: the default {value!r} is one for all calls, and can be changed; write a "
                "tuple, or None",
                *at,
            )
    return tuple((value, f"a default of {function.__qualname__}", at) for value in values)
