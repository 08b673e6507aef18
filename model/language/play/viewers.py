"""Who is shown and told something: the seats in scope, and onlookers, who have no seat; and what each is shown."""

# Views reach into each other: a name without an underscore belongs to the author of a model.
# pyright: reportPrivateUsage=false

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from types import UnionType
from typing import Any, Union, cast, get_args, get_origin

from ..base.errors import ModelError
from ..base.source import is_subclass, place_of
from ..classes.groups import named
from ..classes.records import State, View
from ..classes.specs import Resolver
from ..terms.terms import Term
from ..values.containers import is_collection
from ..values.members import MemberDomain, Symbol
from ..values.sets import SetDomain, SetView, inserted
from ..values.sight import EVERYONE
from .actions import annotation_of
from .revelations import Withholds, parsed


@dataclass(frozen=True)
class ViewRule:
    """What some viewers are shown: a function of the state and of who looks, and what it leaves out on purpose."""

    name: str
    rule: Callable[..., View]
    shown: type[View]
    looking: frozenset[type[Enum]]
    """The enumerations of those who look: the seats, or onlookers."""
    withholds: tuple[Withholds, ...]
    needs: frozenset[str]
    """The fields without which a scenario does not have the view."""
    original: Callable[..., View]
    """The function that was declared; differs from `rule` in a variant."""


class Viewers:
    """Those who are shown and told something, numbered: the seats first, with their codes, then the onlookers."""

    def __init__(self, seats: MemberDomain, onlookers: Sequence[MemberDomain] = ()) -> None:
        self.seats = seats
        self.members: tuple[Enum, ...] = tuple(each for domain in (seats, *onlookers) for each in domain.members)
        self.by_name: dict[str, int] = {each.name: code for code, each in enumerate(self.members)}
        self._first: dict[type[Enum], tuple[MemberDomain, int]] = {}
        """By enumeration, its members in scope and the number of the first of them."""
        first = 0
        for domain in (seats, *onlookers):
            self._first[domain.enumeration] = domain, first
            first += domain.count

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.members)

    @property
    def onlookers(self) -> tuple[str, ...]:
        """The names of those who have no seat."""
        return tuple(self.by_name)[self.seats.count :]

    def mask(self, to: object) -> int | Term:
        """The mask of those whom `to` names: EVERYONE, one viewer, or a collection. Raises `DomainError`."""
        if to is EVERYONE:
            return (1 << self.count) - 1
        given = to if is_collection(to) else (to,)
        if isinstance(given, SetView):
            domain, first = self._place(given._domain.members.enumeration)
            return SetDomain(domain).mask(given) << first
        found: int | Term = 0
        for each in cast("Iterable[Any]", given):
            domain, first = self._place(each._domain.enumeration if isinstance(each, Symbol) else type(each))
            found = inserted(found, domain.encode(each) + first)
        return found

    def _place(self, enumeration: Any) -> tuple[MemberDomain, int]:
        return self._first.get(enumeration, (self.seats, 0))


def check_onlookers(name: str, seats: type[Enum], given: Any) -> None:
    """Raise `ModelError` for what are no onlookers of a model: an enumeration, or several."""
    is_one = is_subclass(given, Enum) or not isinstance(given, Iterable)
    taken = {member.name: seats for member in seats}
    for each in cast("Iterable[Any]", (given,) if is_one else given):
        if not is_subclass(each, Enum) or issubclass(each, int | str):
            told = "an enumeration whose members are no numbers and no texts, or several in a tuple"
            raise ModelError(f"model {name}: onlookers are {told}; {each!r} is none")
        for member in each:
            if member.name in taken:
                told = f"{taken[member.name].__name__} and {each.__name__} both have a {member.name}"
                raise ModelError(f"model {name}: {told}; whoever looks has a name of its own")
            taken[member.name] = each


def view_rule(
    viewer: Callable[..., Any], withholds: object, uses: object, state: type[State], known: Sequence[type[Enum]]
) -> ViewRule:
    """A view as it is declared: one of those `known` looks, as its second parameter says. Raises `ModelError`."""
    where = place_of(viewer)
    needs = frozenset[str]() if uses is None else named(state, uses, where)
    shown = annotation_of(viewer, "the result", viewer.__annotations__.get("return"))
    if not is_subclass(shown, View):
        raise ModelError(f"{viewer.__name__} must say which View it returns: `-> TableView`", *where)
    given = list(inspect.signature(viewer).parameters.values())
    if len(given) != 2:
        raise ModelError(f"{viewer.__name__} takes the state and the seat that looks", *where)
    looking = frozenset(_looking(viewer, given[1], known))
    return ViewRule(viewer.__name__, viewer, shown, looking, parsed(withholds, Withholds, viewer, state), needs, viewer)


def _looking(viewer: Callable[..., Any], given: inspect.Parameter, known: Sequence[type[Enum]]) -> Iterator[Any]:
    """Those who look, as an annotation says; without one, or with Any, the seats of a model that has no onlookers."""
    names = " or ".join(each.__name__ for each in known)
    is_open = given.annotation is inspect.Parameter.empty
    annotation = Any if is_open else annotation_of(viewer, given.name, given.annotation)
    looking: tuple[Any, ...] = get_args(annotation) if get_origin(annotation) in (Union, UnionType) else (annotation,)
    for each in looking:
        if each is Any and len(known) > 1:
            told = f"{viewer.__name__} must say who looks: annotate {given.name} with {names}, or with a union"
            raise ModelError(told, *place_of(viewer))
        if each is not Any and each not in known:
            told = f"{viewer.__name__}: {given.name} is who looks, {names}, not {getattr(each, '__name__', each)}"
            raise ModelError(told, *place_of(viewer))
        yield known[0] if each is Any else each


def shared_fields(views: Sequence[ViewRule]) -> Iterator[tuple[ViewRule, ViewRule, str]]:
    """The fields of one name in two views, each with the first view that has it and another one."""
    first: dict[str, ViewRule] = {}
    for view in views:
        for name in view.shown.declared:
            if name in first:
                yield first[name], view, name
            else:
                first[name] = view


def check_fields_shown(views: Iterable[ViewRule], resolver: Resolver) -> None:
    """Raise `ModelError` where two views of one viewer have a field of one name that holds different values."""
    every = list(views)
    for looking in dict.fromkeys(each for view in every for each in view.looking):
        for one, other, name in shared_fields([view for view in every if looking in view.looking]):
            left, right = (each.shown.declared[name].domain(resolver) for each in (one, other))
            if not left.is_alike(right):
                told = f"{one.name} and {other.name} both show {name}, as {left!r} and as {right!r}"
                hint = "fields of one name say the same in all views of a viewer; rename one of them"
                raise ModelError(f"{told}; {hint}", *place_of(other.original))
