"""The judge: goes from a rule to all that it refers to, and judges each function and each constant once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from types import CodeType, FunctionType
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

from ...model import ModelError
from ...model.language.base.source import is_authors, is_of_library
from .callables import below_merged, is_known, is_offered
from .constants import TABLES, Named, Refusal, content_of, is_plain, is_same, parts_of, refusal_of_library
from .meanings import IN_ORDER
from .rewriting import Replacements, as_written, rewrite
from .sources import Definition, Span, deepest_line, definition_of, is_loaded, nested_codes, short
from .syntax import Syntax

Reference: TypeAlias = tuple[Any, str, tuple[str, int]]
"""A value, the words by which it is named, and the file and line where that is done."""


@dataclass(frozen=True)
class _Opinion:
    """What is thought of a function by itself: why it is refused, if it is, and what it refers to."""

    error: ModelError | None
    references: tuple[Reference, ...] = ()
    attributes: frozenset[str] = frozenset()
    """The names after a dot in it."""
    asks_by_name: bool = False
    """Whether it asks for attributes whose names are only known when it runs."""


_opinions: WeakKeyDictionary[FunctionType, _Opinion] = WeakKeyDictionary()
"""What was thought of each function that was looked at; a refusal is not forgotten either."""

_accepted: set[CodeType] = set()
_texts: dict[str, set[Span]] = {}


def is_accepted(code: CodeType) -> bool:
    """Whether a code object belongs to a function that was judged and not refused."""
    return code in _accepted


def is_for_people(file: str, span: Span) -> bool:
    """Whether what is worked out in a span of a file only becomes part of a text that a person reads."""
    return any(start <= span[0] and span[1] <= end for start, end in _texts.get(file, ()))


@dataclass(frozen=True)
class _Kept:
    """A table that rules rest on, and what it held when they were judged."""

    table: Any
    name: str
    at: tuple[str, int]
    content: tuple[Any, ...]


class Judge:
    """Judges the rules of one model, some at a time: what was judged for one of them is not looked at again."""

    def __init__(self) -> None:
        self._search = _Search()
        self._kept: list[_Kept] = []

    def judge(self, rules: Iterable[Callable[..., Any]]) -> None:
        """Judge rules and all that they refer to. Raises `ModelError` with file, line and what to write instead."""
        for rule in reversed(list(rules)):
            self._search.wait(rule, getattr(rule, "__name__", repr(rule)), ("", 0))
        try:
            self._search.run()
        except ModelError:
            self._search = _Search()
            raise
        found = self._search.tables
        self._kept.extend(_Kept(table, name, at, content_of(table)) for table, name, at in found)
        found.clear()

    @property
    def functions(self) -> Iterator[FunctionType]:
        """The functions of authors that were judged."""
        return (each for each in self._search.judged if isinstance(each, FunctionType) and each in _opinions)

    def confirm(self) -> None:
        """Raise `ModelError` if a rule has changed one of the tables since it was judged."""
        for kept in self._kept:
            if not is_same(content_of(kept.table), kept.content):
                raise ModelError(
                    f"{kept.name} was changed while rules were read or run; a rule changes the state only, and refers "
                    "to what never changes",
                    *kept.at,
                )


_IN_ORDER = frozenset(map(id, IN_ORDER))


class _Search:
    """What is still to be judged, what was judged, and which names were asked for on the way."""

    def __init__(self) -> None:
        self.tables: list[Reference] = []
        self._waiting: list[Reference] = []
        self._seen: dict[int, Any] = {}
        self._asked: set[str] = set()
        self._is_all_asked = False
        self._unasked: dict[str, list[Reference]] = {}
        """Methods and constants of classes by name, as long as nobody asks for it."""

    @property
    def judged(self) -> Iterable[Any]:
        """All that was judged."""
        return self._seen.values()

    def wait(self, value: Any, name: str, at: tuple[str, int]) -> None:
        """Put something among what is to be judged, unless it was there before."""
        each = type(value) if isinstance(value, Enum) else value
        if not is_plain(each) and id(each) not in self._seen:
            self._waiting.append((each, name, at))

    def run(self) -> None:
        """Judge what waits, and all that it refers to."""
        while self._waiting:
            value, name, at = self._waiting.pop()
            if id(value) in self._seen:
                continue
            self._seen[id(value)] = value
            if isinstance(value, FunctionType):
                self._follow(_opinion_of(value, name, at))
            else:
                self._take_apart(value, name, at)

    def _follow(self, opinion: _Opinion) -> None:
        for reference in reversed(opinion.references):
            self.wait(*reference)
        self._is_all_asked = self._is_all_asked or opinion.asks_by_name
        names = list(self._unasked) if self._is_all_asked else opinion.attributes - self._asked
        self._asked |= opinion.attributes
        for name in names:
            for reference in self._unasked.pop(name, ()):
                self.wait(*reference)

    def _take_apart(self, value: Any, name: str, at: tuple[str, int]) -> None:
        parts = parts_of(value)
        if isinstance(parts, Refusal):
            raise ModelError(f"{name}: {parts.reason}", *(at if at[0] else (None, None)))
        if not isinstance(value, type) and not _IN_ORDER.isdisjoint(map(id, parts)):
            raise _passed_on(name, at)
        if type(value) in TABLES:
            self.tables.append((value, name, at))
        for part in reversed(parts):
            if isinstance(part, Named):
                self._keep(part, f"{name}.{part.name}", at)
            else:
                self.wait(part, _named(part, name), at)

    def _keep(self, part: Named, name: str, at: tuple[str, int]) -> None:
        if part.is_called_by_python or self._is_all_asked or part.name in self._asked:
            self.wait(part.value, name, at)
        else:
            self._unasked.setdefault(part.name, []).append((part.value, name, at))


def _passed_on(name: str, at: tuple[str, int]) -> ModelError:
    return ModelError(
        f"{name}: what gives items in their order (list, tuple, next and so on) is called by its name, as a Python set "
        "has no order of its own; write a function that calls it",
        *(at if at[0] else (None, None)),
    )


def _named(part: Any, inside: str) -> str:
    return part.__qualname__ if isinstance(part, FunctionType | type) else inside


def _opinion_of(function: FunctionType, name: str, at: tuple[str, int]) -> _Opinion:
    """What is thought of a function. Raises `ModelError` for one that is refused."""
    helper = below_merged(function)
    if helper is not None:
        return _Opinion(None, ((helper, name, at),))
    if is_offered(function) or is_known(function):
        return _Opinion(None)
    if not is_authors(function.__code__.co_filename):
        raise _foreign(function, name, at)
    opinion = _opinions.get(function)
    if opinion is None:
        try:
            opinion = _judged(function, function.__code__.co_filename)
        except ModelError as error:
            opinion = _Opinion(error)
        except RecursionError:
            opinion = _Opinion(_nested_too_deeply(function))
        _opinions[function] = opinion
    if opinion.error is not None:
        raise opinion.error
    return opinion


def _nested_too_deeply(function: FunctionType) -> ModelError:
    file = function.__code__.co_filename
    definition = definition_of(function)
    line = function.__code__.co_firstlineno if definition is None else deepest_line(definition.node)
    told = "this is nested too deeply to be read; give parts of it names, or write it as a loop over a tuple"
    return ModelError(f"{function.__qualname__}: {told}", file, line)


def _foreign(function: FunctionType, name: str, at: tuple[str, int]) -> ModelError:
    """Why a function is refused that no author wrote, told where a rule refers to it."""
    file = function.__code__.co_filename
    place = at if at[0] else (file, function.__code__.co_firstlineno)
    if is_of_library(file):
        told = refusal_of_library(function.__module__ or short(file), function.__qualname__)
        return ModelError(f"{name}: {told.reason}", *place)
    return ModelError(f"{name} is Kanly's own; a rule uses what kanly.model and kanly.invariants offer", *place)


def _judged(function: FunctionType, file: str) -> _Opinion:
    code = function.__code__
    definition = definition_of(function)
    if definition is None:
        raise ModelError(
            f"{function.__qualname__}: its source is not to be found, so that nobody can tell what it does; define it "
            "in a file",
            file,
            code.co_firstlineno,
        )
    if not is_loaded(as_written(code)):
        raise ModelError(
            f"{function.__qualname__}: what stands in its file is not what was loaded; define it by `def` or `lambda` "
            "in a file that does not change",
            file,
            code.co_firstlineno,
        )
    return _opinion_by_syntax(function, definition)


def redefine(function: FunctionType, definition: Definition) -> None:
    """Make a function do what another definition says, which is judged like the one in its file.

    Raises `ModelError` for one that is refused, `ValueError` for one with other free names than the function has.
    """
    rewrite(function, definition, Replacements())
    _opinions[function] = _opinion_by_syntax(function, definition)


def _opinion_by_syntax(function: FunctionType, definition: Definition) -> _Opinion:
    file = function.__code__.co_filename
    syntax = Syntax(function, definition)
    if syntax.replacements:
        rewrite(function, definition, syntax.replacements)
    _accepted.update(nested_codes(function.__code__))
    _texts.setdefault(file, set()).update(syntax.texts)
    references = {id(value): (value, name, (file, line)) for value, name, line in reversed(syntax.references)}
    found = [each for each in reversed(references.values()) if not is_plain(each[0])]
    return _Opinion(None, (*_defaults(function), *found), frozenset(syntax.attributes), syntax.asks_by_name)


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
        if id(value) in _IN_ORDER:
            raise _passed_on(f"a default of {function.__qualname__}", at)
    return tuple((value, f"a default of {function.__qualname__}", at) for value in values)
