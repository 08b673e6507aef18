"""Sequences: a length, then the elements, then zeros."""

# Views reach into each other: a name without an underscore belongs to the author of a model.
# pyright: reportPrivateUsage=false

from __future__ import annotations

import itertools
import operator
from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Any, cast

from ..base.errors import DomainError, SaveError
from ..base.itf import Data, list_in
from ..base.strict_json import Json, kind_of
from ..terms.terms import Term
from ..terms.unknown import text_of
from .cells import Address, Cells, indexed
from .choices import choose_number
from .containers import Collection, equal_slots, is_collection
from .domain import Domain, Part, SlotInfo
from .members import spelled


class SeqDomain(Domain):
    """Sequences of at most `at_most` elements: a length, then the elements, then zeros."""

    def __init__(self, element: Domain, at_most: int) -> None:
        self.element = element
        self.at_most = at_most
        self.counts = (at_most + 1, *element.counts * at_most)
        self._parts = [Part(1 + index * element.width, element) for index in range(at_most)]

    @property
    def is_optional(self) -> bool:
        return False

    def parts(self) -> Sequence[Part]:
        return self._parts

    def to_itf(self, data: Data) -> Data:
        return [self.element.to_itf(element) for element in data]

    def from_itf(self, data: Data, path: str) -> Data:
        elements = enumerate(list_in(data, path))
        return [self.element.from_itf(element, f"{path}[{index}]") for index, element in elements]

    def read(self, cells: Cells, address: Address) -> SeqView:
        return SeqView(self, cells, address)

    def write(self, cells: Cells, address: Address, value: object) -> None:
        if isinstance(value, SeqView) and self.is_alike(value._domain):
            cells.replace(address, [value._cells[value._address + offset] for offset in range(self.width)])
            return
        if not is_collection(value):
            raise DomainError(f"{value!r} is not a sequence")
        if isinstance(value, set | frozenset) or (isinstance(value, Collection) and not value.has_order):
            raise DomainError("a Python set has no order; assign a list or tuple")
        elements = list(value)
        if len(elements) > self.at_most:
            raise DomainError(f"{len(elements)} elements are more than {self.at_most}")
        content = cells.plain([0] * self.width)
        content[0] = len(elements)
        for index, element in enumerate(elements):
            self.element.write(content, 1 + index * self.element.width, element)
        cells.replace(address, content)

    def canonicalise(self, cells: Cells, address: Address, active: bool | Term) -> None:
        length = choose_number(active, cells[address], 0)
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
        start, step = address + 1, self.element.width
        told = [self.element.on_one_line(cells, start + index * step) for index in range(int(cells[address]))]
        yield path, f"[{', '.join(told)}]"

    def __repr__(self) -> str:
        return f"Seq({self.element!r}, at_most={self.at_most})"


