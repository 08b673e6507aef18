"""What follows in the seating order: the next member, going round, of whom a condition holds."""

# Views reach into each other: a name without an underscore belongs to the author of a model.
# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any, TypeVar, cast

from ..classes.records import State, scope
from ..values.members import Symbol, choose
from .rules import both, either, negate

M = TypeVar("M", bound=Enum)


def next_after(g: State, member: M, holds: Callable[[M], Any]) -> M:
    """The first member behind another one in the order of those in scope, going round, of which `holds` is true.

    The member itself comes last. It does not fork. Raises `LookupError` when the condition holds of none.
    """
    behind = _going_round(g, member)
    found: Any = False
    result: Any = member
    for each in behind:
        here = both(negate(found), lambda each=each: holds(each))
        result = choose(here, each, result)
        found = either(found, here)
    if not found:
        raise LookupError(f"nobody follows {member!r}")
    return cast("M", result)


def _going_round(g: State, member: Any) -> list[Any]:
    """The members in scope that follow one, and last that one itself."""
    if isinstance(member, Symbol):
        members = scope(g, member._domain.enumeration)
        places = [_rotated(members, each) for each in member._domain.members]
        return [member._among([place[distance] for place in places]) for distance in range(len(members))]
    return _rotated(scope(g, cast("type[Enum]", type(member))), member)


def _rotated(members: tuple[Any, ...], member: Any) -> list[Any]:
    at = members.index(member) + 1
    return [*members[at:], *members[:at]]
