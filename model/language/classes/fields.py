"""Field specifiers: how a state class says which finite domain a field has and who may see it.

`deck: set[Card] = Set(Card, seen_by=NOBODY, public=size)` reads as a declaration; the annotation is for people and type
checkers, the specifier for Kanly, and one that contradicts the other is refused (`annotations.py`). A resolver turns
specifiers into domains once the scope of a scenario is known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from functools import reduce
from types import GenericAlias
from typing import Any, TypeVar

from ..base.errors import ModelError
from ..base.source import author_frame, is_subclass
from ..values.bags import BagDomain, Multiset, bounds
from ..values.domain import Domain
from ..values.maps import MapDomain
from ..values.scalars import IntDomain
from ..values.sequences import SeqDomain
from ..values.sets import MOST_MEMBERS, SetDomain
from ..values.sight import EVERYONE, Public, SeenBy
from .specs import Content, HasFields, ParameterSpec, Position, Resolver, Spec

LARGEST_BOUND = 1 << 61
"""Of a whole number: what rules make of it must stay within a machine word."""

M = TypeVar("M", bound=Enum)

MOST_COPIES = 1_000
"""Of a member in one bag: whoever goes through a bag meets each of them."""

MOST_SLOTS = 10_000
"""In one field: a state of more could neither be swept nor proved."""


def Parameter(
    default: Any,
    low: int = 0,
    high: int = 0,
    *,
    members_of: type[Enum] | None = None,
) -> Any:
    """A model parameter with its default: an int from `low` to `high`, a bool, or an enumeration member.

    With `members_of`, the parameter is how many members of that enumeration are in scope (the first ones). A
    scenario that says what it uses has only the parameters of its groups.
    """
    at = _here()
    if not isinstance(default, int | Enum):
        raise ModelError(f"a parameter is a whole number, a truth value or a member; its default is {default!r}", *at)
    if isinstance(default, int) and not isinstance(default, bool | Enum) and not low <= default <= high:
        raise ModelError(
            f"the default {_told(default)} of a parameter is outside of {_told(low)} to {_told(high)}", *at
        )
    if isinstance(default, int) and max(abs(low), abs(high)) > LARGEST_BOUND:
        told = f"the bounds {_told(low)} to {_told(high)} of a parameter go too far"
        raise ModelError(f"{told}: rules compute with it in one machine word; the largest bound is 2**61", *at)
    if members_of is not None and not 1 <= low <= high <= len(members_of):
        raise ModelError(
            f"{members_of.__name__} has {len(members_of)} members; bounds {_told(low)} to {_told(high)} do not fit", *at
        )
    return ParameterSpec(default, low, high, members_of, at)


def Int(low: int, high: int, *, seen_by: SeenBy | None = None, public: Callable[[Any], Any] | None = None) -> Any:
    """A whole number from `low` to `high`, both included; a bound may be a parameter of the model."""
    at = _here()
    given: tuple[Any, Any] = (low, high)
    lowest, highest = (_bound(each, at) for each in given)

    def build(resolver: Resolver) -> IntDomain:
        return _whole_numbers(lowest(resolver), highest(resolver), at)

    if all(isinstance(each, int) for each in given):
        _whole_numbers(low, high, at)
    return Spec(build, at, seen_by, public, int)


def _whole_numbers(low: int, high: int, at: Position) -> IntDomain:
    if low > high:
        raise ModelError(f"Int({_told(low)}, {_told(high)}) is empty; the low end comes first", *at)
    if max(abs(low), abs(high), high - low) > LARGEST_BOUND:
        raise ModelError(
            f"Int({_told(low)}, {_told(high)}) goes too far: rules compute with these numbers in one machine word; the "
            "largest bound is 2**61, and so is the largest distance",
            *at,
        )
    return IntDomain(low, high)


def _told(number: object) -> str:
    """A number as an error tells it: Python does not print one of more than some thousand digits."""
    if not isinstance(number, int) or abs(number) < _LARGEST_TOLD:
        return str(number)
    return f"{'-' if number < 0 else ''}2**{abs(number).bit_length() - 1} or so"


_LARGEST_TOLD = 10**40


def _bound(given: object, at: Position) -> Callable[[Resolver], int]:
    """A bound of a domain: a whole number, or that of a parameter. Raises `ModelError` for anything else."""
    if isinstance(given, int) and not isinstance(given, bool):
        return lambda _: given
    parameter = given if isinstance(given, ParameterSpec) else getattr(given, "spec", None)
    if not isinstance(parameter, ParameterSpec) or parameter.worth is not int:
        raise ModelError(f"a bound is a whole number, or a parameter of the model that is one; it is {given!r}", *at)
    return lambda resolver: resolver.number(parameter, at)


def Member(
    content: type[Enum] | type[bool], *, seen_by: SeenBy | None = None, public: Callable[[Any], Any] | None = None
) -> Any:
    """A member of an enumeration, or a truth value, that not everybody may see; else the annotation says enough."""
    at = _here()
    if content is not bool and not is_subclass(content, Enum):
        raise ModelError(f"Member takes an enumeration or bool, not {content!r}", *at)
    return Spec(lambda resolver: resolver.domain(content, at), at, seen_by, public, content)


def Option(content: Content, *, seen_by: SeenBy | None = None, public: Callable[[Any], Any] | None = None) -> Any:
    """A value of `content`, or None."""
    at = _here()
    _inner(content, "Option", at)
    if isinstance(content, Spec) and content.is_optional:
        raise ModelError("an Option of an Option has two kinds of None; one Option is enough", *at)

    return Spec(
        lambda resolver: resolver.option(resolver.domain(content, at)), at, seen_by, public, _worth(content) | None
    )


def Set(content: type[Enum], *, seen_by: SeenBy | None = None, public: Callable[[Any], Any] | None = None) -> Any:
    """A set of members of an enumeration."""
    at = _here()
    _enumeration(content, "Set", at)

    def build(resolver: Resolver) -> Domain:
        members = resolver.members(content)
        if members.count > MOST_MEMBERS:
            raise ModelError(f"a Set({content.__name__}) has {members.count} members; {MOST_MEMBERS} is the most", *at)
        return SetDomain(members)

    return Spec(build, at, seen_by, public, GenericAlias(set, content))


def Bag(
    content: type[M],
    at_most: int | Mapping[M, int],
    *,
    seen_by: SeenBy | None = None,
    public: Callable[[Any], Any] | None = None,
) -> Any:
    """A multiset of members of an enumeration, `at_most` copies of each: one number for all, or a table of numbers."""
    at = _here()
    _enumeration(content, "Bag", at)
    table = dict.fromkeys(content, at_most) if isinstance(at_most, int) else dict(at_most)
    unlisted = [member.name for member in content if member not in table]
    if unlisted:
        raise ModelError(f"Bag({content.__name__}): at_most does not say how many of {', '.join(unlisted)}", *at)
    if min(table.values()) < 0 or not 1 <= max(table.values()) <= MOST_COPIES:
        raise ModelError(f"Bag({content.__name__}) holds 1 to {MOST_COPIES} copies of a member, or none of some", *at)
    return Spec(
        lambda resolver: BagDomain(members := resolver.members(content), bounds(members, table)),
        at, seen_by, public, GenericAlias(Multiset, content),
    )  # fmt: skip


def Map(keys: type[Enum], values: Content, *, seen_by: SeenBy | None = None, public: Public | None = None) -> Any:
    """A value for each member of an enumeration; `seen_by` and `public` speak of each value.

    Of a Map of Maps `public` says which level it speaks of: `per(Seat, f)`, `per(Seat, Place, f)`, `overall(f)`, or
    several of these in a list.
    """
    at = _here()
    _enumeration(keys, "Map", at)
    _inner(values, "Map", at)
    worth = GenericAlias(dict, (keys, _worth(values)))

    def build(resolver: Resolver) -> Domain:
        members, inner = resolver.members(keys), resolver.domain(values, at)
        _check_size("Map", inner, members.count, at)
        return MapDomain(members, inner)

    return Spec(build, at, seen_by, public, worth, values.entry_seen_by if isinstance(values, Spec) else None)


def Seq(
    content: Content,
    at_most: int,
    *,
    seen_by: SeenBy | None = None,
    public: Callable[[Any], Any] | None = None,
    entry_seen_by: SeenBy | None = None,
) -> Any:
    """A sequence of at most `at_most` values; that may be a parameter of the model.

    `entry_seen_by` says of each element who of those that may see the sequence sees more than that it is there: as
    `seen_by`, but that a rule is told the place of the element last, `(g, seat, *map_keys, place) -> bool`.
    """
    at = _here()
    _inner(content, "Seq", at)
    most = _bound(at_most, at)
    _check_length(at_most, at)
    worth = GenericAlias(list, _worth(content))

    def build(resolver: Resolver) -> Domain:
        inner, longest = resolver.domain(content, at), most(resolver)
        _check_length(longest, at)
        _check_size("Seq", inner, longest, at)
        return SeqDomain(inner, longest)

    return Spec(build, at, seen_by, public, worth, entry_seen_by)


def _check_length(at_most: object, at: Position) -> None:
    if isinstance(at_most, int) and at_most < 1:
        raise ModelError(f"Seq(at_most={_told(at_most)}) can hold nothing; at_most is 1 or more", *at)


def _check_size(container: str, inner: Domain, times: int, at: Position) -> None:
    if inner.width * times > MOST_SLOTS:
        told = f"{container} of {inner!r} would hold {_told(times)} times {inner.width} slots"
        raise ModelError(f"{told}; {MOST_SLOTS} slots are the most", *at)


def OneOf(*records: type[HasFields], seen_by: SeenBy | None = None, public: Callable[[Any], Any] | None = None) -> Any:
    """A value of one of several record classes."""
    at = _here()
    names = [record.__name__ for record in records]
    if len(set(names)) < len(names) or len(names) < 2:
        raise ModelError("OneOf needs two record classes or more, each with a name of its own", *at)
    for record in records:
        if "kind" in record.declared:
            raise ModelError(f"{record.__name__}.kind: in a save, `kind` says which of OneOf it is; rename it", *at)

    worth = reduce(lambda one, other: one | other, records)
    return Spec(lambda resolver: resolver.one_of(records), at, seen_by, public, worth)


def _here() -> Position:
    frame = author_frame()
    return frame.f_code.co_filename, frame.f_lineno


def _worth(content: Content) -> Any:
    """The annotation that a content deserves; anything will do for what is no content, which is told elsewhere."""
    if isinstance(content, Spec):
        return content.worth
    return content if content is bool or is_subclass(content, Enum) or is_subclass(content, HasFields) else Any


def _inner(content: object, container: str, at: Position) -> None:
    if isinstance(content, Spec) and (content.seen_by is not EVERYONE or content.public is not None):
        raise ModelError(f"seen_by and public belong to the field: give them to {container}, not inside of it", *at)
    if isinstance(content, Spec) and content.entry_seen_by is not None and container != "Map":
        raise ModelError(f"entry_seen_by belongs to a Seq that is a field, or inside of a Map, not of {container}", *at)


def _enumeration(content: object, container: str, at: Position) -> None:
    if not is_subclass(content, Enum):
        raise ModelError(f"{container} takes an enumeration first, not {content!r}", *at)
