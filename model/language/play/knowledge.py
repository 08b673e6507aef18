"""What a seat, or an onlooker, is entitled to know of a state: `seen_by` and `public`, read off the layout.

Two states with the same entitlement for a seat are states that it may not tell apart; the leak checks compare views,
offered actions and events over such pairs.
"""

# Views reach into each other: a name without an underscore belongs to the author of a model.
# pyright: reportPrivateUsage=false

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

from ..base.errors import ModelError
from ..base.source import place_of
from ..classes.records import State
from ..terms.terms import Term, is_truth_value
from ..values.cells import Viewer
from ..values.domain import DeclaredField, Domain, Part
from ..values.members import Symbol, choose
from ..values.sets import SetView
from ..values.sight import (
    ACTOR,
    EVERYONE,
    NOBODY,
    OWNER,
    HeldBy,
    Public,
    PublicOf,
    SeenBy,
    SeenByArguments,
    Sight,
    levels_of,
)
from .rules import both, same, truth


class Known(NamedTuple):
    """One number of what a seat may know of a state."""

    field: str
    """The field that it tells of, by dotted names without the keys of maps: `hand`, `flight.card`."""
    address: int
    """The first slot that it tells of."""
    is_content: bool
    """Whether it is what that slot holds; otherwise what is `public` of it, or whether the seat may see it."""
    code: Any
    """The number, or a term."""


def entitled(layout: Domain, g: State, seat: Any) -> list[int | Term]:
    """The entitlement of a seat as a list of codes of fixed length: equal lists mean equal knowledge."""
    return [known.code for known in entries(layout, g, seat)]


def entries(layout: Domain, g: State, seat: Any) -> list[Known]:
    """The entitlement of a seat, of each code what it tells of: the same list for all states but for the codes."""
    return list(_Looking(g, seat).at(layout, 0, (), True, ""))


@dataclass(frozen=True)
class _Looking:
    """A seat that looks at a state."""

    g: State
    seat: Any

    def at(self, domain: Domain, address: int, keys: tuple[Enum, ...], visible: Any, name: str) -> Iterator[Known]:
        """What is known of a value below some map keys, as far as its own declarations allow, where it is `visible`."""
        offset = 0
        for part in domain.parts():
            yield from self._own(domain, address, range(offset, part.offset), visible, name)
            offset = part.offset + part.domain.width
            below = keys if part.key is None else (*keys, part.key)
            if part.field is None:
                yield from self.at(part.domain, address + part.offset, below, visible, name)
            else:
                field, declared = part.field
                inner = f"{name}.{field.rpartition('.')[2]}".removeprefix(".")
                yield from self._field(declared, part.domain, address + part.offset, below, visible, inner)
        yield from self._own(domain, address, range(offset, domain.width), visible, name)

    def _own(self, domain: Domain, address: int, offsets: range, visible: Any, name: str) -> Iterator[Known]:
        """The slots that belong to no part; one that can hold a single value tells nothing."""
        slots = (address + offset for offset in offsets if domain.counts[offset] > 1)
        return (Known(name, slot, True, choose(visible, self.g._cells[slot], 0)) for slot in slots)

    def _field(
        self,
        declared: DeclaredField,
        domain: Domain,
        address: int,
        keys: tuple[Enum, ...],
        visible: Any,
        name: str,
        level: int = 0,
    ) -> Iterator[Known]:
        """What is known of a field, or of what belongs to so many of its own keys, as a `level` of nested maps."""
        if all(count == 1 for count in domain.counts):
            return
        if _is_map(domain):
            yield from self._public(declared, domain, address, level, visible, name)
            for part in domain.parts():
                assert part.key is not None
                below, inside = (*keys, part.key), address + part.offset
                yield from self._field(declared, part.domain, inside, below, visible, name, level + 1)
            return
        allowed = both(visible, may_see(declared.seen_by, self.g, self.seat, keys))
        if not isinstance(declared.seen_by, Sight):
            yield Known(name, address, False, choose(allowed, 1, 0))
        yield from self._public(declared, domain, address, level, visible, name)
        if declared.entry_seen_by is None:
            yield from self.at(domain, address, keys, allowed, name)
        else:
            yield from self._entries(declared.entry_seen_by, domain, address, keys, allowed, name)

    def _entries(
        self, seen_by: SeenBy, domain: Domain, address: int, keys: tuple[Enum, ...], visible: Any, name: str
    ) -> Iterator[Known]:
        """What is known of a sequence where it is `visible`: its length, and the elements that the seat may see."""
        length = self.g._cells[address]
        yield Known(name, address, True, choose(visible, length, 0))
        for place, part in enumerate(domain.parts()):
            is_there = both(visible, length > place)
            allowed = both(is_there, lambda at=place: may_see(seen_by, self.g, self.seat, (*keys, at)))
            if not isinstance(seen_by, Sight):
                yield Known(name, address + part.offset, False, choose(allowed, 1, 0))
            yield from self.at(part.domain, address + part.offset, keys, allowed, name)

    def _public(
        self, declared: DeclaredField, domain: Domain, address: int, level: int, visible: Any, name: str
    ) -> Iterator[Known]:
        """What everybody may know of a value below so many keys of the field, where the field is `visible`."""
        functions = [each.function for each in levels_of(declared.public) if len(each.keys) == level]
        if callable(declared.public) and not _is_map(domain):
            functions.append(declared.public)
        for function in functions:
            value = function(domain.read(self.g._cells, address))
            yield Known(name, address, False, choose(visible, _kind(value), 0))
            yield Known(name, address, False, choose(visible, _code(value, declared), 0))


