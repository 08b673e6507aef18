"""What a field is declared to be: who may see it, how its domain is built, and where that was written."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from types import NoneType
from typing import Any, ClassVar, TypeAlias, cast, get_args

from ..base.errors import ModelError
from ..values.domain import Domain
from ..values.members import MemberDomain
from ..values.sight import EVERYONE, Public, SeenBy

Content: TypeAlias = "type[Any] | Spec"
"""What a container holds: an enumeration, bool, a record class, or another specifier."""


Position: TypeAlias = tuple[str, int]
"""A place in the author's source: file and line."""


@dataclass(frozen=True)
class Spec:
    """A specifier: how to build the domain, where it was declared, who may see the field, how to annotate it."""

    build: Callable[[Resolver], Domain]
    at: Position
    sight: SeenBy | None = None
    """Who may see it, where that is written."""
    public: Public | None = None
    worth: Any = Any
    """The annotation that the field deserves."""
    entry_seen_by: SeenBy | None = None
    """Who may see each element, of a sequence or of the sequences in a map; None for whoever may see the field."""

    def domain(self, resolver: Resolver) -> Domain:
        """The domain in a scope. Raises `ModelError` for one that does not say what its slots are."""
        built = self.build(resolver)
        counts: object = getattr(built, "counts", None)
        if not isinstance(counts, tuple) or not all(_is_count(each) for each in cast("tuple[object, ...]", counts)):
            told = f"{type(built).__name__} has to say in `counts` how many values each of its slots can hold"
            found = "" if counts is None else f", not {counts!r}"
            raise ModelError(f"{told}: a tuple of whole numbers from 1{found}", *self.at)
        named = len(list(built.slots("")))
        if named != built.width:
            told = f"{type(built).__name__} names {named} slots in `slots`"
            raise ModelError(f"{told}, and its `counts` are those of {built.width}", *self.at)
        return built

    @property
    def seen_by(self) -> SeenBy:
        """Who may see it: everybody where nothing is written."""
        return EVERYONE if self.sight is None else self.sight

    @property
    def is_open_by_default(self) -> bool:
        """Whether everybody may see it because nothing is written of that."""
        return self.sight is None and self.public is None and self.entry_seen_by is None

    @property
    def is_optional(self) -> bool:
        """Whether it is an Option."""
        return NoneType in get_args(self.worth)


def _is_count(given: object) -> bool:
    return isinstance(given, int) and given >= 1


@dataclass(frozen=True)
class ParameterSpec:
    """A parameter of the model: fixed for a run, no part of the state."""

    default: Any
    low: int
    high: int
    members_of: type[Enum] | None
    at: Position

    @property
    def worth(self) -> Any:
        """The annotation that it deserves."""
        return self.default.__class__

    def parsed(self, name: str, given: object) -> Any:
        """The value given for it, as text from the command line or as a value. Raises `ModelError`."""
        if isinstance(self.default, bool):
            return self._choice(name, given, {"true": True, "false": False})
        if isinstance(self.default, Enum):
            return self._choice(name, given, {member.name: member for member in type(self.default)})
        try:
            value = int(given) if isinstance(given, str | int) and not isinstance(given, bool) else None
        except ValueError:
            value = None
        if value is None or not self.low <= value <= self.high:
            raise ModelError(f"parameter {name}: expected a whole number from {self.low} to {self.high}, got {given!r}")
        return value

    @staticmethod
    def _choice(name: str, given: object, choices: Mapping[str, Any]) -> Any:
        for spelled, value in choices.items():
            if given == value or (isinstance(given, str) and given.lower() == spelled.lower()):
                return value
        raise ModelError(f"parameter {name}: expected one of {', '.join(choices)}, got {given!r}")


class HasFields:
    """A class whose body declares fields: a record, a state, a view or an event."""

    __slots__ = ()
    declared: ClassVar[dict[str, Spec]] = {}
    """The fields with their specifiers, in order, inherited ones first."""


class Resolver(ABC):
    """Builds domains for one scope: which members of which enumeration, and which fields of the state, take part."""

    @abstractmethod
    def members(self, enumeration: type[Enum]) -> MemberDomain:
        """The domain of an enumeration. Raises `ModelError` where no member is in scope."""

    @abstractmethod
    def number(self, parameter: ParameterSpec, at: Position) -> int:
        """The value of a parameter that bounds a field. Raises `ModelError` where the scenario does not have it."""

    @abstractmethod
    def record(self, record: type[HasFields]) -> Domain:
        """The domain of a record class."""

    @abstractmethod
    def one_of(self, records: Sequence[type[HasFields]]) -> Domain:
        """The domain of a choice between record classes."""

    @abstractmethod
    def option(self, inner: Domain) -> Domain:
        """The domain of the values of another one, or None."""

    @abstractmethod
    def domain(self, content: Content, at: Position) -> Domain:
        """The domain for a specifier, an enumeration, bool or a record class. Raises `ModelError`."""
