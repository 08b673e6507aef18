"""What every domain of one slot is, and choices between numbers that do not fork."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Any

from ..base.itf import Data, number_in
from ..base.strict_json import Json
from ..terms.nodes import TermError, ite
from ..terms.terms import Term, is_truth_value, node_of, truth_node, truth_of, value_of
from .cells import Address, Cells
from .domain import Domain, Part, SlotInfo


def choose_number(condition: object, yes: Any, no: Any) -> Any:
    """`yes` when the condition holds, else `no`, without forking, for two numbers or two truth values.

    Raises `TermError` for one of each, and for anything else.
    """
    if not isinstance(condition, Term):
        return yes if condition else no
    if is_truth_value(yes) is not is_truth_value(no):
        raise TermError(f"a choice between {yes!r} and {no!r}: one is a truth value, the other is a number")
    node = ite(truth_node(condition), node_of(yes), node_of(no))
    return truth_of(node) if is_truth_value(yes) else value_of(node)


def is_number(value: object) -> bool:
    """Whether a value is a number or a truth value, known or not; a member is none, even of an `IntEnum`."""
    return isinstance(value, int | Term) and not isinstance(value, Enum)


def opposite(result: Any) -> Any:
    """The opposite of a truth value, without forking."""
    return result ^ True if isinstance(result, Term) else not result


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
        """As it is. Raises `TypeError` for what the format spells in another way."""
        if not isinstance(data, bool | int | str):
            raise TypeError(f"{self!r} does not say how a trace spells {data!r}: override to_itf and from_itf")
        return data

    def from_itf(self, data: Data, path: str) -> Data:
        return number_in(data, path)

    def slots(self, path: str) -> Iterator[SlotInfo]:
        yield SlotInfo(path, self.count, self)

    def show(self, cells: Cells, address: int, path: str) -> Iterator[tuple[str, str]]:
        data = self.dump(cells, address)
        yield path, "none" if data is None else str(data).lower() if isinstance(data, bool) else str(data)
