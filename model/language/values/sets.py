"""Sets of members of an enumeration: one slot that holds a bit mask."""

# Views reach into each other: a name without an underscore belongs to the author of a model.
# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from ..base.errors import DomainError, SaveError
from ..base.itf import Data, member_of
from ..base.strict_json import Json, kind_of
from ..terms import masks
from ..terms.terms import Term, node_of, truth_of, value_of
from ..terms.unknown import text_of
from .cells import Address, Cells
from .choices import choose_number
from .containers import Collection, DomainOfMembers, is_collection
from .domain import SlotInfo
from .members import MemberDomain, spelled

MOST_MEMBERS = 60
"""The largest set: its mask must fit a machine word with room to spare."""


class SetDomain(DomainOfMembers):
    """The sets of members in scope: one slot that holds a bit mask."""

    def __init__(self, members: MemberDomain) -> None:
        super().__init__(members)
        self.full = (1 << members.count) - 1
        self.counts = (self.full + 1,)

    def to_itf(self, data: Data) -> Data:
        return {"#set": data}

    def from_itf(self, data: Data, path: str) -> Data:
        order = self.members.by_name
        names = member_of(data, "#set", list, path)
        return sorted(names, key=lambda name: order.get(name, 0) if isinstance(name, str) else 0)

    def read(self, cells: Cells, address: Address) -> SetView:
        return SetView(self, cells, address)

    def write(self, cells: Cells, address: Address, value: object) -> None:
        cells.replace(address, (self.mask(value),))

    def mask(self, value: object) -> int | Term:
        """The bit mask of any collection of members. Raises `DomainError`."""
        if isinstance(value, SetView) and value._domain.members.has_members_of(self.members):
            return value._mask
        if not is_collection(value):
            raise DomainError(f"{value!r} is not a set of {self.members.enumeration.__name__}")
        mask: int | Term = 0
        if isinstance(value, SetView) and value._domain.members.enumeration is self.members.enumeration:
            return self._translated(value)
        for member in value:
            mask = inserted(mask, self.members.encode(member))
        return mask

    def _translated(self, value: SetView) -> int | Term:
        """The mask of a set over other members of the same enumeration. Raises `DomainError` for one out of scope."""
        mask: int | Term = 0
        for inside, member in value._guarded():
            if member in self.members.codes:
                mask = choose_number(inside, inserted(mask, self.members.codes[member]), mask)
            elif inside:
                self.members.encode(member)
        return mask

    def canonicalise(self, cells: Cells, address: Address, active: bool | Term) -> None:
        cells[address] = choose_number(active, cells[address], 0)

    def dump(self, cells: Cells, address: int) -> Json:
        return [*self._names(int(cells[address]))]

    def _names(self, mask: int) -> list[str]:
        return [name for name, code in self.members.by_name.items() if mask >> code & 1]

    def load(self, data: Json, path: str) -> list[int]:
        if not isinstance(data, list):
            raise SaveError(path, f"expected a list of names, found {kind_of(data)}")
        mask, last = 0, -1
        for index, name in enumerate(data):
            here = f"{path}[{index}]"
            code = self.members.load_code(name, here)
            if mask >> code & 1:
                raise SaveError(here, f"{name} is listed twice")
            if code < last:
                raise SaveError(here, f"{name} is out of order; the order is {', '.join(self.members.by_name)}")
            mask, last = mask | 1 << code, code
        return [mask]

    def slots(self, path: str) -> Iterator[SlotInfo]:
        yield SlotInfo(path, self.full + 1, self)

    def show(self, cells: Cells, address: int, path: str) -> Iterator[tuple[str, str]]:
        yield path, "{" + ", ".join(self._names(int(cells[address]))) + "}"

    def __repr__(self) -> str:
        return f"Set({self.members!r})"


def inserted(mask: int | Term, code: int | Term) -> int | Term:
    """A bit mask with one bit more."""
    if isinstance(mask, int) and isinstance(code, int):
        return mask | 1 << code
    return value_of(masks.insert(node_of(mask), node_of(code)))


def _erased(mask: int | Term, code: int | Term) -> int | Term:
    if isinstance(mask, int) and isinstance(code, int):
        return mask & ~(1 << code)
    return value_of(masks.erase(node_of(mask), node_of(code)))


def _tested(mask: int | Term, code: int | Term) -> bool | Term:
    if isinstance(mask, int) and isinstance(code, int):
        return mask >> code & 1 == 1
    return truth_of(masks.bit(node_of(mask), node_of(code)))


def _popcount(mask: int | Term) -> int | Term:
    return mask.bit_count() if isinstance(mask, int) else value_of(masks.popcount(mask.node))