class SeqView(Collection):
    """A sequence in a state: a bounded queue or stack, with the interface of `list` as far as it makes sense."""

    __slots__ = ()
    _domain: SeqDomain

    def _size(self) -> int | Term:
        return self._cells[self._address]

    def _at(self, index: int | Term) -> Address:
        return indexed(self._address + 1, index, self._domain.element.width, self._domain.at_most)

    def _position(self, index: Any) -> Any:
        """Which element an index means; a negative one counts from the end. Raises `IndexError`."""
        length = self._size()
        position = choose_number(index < 0, length + index, index + 0)
        if position < 0 or position >= length:
            raise IndexError(f"element {index!r} of a sequence of {length!r}")
        return position

    def append(self, element: object) -> None:
        """Add at the end. Raises `IndexError` when it is full."""
        length = self._size()
        if length == self._domain.at_most:
            raise IndexError(f"the sequence already holds {self._domain.at_most} elements")
        self._domain.element.write(self._cells, self._at(length), element)
        self._cells[self._address] = length + 1

    def extend(self, elements: Any) -> None:
        """Add several at the end. Raises `IndexError` when they do not fit."""
        for element in list(elements):
            self.append(element)

    def pop(self, index: Any = -1) -> Any:
        """Take an element out, the last one unless told otherwise; those behind it move up. Raises `IndexError`."""
        if isinstance(index, int) and index == -1:
            return self.pop_last()
        position = operator.index(self._position(index))
        taken = self._taken(position)
        width = self._domain.element.width
        start = self._address + 1 + position * width
        behind = [self._cells[start + offset] for offset in range(width, (self._domain.at_most - position) * width)]
        self._cells.replace(start, behind + [0] * width)
        self._cells[self._address] = self._size() - 1
        return taken

    def insert(self, index: Any, element: object) -> None:
        """Put an element before another one, as `list.insert` does; those behind it move on. Raises `IndexError`."""
        length = self._size()
        if length == self._domain.at_most:
            raise IndexError(f"the sequence already holds {self._domain.at_most} elements")
        position = _clamped(index, length)
        new = self._domain.element.encoded(element, self._cells.plain)
        old = [self._content(at) for at in range(self._domain.at_most)]
        content: list[int | Term] = []
        for at, here in enumerate(old):
            moved = old[at - 1] if at else here
            for offset, code in enumerate(here):
                behind = choose_number(position == at, new[offset], moved[offset])
                content.append(choose_number(position > at, code, behind))
        self._cells.replace(self._address + 1, content)
        self._cells[self._address] = length + 1

    def index(self, element: object) -> Any:
        """The place of the first element that equals it. Raises `ValueError` when there is none."""
        found = self._places(element)
        if not found[-1]:
            raise ValueError(f"{spelled(element)} is not in the sequence")
        return reduce(operator.add, (choose_number(known, 0, 1) for known in found), 0)

    def count(self, element: object) -> Any:
        """How many elements equal it; does not fork."""
        return reduce(operator.add, (choose_number(here, 1, 0) for here in self._matches(element)), 0)

    def remove(self, element: object) -> None:
        """Take out the first element that equals it; those behind it move up. Raises `ValueError` for none."""
        found = self._places(element)
        if not found[-1]:
            raise ValueError(f"{spelled(element)} is not in the sequence")
        old = [self._content(at) for at in range(self._domain.at_most)]
        after = [*old[1:], [0] * self._domain.element.width]
        content = [
            choose_number(known, moved, code)
            for known, here, behind in zip(found, old, after, strict=True)
            for code, moved in zip(here, behind, strict=True)
        ]
        length = self._size()
        self._cells.replace(self._address + 1, content)
        self._cells[self._address] = length - 1

    def __delitem__(self, index: Any) -> None:
        self.pop(index + 0)

    def _matches(self, element: object) -> list[Any]:
        """Whether each place holds an element that equals another one."""
        try:
            wanted = self._domain.element.encoded(element, self._cells.plain)
        except DomainError:
            return [False] * self._domain.at_most
        found: list[Any] = []
        for index in range(self._domain.at_most):
            here: Any = self._size() > index
            for code, held in zip(wanted, self._content(index), strict=True):
                here = here & (held == code)
            found.append(here)
        return found

    def _places(self, element: object) -> list[Any]:
        """Whether one of the places up to each holds an element that equals another one."""
        return list(itertools.accumulate(self._matches(element), lambda found, here: found | here))

    def _content(self, index: int | Term) -> list[int | Term]:
        """The slots of the element at a place."""
        return [self._cells[self._at(index) + offset] for offset in range(self._domain.element.width)]

    def _slice(self, wanted: slice[Any]) -> SeqView:
        """Some elements in a row, apart from the state."""
        if wanted.step is not None:
            raise TypeError("a sequence of the state is sliced without a step; write reversed(...) or go through it")
        length, width = self._size(), self._domain.element.width
        start = 0 if wanted.start is None else _clamped(wanted.start, length)
        stop = length if wanted.stop is None else _clamped(wanted.stop, length)
        number = choose_number(start < stop, stop - start, 0)
        content: list[int | Term] = [number]
        for index in range(self._domain.at_most):
            there: Any = number > index
            held = [0] * width if there is False else self._content(start + index)
            content += [choose_number(there, code, 0) for code in held]
        return SeqView(self._domain, self._cells.plain(content), 0)

    def pop_first(self) -> Any:
        """Take the first element. Raises `IndexError` when it is empty."""
        if self._size() == 0:
            raise IndexError("the sequence is empty")
        return self.pop(0)

    def pop_last(self) -> Any:
        """Take the last element. Raises `IndexError` when it is empty."""
        length = self._size()
        if length == 0:
            raise IndexError("the sequence is empty")
        last = self._taken(length - 1)
        self._cells.replace(self._at(length - 1), [0] * self._domain.element.width)
        self._cells[self._address] = length - 1
        return last

    def _taken(self, index: int | Term) -> Any:
        element = self._domain.element
        address = self._at(index)
        content = self._cells.plain([self._cells[address + offset] for offset in range(element.width)])
        return element.read(content, 0)

    def clear(self) -> None:
        """Take everything out."""
        self._cells.replace(self._address + 1, [0] * (self._domain.width - 1))
        self._cells[self._address] = 0

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return self._slice(cast("slice[Any]", index))
        return self._domain.element.read(self._cells, self._at(self._position(index)))

    def __setitem__(self, index: Any, value: object) -> None:
        if isinstance(index, slice):
            raise TypeError("a slice of a sequence is read only; assign single elements, or the whole sequence")
        self._domain.element.write(self._cells, self._at(self._position(index)), value)

    def _guarded(self) -> Iterator[tuple[bool | Term, Any]]:
        length = self._size()
        for index in range(self._domain.at_most):
            yield length > index, self._domain.element.read(self._cells, self._at(index))

    def _has(self, element: object) -> Any:
        return self._places(element)[-1]

    def __iter__(self) -> Iterator[Any]:
        return iter([self._domain.element.read(self._cells, self._at(index)) for index in range(len(self))])

    def __eq__(self, other: object) -> Any:
        return is_collection(other) and equal_slots(self._domain, self, other, self._cells.plain)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        if isinstance(self._size(), Term):
            return text_of("<a sequence>")
        return f"[{', '.join(spelled(each) for each in self)}]"


def _clamped(index: Any, length: Any) -> Any:
    """A place where a slice begins or ends: a negative one counts from the end, and none lies outside."""
    place = choose_number(index < 0, length + index, index + 0)
    return choose_number(place < 0, 0, choose_number(place > length, length, place))
