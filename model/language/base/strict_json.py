"""Strict JSON: text to data, refusing what a tolerant parser would let pass."""

from __future__ import annotations

import json
import re
import reprlib
from collections.abc import Mapping
from typing import TypeAlias

from .errors import SaveError

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"
"""JSON data as the parser gives it."""

LARGEST_SAVE = 16 * 1024 * 1024
"""Bytes; a larger text is no save of a table game."""

LONGEST_NUMBER = 20
"""Characters; a longer number is outside of every domain, and slow to read."""


MOST_NESTED = 100
"""Lists and objects inside of each other; what lies deeper is named as the place of the fault."""

SHOWN_NESTED = 8
"""Steps that are shown of a path that is too long."""

LONGEST_SHOWN = 60
"""Characters of data in an error message."""

_BYTE_ORDER_MARK = "\ufeff"
"""What some editors put before a text; it is no part of the data (RFC 8259, 8.1)."""

_SHORT = reprlib.Repr()
_SHORT.maxother = LONGEST_SHOWN


class _Repeating(dict[str, Json]):
    """An object in which a name stands twice; it is refused when its place in the save is known."""

    name = ""


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    repeating = _Repeating(found)
    seen: set[str] = set()
    for name, _ in pairs:
        if name in seen:
            repeating.name = name
            break
        seen.add(name)
    return repeating


def _whole(digits: str) -> Json:
    return int(digits) if len(digits) <= LONGEST_NUMBER else float("inf")


def parsed(text: str | bytes) -> Json:
    """The data of one JSON text in UTF-8. Raises `SaveError`.

    What no domain accepts (fractions, NaN, endless numbers) comes through as a float, and an object with a repeated
    name as one that `refuse_repeated` knows, so that they are refused with their place in the save.
    """
    if len(text) > LARGEST_SAVE:
        raise SaveError("$", f"{len(text)} bytes are more than {LARGEST_SAVE}; this is no save")
    try:
        decoded = text.decode("utf-8") if isinstance(text, bytes) else text
    except UnicodeDecodeError as error:
        raise SaveError("$", f"byte {error.start} is not UTF-8") from None
    try:
        return json.loads(decoded.removeprefix(_BYTE_ORDER_MARK), object_pairs_hook=_object, parse_int=_whole)
    except json.JSONDecodeError as error:
        raise SaveError("$", f"line {error.lineno}, column {error.colno}: {error.msg}") from None
    except RecursionError:
        raise SaveError(_nested_at(decoded), "nested too deeply") from None


_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[][{},:]', re.DOTALL)
"""The parts of a JSON text that make up paths."""


def _nested_at(text: str) -> str:
    """The path to the first place that is nested too deeply, as far as it can be shown."""
    path: list[str] = []
    name = ""
    for token in _TOKEN.finditer(text):
        part = token[0]
        if part in ("[", "{"):
            path.append("[0]" if part == "[" else "")
            if len(path) > MOST_NESTED:
                return f"${''.join(path[:SHOWN_NESTED])}..."
        elif not path:
            continue
        elif part in ("]", "}"):
            path.pop()
        elif part == ":":
            path[-1] = f".{shortened(name)[1:-1]}"
        elif part != ",":
            name = part[1:-1]
        elif path[-1].startswith("["):
            path[-1] = f"[{int(path[-1][1:-1]) + 1}]"
    return "$"


def refuse_repeated(data: dict[str, Json], path: str) -> None:
    """Raise `SaveError` for an object in which a name stands twice."""
    if isinstance(data, _Repeating):
        raise SaveError(f"{path}.{data.name}", "stands twice in one object")


def kind_of(data: object) -> str:
    """What JSON calls the type of some data."""
    names: Mapping[type, str] = {dict: "an object", list: "a list", str: "a string", bool: "a truth value"}
    if isinstance(data, float):
        return f"the number {data}"
    return "null" if data is None else "an object" if isinstance(data, dict) else names.get(type(data), "a number")


def shortened(data: object) -> str:
    """Data as it appears in an error message, however large or deep it is."""
    text = repr(data[:LONGEST_SHOWN]) if isinstance(data, str) else _SHORT.repr(data)
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 3] + "..."
