"""Histories: what laws remember of a play beside its states; rules, views and saves do not have it."""

# What a state remembers is read from the cells behind it.
# pyright: reportPrivateUsage=false

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...model import EVERYONE, NOBODY, ModelError, Record
from ...model.language.base.source import is_subclass, place_of
from ...model.language.classes.specs import Position, Spec
from ...model.language.play.actions import annotation_of
from ...model.language.play.declared import DeclaredModel


class History(Record):
    """A class whose fields laws keep: `class Past(History): asked: set[Seat] = Set(Seat)`."""

    __slots__ = ()


@dataclass(frozen=True, eq=False)
class Remembered:
    """A history as it is kept: one field behind those of the state.

    `begins(value, g)` sets it in the first state of a play, where it is zero before; `update(value, before, step,
    after)` changes it by each step. `written` are the functions that the author wrote for it.
    """

    name: str
    spec: Spec
    update: Callable[[Any, Any, Any, Any], None]
    begins: Callable[[Any, Any], None] | None
    written: tuple[Callable[..., Any], ...]
    at: Position

    def of(self, g: Any) -> Any:
        """What it is in a state."""
        field = g._instance.layout.fields[self.name]
        return field.domain.read(g._cells, field.offset)


def remembered(
    history: type[Any], model: DeclaredModel, function: Callable[..., Any], begins: Callable[..., Any] | None
) -> Remembered:
    """A history of an author's. Raises `ModelError` for what is none."""
    at = place_of(function)
    if not is_subclass(history, History) or history is History:
        raise ModelError(f"{history!r} is no history; declare `class Past(History): ...` with its fields", *at)
    name = history.__name__
    if not history.declared:
        raise ModelError(f"{name} has no fields, and so remembers nothing", *at)
    for field, spec in history.declared.items():
        if spec.seen_by is not EVERYONE or not (spec.public is spec.entry_seen_by is None):
            raise ModelError(f"{name}.{field}: no seat sees a history; leave out seen_by and public", *spec.at)
    if name in model.state.declared:
        raise ModelError(f"{name} is a field of {model.state.__name__}; give the history another name", *at)
    for asked, takes, told in ((function, 4, "(history, before, step, after)"), (begins, 2, "(history, state)")):
        if asked is not None and len(inspect.signature(asked).parameters) != takes:
            raise ModelError(f"{name}: the function takes {told}", *place_of(asked))
    spec = Spec(lambda resolver: resolver.record(history), at, NOBODY, None, history)
    return Remembered(name, spec, function, begins, tuple(filter(None, (function, begins))), at)


def histories_of(function: Callable[..., Any], known: Mapping[type[Any], Remembered]) -> tuple[Remembered, ...]:
    """The histories that a law takes, by the annotations of its last arguments.

    Raises `ModelError` for one that is not declared.
    """
    found: list[Remembered] = []
    for given in inspect.signature(function).parameters.values():
        kind = _kind(function, given)
        if is_subclass(kind, History):
            if kind not in known:
                told = f"{function.__name__}: {kind.__name__} is not declared; say with @laws.history how it is kept"
                raise ModelError(told, *place_of(function))
            found.append(known[kind])
        elif found:
            told = f"{function.__name__}: {given.name} comes after a history; histories come last"
            raise ModelError(told, *place_of(function))
    return tuple(found)


def _kind(function: Callable[..., Any], given: inspect.Parameter) -> Any:
    """What a parameter is annotated with; None where that says nothing, or cannot be told."""
    if given.annotation is inspect.Parameter.empty:
        return None
    try:
        return annotation_of(function, given.name, given.annotation)
    except ModelError:
        return None


def with_histories(function: Callable[..., Any], takes: int, histories: Sequence[Remembered]) -> Callable[..., Any]:
    """A function of a law as one of the states and steps alone; it is given the histories of the (first) state."""
    if len(inspect.signature(function).parameters) == takes:
        return function
    return lambda *arguments: function(*arguments, *(each.of(arguments[0]) for each in histories))


def written_for(histories: Iterable[Remembered]) -> tuple[Callable[..., Any], ...]:
    """The functions that authors wrote for histories."""
    return tuple(function for each in histories for function in each.written)