class SetView(Collection):
    """A set in a state (or a value made from one) with the interface of `set`."""

    __slots__ = ()
    _domain: SetDomain

    @property
    def _mask(self) -> int | Term:
        return self._cells[self._address]

    def _size(self) -> int | Term:
        return _popcount(self._mask)

    def _code(self, element: object) -> int | Term | None:
        """The code of a member in scope; None for anything else, which no set can hold."""
        return self._domain.members.find(element)

    def _has(self, element: object) -> bool | Term:
        code = self._code(element)
        return False if code is None else _tested(self._mask, code)

    def add(self, element: object) -> None:
        """Put a member in."""
        self._cells[self._address] = inserted(self._mask, self._domain.members.encode(element))

    def remove(self, element: object) -> None:
        """Take a member out. Raises `KeyError` when it is not there."""
        if not self._has(element):
            raise KeyError(f"{spelled(element)} is not in the set")
        self.discard(element)

    def discard(self, element: object) -> None:
        """Take a member out if it is there."""
        code = self._code(element)
        if code is not None:
            self._cells[self._address] = _erased(self._mask, code)

    def clear(self) -> None:
        """Take everything out."""
        self._cells[self._address] = 0

    def update(self, *others: object) -> None:
        """Put all of other collections in."""
        for other in others:
            self._cells[self._address] = self._mask | self._domain.mask(other)

    def difference_update(self, *others: object) -> None:
        """Take all of other collections out."""
        for other in others:
            self._cells[self._address] = self._mask & (self._known(other) ^ self._domain.full)

    def intersection_update(self, other: object) -> None:
        """Keep only what is in the other collection too."""
        self._cells[self._address] = self._mask & self._known(other)

    def symmetric_difference_update(self, other: object) -> None:
        """Keep what is in one of the two only."""
        self._cells[self._address] = self._mask ^ self._domain.mask(other)

    def _known(self, other: object) -> int | Term:
        """The mask of the members in scope of a collection: what is not in scope is in no set."""
        if isinstance(other, SetView) and other._domain.members.has_members_of(self._domain.members):
            return other._mask
        mask: int | Term = 0
        for inside, member in other._guarded() if isinstance(other, SetView) else _all_inside(other):
            code = self._code(member)
            if code is not None:
                mask = choose_number(inside, inserted(mask, code), mask)
        return mask

    def _value(self, mask: int | Term) -> SetView:
        return SetView(self._domain, self._cells.plain((mask,)), 0)

    def copy(self) -> SetView:
        """The same members, apart from the state."""
        return self._value(self._mask)

    def union(self, *others: object) -> SetView:
        """The members of this set and of the others."""
        result = self.copy()
        result.update(*others)
        return result

    def intersection(self, other: object) -> SetView:
        """The members of both."""
        return self._value(self._mask & self._known(other))

    def difference(self, *others: object) -> SetView:
        """The members of this set that none of the others has."""
        result = self.copy()
        result.difference_update(*others)
        return result

    def symmetric_difference(self, other: object) -> SetView:
        """The members of one of the two only."""
        return self._value(self._mask ^ self._domain.mask(other))

    def isdisjoint(self, other: object) -> Any:
        """Whether nothing is in both; does not fork."""
        return (self._mask & self._known(other)) == 0

    def issubset(self, other: object) -> Any:
        """Whether everything here is there too; does not fork."""
        return (self._mask & (self._known(other) ^ self._domain.full)) == 0

    def issuperset(self, other: object) -> Any:
        """Whether everything there is here too; does not fork."""
        return not self._strangers(other) and (self._known(other) & (self._mask ^ self._domain.full)) == 0

    def _strangers(self, other: object) -> bool:
        """Whether a collection has members that are not in scope."""
        if isinstance(other, SetView):
            return any(self._code(member) is None and inside for inside, member in other._guarded())
        return any(self._code(each) is None for each in _listed(other))

    __or__ = __ror__ = union
    __and__ = __rand__ = intersection
    __sub__ = difference
    __xor__ = __rxor__ = symmetric_difference
    __le__ = issubset
    __ge__ = issuperset

    def __rsub__(self, other: object) -> Any:
        given: Any = other
        if isinstance(other, SetView | set | frozenset) and self._strangers(given):
            return given.difference(self)
        return self._value(self._domain.mask(cast("object", other)) & (self._mask ^ self._domain.full))

    def __ior__(self, other: object) -> SetView:
        self.update(other)
        return self

    def __iand__(self, other: object) -> SetView:
        self.intersection_update(other)
        return self

    def __isub__(self, other: object) -> SetView:
        self.difference_update(other)
        return self

    def __ixor__(self, other: object) -> SetView:
        self.symmetric_difference_update(other)
        return self

    def __eq__(self, other: object) -> Any:
        if not is_collection(other) or self._strangers(other):
            return False
        return self._mask == self._known(other)

    __hash__ = None  # type: ignore[assignment]

    def __lt__(self, other: object) -> Any:
        return self.issubset(other) & (self != other)

    def __gt__(self, other: object) -> Any:
        return self.issuperset(other) & (self != other)

    def _guarded(self) -> Iterator[tuple[bool | Term, Any]]:
        mask = self._mask
        for code, member in enumerate(self._domain.members.members):
            yield _tested(mask, code), member

    def __iter__(self) -> Iterator[Any]:
        return iter([member for inside, member in self._guarded() if inside])

    def __repr__(self) -> str:
        if isinstance(self._mask, Term):
            return text_of("<a set>")
        return f"{{{', '.join(spelled(each) for each in self)}}}"


def _all_inside(other: object) -> Iterator[tuple[bool | Term, Any]]:
    return ((True, each) for each in _listed(other))


def _listed(other: object) -> list[Any]:
    if not is_collection(other):
        raise DomainError(f"{other!r} is not a set")
    return list(other)
