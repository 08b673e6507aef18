"""How the Informal Trace Format (Apalache, ADR 015) spells values: sets, maps, variants, and numbers of any size."""

from __future__ import annotations

from typing import Any, Final, TypeAlias, cast

from .errors import SaveError

Data: TypeAlias = Any
"""JSON data."""

NONE: Final = "None"
SOME: Final = "Some"
"""The tags of an option."""


def tagged(tag: str, value: Data) -> Data:
    """A variant."""
    return {"tag": tag, "value": value}


def untagged(data: Data, path: str) -> tuple[str, Data]:
    """Tag and value of a variant. Raises `SaveError`."""
    fields = object_in(data, path)
    if set(fields) != {"tag", "value"} or not isinstance(fields["tag"], str):
        raise SaveError(path, 'expected {"tag": ..., "value": ...}')
    return fields["tag"], fields["value"]


def object_in(data: Data, path: str) -> dict[str, Data]:
    """Data that must be an object. Raises `SaveError`."""
    if not isinstance(data, dict):
        raise SaveError(path, "expected an object")
    return cast("dict[str, Data]", data)


def list_in(data: Data, path: str) -> list[Data]:
    """Data that must be a list. Raises `SaveError`."""
    if not isinstance(data, list):
        raise SaveError(path, "expected a list")
    return cast("list[Data]", data)


def member_of(data: Data, name: str, kind: type[Any], path: str) -> Data:
    """A member of an object, a list or a string. Raises `SaveError`."""
    value = object_in(data, path).get(name)
    if not isinstance(value, kind):
        raise SaveError(f"{path}.{name}", f"expected {'a list' if kind is list else 'a string'}")
    return cast("Data", value)


def pairs_of(data: Data, path: str) -> list[tuple[str, Data]]:
    """The keys and values of a map. Raises `SaveError`."""
    pairs = member_of(data, "#map", list, path)
    if not all(map(_is_pair, pairs)):
        raise SaveError(path, "expected pairs of a name and a value")
    return [(key, value) for key, value in pairs]


def _is_pair(data: Data) -> bool:
    if not isinstance(data, list):
        return False
    pair = cast("list[Data]", data)
    return len(pair) == 2 and isinstance(pair[0], str)


def number_in(data: Data, path: str) -> Data:
    """A number that may be spelled as `#bigint`; anything that is no object as it is. Raises `SaveError`."""
    if not isinstance(data, dict):
        return data
    spelled = member_of(data, "#bigint", str, path)
    try:
        return int(spelled)
    except ValueError:
        raise SaveError(f"{path}.#bigint", "expected a whole number") from None
