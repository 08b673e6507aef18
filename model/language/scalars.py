"""Domains of one slot: truth values, bounded ints, members of an enumeration, and any of these or None."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Any

from .cells import Address, Cells, TermCells
from .domain import Domain, SlotInfo
from .errors import DomainError, SaveError
from .nodes import Node, ite
from .saves import Json, kind_of, shortened
from .terms import Term, node_of, truth_node, truth_of, value_of


class Whole:
    """An option that was read without asking whether it holds something: it can only be put into another field."""

    __slots__ = ("content", "domain")

    def __init__(self, domain: Domain, content: tuple[int | Term, ...]) -> None:
        self.domain = domain
        self.content = content

    def chosen(self, condition: object, other: object) -> Whole:
        """This where the condition holds, else the other one (which may be None)."""
        pairs = zip(self.content, self._content_of(other), strict=True)
        return Whole(self.domain, tuple(choose(condition, one, another) for one, another in pairs))

    def __eq__(self, other: object) -> Any:
        same: Any = True
        for one, another in zip(self.content, self._content_of(other), strict=True):
            same = same & (one == another)
        return same

    __hash__ = None  # type: ignore[assignment]

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
    if isinstance(yes, Symbol | Enum) and isinstance(no, Symbol | Enum):
        domain = _joint(yes, no)
        return domain.decode(choose(condition, domain.encode(yes), domain.encode(no)))
    node = ite(truth_node(condition), node_of(yes), node_of(no))
    return truth_of(node) if isinstance(yes, bool) and isinstance(no, bool) else value_of(node)


def _joint(one: Symbol | Enum, other: Symbol | Enum) -> MemberDomain:
    """The smallest domain at hand that holds both. Raises `DomainError` for members of different enumerations."""
    first, second = _possible(one), _possible(other)
    if first.enumeration is not second.enumeration:
        raise DomainError(f"a choice between {first!r} and {second!r}")
    if isinstance(one, Symbol) and first.codes.keys() >= second.codes.keys():
        return first
    if isinstance(other, Symbol) and second.codes.keys() >= first.codes.keys():
        return second
    either = first.codes.keys() | second.codes.keys()
    return MemberDomain(first.enumeration, tuple(member for member in first.enumeration if member in either))


def _possible(value: Symbol | Enum) -> MemberDomain:
    return value.domain if isinstance(value, Symbol) else MemberDomain(type(value), (value,))


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
    return result ^ 1 if isinstance(result, Term) else not result


class BoolDomain(ScalarDomain):
    """False and True."""

    def __init__(self) -> None:
        super().__init__(2)

    def decode(self, code: int | Term) -> Any:
        return code == 1

    def encode(self, value: object) -> int | Term:
        if isinstance(value, bool):
            return int(value)
        if isinstance(value, Term) and value.node.lo >= 0 and value.node.hi <= 1:
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
        if isinstance(value, bool) or not isinstance(value, int | Term):
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


class MemberDomain(ScalarDomain):
    """The members of an enumeration that are in scope, coded by their position."""

    def __init__(self, enumeration: type[Enum], members: tuple[Enum, ...]) -> None:
        super().__init__(len(members))
        self.enumeration = enumeration
        self.members = members
        self.codes = {member: code for code, member in enumerate(members)}
        self.by_name = {member.name: code for code, member in enumerate(members)}
        self._attributes: dict[str, tuple[Any, ...] | None] = {}
        self._looked_up: dict[tuple[str, Node], Any] = {}
        self._translations: dict[MemberDomain, tuple[tuple[int, ...], tuple[Enum, ...]]] = {}

    def decode(self, code: int | Term) -> Any:
        return Symbol(code, self) if isinstance(code, Term) else self.members[code]

    def encode(self, value: object) -> int | Term:
        if isinstance(value, Symbol):
            return self._recode(value)
        code = self.codes.get(value) if isinstance(value, Enum) else None
        if code is None:
            raise DomainError(f"{_spelled(value)} is not one of {self}")
        return code

    def _recode(self, symbol: Symbol) -> int | Term:
        if symbol.domain is self or symbol.domain.members == self.members:
            return symbol.code
        if symbol.domain.enumeration is not self.enumeration:
            raise DomainError(f"a {symbol.domain.enumeration.__name__} is not one of {self}")
        if symbol.domain not in self._translations:
            self._translations[symbol.domain] = self._translation(symbol.domain)
        codes, missing = self._translations[symbol.domain]
        for member in missing:
            if symbol == member:
                raise DomainError(f"{_spelled(member)} is not one of {self}")
        return symbol.among(codes)

    def _translation(self, other: MemberDomain) -> tuple[tuple[int, ...], tuple[Enum, ...]]:
        """The codes here of another domain's members, in its order, and those of its members that are not here."""
        spare = next((self.codes[member] for member in other.members if member in self.codes), 0)
        codes = tuple(self.codes.get(member, spare) for member in other.members)
        return codes, tuple(member for member in other.members if member not in self.codes)

    def attribute(self, symbol: Symbol, name: str) -> Any:
        """An attribute of a member that is not known: a choice among what the members have, where those are plain."""
        if name not in self._attributes:
            self._attributes[name] = self._plain_attributes(name)
        values = self._attributes[name]
        if values is None:
            return getattr(symbol.concrete(), name)
        wanted = (name, symbol.code.node)
        if wanted not in self._looked_up:
            self._looked_up[wanted] = symbol.among(values)
        return self._looked_up[wanted]

    def _plain_attributes(self, name: str) -> tuple[Any, ...] | None:
        """What the members have under a name; None unless all have it, and it is a number, truth value or member.

        Raises what the last of the members raises when none has it.
        """
        values: list[Any] = []
        failure: Exception | None = None
        for member in self.members:
            try:
                values.append(getattr(member, name))
            except Exception as error:
                failure = error
        if failure is not None and not values:
            raise failure
        plain = all(isinstance(value, bool | int | Enum) and not callable(value) for value in values)
        return tuple(values) if plain and failure is None else None

    def dump_code(self, code: int) -> Json:
        return self.members[code].name

    def load_code(self, data: Json, path: str) -> int:
        if not isinstance(data, str):
            raise SaveError(path, f"expected the name of a {self.enumeration.__name__}, found {kind_of(data)}")
        code = self.by_name.get(data)
        if code is None:
            raise SaveError(path, f"expected one of {', '.join(self.by_name)}; found {shortened(data)}")
        return code

    def __repr__(self) -> str:
        return f"{self.enumeration.__name__}({', '.join(self.by_name)})"


