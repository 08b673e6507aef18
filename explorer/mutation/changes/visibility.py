"""Changes of who may see: a field is seen by everybody or by nobody, or nothing of it is public.

Who learns the arguments of actions is not changed: nothing else that is declared speaks of it. Nor do fewer see a field
where nobody is shown anything: a model without views is not held to show what may be known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from ....model import EVERYONE, NOBODY, Event, Instance
from ....model.language.classes.records import Record, View
from .edits import Operator


@dataclass(frozen=True)
class Visibility:
    """One change of who may see something."""

    name: str
    """The field: `Table.hand`."""
    at: tuple[str, int]
    operator: Operator
    before: str
    after: str
    make: Callable[[], None]


def visibility_of(instances: Sequence[Instance]) -> Iterator[Visibility]:
    """All changes of who may see the fields of states."""
    is_shown = bool(instances[0].model.views)
    records = {each: None for instance in instances for each in instance.resolver.classes() if _is_of_states(each)}
    for record in records:
        for name, spec in record.declared.items():
            if name in vars(record):
                found = _of_field(f"{record.__qualname__}.{name}", spec)
                yield from (each for each in found if is_shown or each.operator is Operator.SEEN_BY_MORE)


def _is_of_states(each: type[Any]) -> bool:
    return issubclass(each, Record) and not issubclass(each, View | Event)


def _of_field(name: str, spec: Any) -> Iterator[Visibility]:
    for operator, after in _others(spec.seen_by):
        make = partial(_set, [spec], "sight", after)
        yield Visibility(name, spec.at, operator, f"seen_by={_told(spec.seen_by)}", _seen(after), make)
    if spec.public is not None:
        make = partial(_set, [spec], "public", None)
        yield Visibility(name, spec.at, Operator.SEEN_BY_FEWER, f"public={_told(spec.public)}", "", make)


def _others(seen_by: Any) -> Iterator[tuple[Operator, Any]]:
    if seen_by is not EVERYONE:
        yield Operator.SEEN_BY_MORE, EVERYONE
    if seen_by is not NOBODY:
        yield Operator.SEEN_BY_FEWER, NOBODY


def _seen(by: Any) -> str:
    return f"seen_by={_told(by)}"


def _told(value: Any) -> str:
    """How something is named where it is declared."""
    named = getattr(value, "name", None) or getattr(value, "__name__", None)
    return str(named or repr(value))


def _set(owners: Sequence[Any], name: str, value: Any) -> None:
    """Change what is declared, which never changes otherwise."""
    for owner in owners:
        object.__setattr__(owner, name, value)
