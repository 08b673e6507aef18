"""Bags: multisets of members of an enumeration, for cards that are equal to each other; a slot for each member."""

# Views reach into each other: a name without an underscore belongs to the author of a model.
# pyright: reportPrivateUsage=false

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from functools import reduce
from typing import Any, Generic, TypeVar, cast

from ..base.errors import DomainError, SaveError
from ..base.itf import Data, pairs_of
from ..base.strict_json import Json, kind_of, refuse_repeated, shortened
from ..terms.terms import Term
from ..terms.unknown import text_of
from .cells import Address, Cells, TermCells, indexed
from .choices import choose_number, is_number
from .containers import Collection, DomainOfMembers, is_collection
from .domain import SlotInfo
from .maps import is_map
from .members import MemberDomain, spelled
from .scalars import IntDomain
from .sets import SetView

M = TypeVar("M", bound=Enum)


class BagDomain(DomainOfMembers):
    """How many there are of each member in scope, at most so many of each: one slot a member."""

    def __init__(self, members: MemberDomain, at_most: Sequence[int]) -> None:
        super().__init__(members)
        self.numbers = [IntDomain(0, most) for most in at_most]
        self.at_most = tuple(at_most)
        self.counts = tuple(most + 1 for most in at_most)

    def read(self, cells: Cells, address: Address) -> Multiset[Any]:
        return Multiset(self, cells, address)

    def write(self, cells: Cells, address: Address, value: object) -> None:
        numbers, strange = self.numbers_of(value)
        if strange:
            raise DomainError(f"{value!r} holds what is not one of {self.members}")
        for code, number in enumerate(numbers):
            self.check(code, number)
        cells.replace(address, numbers)

    def check(self, code: int | Term, number: Any) -> None:
        """Raise `DomainError` for more of a member than the bag can hold, or fewer than none."""
        most = self.at_most[-1] if isinstance(code, Term) else self.at_most[code]
        if isinstance(code, Term):
            for other, known in enumerate(self.at_most[:-1]):
                most = choose_number(code == other, known, most)
        if number < 0:
            raise DomainError(f"{number!r} is no number of copies")
        if number > most:
            name = "that member" if isinstance(code, Term) else self.members.members[code].name
            raise DomainError(f"{number!r} times {name} is more than {most!r} in one bag")

    def numbers_of(self, value: object) -> tuple[list[Any], Any]:
        """How many of each member a bag, a map of numbers, or a collection of members holds, and whether others too.

        Raises `DomainError` for anything else.
        """
        numbers: list[Any] = [0] * self.members.count
        strange: Any = False
        for member, number in _counted(value):
            code = self.members.find(member)
            if code is None:
                strange = strange | (number != 0)
            elif isinstance(code, int):
                numbers[code] = numbers[code] + number
            else:
                numbers = [have + choose_number(code == at, number, 0) for at, have in enumerate(numbers)]
        return numbers, strange

    def canonicalise(self, cells: Cells, address: Address, active: bool | Term) -> None:
        for code in range(self.width):
            cells[address + code] = choose_number(active, cells[address + code], 0)

    def dump(self, cells: Cells, address: int) -> Json:
        held = {name: int(cells[address + code]) for name, code in self.members.by_name.items()}
        return {name: number for name, number in held.items() if number}

    def load(self, data: Json, path: str) -> list[int]:
        if not isinstance(data, dict):
            raise SaveError(path, f"expected an object, found {kind_of(data)}")
        refuse_repeated(data, path)
        numbers = [0] * self.width
        for name, number in data.items():
            here = f"{path}.{shortened(name)[1:-1]}"
            code = self.members.load_code(name, here)
            if number == 0 and not isinstance(number, bool):
                raise SaveError(here, "a bag lists only what it holds; leave it out")
            numbers[code] = self.numbers[code].load_code(number, here)
        return numbers

    def to_itf(self, data: Data) -> Data:
        return {"#map": [[name, number] for name, number in data.items()]}

    def from_itf(self, data: Data, path: str) -> Data:
        inner = self.numbers[0]
        return {name: inner.from_itf(number, f"{path}.{name}") for name, number in pairs_of(data, path)}

    def slots(self, path: str) -> Iterator[SlotInfo]:
        for name, inner in zip(self.members.by_name, self.numbers, strict=True):
            yield from inner.slots(f"{path}.{name}")

    def show(self, cells: Cells, address: int, path: str) -> Iterator[tuple[str, str]]:
        held = [(int(cells[address + code]), name) for name, code in self.members.by_name.items()]
        told = [name if number == 1 else f"{number} {name}" for number, name in held if number]
        yield path, "{" + ", ".join(told) + "}"

    def __repr__(self) -> str:
        return f"Bag({self.members!r}, at_most={self.at_most})"


def _counted(value: Any) -> Iterator[tuple[Any, Any]]:
    """Members, each with how many of it there are; a member may come several times."""
    if isinstance(value, Multiset):
        yield from value._numbers()
    elif is_map(value):
        for member, number in value.items():
            if not is_number(number):
                raise DomainError(f"{number!r} is no number of copies")
            yield member, number + 0
    elif isinstance(value, SetView):
        yield from ((member, choose_number(inside, 1, 0)) for inside, member in value._guarded())
    elif is_collection(value):
        yield from ((member, 1) for member in value)
    else:
        raise DomainError(f"{value!r} is not a bag")