def _is_map(domain: Domain) -> bool:
    """Whether a value is nothing but its entries: what is declared of the field then speaks of each of them."""
    parts = domain.parts()
    if not parts or any(part.key is None for part in parts):
        return False
    return sum(part.domain.width for part in parts) == domain.width


def check_sight(domain: Domain, state: type[State], seats: type[Enum], under: tuple[type[Enum], ...] = ()) -> None:
    """Raise `ModelError` for a field whose `seen_by` cannot be decided; `under` are the maps that it lies in."""
    alike = {(part.domain, type(part.key), part.field and part.field[0]): part for part in domain.parts()}
    for part in alike.values():
        inner, below = part.domain, _below(under, part)
        if part.field is not None:
            while _is_map(inner):
                first = inner.parts()[0]
                inner, below = first.domain, _below(below, first)
            name, declared = part.field
            fault = _sight_fault(declared.seen_by, state, seats, below)
            if declared.entry_seen_by is not None and not fault:
                fault = _sight_fault(declared.entry_seen_by, state, seats, below, entries=True)
            fault = fault or _level_fault(declared.public, below[len(_below(under, part)) :])
            if fault:
                raise ModelError(f"{name}: {fault}", *declared.at)
        check_sight(inner, state, seats, below)


def _below(under: tuple[type[Enum], ...], part: Part) -> tuple[type[Enum], ...]:
    return under if part.key is None else (*under, type(part.key))


def _sight_fault(
    seen_by: SeenBy, state: type[State], seats: type[Enum], under: tuple[type[Enum], ...], *, entries: bool = False
) -> str:
    """Why it cannot be decided who sees what lies under these maps; of `entries`, a rule is told the place as well."""
    if seen_by is OWNER and seats not in under:
        return "seen_by=OWNER needs a Map from the seats above the field; or use held_by(...)"
    if isinstance(seen_by, HeldBy) and seen_by.field not in state.declared:
        return f"held_by({seen_by.field!r}) names no field of {state.__name__}; it has {', '.join(state.declared)}"
    if seen_by is ACTOR or not (isinstance(seen_by, Sight | HeldBy) or callable(seen_by)):
        return f"seen_by={seen_by!r} does not apply to a field"
    if callable(seen_by) and not isinstance(seen_by, HeldBy):
        told = [*(enumeration.__name__.lower() for enumeration in under), *(["place"] if entries else [])]
        return rule_fault(seen_by, told)
    return ""


def _level_fault(public: Public | None, keys: tuple[type[Enum], ...]) -> str:
    """Why `public` does not say which level of a field it speaks of, whose maps have these keys from outside in."""
    given: Any = public
    listed: list[Any] = [*given] if type(given) in (list, tuple) else [given]
    if strangers := [each for each in listed if not (each is None or callable(each) or isinstance(each, PublicOf))]:
        return f"public={strangers[0]!r} is no function, and not what per(...) or overall(...) give"
    names = [key.__name__ for key in keys]
    levels = [f"per({', '.join(names[: at + 1])}, f)" for at in range(len(names))]
    if callable(public):
        if len(keys) < 2:
            return ""
        return f"public of a Map of Maps says which level it speaks of: {', '.join(levels)}, or overall(f)"
    for each in levels_of(public):
        if not callable(each.function) or each.keys != keys[: len(each.keys)]:
            told = ", ".join([*(getattr(key, "__name__", repr(key)) for key in each.keys), "f"])
            return f"public=per({told}) speaks of no level here; there is {' and '.join(['overall(f)', *levels])}"
    return ""


