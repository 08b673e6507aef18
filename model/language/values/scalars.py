"""Domains of one slot: truth values, bounded ints, and any scalar or None. Members have a module of their own."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from enum import Enum
from typing import Any

from ..base.errors import DomainError, SaveError
from ..base.strict_json import Json, kind_of, shortened
from ..terms.nodes import TermError, ite
from ..terms.terms import Term, Truth, is_truth_value, node_of, truth_node, truth_of, value_of
from .cells import Address, Cells, TermCells
from .domain import Domain, SlotInfo


class Whole:
    """An option that was read without asking whether it holds something.

    It can be put into another field, chosen between, and compared. Whatever else is done with it raises `TermError`:
    when rules are run it would be the plain value.
    """

    __slots__ = ("content", "domain")

    def __init__(self, domain: Domain, content: tuple[int | Term, ...]) -> None:
        self.domain = domain
        self.content = content

    def chosen(self, condition: object, other: object) -> Whole:
        """This where the condition holds, else the other one (which may be None)."""
        pairs = zip(self.content, self._content_of(other), strict=True)
        return Whole(self.domain, tuple(choose(condition, one, another) for one, another in pairs))

    def is_present(self) -> Any:
        """Whether it holds something, without asking the path."""
        return self.content[0] != 0 if self.domain.is_optional else True

    def __eq__(self, other: object) -> Any:
        try:
            content = self._content_of(other)
        except DomainError:
            return False
        same: Any = True
        for one, another in zip(self.content, content, strict=True):
            same = same & (one == another)
        return same

    def __ne__(self, other: object) -> Any:
        return opposite(self == other)

    def _misused(self, *_: object) -> Any:
        raise TermError(
            "what whole(...) gives is copied or compared, and nothing else; read the field itself to ask whether it is "
            "None, or what it holds"
        )

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        self._misused()

    __bool__ = _misused
    __hash__ = _misused
    __repr__ = _misused
    """Whoever refuses it names it."""

    def _content_of(self, other: object) -> tuple[int | Term, ...]:
        if isinstance(other, Whole):
            return other.content
        return (0,) * len(self.content) if other is None else tuple(self.domain.encoded(other, TermCells))

    def fitting(self, domain: Domain) -> tuple[int | Term, ...]:
        """The content for a field of that domain. Raises `DomainError` when the domains differ."""
        if domain is not self.domain and repr(domain) != repr(self.domain):
            raise DomainError(f"{self.domain!r} is not {domain!r}")
        return self.content


def choose(condition: object, yes: Any, no: Any) -> Any:
    """`yes` when the condition holds, else `no`, without forking: numbers, truth values, members, whole options."""
    if not isinstance(condition, Term):
        return yes if condition else no
    if isinstance(yes, Whole):
        return yes.chosen(condition, no)
    if isinstance(no, Whole):
        return no.chosen(condition == 0, yes)
    if _is_number(yes) and _is_number(no):
        node = ite(truth_node(condition), node_of(yes), node_of(no))
        if is_truth_value(yes) is not is_truth_value(no):
            raise TermError(f"a choice between {yes!r} and {no!r}: one is a truth value, the other is a number")
        return truth_of(node) if is_truth_value(yes) else value_of(node)
    from .members import chosen_member

    return chosen_member(condition, yes, no)


def _is_number(value: object) -> bool:
    return isinstance(value, int | Term) and not isinstance(value, Enum)


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
        cells[address] = choose(active, cells[address], 0)

    def dump(self, cells: Cells, address: int) -> Json:
        return self.dump_code(int(cells[address]))

    def load(self, data: Json, path: str) -> list[int]:
        return [self.load_code(data, path)]

    def slots(self, path: str) -> Iterator[SlotInfo]:
        yield SlotInfo(path, self.count, self)

    def show(self, cells: Cells, address: int, path: str) -> Iterator[tuple[str, str]]:
        data = self.dump(cells, address)
        yield path, "none" if data is None else str(data).lower() if isinstance(data, bool) else str(data)


def opposite(result: Any) -> Any:
    """The opposite of a truth value, without forking."""
    return result ^ True if isinstance(result, Term) else not result


class BoolDomain(ScalarDomain):
    """False and True."""

    def __init__(self) -> None:
        super().__init__(2)

    def decode(self, code: int | Term) -> Any:
        return code == 1

    def encode(self, value: object) -> int | Term:
        if isinstance(value, bool):
            return int(value)
        if isinstance(value, Truth):
            return value
        raise DomainError(f"{value!r} is neither True nor False")

    def dump_code(self, code: int) -> Json:
        return code == 1

    def load_code(self, data: Json, path: str) -> int:
        if not isinstance(data, bool):
            raise SaveError(path, f"expected true or false, found {kind_of(data)}")
        return int(data)

    def __repr__(self) -> str:
        return "bool"


class IntDomain(ScalarDomain):
    """The ints from `low` to `high`; a slot holds the distance from `low`."""

    def __init__(self, low: int, high: int) -> None:
        super().__init__(high - low + 1)
        self.low = low
        self.high = high

    def decode(self, code: int | Term) -> Any:
        return code + self.low

    def encode(self, value: object) -> int | Term:
        if is_truth_value(value) or not isinstance(value, int | Term):
            from .members import Symbol, one_member

            if isinstance(value, Symbol):
                return self.encode(one_member(value))
            raise DomainError(f"{value!r} is not a whole number")
        if value < self.low or value > self.high:
            raise DomainError(f"{value!r} is outside of {self.low} to {self.high}")
        return value - self.low

    def dump_code(self, code: int) -> Json:
        return code + self.low

    def load_code(self, data: Json, path: str) -> int:
        if isinstance(data, bool) or not isinstance(data, int):
            raise SaveError(path, f"expected a whole number, found {kind_of(data)}")
        if not self.low <= data <= self.high:
            raise SaveError(path, f"expected {self.low} to {self.high}, found {shortened(data)}")
        return data - self.low

    def __repr__(self) -> str:
        return f"Int({self.low}, {self.high})"


class OptionalScalar(ScalarDomain):
    """A value of a one-slot domain, or None, which is code 0."""

    is_optional = True

    def __init__(self, inner: ScalarDomain) -> None:
        super().__init__(inner.count + 1)
        self.inner = inner

    def decode(self, code: int | Term) -> Any:
        return None if code == 0 else self.inner.decode(code - 1)

    def encode(self, value: object) -> int | Term:
        if isinstance(value, Whole):
            return value.fitting(self)[0]
        return 0 if value is None else self.inner.encode(value) + 1

    def dump_code(self, code: int) -> Json:
        return None if code == 0 else self.inner.dump_code(code - 1)

    def load_code(self, data: Json, path: str) -> int:
        return 0 if data is None else self.inner.load_code(data, path) + 1

    def __repr__(self) -> str:
        return f"Option({self.inner!r})"
