"""Whether a call that is followed on several paths changes what was made before it and is no part of the state."""

# What a record of no state holds is its own.
# pyright: reportPrivateUsage=false

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any, cast

from ...model import ModelError
from ...model.language.base.source import author_frame
from ...model.language.classes.records import Record

Snapshot = list[tuple[Any, tuple[Any, ...]]]


def snapshot(call: Callable[[], Any]) -> Snapshot:
    """The containers that a call can come upon by its arguments and by what it closes over, and what they hold.

    Raises `ModelError` for what gives items once.
    """
    return [(each, _content(each)) for each in _reached(call, set())]


def refuse_changed(before: Snapshot) -> None:
    """Raise `ModelError` where one of them holds something else now: each path of the call would have changed it."""
    for container, content in before:
        now = _content(container)
        if len(now) != len(content) or any(one is not other for one, other in zip(now, content, strict=True)):
            frame = author_frame()
            raise ModelError(
                f"a @merged helper, or a condition, changes a {type(container).__name__} that was made before it; "
                "return what it adds, or write a loop",
                frame.f_code.co_filename,
                frame.f_lineno,
            )


def _content(container: Any) -> tuple[Any, ...]:
    held: tuple[Any, ...] = tuple(container)
    return (*held, *cast("dict[Any, Any]", container).values()) if type(container) is dict else held


def _reached(value: Any, seen: set[int]) -> Iterator[Any]:
    """The containers in a value, each once."""
    if id(value) in seen:
        return
    seen.add(id(value))
    inside: list[Any] = []
    kind: str = type(value).__name__
    if isinstance(value, FunctionType):
        inside = list(value.__defaults__ or ())
        for cell in value.__closure__ or ():
            try:
                inside.append(cell.cell_contents)
            except ValueError:  # not yet given
                continue
    elif isinstance(value, functools.partial):
        inside = [value.func, *value.args, *value.keywords.values()]
    elif type(value) in (list, dict, set):
        yield value
        inside = list(_content(value))
    elif type(value) is tuple:
        inside = list(cast("tuple[Any, ...]", value))
    elif isinstance(value, Record) and value._domain is None:
        inside = [value._values]
    elif isinstance(value, Iterator):
        frame = author_frame()
        raise ModelError(
            f"a @merged helper, or a condition, is given a {kind}, from which each of its paths would "
            "take on; give it a tuple",
            frame.f_code.co_filename,
            frame.f_lineno,
        )
    for each in inside:
        yield from _reached(each, seen)
