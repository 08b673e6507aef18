"""What a step changes: some parts of the state and no others."""

# What changes is asked of the slots behind two states.
# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias

from ...model.language.classes.record_domains import UnusedDomain
from ...model.language.play.rules import both, either, has, same, truth
from ...model.language.terms.terms import Term
from ...model.language.values.domain import Domain, Part
from ...model.language.values.members import Symbol
from ...model.language.values.sets import SetDomain

Path: TypeAlias = str | tuple[Any, ...]
"""Where in a state something stands: `"hand.ANN"`, or `("hand", step["seat"], Card.ACE)`."""


@dataclass(frozen=True)
class _Way:
    """The rest of a path, and whether it leads here: a key that is not known leads to several places."""

    path: Path
    leads: Any
    rest: tuple[Any, ...]


def changes_only(before: Any, after: Any, *paths: Path) -> Iterator[tuple[str, Any]]:
    """A step leaves everything as it is that does not stand at one of these paths; for `yield from` in a law.

    A path names a field, then as many fields, keys of maps and elements of sets below it as are meant, in one text with
    dots or in a tuple with members, such as the arguments of the step. What may change need not. There is one conjunct
    for each field or entry that must stay. Raises `TypeError` for a path that leads nowhere.
    """
    yield "nothing else changes", True
    ways = [_Way(path, True, _steps(path)) for path in paths]
    yield from _kept((before._cells, after._cells), before._domain, 0, "", ways)


def _steps(path: Path) -> tuple[Any, ...]:
    given = (path,) if isinstance(path, str) else path
    return tuple(step for each in given for step in (each.split(".") if isinstance(each, str) else (each,)))


def _kept(
    cells: tuple[Any, Any], domain: Domain, address: int, named: str, ways: Sequence[_Way]
) -> Iterator[tuple[str, Any]]:
    """What must stay of a value: all of it that no path leads to."""
    whole: Any = False
    for way in ways:
        if not way.rest:
            whole = either(whole, way.leads)
    if whole is True:
        return
    deeper = [way for way in ways if way.rest]
    if isinstance(domain, UnusedDomain):
        domain = domain.inner
    parts = domain.parts()
    if isinstance(domain, SetDomain) and deeper:
        yield from _kept_members(cells, domain, address, named, whole, deeper)
        return
    if not deeper or not parts:
        if deeper:
            raise TypeError(f"{deeper[0].path!r} leads nowhere; {named} has no parts")
        yield from _unless(whole, _unchanged(cells, range(address, address + domain.width)), named)
        return
    _check(domain, deeper, named)
    inside = {part.offset + offset for part in parts for offset in range(part.domain.width)}
    own = [address + offset for offset in range(domain.width) if offset not in inside]
    yield from _unless(whole, _unchanged(cells, own), named)
    everywhere = [way for way in ways if not way.rest]
    for part in parts:
        below = [way for each in deeper for way in _into(each, part)]
        yield from _kept(cells, part.domain, address + part.offset, _name(named, part), [*everywhere, *below])


def _kept_members(
    cells: tuple[Any, Any], domain: SetDomain, address: int, named: str, whole: Any, ways: Sequence[_Way]
) -> Iterator[tuple[str, Any]]:
    """Each member stays in a set, or outside of it, that no path leads to."""
    for way in ways:
        first, *more = way.rest
        if more or not _may_be(first, domain.members.enumeration):
            raise TypeError(f"{way.path!r} leads nowhere; {named} is a set of {domain.members.enumeration.__name__}")
    if _unchanged(cells, [address]) is True:
        return
    before, after = (domain.read(each, address) for each in cells)
    kept: Any = True
    for member in domain.members.members:
        free = whole
        for way in ways:
            free = either(free, both(way.leads, _is(way.rest[0], member)))
        kept = both(kept, either(free, same(has(before, member), has(after, member))))
    yield f"{named} is unchanged", kept


def _unless(free: Any, unchanged: Any, named: str) -> Iterator[tuple[str, Any]]:
    if unchanged is not True:
        yield f"{named or 'the state'} is unchanged", either(free, unchanged)


def _unchanged(cells: tuple[Any, Any], addresses: Sequence[int]) -> Any:
    before, after = cells
    result: Any = True
    for address in addresses:
        one, other = before[address], after[address]
        if not (isinstance(one, Term) and isinstance(other, Term) and one.node is other.node):
            result = both(result, truth(one == other))
    return result


def _into(way: _Way, part: Part) -> Iterator[_Way]:
    """The way on into a part, if it leads there. A part without a name or a key is passed through."""
    first, *rest = way.rest
    if part.field is None and part.key is None:
        yield way
        return
    leads = both(way.leads, _is(first, part.key) if part.key is not None else first == _own_name(part))
    if leads is not False:
        yield _Way(way.path, leads, tuple(rest))


def _is(step: Any, member: Enum) -> Any:
    """Whether a step of a path means a member."""
    return step == member.name if isinstance(step, str) else same(step, member)


def _may_be(step: Any, enumeration: type[Enum]) -> bool:
    """Whether a step of a path can mean a member, whether that is in scope or not."""
    if isinstance(step, str):
        return step in enumeration.__members__
    return isinstance(step, enumeration) or (isinstance(step, Symbol) and step._domain.enumeration is enumeration)


def _check(domain: Domain, ways: Sequence[_Way], named: str) -> None:
    """Raise `TypeError` for a path that leads into none of the parts."""
    parts = domain.parts()
    for way in ways:
        if not any(_can_lead(way.rest[0], part) for part in parts):
            known = dict.fromkeys(_own_name(part) or type(part.key).__name__ for part in parts)
            raise TypeError(f"{way.path!r} leads nowhere; {named or 'the state'} has {', '.join(known)}")


def _can_lead(step: Any, part: Part) -> bool:
    if part.key is not None:
        return _may_be(step, type(part.key))
    return part.field is None or step == _own_name(part)


def _own_name(part: Part) -> str:
    return part.field[0].rpartition(".")[2] if part.field is not None else ""


def _name(named: str, part: Part) -> str:
    own = part.key.name if part.key is not None else _own_name(part)
    return ".".join(filter(None, (named, own)))