def rule_fault(rule: Callable[..., Any], available: Sequence[str]) -> str:
    """Why a rule of sight cannot be asked about what has these keys, or an action that has these arguments."""
    if 0 <= _keys_taken(rule, len(available)) <= len(available):
        return ""
    return f"a rule for seen_by takes (g, seat{''.join(f', {name}' for name in available)}) here"


def _keys_taken(rule: Callable[..., Any], available: int) -> int:
    """How many keys or arguments a rule takes after the state and the seat; all of them when it takes any number."""
    parameters = inspect.signature(rule).parameters.values()
    if any(parameter.kind is inspect.Parameter.VAR_POSITIONAL for parameter in parameters):
        return available
    return len(parameters) - 2


def may_see(seen_by: SeenBy, g: State, seat: Any, keys: tuple[Any, ...]) -> Any:
    """Whether a seat may see something declared `seen_by`, below the given map keys. Raises `ModelError`."""
    if seen_by is EVERYONE:
        return True
    if seen_by is NOBODY:
        return False
    if seen_by is OWNER:
        owners = [key for key in keys if type(key) is g._instance.seats.enumeration]
        return _is_it(g, owners[-1], seat)
    if isinstance(seen_by, HeldBy):
        return _holds(g, seen_by.field, seat)
    assert not isinstance(seen_by, Sight), "refused by check_sight"
    told = seen_by(g, seat, *keys[: _keys_taken(seen_by, len(keys))])
    if not isinstance(told, bool | int | Term):
        name = getattr(seen_by, "__name__", "seen_by")
        raise ModelError(
            f"{name} returns {told!r}; a rule for seen_by returns a truth value: True or False", *place_of(seen_by)
        )
    return truth(told)


def may_learn(seen_by: SeenByArguments, g: State, seat: Any, arguments: Mapping[str, Any]) -> Any:
    """Whether a seat learns what an action tells with those arguments in a state. Raises `ModelError`."""
    if seen_by is ACTOR:
        return _is_it(g, next(iter(arguments.values())), seat)
    if isinstance(seen_by, str):
        return _is_it(g, arguments[seen_by], seat)
    return may_see(seen_by, g, seat, tuple(arguments.values()))


def _is_it(g: State, held: Any, viewer: Any) -> Any:
    """Whether a seat that is held somewhere is who looks; an onlooker never is, whatever its value."""
    return isinstance(viewer, g._instance.seats.enumeration) and truth(same(held, viewer))


def _holds(g: State, field: str, seat: Any) -> Any:
    """Whether a field holds a seat, as a member or among those of a set. Raises `ModelError` for any other field."""
    held, seats = getattr(g, field), g._instance.seats.enumeration
    if not isinstance(seat, seats):
        return False
    if isinstance(held, SetView) and held._domain.members.enumeration is seats:
        return truth(held._has(seat))
    if held is None or isinstance(held, seats) or (isinstance(held, Symbol) and held._domain.enumeration is seats):
        return same(held, seat)
    raise ModelError(
        f"held_by({field!r}): the field holds {held!r}; it must hold a seat, None, or a set of seats",
        *g.declared[field].at,
    )


def _kind(value: Any) -> int:
    """What kind of value `public` returns: values of different kinds may have the same code."""
    if value is None:
        return 0
    if isinstance(value, Enum | Symbol):
        return 3
    return 2 if is_truth_value(value) else 1


def _code(value: Any, declared: DeclaredField) -> Any:
    """What `public` returns, as one code. Raises `ModelError` for what has none."""
    if value is None:
        return 0
    if isinstance(value, Symbol):
        return value._among([_code(member, declared) for member in value._domain.members])
    if isinstance(value, Enum):
        return list(type(value)).index(value) + 1
    if isinstance(value, int | Term):
        return choose(value, 1, 0) if is_truth_value(value) else value
    if isinstance(value, Viewer) and value._span() == 1:
        return value._cells[value._address]
    raise ModelError(
        f"public returns {value!r}; it returns a number, a truth value, a member, a set or None", *declared.at
    )
