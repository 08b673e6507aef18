"""What a seat is entitled to know of a state: the declared `seen_by` and `public`, read off the layout.

Two states with the same entitlement for a seat are states that it may not tell apart; the leak checks compare views,
offered actions and events over such pairs (Z3-03).
"""

# Views reach into each other: a name without an underscore belongs to the author of a model.
# pyright: reportPrivateUsage=false

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from enum import Enum
from typing import Any

from ..base.errors import ModelError
from ..base.source import place_of
from ..classes.record_domains import FieldLayout, OneOfDomain, OptionalRecord, RecordDomain, UnusedDomain
from ..classes.records import State
from ..classes.specs import ACTOR, EVERYONE, NOBODY, OWNER, HeldBy, SeenBy, Sight
from ..terms.terms import Term, is_truth_value
from ..values.cells import Address, Cells
from ..values.choices import choose
from ..values.domain import Domain
from ..values.maps import MapDomain
from ..values.members import Symbol
from ..values.sequences import SeqDomain
from ..values.sets import SetView
from .rules import both, same, truth


def entitled(layout: RecordDomain, g: State, seat: Any) -> list[int | Term]:
    """The entitlement of a seat as a list of codes of fixed length: equal lists mean equal knowledge."""
    return list(_record(layout, g._cells, 0, g, seat, (), True))


def _record(
    domain: RecordDomain, cells: Cells, address: Address, g: State, seat: Any, keys: tuple[Any, ...], visible: Any
) -> Iterator[Any]:
    for field in domain.fields.values():
        yield from _field(field, field.domain, cells, address + field.offset, g, seat, keys, visible)


def _field(
    field: FieldLayout, domain: Domain, cells: Cells, address: Address, g: State, seat: Any, keys: tuple[Any, ...],
    visible: Any,
) -> Iterator[Any]:  # fmt: skip
    if isinstance(domain, UnusedDomain):
        return
    if isinstance(domain, MapDomain):
        for code, key in enumerate(domain.keys.members):
            at = address + code * domain.values.width
            yield from _field(field, domain.values, cells, at, g, seat, (*keys, key), visible)
        return
    allowed = both(visible, may_see(field.seen_by, g, seat, keys))
    if not isinstance(field.seen_by, Sight):
        yield choose(allowed, 1, 0)
    if field.public is not None:
        yield choose(visible, _code(field.public(domain.read(cells, address))), 0)
    yield from _content(domain, cells, address, g, seat, keys, allowed)


def _content(
    domain: Domain, cells: Cells, address: Address, g: State, seat: Any, keys: tuple[Any, ...], visible: Any
) -> Iterator[Any]:
    if isinstance(domain, RecordDomain):
        yield from _record(domain, cells, address, g, seat, keys, visible)
    elif isinstance(domain, OptionalRecord):
        yield choose(visible, cells[address], 0)
        yield from _content(domain.inner, cells, address + 1, g, seat, keys, visible)
    elif isinstance(domain, OneOfDomain):
        yield choose(visible, cells[address], 0)
        for variant, offset in zip(domain.variants, domain.offsets, strict=True):
            yield from _content(variant, cells, address + offset, g, seat, keys, visible)
    elif isinstance(domain, SeqDomain):
        yield choose(visible, cells[address], 0)
        for index in range(domain.at_most):
            at = address + 1 + index * domain.element.width
            yield from _content(domain.element, cells, at, g, seat, keys, visible)
    elif isinstance(domain, MapDomain):
        for code, key in enumerate(domain.keys.members):
            at = address + code * domain.values.width
            yield from _content(domain.values, cells, at, g, seat, (*keys, key), visible)
    else:
        yield choose(visible, cells[address], 0)


def check_sight(domain: Domain, state: type[State], seats: type[Enum], under: tuple[type[Enum], ...] = ()) -> None:
    """Raise `ModelError` for a field whose `seen_by` cannot be decided; `under` are the maps that it lies in."""
    if isinstance(domain, MapDomain):
        check_sight(domain.values, state, seats, (*under, domain.keys.enumeration))
    elif isinstance(domain, RecordDomain):
        for name, field in domain.fields.items():
            below, inner = under, field.domain
            if isinstance(inner, UnusedDomain):
                inner = inner.inner
            while isinstance(inner, MapDomain):
                below, inner = (*below, inner.keys.enumeration), inner.values
            fault = _sight_fault(field.seen_by, state, seats, below)
            if fault:
                raise ModelError(f"{domain.record.__name__}.{name}: {fault}", *field.spec.at)
            check_sight(inner, state, seats, below)
    elif isinstance(domain, OptionalRecord):
        check_sight(domain.inner, state, seats, under)
    elif isinstance(domain, SeqDomain):
        check_sight(domain.element, state, seats, under)
    elif isinstance(domain, OneOfDomain):
        for variant in domain.variants:
            check_sight(variant, state, seats, under)


def _sight_fault(seen_by: SeenBy, state: type[State], seats: type[Enum], under: tuple[type[Enum], ...]) -> str:
    if seen_by is OWNER and seats not in under:
        return "seen_by=OWNER needs a Map from the seats above the field; or use held_by(...)"
    if isinstance(seen_by, HeldBy) and seen_by.field not in state.declared:
        return f"held_by({seen_by.field!r}) names no field of {state.__name__}; it has {', '.join(state.declared)}"
    if seen_by is ACTOR or not (isinstance(seen_by, Sight | HeldBy) or callable(seen_by)):
        return f"seen_by={seen_by!r} does not apply to a field"
    if callable(seen_by) and not isinstance(seen_by, HeldBy):
        wanted = _keys_taken(seen_by, len(under))
        if not 0 <= wanted <= len(under):
            keys = "".join(f", {enumeration.__name__.lower()}" for enumeration in under)
            return f"a rule for seen_by takes (g, seat{keys}) here"
    return ""


def _keys_taken(rule: Callable[..., Any], available: int) -> int:
    """How many map keys a rule takes after the state and the seat; all of them when it takes any number."""
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
        return truth(owners[-1] == seat)
    if isinstance(seen_by, HeldBy):
        return same(getattr(g, seen_by.field), seat)
    assert not isinstance(seen_by, Sight), "refused by check_sight"
    wanted = len(inspect.signature(seen_by).parameters) - 2
    told = seen_by(g, seat, *keys[:wanted])
    if not isinstance(told, bool | int | Term):
        name = getattr(seen_by, "__name__", "seen_by")
        raise ModelError(
            f"{name} returns {told!r}; a rule for seen_by returns a truth value: True or False", *place_of(seen_by)
        )
    return truth(told)


def _code(value: Any) -> Any:
    if isinstance(value, SetView):
        return value._mask
    if value is None:
        return 0
    if isinstance(value, Symbol):
        return value._among([_code(member) for member in value._domain.members])
    if isinstance(value, Enum):
        return list(type(value)).index(value) + 1
    return choose(value, 1, 0) if is_truth_value(value) else value
