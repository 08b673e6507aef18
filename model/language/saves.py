"""Strict JSON: text to data, refusing what a tolerant parser would let pass."""

from __future__ import annotations

import json
from typing import Any

from .errors import SaveError
from .scalars import Json

LARGEST_SAVE = 16 * 1024 * 1024
"""Bytes; a larger text is no save of a table game."""


class _Repeated(Exception):  # noqa: N818
    def __init__(self, name: str) -> None:
        self.name = name


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found: dict[str, Json] = {}
    for name, value in pairs:
        if name in found:
            raise _Repeated(name)
        found[name] = value
    return found


def _refuse_constant(name: str) -> Any:
    raise SaveError("$", f"{name} is not a JSON number")


def parsed(text: str | bytes) -> Json:
    """The data of a JSON text. Raises `SaveError` for anything but one strict, UTF-8 JSON value with unique names."""
    if len(text) > LARGEST_SAVE:
        raise SaveError("$", f"{len(text)} bytes are more than {LARGEST_SAVE}; this is no save")
    try:
        decoded = text.decode("utf-8") if isinstance(text, bytes) else text
        return json.loads(decoded, object_pairs_hook=_object, parse_constant=_refuse_constant)
    except UnicodeDecodeError as error:
        raise SaveError("$", f"byte {error.start} is not UTF-8") from None
    except json.JSONDecodeError as error:
        raise SaveError("$", f"line {error.lineno}, column {error.colno}: {error.msg}") from None
    except _Repeated as error:
        raise SaveError("$", f"the name {error.name!r} stands twice in one object") from None
    except RecursionError:
        raise SaveError("$", "nested too deeply") from None
    except ValueError as error:
        raise SaveError("$", f"a number is too long ({error})") from None
