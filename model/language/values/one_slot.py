"""What every domain of one slot is: a code, and the value that it stands for."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any

from ..base.errors import ModelError
from ..base.itf import Data, number_in
from ..base.source import place_of
from ..base.strict_json import Json
from ..terms.terms import Term
from .cells import Address, Cells
from .choices import choose_number
from .domain import Domain, Part, SlotInfo


class ScalarDomain(Domain):
    """A domain of one slot. `decode` and `encode` go between the slot's code and the value."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.counts = (count,)

    @abstractmethod
    def decode(self, code: int | Term) -> Any:
        """The value of a code (0 to count - 1)."""

    @abstractmethod
    def encode(self, value: object) -> int | Term:
        """The code of a value. Raises `DomainError` when the value is not in the domain."""

    @abstractmethod
    def dump_code(self, code: int) -> Json:
        """The JSON data of a code."""

    @abstractmethod
    def load_code(self, data: Json, path: str) -> int:
        """The code of JSON data. Raises `SaveError`."""

    def told(self, code: int) -> str:
        """A value as a person writes it."""
        return json.dumps(self.dump_code(code)).strip('"')

    def read(self, cells: Cells, address: Address) -> Any:
        return self.decode(cells[address])

    def write(self, cells: Cells, address: Address, value: object) -> None:
        cells[address] = self.encode(value)

    def canonicalise(self, cells: Cells, address: Address, active: bool | Term) -> None:
        cells[address] = choose_number(active, cells[address], 0)

    def dump(self, cells: Cells, address: int) -> Json:
        return self.dump_code(int(cells[address]))

    def load(self, data: Json, path: str) -> list[int]:
        return [self.load_code(data, path)]

    def parts(self) -> Sequence[Part]:
        return ()

    def to_itf(self, data: Data) -> Data:
        """As it is. Raises `ModelError` for what the format spells in another way."""
        if not isinstance(data, bool | int | str):
            kind = type(self)
            told = f"{kind.__name__} does not say how a trace spells {data!r}: override to_itf and from_itf"
            raise ModelError(told, *place_of(kind.dump_code))
        return data

    def from_itf(self, data: Data, path: str) -> Data:
        return number_in(data, path)

    def slots(self, path: str) -> Iterator[SlotInfo]:
        yield SlotInfo(path, self.count, self)

    def show(self, cells: Cells, address: int, path: str) -> Iterator[tuple[str, str]]:
        data = self.dump(cells, address)
        yield path, "none" if data is None else str(data).lower() if isinstance(data, bool) else str(data)
