"""Members of an enumeration: their domain, and members that are not known yet."""

# Symbols reach into each other: a name without an underscore belongs to the author of the enumeration.
# pyright: reportPrivateUsage=false

from __future__ import annotations

import operator as operators
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from typing import Any

from ..base.errors import DomainError, SaveError
from ..base.strict_json import Json, kind_of, shortened
from ..terms.nodes import Node, TermError
from ..terms.terms import Term, is_truth_value
from .choices import Choosable, choose_number, is_number, opposite
from .one_slot import ScalarDomain


class MemberDomain(ScalarDomain):
    """The members of an enumeration that are in scope, coded by their position."""

    def __init__(self, enumeration: type[Enum], members: tuple[Enum, ...]) -> None:
        super().__init__(len(members))
        self.enumeration = enumeration
        self.members = members
        self.codes = {member: code for code, member in enumerate(members)}
        self.by_name = {member.name: code for code, member in enumerate(members)}
        self.by_identity = {id(member): code for code, member in enumerate(members)}
        """The same as `codes`, for the members themselves: quicker, as the hash of a member is worked out in Python."""
        self.is_plain = enumeration.__eq__ is object.__eq__
        """Whether a member equals nothing but itself: not so where members are numbers or texts as well."""
        self.is_always_true = not any(vars(kind).keys() & {"__bool__", "__len__"} for kind in enumeration.__mro__)
        self._attributes: dict[str, tuple[Any, ...] | None] = {}
        self._attributes_of: dict[tuple[str, Node], Any] = {}
        self.looked_up: dict[tuple[Any, ...], Any] = {}
        """What constant tables say of members that are not known: every path of a rule asks for the same again."""
        self._translations: dict[MemberDomain, tuple[tuple[int, ...], tuple[Enum, ...]]] = {}

    @property
    def is_optional(self) -> bool:
        return False

    def classes(self) -> Iterator[type]:
        yield self.enumeration

    def decode(self, code: int | Term) -> Any:
        return Symbol(code, self) if isinstance(code, Term) else self.members[code]

    def encode(self, value: object) -> int | Term:
        code = self.find(value)
        if code is None:
            raise DomainError(f"{self._spelled(value)} is not one of {self}")
        return code

    def has_members_of(self, other: MemberDomain) -> bool:
        """Whether both have the same members in scope; those of two enumerations may be equal as numbers."""
        return self is other or (self.enumeration is other.enumeration and self.members == other.members)

    def find(self, value: object) -> int | Term | None:
        """The code of a member in scope, None for anything else."""
        code = self.by_identity.get(id(value))
        if code is not None:
            return code
        if isinstance(value, Symbol):
            return self._recode(value)
        if isinstance(value, Choosable):
            raise TermError(f"{value!r} is looked for among members")
        return self.codes.get(value) if isinstance(value, self.enumeration) else None

    def _recode(self, symbol: Symbol) -> int | Term | None:
        if self.has_members_of(symbol._domain):
            return symbol._code
        if symbol._domain.enumeration is not self.enumeration:
            return None
        if symbol._domain not in self._translations:
            self._translations[symbol._domain] = self._translation(symbol._domain)
        codes, missing = self._translations[symbol._domain]
        for member in missing:
            if symbol == member:
                return None
        return symbol._among(codes)

    def _translation(self, other: MemberDomain) -> tuple[tuple[int, ...], tuple[Enum, ...]]:
        """The codes here of another domain's members, in its order, and those of its members that are not here."""
        spare = next((self.codes[member] for member in other.members if member in self.codes), 0)
        codes = tuple(self.codes.get(member, spare) for member in other.members)
        return codes, tuple(member for member in other.members if member not in self.codes)

    def _spelled(self, value: object) -> str:
        if isinstance(value, Symbol) and value._domain.enumeration is self.enumeration:
            value = value._concrete()
        return f"{type(value).__name__}.{value.name}" if isinstance(value, Enum) else repr(value)

    def attribute(self, symbol: Symbol, name: str) -> Any:
        """An attribute of a member that is not known: a choice among what the members have, where those are plain."""
        if name not in self._attributes:
            self._attributes[name] = self._plain_attributes(name)
        values = self._attributes[name]
        if values is None:
            return getattr(symbol._concrete(), name)
        wanted = (name, symbol._code.node)
        if wanted not in self._attributes_of:
            self._attributes_of[wanted] = symbol._among(values)
        return self._attributes_of[wanted]

    def _plain_attributes(self, name: str) -> tuple[Any, ...] | None:
        """What the members have under a name; None unless all have it, and can be chosen between.

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
        kinds = {None if callable(value) else kind_of_choice(value) for value in values}
        return tuple(values) if failure is None and len(kinds) == 1 and None not in kinds else None

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


def spelled(value: object) -> str:
    """A value as it appears among others of its kind."""
    return value.name if isinstance(value, Enum) else repr(value)


_python: Any = operators
"""Python's operators, whatever they are applied to."""


def _by_member(operation: Callable[..., Any]) -> Callable[..., Any]:
    """What the author's enumeration says of an operator: the path forks over the members."""

    def method(self: Symbol, *others: object) -> Any:
        return operation(self._concrete(), *others)

    return method


def _reflected(operation: Callable[..., Any]) -> Callable[..., Any]:
    def method(self: Symbol, other: object) -> Any:
        return operation(other, self._concrete())

    return method


