"""Sets that a rule makes of members that are not known, or that are in them on some paths only."""

# Views reach into each other: a name without an underscore belongs to the author of a model.
# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from functools import lru_cache
from typing import Any, cast

from ..terms.nodes import TermError
from ..terms.terms import Term
from ..terms.unknown import text_of
from .cells import SealedTermCells, TermCells
from .choices import choose_number
from .containers import is_collection
from .members import MemberDomain, Symbol
from .sets import MOST_MEMBERS, SetDomain, SetView, inserted

Guarded = tuple["bool | Term", Any]
"""A value, and whether it is there."""


def gathered(items: Sequence[Guarded], is_frozen: bool = False) -> Any:
    """The set of those items that are there: without forking where they are members of one enumeration."""
    if all(inside is True and not isinstance(item, Symbol | Term) for inside, item in items):
        known = {item for _, item in items}
        return frozenset(known) if is_frozen else known
    domain = _domain_for([item for _, item in items])
    if domain is None:
        there = {item for inside, item in items if inside}
        return frozenset(there) if is_frozen else there
    mask: int | Term = 0
    for inside, item in items:
        mask = choose_number(inside, inserted(mask, domain.members.encode(item)), mask)
    return GatheredSet(domain, (SealedTermCells if is_frozen else TermCells)([mask]), 0)


def _domain_for(items: Sequence[Any]) -> SetDomain | None:
    """The sets of all members of the enumeration that every item belongs to; None without one."""
    kinds: set[type[Any]] = {item._domain.enumeration if isinstance(item, Symbol) else type(item) for item in items}
    kind = kinds.pop() if len(kinds) == 1 else int
    return _of_all(kind) if issubclass(kind, Enum) and kind.__eq__ is object.__eq__ else None


@lru_cache(maxsize=256)
def _of_all(enumeration: type[Enum]) -> SetDomain | None:
    members = tuple(enumeration)
    return SetDomain(MemberDomain(enumeration, members)) if len(members) <= MOST_MEMBERS else None


def _with_sets(operation: Callable[..., Any]) -> Any:
    """An operator of Python's sets, which takes sets only; that of a set in a state goes first."""

    def method(self: GatheredSet, other: object) -> Any:
        if isinstance(other, GatheredSet | set | frozenset):
            return operation(self, other)
        return NotImplemented

    return method


def _in_place(operation: Callable[..., Any], instead: Callable[..., Any]) -> Any:
    """An operator that changes a set, and makes another one of a `frozenset`."""

    def method(self: GatheredSet, other: object) -> Any:
        return instead(self, other) if self._cells.is_sealed else operation(self, other)

    return method


class GatheredSet(SetView):
    """What stands for a Python set while a rule is read. Raises `TermError` where it would not do as that does."""

    __slots__ = ()
    has_order = False

    def _value(self, mask: int | Term) -> GatheredSet:
        return GatheredSet(self._domain, TermCells([mask]), 0)

    def add(self, element: object) -> None:
        """Put a member in. Raises `TermError` for what is no member of the same enumeration."""
        self._refuse_strangers([element])
        super().add(element)

    def update(self, *others: object) -> None:
        """Put all of other collections in. Raises `TermError` for what is no member of the same enumeration."""
        for other in others:
            self._refuse_strangers(other)
        super().update(*others)

    def symmetric_difference_update(self, other: object) -> None:
        """Keep what is in one of the two only. Raises `TermError` for no member of the same enumeration."""
        self._refuse_strangers(other)
        super().symmetric_difference_update(other)

    def symmetric_difference(self, other: object) -> SetView:
        """The members of one of the two only. Raises `TermError` for no member of the same enumeration."""
        self._refuse_strangers(other)
        return super().symmetric_difference(other)

    def _refuse_strangers(self, other: Any) -> None:
        if isinstance(other, SetView):
            strange = other._domain.members.enumeration is not self._domain.members.enumeration
        else:
            strange = is_collection(other) and any(self._code(each) is None for each in other)
        if strange:
            name = self._domain.members.enumeration.__name__
            raise TermError(f"a set of {name} that is made in a rule takes members of {name} only")

    __or__ = __ror__ = _with_sets(SetView.union)
    __and__ = __rand__ = _with_sets(SetView.intersection)
    __sub__ = _with_sets(SetView.difference)
    __rsub__ = _with_sets(SetView.__rsub__)
    __xor__ = __rxor__ = _with_sets(symmetric_difference)
    __ior__ = _in_place(SetView.__ior__, __or__)
    __iand__ = _in_place(SetView.__iand__, __and__)
    __isub__ = _in_place(SetView.__isub__, __sub__)
    __ixor__ = _in_place(SetView.__ixor__, __xor__)
    __le__ = _with_sets(SetView.issubset)
    __ge__ = _with_sets(SetView.issuperset)
    __lt__ = _with_sets(SetView.__lt__)
    __gt__ = _with_sets(SetView.__gt__)

    def __eq__(self, other: object) -> Any:
        is_set = isinstance(other, SetView | set | frozenset)
        return SetView.__eq__(self, cast("object", other)) if is_set else False

    def __hash__(self) -> int:
        raise TermError("a set that is made in a rule is used as a key")

    def __repr__(self) -> str:
        return text_of("<a set>")
