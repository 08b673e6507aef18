"""What every domain can do: read and write values in slots, dump and load them, and keep their one form."""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Any, Protocol, cast

from ..base.errors import DomainError
from ..base.itf import Data
from ..base.strict_json import Json
from ..terms.terms import Term
from .cells import Address, Cells
from .sight import Public, SeenBy


@dataclass(frozen=True)
class SlotInfo:
    """One slot: its path from the state (`hand.ANN`), how many values it can hold, and what its codes mean."""

    path: str
    count: int
    domain: Domain | None = None
    """The domain of the field, where the slot is all of it; None for lengths, presences and tags."""
    names: tuple[str, ...] = ()
    """What each code is called, where the slot is a tag."""


class DeclaredField(Protocol):
    """What is declared of a field: who may see it, and where that was written."""

    @property
    def seen_by(self) -> SeenBy:
        """Who may see it."""
        ...

    @property
    def public(self) -> Public | None:
        """What of it everybody may know anyway; None for nothing."""
        ...

    @property
    def entry_seen_by(self) -> SeenBy | None:
        """Who may see each element of a sequence; None for whoever may see all of it."""
        ...

    @property
    def at(self) -> tuple[str, int]:
        """File and line of the declaration."""
        ...


@dataclass(frozen=True)
class Part:
    """A value that lies inside another one."""

    offset: int
    """How many slots behind the beginning of the whole value it lies."""
    domain: Domain
    key: Enum | None = None
    """The member that it belongs to: a rule of sight is told it, and `OWNER` may mean it."""
    field: tuple[str, DeclaredField] | None = None
    """Where it is a field with a declaration of its own: what it is called (`Table.hand`), and what is declared."""


class Domain(ABC):
    """The values a field may have, laid out over consecutive slots with one canonical form for each value.

    Everything that is asked of a field is asked here, so that a new kind of field is one class.
    """

    counts: tuple[int, ...]
    """How many values each slot can hold; a slot holds 0 to count - 1."""

    @property
    @abstractmethod
    def is_optional(self) -> bool:
        """Whether None is a value: the first slot is 0 exactly then."""

    @property
    def width(self) -> int:
        """The number of slots."""
        return len(self.counts)

    @property
    def code_of_zero(self) -> int:
        """What is added to a number to make its code; 0 where the values are no numbers."""
        return 0

    @abstractmethod
    def read(self, cells: Cells, address: Address) -> Any:
        """The value at an address: a plain value, or a view for something that has parts."""

    @abstractmethod
    def write(self, cells: Cells, address: Address, value: object) -> None:
        """Put a value at an address. Raises `DomainError` when it is not in the domain."""

    @abstractmethod
    def canonicalise(self, cells: Cells, address: Address, active: bool | Term) -> None:
        """Zero every slot that carries no meaning; all of them unless `active`."""

    @abstractmethod
    def dump(self, cells: Cells, address: int) -> Json:
        """The value as JSON data."""

    @abstractmethod
    def load(self, data: Json, path: str) -> list[int]:
        """The slots for JSON data. Raises `SaveError` with the path of the fault."""

    @abstractmethod
    def slots(self, path: str) -> Iterator[SlotInfo]:
        """The slots, named from `path`."""

    @abstractmethod
    def parts(self) -> Sequence[Part]:
        """The values inside, in the order of their slots; slots that none of them has belong to the value itself.

        What a seat may know of a value follows from them: whoever may see it may see its own slots, and of each part
        what the part's declaration says, or all where it has none.
        """

    @abstractmethod
    def to_itf(self, data: Data) -> Data:
        """A value as the Informal Trace Format spells it, given as `dump` gives it."""

    @abstractmethod
    def from_itf(self, data: Data, path: str) -> Data:
        """What `load` takes for a value that the Informal Trace Format spells. Raises `SaveError`."""

    @abstractmethod
    def show(self, cells: Cells, address: int, path: str) -> Iterator[tuple[str, str]]:
        """Readable (path, value) pairs for a person."""

    def coded(self, content: Sequence[object]) -> tuple[int, ...]:
        """The codes of a value that was written. Raises `DomainError` for one that its slot cannot hold."""
        codes: tuple[int, ...] | None
        try:
            codes = tuple(map(operator.index, cast("Sequence[int]", content)))
        except TypeError:
            codes = None
        if codes is not None and min(codes, default=0) >= 0 and not any(map(operator.ge, codes, self.counts)):
            return codes
        at = misfit(content, self.counts)
        assert at is not None, "some slot is out of range"
        raise DomainError(self.lets_through(at))

    def lets_through(self, offset: int) -> str:
        """What is wrong where a slot was written that does not hold what was written."""
        path, domain = list(self.slots(""))[offset].path, self.innermost(offset)
        told = f"{path}: {domain!r} lets be written what it does not hold"
        return f"{told}; its class {type(domain).__name__} has to refuse that in encode or write"

    def refuse_misfits(self, content: Sequence[object]) -> None:
        """Raise `DomainError` for a slot that does not hold what was written there, where that may not be known.

        The language's own domains refuse it when it is written; those that an author wrote may forget to.
        """
        for at in self._written_by_authors:
            value: Any = content[at]
            if not isinstance(value, int | Term) or value < 0 or value >= self.counts[at]:
                raise DomainError(self.lets_through(at))

    @cached_property
    def _written_by_authors(self) -> list[int]:
        """The slots that belong to a domain, at whatever depth, whose class does not come with the language."""
        inner: Domain | None = getattr(self, "inner", None)
        if not type(self).__module__.startswith(_OWN) or (inner and inner._written_by_authors):
            return list(range(self.width))
        return [part.offset + at for part in self.parts() for at in part.domain._written_by_authors]

    def innermost(self, offset: int) -> Domain:
        """The domain that a slot of a value belongs to: that of the innermost part around it."""
        for part in self.parts():
            if part.offset <= offset < part.offset + part.domain.width:
                return part.domain.innermost(offset - part.offset)
        return self

    def on_one_line(self, cells: Cells, address: int) -> str:
        """The value for a person, its parts in brackets behind their kind, where it has parts."""
        parts = dict(self.show(cells, address, ""))
        if list(parts) == [""]:
            return parts[""]
        kind = parts.pop(".kind", "")
        told = [f"{path.removeprefix('.')}={value}" for path, value in parts.items()]
        return f"{kind}({', '.join(told)})"

    def classes(self) -> Iterator[type]:
        """The author's classes that its values are made of: enumerations and records, in the order of the slots."""
        for part in self.parts():
            yield from part.domain.classes()

    def is_alike(self, other: Domain) -> bool:
        """Whether the same slots mean the same value in both: two classes of the author's may have one name."""
        return other is self or (repr(other) == repr(self) and [*other.classes()] == [*self.classes()])

    def encoded(self, value: object, kind: type[Cells]) -> Cells:
        """The slots of a value, in fresh cells."""
        cells = kind([0] * self.width)
        self.write(cells, 0, value)
        return cells


_OWN = __name__.partition(".")[0] + "."


def misfit(content: Sequence[object], counts: Sequence[int]) -> int | None:
    """The first slot that holds no code of its own, of which there are so many; None where every slot does."""
    codes = enumerate(zip(content, counts, strict=True))
    return next((at for at, (code, count) in codes if not (isinstance(code, int) and 0 <= code < count)), None)
