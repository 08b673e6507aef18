"""Sets, maps, sequences and optional records over cells: the domains, and the views that rules work with."""

# Views reach into each other: a name without an underscore belongs to the author of a model.
# pyright: reportPrivateUsage=false

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeGuard

from . import terms
from .cells import Address, Cells, Viewer, indexed
from .errors import DomainError, SaveError
from .scalars import Domain, Json, MemberDomain, SlotInfo, Symbol, choose, kind_of, shortened
from .terms import Term, node_of, truth_of, value_of

MOST_MEMBERS = 60
"""The largest set: its mask must fit a machine word with room to spare."""


def is_collection(value: object) -> TypeGuard[Iterable[Any]]:
    """Whether the value is a collection of elements; a text is none."""
    return isinstance(value, Iterable) and not isinstance(value, str)


def is_map(value: object) -> TypeGuard[Mapping[Any, Any]]:
    """Whether the value is a map, a plain one or one of a state."""
    return isinstance(value, Mapping | MapView)


def size(value: Any) -> Any:
    """How many elements a set, sequence or map holds; never forks."""
    return value._size() if isinstance(value, SetView | SeqView) else len(value)


def _popcount(mask: int | Term) -> int | Term:
    return mask.bit_count() if isinstance(mask, int) else value_of(terms.popcount(mask.node))


class SetDomain(Domain):
    """The sets of members in scope: one slot that holds a bit mask."""

    def __init__(self, members: MemberDomain) -> None:
        self.members = members
        self.full = (1 << members.count) - 1
        self.counts = (self.full + 1,)

    def read(self, cells: Cells, address: Address) -> SetView:
        return SetView(self, cells, address)

    def write(self, cells: Cells, address: Address, value: object) -> None:
        cells.replace(address, (self.mask(value),))

    def mask(self, value: object) -> int | Term:
        """The bit mask of any collection of members. Raises `DomainError`."""
        if isinstance(value, SetView) and value._domain.members.members == self.members.members:
            return value._mask
        if not is_collection(value):
            raise DomainError(f"{value!r} is not a set of {self.members.enumeration.__name__}")
        mask: int | Term = 0
        for member in value:
            mask = _inserted(mask, self.members.encode(member))
        return mask

    def canonicalise(self, cells: Cells, address: Address, active: bool | Term) -> None:
        cells[address] = choose(active, cells[address], 0)

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
        yield SlotInfo(path, self.full + 1)

    def show(self, cells: Cells, address: int, path: str) -> Iterator[tuple[str, str]]:
        yield path, "{" + ", ".join(self._names(int(cells[address]))) + "}"

    def __repr__(self) -> str:
        return f"Set({self.members!r})"


def _inserted(mask: int | Term, code: int | Term) -> int | Term:
    if isinstance(mask, int) and isinstance(code, int):
        return mask | 1 << code
    return value_of(terms.insert(node_of(mask), node_of(code)))


def _erased(mask: int | Term, code: int | Term) -> int | Term:
    if isinstance(mask, int) and isinstance(code, int):
        return mask & ~(1 << code)
    return value_of(terms.erase(node_of(mask), node_of(code)))


def _tested(mask: int | Term, code: int | Term) -> bool | Term:
    if isinstance(mask, int) and isinstance(code, int):
        return mask >> code & 1 == 1
    return truth_of(terms.bit(node_of(mask), node_of(code)))


