"""Who may know a value: what `seen_by` says of a field or of a parameter of an action."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias


class Sight(Enum):
    """Who may know a field, or a parameter of an action."""

    EVERYONE = "everyone"
    NOBODY = "nobody"
    OWNER = "the seat that is the key of the map"
    ACTOR = "the seat that acts"


EVERYONE, NOBODY, OWNER, ACTOR = Sight.EVERYONE, Sight.NOBODY, Sight.OWNER, Sight.ACTOR


@dataclass(frozen=True)
class HeldBy:
    """The seat, or the seats, held in another field of the state; nobody while that field is None or empty."""

    field: str


def held_by(field: str) -> HeldBy:
    """Only the seat that the state field `field` holds may see it, or the seats of the set that it holds."""
    return HeldBy(field)


SeenBy: TypeAlias = Sight | HeldBy | Callable[..., Any]
"""Who may see: a `Sight`, the holder of a field, or a rule `(g, seat, *map_keys) -> bool`."""

SeenByArguments: TypeAlias = SeenBy | str
"""Who learns what an action tells: a rule is `(g, seat, *arguments) -> bool`, a name the argument with the seat."""


@dataclass(frozen=True)
class PublicOf:
    """What everybody may know of a level of nested Maps: of what belongs to each of these keys, from outside in."""

    keys: tuple[type[Enum], ...]
    """None for the field as a whole."""
    function: Callable[[Any], Any]


def per(*keys_and_function: Any) -> PublicOf:
    """What is public of a Map, for each of its keys: `per(Seat, size)`, `per(Seat, Place, size)` of a Map of Maps."""
    return PublicOf(tuple(keys_and_function[:-1]), keys_and_function[-1])


def overall(function: Callable[[Any], Any]) -> PublicOf:
    """What is public of a Map as a whole: a function of the map."""
    return PublicOf((), function)


Public: TypeAlias = Callable[[Any], Any] | PublicOf | Sequence[PublicOf]
"""What everybody may know of a field anyway, as a function of its value; of a Map, of each value, or as `per` says."""


def levels_of(public: Public | None) -> tuple[PublicOf, ...]:
    """What is public of levels that are named."""
    if public is None or isinstance(public, PublicOf):
        return () if public is None else (public,)
    return () if callable(public) else tuple(public)
