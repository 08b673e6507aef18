"""Who may know a value: what `seen_by` says of a field or of a parameter of an action."""

from __future__ import annotations

from collections.abc import Callable
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