class SetView(Viewer):
    """A set in a state (or a value made from one) with the interface of `set`."""

    __slots__ = ("_domain",)

    def __init__(self, domain: SetDomain, cells: Cells, address: Address) -> None:
        self._domain = domain
        self._look_at(cells, address)

    def _span(self) -> int:
        return 1

    @property
    def _mask(self) -> int | Term:
        return self._cells[self._address]

    def _size(self) -> int | Term:
        return _popcount(self._mask)

    def _code(self, element: object) -> int | Term | None:
        """The code of a member in scope; None for a member out of scope, which no set can hold."""
        members = self._domain.members
        if isinstance(element, Symbol):
            return members.encode(element)
        code = members.codes.get(element)  # type: ignore[call-overload]
        if code is None and not isinstance(element, members.enumeration):
            raise DomainError(f"{element!r} is not a {members.enumeration.__name__}")
        return code

    def _has(self, element: object) -> bool | Term:
        code = None if element is None else self._code(element)
        return False if code is None else _tested(self._mask, code)

    def __contains__(self, element: object) -> bool:
        return bool(self._has(element))

    def add(self, element: object) -> None:
        """Put a member in."""
        self._cells[self._address] = _inserted(self._mask, self._domain.members.encode(element))

    def remove(self, element: object) -> None:
        """Take a member out. Raises `KeyError` when it is not there."""
        if not self._has(element):
            raise KeyError(f"{element!r} is not in the set")
        self.discard(element)

    def discard(self, element: object) -> None:
        """Take a member out if it is there."""
        code = self._code(element)
        if code is not None:
            self._cells[self._address] = _erased(self._mask, code)

    def clear(self) -> None:
        """Take everything out."""
        self._cells[self._address] = 0

    def update(self, other: object) -> None:
        """Put all of another collection in."""
        self._cells[self._address] = self._mask | self._domain.mask(other)

    def difference_update(self, other: object) -> None:
        """Take all of another collection out."""
        self._cells[self._address] = self._mask & (self._domain.mask(other) ^ self._domain.full)

    def _value(self, mask: int | Term) -> SetView:
        return SetView(self._domain, type(self._cells)((mask,)), 0)

    def copy(self) -> SetView:
        """The same members, apart from the state."""
        return self._value(self._mask)

    def __or__(self, other: object) -> SetView:
        return self._value(self._mask | self._domain.mask(other))

    def __and__(self, other: object) -> SetView:
        return self._value(self._mask & self._domain.mask(other))

    def __sub__(self, other: object) -> SetView:
        return self._value(self._mask & (self._domain.mask(other) ^ self._domain.full))

    __ror__ = __or__
    __rand__ = __and__

    def isdisjoint(self, other: object) -> Any:
        """Whether nothing is in both; does not fork."""
        return (self._mask & self._domain.mask(other)) == 0

    def issubset(self, other: object) -> Any:
        """Whether everything here is there too; does not fork."""
        return (self._mask & (self._domain.mask(other) ^ self._domain.full)) == 0

    def __eq__(self, other: object) -> Any:
        if not is_collection(other):
            return False
        return self._mask == self._domain.mask(other)

    def __ne__(self, other: object) -> Any:
        result = self == other
        return result ^ 1 if isinstance(result, Term) else not result

    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        return bool(self._mask != 0)

    def __len__(self) -> int:
        return self._size().__index__()

    def _guarded(self) -> Iterator[tuple[bool | Term, Any]]:
        """Every member that may be in it, with whether it is."""
        mask = self._mask
        for code, member in enumerate(self._domain.members.members):
            yield _tested(mask, code), member

    def __iter__(self) -> Iterator[Any]:
        return iter([member for inside, member in self._guarded() if inside])

    def __repr__(self) -> str:
        return f"{{{', '.join(map(repr, self))}}}" if isinstance(self._mask, int) else f"<set {self._mask!r}>"


class MapDomain(Domain):
    """A total map from the members in scope: one cell of the value domain for each."""

    def __init__(self, keys: MemberDomain, values: Domain) -> None:
        self.keys = keys
        self.values = values
        self.stride = values.width
        self.counts = values.counts * keys.count

    def read(self, cells: Cells, address: Address) -> MapView:
        return MapView(self, cells, address)

    def at(self, address: Address, key: object) -> Address:
        """The address of one value. Raises `KeyError` for a key that is not in scope."""
        code = None if isinstance(key, Symbol) else self.keys.codes.get(key)  # type: ignore[call-overload]
        if code is not None and isinstance(address, int):
            return address + code * self.stride
        try:
            return indexed(address, self.keys.encode(key), self.stride, self.keys.count)
        except DomainError as error:
            raise KeyError(str(error)) from None

    def write(self, cells: Cells, address: Address, value: object) -> None:
        if not is_map(value):
            raise DomainError(f"{value!r} is not a map from {self.keys.enumeration.__name__}")
        if set(value) != set(self.keys.members):
            raise DomainError(f"the map needs exactly the keys {', '.join(self.keys.by_name)}")
        content = type(cells)([0] * self.width)
        for code, member in enumerate(self.keys.members):
            self.values.write(content, code * self.values.width, value[member])
        cells.replace(address, content)

    def canonicalise(self, cells: Cells, address: Address, active: bool | Term) -> None:
        for code in range(self.keys.count):
            self.values.canonicalise(cells, address + code * self.values.width, active)

    def dump(self, cells: Cells, address: int) -> Json:
        step = self.values.width
        return {name: self.values.dump(cells, address + code * step) for name, code in self.keys.by_name.items()}

    def load(self, data: Json, path: str) -> list[int]:
        loaded = load_object(data, path, dict.fromkeys(self.keys.by_name, self.values))
        return [code for name in self.keys.by_name for code in loaded[name]]

    def slots(self, path: str) -> Iterator[SlotInfo]:
        for name in self.keys.by_name:
            yield from self.values.slots(f"{path}.{name}")

    def show(self, cells: Cells, address: int, path: str) -> Iterator[tuple[str, str]]:
        for name, code in self.keys.by_name.items():
            yield from self.values.show(cells, address + code * self.values.width, f"{path}.{name}")

    def __repr__(self) -> str:
        return f"Map({self.keys!r}, {self.values!r})"


