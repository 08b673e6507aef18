"""What every domain can do: read and write values in slots, dump and load them, and keep their one form."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from ..base.strict_json import Json
from ..terms.terms import Term
from .cells import Address, Cells


@dataclass(frozen=True)
class SlotInfo:
    """One slot: its path from the state (`hand.ANN`), how many values it can hold, and what its codes mean."""

    path: str
    count: int
    domain: Domain | None = None
    """The domain of the field, where the slot is all of it; None for lengths, presences and tags."""


class Domain(ABC):
    """The values a field may have, laid out over consecutive slots with one canonical form for each value."""

    counts: tuple[int, ...]
    """How many values each slot can hold; a slot holds 0 to count - 1."""
    is_optional: ClassVar[bool] = False
    """Whether None is a value: the first slot is 0 exactly then."""

    @property
    def width(self) -> int:
        """The number of slots."""
        return len(self.counts)

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
    def show(self, cells: Cells, address: int, path: str) -> Iterator[tuple[str, str]]:
        """Readable (path, value) pairs for a person."""

    def encoded(self, value: object, kind: type[Cells]) -> Cells:
        """The slots of a value, in fresh cells."""
        cells = kind([0] * self.width)
        self.write(cells, 0, value)
        return cells
