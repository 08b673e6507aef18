"""Field specifiers: how a state class says which finite domain a field has and who may see it.

`deck: set[Card] = Set(Card, seen_by=NOBODY, public=size)` reads as a declaration; the annotation is for people and type
checkers, the specifier for Kanly. A `Resolver` turns specifiers into domains once the scope of a scenario is known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, TypeAlias

from .errors import ModelError
from .maps import MapDomain
from .scalars import BoolDomain, Domain, IntDomain, MemberDomain, OptionalScalar, ScalarDomain
from .sequences import SeqDomain
from .sets import MOST_MEMBERS, SetDomain

if TYPE_CHECKING:
    from .records import Record


class Sight(Enum):
    """Who may know a field, or a parameter of an action."""

    EVERYONE = "everyone"
    NOBODY = "nobody"
    OWNER = "the seat that is the key of the map"
    ACTOR = "the seat that acts"


EVERYONE, NOBODY, OWNER, ACTOR = Sight.EVERYONE, Sight.NOBODY, Sight.OWNER, Sight.ACTOR


@dataclass(frozen=True)
class HeldBy:
    """The seat held in another field of the state; nobody while that field is None."""

    field: str


def held_by(field: str) -> HeldBy:
    """Only the seat that the state field `field` holds may see it."""
    return HeldBy(field)


SeenBy: TypeAlias = Sight | HeldBy | Callable[..., Any]
"""Who may see: a `Sight`, the holder of a field, or a rule `(g, seat, *map_keys) -> bool`."""

Content: TypeAlias = "type[Any] | Spec"
"""What a container holds: an enumeration, bool, a record class, or another specifier."""


@dataclass(frozen=True)
class Spec:
    """A specifier: how to build the domain, and who may see the field."""

    build: Callable[[Resolver], Domain]
    seen_by: SeenBy = EVERYONE
    public: Callable[[Any], Any] | None = None
    mentions: tuple[type[Any], ...] = ()
    """The enumerations and records named in it."""


@dataclass(frozen=True)
class ParameterSpec:
    """A parameter of the model: fixed for a run, no part of the state."""

    default: Any
    low: int = 0
    high: int = 0
    members_of: type[Enum] | None = None

    def parsed(self, name: str, given: object) -> Any:
        """The value given for it, as text from the command line or as a value. Raises `ModelError`."""
        if isinstance(self.default, bool):
            return self._choice(name, given, {"true": True, "false": False})
        if isinstance(self.default, Enum):
            return self._choice(name, given, {member.name: member for member in type(self.default)})
        try:
            value = int(given) if isinstance(given, str | int) else None
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


def Parameter(default: Any, low: int = 0, high: int = 0, *, members_of: type[Enum] | None = None) -> Any:
    """A model parameter with its default: an int from `low` to `high`, a bool, or an enumeration member.

    With `members_of`, the parameter is how many members of that enumeration are in scope (the first ones).
    """
    if isinstance(default, int) and not isinstance(default, bool) and not low <= default <= high:
        raise ModelError(f"the default {default} of a parameter is outside of {low} to {high}")
    if members_of is not None and not 1 <= low <= high <= len(members_of):
        raise ModelError(f"{members_of.__name__} has {len(members_of)} members; bounds {low} to {high} do not fit")
    return ParameterSpec(default, low, high, members_of)


def Int(low: int, high: int, *, seen_by: SeenBy = EVERYONE, public: Callable[[Any], Any] | None = None) -> Any:
    """A whole number from `low` to `high`, both included."""
    if low > high:
        raise ModelError(f"Int({low}, {high}) is empty; the low end comes first")
    return Spec(lambda _: IntDomain(low, high), seen_by, public)


def Option(content: Content, *, seen_by: SeenBy = EVERYONE, public: Callable[[Any], Any] | None = None) -> Any:
    """A value of `content`, or None."""

    def build(resolver: Resolver) -> Domain:
        from .records import OptionalRecord

        inner = resolver.domain(content)
        return OptionalScalar(inner) if isinstance(inner, ScalarDomain) else OptionalRecord(inner)

    return Spec(build, seen_by, public, _mentions(content))


def Set(content: type[Enum], *, seen_by: SeenBy = EVERYONE, public: Callable[[Any], Any] | None = None) -> Any:
    """A set of members of an enumeration."""

    def build(resolver: Resolver) -> Domain:
        members = resolver.members(content)
        if members.count > MOST_MEMBERS:
            raise ModelError(f"a Set({content.__name__}) has {members.count} members; {MOST_MEMBERS} is the most")
        return SetDomain(members)

    _enumeration(content, "Set")
    return Spec(build, seen_by, public, (content,))


def Map(
    keys: type[Enum], values: Content, *, seen_by: SeenBy = EVERYONE, public: Callable[[Any], Any] | None = None
) -> Any:
    """A value for each member of an enumeration; `seen_by` and `public` speak of each value."""
    _enumeration(keys, "Map")
    return Spec(
        lambda resolver: MapDomain(resolver.members(keys), resolver.domain(values)),
        seen_by,
        public,
        (keys, *_mentions(values)),
    )


def Seq(
    content: Content, at_most: int, *, seen_by: SeenBy = EVERYONE, public: Callable[[Any], Any] | None = None
) -> Any:
    """A sequence of at most `at_most` values."""
    if at_most < 1:
        raise ModelError(f"Seq(at_most={at_most}) can hold nothing; at_most is 1 or more")
    return Spec(lambda resolver: SeqDomain(resolver.domain(content), at_most), seen_by, public, _mentions(content))


def OneOf(*records: type[Record], seen_by: SeenBy = EVERYONE, public: Callable[[Any], Any] | None = None) -> Any:
    """A value of one of several record classes."""

    def build(resolver: Resolver) -> Domain:
        from .records import OneOfDomain

        return OneOfDomain(tuple(resolver.record(record) for record in records))

    if len(records) < 2:
        raise ModelError("OneOf needs two record classes or more")
    return Spec(build, seen_by, public, records)


def _mentions(content: Content) -> tuple[type[Any], ...]:
    return content.mentions if isinstance(content, Spec) else (content,)


def _enumeration(content: object, container: str) -> None:
    if not (isinstance(content, type) and issubclass(content, Enum)):
        raise ModelError(f"{container} takes an enumeration first, not {content!r}")


class Resolver:
    """Builds domains for one scope: which members of which enumeration take part."""

    def __init__(self, scope: Mapping[type[Enum], tuple[Enum, ...]]) -> None:
        self.scope = dict(scope)
        self._members: dict[type[Enum], MemberDomain] = {}
        self._records: dict[type[Any], Any] = {}

    def members(self, enumeration: type[Enum]) -> MemberDomain:
        """The domain of an enumeration in this scope."""
        if enumeration not in self._members:
            members = self.scope.get(enumeration, tuple(enumeration))
            if not members:
                raise ModelError(f"no member of {enumeration.__name__} is in scope")
            self._members[enumeration] = MemberDomain(enumeration, members)
        return self._members[enumeration]

    def record(self, record: type[Record]) -> Any:
        """The domain of a record class in this scope."""
        from .records import RecordDomain

        if record not in self._records:
            self._records[record] = RecordDomain(record, self)
        return self._records[record]

    def domain(self, content: Content) -> Domain:
        """The domain for a specifier, an enumeration, bool or a record class. Raises `ModelError`."""
        from .records import Record

        if isinstance(content, Spec):
            return content.build(self)
        if content is bool:
            return BoolDomain()
        if issubclass(content, Enum):
            return self.members(content)
        if issubclass(content, Record):
            return self.record(content)
        raise ModelError(f"{content.__name__} has no finite domain; give a specifier such as Int(low, high)")