def load_object(data: Json, path: str, fields: Mapping[str, Domain]) -> dict[str, list[int]]:
    """The slots of each field of a JSON object. Raises `SaveError` for a missing, unknown or wrong one."""
    if not isinstance(data, dict):
        raise SaveError(path, f"expected an object, found {kind_of(data)}")
    for name in data:
        if name not in fields:
            raise SaveError(f"{path}.{shortened(name)[1:-1]}", f"unknown; expected {', '.join(fields) or 'nothing'}")
    for name in fields:
        if name not in data:
            raise SaveError(f"{path}.{name}", "missing")
    return {name: domain.load(data[name], f"{path}.{name}") for name, domain in fields.items()}


class MapView(Viewer):
    """A map in a state with the interface of `dict`, except that its keys never change."""

    __slots__ = ("_domain",)

    def __init__(self, domain: MapDomain, cells: Cells, address: Address) -> None:
        self._domain = domain
        self._look_at(cells, address)

    def _span(self) -> int:
        return self._domain.width

    def __getitem__(self, key: object) -> Any:
        return self._domain.values.read(self._cells, self._domain.at(self._address, key))

    def __setitem__(self, key: object, value: object) -> None:
        self._domain.values.write(self._cells, self._domain.at(self._address, key), value)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._domain.keys.members)

    def __len__(self) -> int:
        return self._domain.keys.count

    def __contains__(self, key: object) -> bool:
        return isinstance(key, Symbol) or key in self._domain.keys.codes

    def keys(self) -> tuple[Any, ...]:
        """The members in scope."""
        return self._domain.keys.members

    def values(self) -> list[Any]:
        """The value of every key."""
        return [self[key] for key in self]

    def items(self) -> list[tuple[Any, Any]]:
        """Every key with its value."""
        return [(key, self[key]) for key in self]

    def __eq__(self, other: object) -> Any:
        if not is_map(other):
            return False
        return equal_slots(self._domain, self, other, type(self._cells))

    def __ne__(self, other: object) -> Any:
        result = self == other
        return result ^ 1 if isinstance(result, Term) else not result

    __hash__ = None  # type: ignore[assignment]


def equal_slots(domain: Domain, left: object, right: object, kind: type[Cells]) -> Any:
    """Whether two values of a domain are the same, compared slot by slot without forking."""
    result: Any = True
    for one, other in zip(domain.encoded(left, kind), domain.encoded(right, kind), strict=True):
        result = result & (one == other)
    return result


class SeqDomain(Domain):
    """Sequences of at most `at_most` elements: a length, then the elements, then zeros."""

    def __init__(self, element: Domain, at_most: int) -> None:
        self.element = element
        self.at_most = at_most
        self.counts = (at_most + 1, *element.counts * at_most)

    def read(self, cells: Cells, address: Address) -> SeqView:
        return SeqView(self, cells, address)

    def write(self, cells: Cells, address: Address, value: object) -> None:
        if isinstance(value, SeqView) and value._domain.counts == self.counts:
            cells.replace(address, [value._cells[value._address + offset] for offset in range(self.width)])
            return
        if not is_collection(value):
            raise DomainError(f"{value!r} is not a sequence")
        elements = list(value)
        if len(elements) > self.at_most:
            raise DomainError(f"{len(elements)} elements are more than {self.at_most}")
        content = type(cells)([0] * self.width)
        content[0] = len(elements)
        for index, element in enumerate(elements):
            self.element.write(content, 1 + index * self.element.width, element)
        cells.replace(address, content)

    def canonicalise(self, cells: Cells, address: Address, active: bool | Term) -> None:
        length = choose(active, cells[address], 0)
        cells[address] = length
        for index in range(self.at_most):
            self.element.canonicalise(cells, address + 1 + index * self.element.width, length > index)

    def dump(self, cells: Cells, address: int) -> Json:
        start, step = address + 1, self.element.width
        return [self.element.dump(cells, start + index * step) for index in range(int(cells[address]))]

    def load(self, data: Json, path: str) -> list[int]:
        if not isinstance(data, list):
            raise SaveError(path, f"expected a list, found {kind_of(data)}")
        if len(data) > self.at_most:
            raise SaveError(path, f"expected at most {self.at_most} elements, found {len(data)}")
        loaded = [self.element.load(element, f"{path}[{index}]") for index, element in enumerate(data)]
        content = [len(data), *itertools.chain.from_iterable(loaded)]
        return content + [0] * (self.width - len(content))

    def slots(self, path: str) -> Iterator[SlotInfo]:
        yield SlotInfo(f"{path}.length", self.at_most + 1)
        for index in range(self.at_most):
            yield from self.element.slots(f"{path}[{index}]")

    def show(self, cells: Cells, address: int, path: str) -> Iterator[tuple[str, str]]:
        length = int(cells[address])
        if length == 0:
            yield path, "empty"
        for index in range(length):
            yield from self.element.show(cells, address + 1 + index * self.element.width, f"{path}[{index}]")

    def __repr__(self) -> str:
        return f"Seq({self.element!r}, at_most={self.at_most})"