class Multiset(Collection, Generic[M]):
    """A bag in a state, or a value made from one: members, each as often as there are copies of it.

    Whatever goes through it, `len`, `for`, `count` and `total` among them, meets every copy.
    """

    __slots__ = ()
    _domain: BagDomain

    def _at(self, code: int | Term) -> Address:
        return indexed(self._address, code, 1, self._domain.width)

    def _numbers(self) -> Iterator[tuple[Any, Any]]:
        """Every member in scope, with how many of it there are."""
        for code, member in enumerate(self._domain.members.members):
            yield member, self._cells[self._address + code]

    def _size(self) -> int | Term:
        numbers = [number for _, number in self._numbers()]
        return reduce(lambda one, other: one + other, numbers)

    def _has(self, element: object) -> bool | Term:
        return self.count(element) != 0

    def _guarded(self) -> Iterator[tuple[bool | Term, Any]]:
        for (member, number), most in zip(self._numbers(), self._domain.at_most, strict=True):
            yield from ((number > index if index else number != 0, member) for index in range(most))

    def __iter__(self) -> Iterator[M]:
        return iter([member for member, number in self._numbers() for _ in range(number)])

    def count(self, element: object) -> Any:
        """How many copies of a member there are; does not fork."""
        code = self._domain.members.find(element)
        return 0 if code is None else self._cells[self._at(code)]

    def items(self) -> list[tuple[M, int]]:
        """Every member that is there, with how many copies of it."""
        return [(member, number) for member, number in self._numbers() if number != 0]

    def add(self, element: M, copies: int = 1) -> None:
        """Put copies of a member in. Raises `DomainError` for more of it than the bag can hold."""
        code = self._domain.members.encode(element)
        address = self._at(code)
        number: Any = self._cells[address] + _copies(copies)
        self._domain.check(code, number)
        self._cells[address] = number

    def remove(self, element: M, copies: int = 1) -> None:
        """Take copies of a member out. Raises `KeyError` when there are not that many."""
        number = self.count(element)
        if number < _copies(copies):
            raise KeyError(f"{spelled(element)} is in the bag {number!r} times, not {copies!r} times")
        self._cells[self._at(self._domain.members.encode(element))] = number - copies

    def move(self, element: M, to: Multiset[M], copies: int = 1) -> None:
        """Take copies of a member out and put them into another bag. Raises what `remove` and `add` raise."""
        self.remove(element, copies)
        to.add(element, copies)

    def update(self, other: Any) -> None:
        """Put all of another bag, a map of numbers or a collection in. Raises `DomainError` for what does not fit."""
        numbers, strange = self._domain.numbers_of(other)
        if strange:
            raise DomainError(f"{other!r} holds what is not one of {self._domain.members}")
        for code, number in enumerate(numbers):
            together: Any = self._cells[self._address + code] + _copies(number)
            self._domain.check(code, together)
            self._cells[self._address + code] = together

    def clear(self) -> None:
        """Take everything out."""
        self._cells.replace(self._address, [0] * self._domain.width)

    def copy(self) -> Multiset[M]:
        """The same members, apart from the state."""
        return self._showing(self._cells.plain([number for _, number in self._numbers()]))

    def __add__(self, other: object) -> Any:
        if not isinstance(other, Multiset):
            return NotImplemented
        bag = cast("Multiset[Any]", other)
        if not bag._domain.members.has_members_of(self._domain.members):
            return NotImplemented
        pairs = zip(self._numbers(), bag._numbers(), strict=True)
        together = self._cells.plain([one + another for (_, one), (_, another) in pairs])
        most = [one + another for one, another in zip(self._domain.at_most, bag._domain.at_most, strict=True)]
        return BagDomain(self._domain.members, most).read(together, 0)

    def __sub__(self, other: object) -> Multiset[M]:
        """What is left without the copies that the other holds; never fewer than none."""
        taken, _ = self._domain.numbers_of(other)
        pairs = zip(self._numbers(), taken, strict=True)
        left = [choose_number(one > another, one - another, 0) for (_, one), another in pairs]
        return self._showing(self._cells.plain(left))

    def __eq__(self, other: object) -> Any:
        return self._compared(other, operator.eq, allows_others=False)

    def __le__(self, other: object) -> Any:
        """Whether each member is there at least as often; does not fork."""
        return self._compared(other, operator.le, allows_others=True)

    def __ge__(self, other: object) -> Any:
        return self._compared(other, operator.ge, allows_others=False)

    def __lt__(self, other: object) -> Any:
        return (self <= other) & (self != other)

    def __gt__(self, other: object) -> Any:
        return (self >= other) & (self != other)

    __hash__ = None  # type: ignore[assignment]

    def _compared(self, other: object, holds: Callable[[Any, Any], Any], allows_others: bool) -> Any:
        try:
            numbers, strange = self._domain.numbers_of(other)
        except DomainError:
            return False
        result: Any = True if allows_others else strange ^ True
        for (_, one), another in zip(self._numbers(), numbers, strict=True):
            result = result & holds(one, another)
        return result

    def __repr__(self) -> str:
        if isinstance(self._cells, TermCells):
            return text_of("<a bag>")
        return f"{{{', '.join(f'{spelled(member)}: {number}' for member, number in self.items())}}}"


def _copies(number: Any) -> Any:
    """How many copies are put in or taken out. Raises `DomainError` for what is no number of copies."""
    if not is_number(number) or number < 0:
        raise DomainError(f"{number!r} is no number of copies")
    return number


def bounds(members: MemberDomain, at_most: int | Mapping[Any, int]) -> list[int]:
    """How many copies of each member in scope a bag can hold."""
    return [at_most if isinstance(at_most, int) else at_most[member] for member in members.members]
