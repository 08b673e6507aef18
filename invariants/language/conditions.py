"""What an author writes as a condition: one truth, or a named truth for each of its parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, TypeAlias, TypeGuard, cast

from ...model import both, either
from ...model.language.play.rules import truth

Conjunct: TypeAlias = tuple[str, Any]
"""A named part of a condition: its truth, or a function that gives it (read apart, so that its branches do not
multiply with those of the other parts)."""

Premise: TypeAlias = Callable[[Any], Any]
"""Of a state: where it fails, the declaration says nothing."""

StepPremise: TypeAlias = Callable[[Any, Any, Any], Any]
"""Of (before, step, after): where it fails, the declaration says nothing."""


def conjuncts(function: Callable[..., Any], *arguments: Any) -> list[tuple[str, Any]]:
    """The named truths of a condition on the present path; a single unnamed one for a plain result.

    Parts with the same name are one: all of them must hold. Raises `TypeError` for an answer that is neither true nor
    false, such as a list of parts, or the None of a function that forgets to return.
    """
    result = function(*arguments)
    if not _is_named(result):
        return [("", truth(_answer(result)))]
    found: dict[str, Any] = {}
    for part in result:
        name, condition = _part(part)
        holding = either(False, condition)
        found[name] = both(found[name], holding) if name in found else holding
    return list(found.items())


def _part(part: object) -> tuple[str, Any]:
    if not _is_part(part):
        raise TypeError(f"{part!r} is no part of a condition; yield its name and its truth")
    name, condition = part
    return name, partial(_asked, condition) if callable(condition) else _answer(condition)


def _is_part(part: object) -> TypeGuard[Conjunct]:
    if not isinstance(part, tuple):
        return False
    entries = cast("tuple[object, ...]", part)
    return len(entries) == 2 and isinstance(entries[0], str)


def _asked(condition: Callable[[], Any]) -> Any:
    return _answer(condition())


def _answer(told: Any) -> Any:
    """An answer that is true or false, and nothing that Python would only take for that."""
    if callable(told):
        raise TypeError("a function is neither true nor false; call it")
    if told is None or type(told) in (str, list, tuple, dict):
        raise TypeError(f"{told!r} is neither true nor false; return one truth value, or yield named ones")
    return told


def _is_named(result: object) -> TypeGuard[Iterator[Conjunct]]:
    return isinstance(result, Iterator)