class Symbol(Choosable):
    """A member of an enumeration that is not known yet. Its attributes are looked up without forking."""

    __slots__ = ("_code", "_domain")

    def __init__(self, code: Term, domain: MemberDomain) -> None:
        self._code = code
        self._domain = domain

    def _among(self, values: Sequence[Any]) -> Any:
        """The value for this member, out of those for all members of its domain in their order."""
        result = values[-1]
        for code in range(len(values) - 2, -1, -1):
            if values[code] is not result:
                result = choose(self._code == code, values[code], result)
        return result

    def _choice_kind(self) -> object:
        return self._domain.enumeration

    def _chosen(self, condition: bool | Term, other: Any) -> Any:
        return _chosen_member(condition, self, other)

    def _concrete(self) -> Any:
        """One member: the path forks over all that are possible."""
        return self._domain.members[self._code.__index__()]

    def __eq__(self, other: object) -> Any:
        domain = self._domain
        if isinstance(other, Symbol) and other._domain.enumeration is domain.enumeration:
            return self._same(other)
        if isinstance(other, domain.enumeration):
            code = domain.codes.get(other)
            return False if code is None else self._code == code
        if other is None or isinstance(other, Enum | Symbol):
            return False if domain.is_plain else self._concrete() == other
        if domain.is_plain or not isinstance(other, int | str | Term):
            raise TermError(
                f"a {domain.enumeration.__name__} is compared with {other!r}; compare it with a member or None"
            )
        return self._concrete() == other

    def _same(self, other: Symbol) -> Any:
        """Whether it is the same member of the same enumeration as another one that is not known."""
        if other._domain.members == self._domain.members:
            return self._code == other._code
        return self._code == other._among([self._domain.codes.get(member, -1) for member in other._domain.members])

    def __ne__(self, other: object) -> Any:
        return opposite(self == other)

    def _is_member(self, other: object) -> Any:
        """Whether it is a member itself, whatever the author's enumeration calls equal; of anything else it is not."""
        if isinstance(other, Symbol):
            return self is other or (self._domain.enumeration is other._domain.enumeration and self._same(other))
        code = self._domain.codes.get(other) if isinstance(other, self._domain.enumeration) else None
        return False if code is None else self._code == code

    def __hash__(self) -> int:
        return hash(self._concrete())

    def __bool__(self) -> bool:
        return True if self._domain.is_always_true else bool(self._concrete())

    def __getattr__(self, name: str) -> Any:
        return self._domain.attribute(self, name)

    def _told(self) -> str:
        return f"<a {self._domain.enumeration.__name__}>"

    def __int__(self) -> int:
        return int(self._concrete())

    __lt__, __le__ = _by_member(_python.lt), _by_member(_python.le)
    __gt__, __ge__ = _by_member(_python.gt), _by_member(_python.ge)
    __add__, __radd__ = _by_member(_python.add), _reflected(_python.add)
    __sub__, __rsub__ = _by_member(_python.sub), _reflected(_python.sub)
    __mul__, __rmul__ = _by_member(_python.mul), _reflected(_python.mul)
    __floordiv__, __rfloordiv__ = _by_member(_python.floordiv), _reflected(_python.floordiv)
    __mod__, __rmod__ = _by_member(_python.mod), _reflected(_python.mod)
    __and__, __rand__ = _by_member(_python.and_), _reflected(_python.and_)
    __or__, __ror__ = _by_member(_python.or_), _reflected(_python.or_)
    __xor__, __rxor__ = _by_member(_python.xor), _reflected(_python.xor)
    __neg__, __invert__ = _by_member(_python.neg), _by_member(_python.invert)
    __abs__, __index__ = _by_member(abs), _by_member(_python.index)
    __len__ = _by_member(len)
    __contains__, __getitem__ = _by_member(_python.contains), _by_member(_python.getitem)


def one_member(symbol: Symbol) -> Any:
    """The member that it is: the path forks over all that are possible."""
    return symbol._concrete()


def kind_of_choice(value: object) -> object:
    """What kind of value it is; only values of one kind can be chosen between. None for what never can."""
    if isinstance(value, Choosable):
        return value._choice_kind()
    if is_truth_value(value):
        return bool
    if isinstance(value, Enum):
        return type(value)
    return int if isinstance(value, int | Term) else None


def choose(condition: object, yes: Any, no: Any) -> Any:
    """`yes` when the condition holds, else `no`, without forking: numbers, truth values, members, whole options.

    Raises `TermError` for what cannot be chosen between.
    """
    if not isinstance(condition, Term):
        return yes if condition else no
    if is_number(yes) and is_number(no):
        return choose_number(condition, yes, no)
    if isinstance(yes, Choosable):
        return yes._chosen(condition, no)
    if isinstance(no, Choosable):
        return no._chosen(condition == 0, yes)
    return _chosen_member(condition, yes, no)


def _chosen_member(condition: bool | Term, yes: Any, no: Any) -> Any:
    for value in (yes, no):
        if kind_of_choice(value) is None:
            raise TermError(
                f"{value!r} is chosen between, which numbers, truth values, members and whole(...) options can be; "
                "for anything else write `if`"
            )
    if not isinstance(yes, Symbol | Enum) or not isinstance(no, Symbol | Enum):
        raise TermError(f"a choice between {yes!r} and {no!r}: one is a member, the other is none")
    domain = _joint(yes, no)
    return domain.decode(choose_number(condition, domain.encode(yes), domain.encode(no)))


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
    return value._domain if isinstance(value, Symbol) else MemberDomain(type(value), (value,))