class SeqView(Viewer):
    """A sequence in a state: a bounded queue or stack."""

    __slots__ = ("_domain",)

    def __init__(self, domain: SeqDomain, cells: Cells, address: Address) -> None:
        self._domain = domain
        self._look_at(cells, address)

    def _span(self) -> int:
        return self._domain.width

    def _size(self) -> int | Term:
        return self._cells[self._address]

    def _at(self, index: int | Term) -> Address:
        return indexed(self._address + 1, index, self._domain.element.width, self._domain.at_most)

    def append(self, element: object) -> None:
        """Add at the end. Raises `IndexError` when it is full."""
        length = self._size()
        if length == self._domain.at_most:
            raise IndexError(f"the sequence already holds {self._domain.at_most} elements")
        self._domain.element.write(self._cells, self._at(length), element)
        self._cells[self._address] = length + 1

    def pop_first(self) -> Any:
        """Take the first element. Raises `IndexError` when it is empty."""
        first = self._taken(0)
        width, last = self._domain.element.width, self._domain.width - 1
        for offset in range(1, last + 1):
            source = offset + width
            self._cells[self._address + offset] = self._cells[self._address + source] if source <= last else 0
        self._cells[self._address] = self._size() - 1
        return first

    def pop_last(self) -> Any:
        """Take the last element. Raises `IndexError` when it is empty."""
        length = self._size()
        last = self._taken(length - 1)
        element = self._domain.element
        self._cells.replace(self._at(length - 1), [0] * element.width)
        self._cells[self._address] = length - 1
        return last

    def _taken(self, index: int | Term) -> Any:
        if self._size() == 0:
            raise IndexError("the sequence is empty")
        element = self._domain.element
        address = self._at(index)
        content = type(self._cells)([self._cells[address + offset] for offset in range(element.width)])
        return element.read(content, 0)

    def clear(self) -> None:
        """Take everything out."""
        self._cells.replace(self._address, [0] * self._domain.width)

    def __getitem__(self, index: Any) -> Any:
        length = self._size()
        if isinstance(index, int) and index < 0:
            index = length + index
        if index < 0 or index >= length:
            raise IndexError(f"element {index!r} of a sequence of {length!r}")
        return self._domain.element.read(self._cells, self._at(index))

    def __setitem__(self, index: Any, value: object) -> None:
        if index < 0 or index >= self._size():
            raise IndexError(f"element {index!r} of a sequence of {self._size()!r}")
        self._domain.element.write(self._cells, self._at(index), value)

    def _guarded(self) -> Iterator[tuple[bool | Term, Any]]:
        """Every position that may be used, with whether it is."""
        length = self._size()
        for index in range(self._domain.at_most):
            yield length > index, self._domain.element.read(self._cells, self._at(index))

    def _has(self, element: object) -> Any:
        wanted = self._domain.element.encoded(element, type(self._cells))
        result: Any = False
        for index in range(self._domain.at_most):
            here: Any = self._size() > index
            for offset, code in enumerate(wanted):
                here = here & (self._cells[self._at(index) + offset] == code)
            result = result | here
        return result

    def __contains__(self, element: object) -> bool:
        return bool(self._has(element))

    def __len__(self) -> int:
        return self._size().__index__()

    def __bool__(self) -> bool:
        return bool(self._size() != 0)

    def __iter__(self) -> Iterator[Any]:
        return iter([self._domain.element.read(self._cells, self._at(index)) for index in range(len(self))])

    def __eq__(self, other: object) -> Any:
        if not is_collection(other):
            return False
        return equal_slots(self._domain, self, other, type(self._cells))

    def __ne__(self, other: object) -> Any:
        result = self == other
        return result ^ 1 if isinstance(result, Term) else not result

    __hash__ = None  # type: ignore[assignment]