def _spelled(value: object) -> str:
    return f"{type(value).__name__}.{value.name}" if isinstance(value, Enum) else repr(value)


def spelled(value: object) -> str:
    """A value as it appears among others of its kind."""
    return value.name if isinstance(value, Enum) else repr(value)


class Symbol:
    """A member of an enumeration that is not known yet. Its attributes are looked up without forking."""

    __slots__ = ("code", "domain")

    def __init__(self, code: Term, domain: MemberDomain) -> None:
        self.code = code
        self.domain = domain

    def among(self, values: Sequence[Any]) -> Any:
        """The value for this member, out of those for all members of its domain in their order."""
        result = values[-1]
        for code in range(len(values) - 2, -1, -1):
            if values[code] is not result:
                result = choose(self.code == code, values[code], result)
        return result

    def concrete(self) -> Enum:
        """One member: the path forks over all that are possible."""
        return self.domain.members[self.code.__index__()]

    def __eq__(self, other: object) -> Any:
        if isinstance(other, Symbol):
            if other.domain.enumeration is not self.domain.enumeration:
                return False
            return self.code == self.domain.encode(other)
        code = self.domain.codes.get(other) if isinstance(other, Enum) else None
        return False if code is None else self.code == code

    def __ne__(self, other: object) -> Any:
        return opposite(self == other)

    def __hash__(self) -> int:
        return hash(self.concrete())

    def __getattr__(self, name: str) -> Any:
        return self.domain.attribute(self, name)

    def __repr__(self) -> str:
        return f"<a {self.domain.enumeration.__name__}>"


class OptionalScalar(ScalarDomain):
    """A value of a one-slot domain, or None, which is code 0."""

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
