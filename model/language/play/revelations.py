"""Revelations: what an action tells seats beyond its arguments and its events, to whom, and why."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, cast

from ..base.errors import ModelError
from ..base.source import place_of
from ..classes.records import State
from ..values.domain import Domain
from ..values.sight import EVERYONE, SeenByArguments


@dataclass(frozen=True)
class Reveals:
    """After the action the seats in `to` know what they may know of a field, whether it follows or not.

    `what` is a field of the state, or one inside it: "hand", "flight.card"; `to` says who learns it, as `seen_by` of an
    argument does; `because` says why. Written as `@rules.action(reveals=Reveals("hand", to=ACTOR, because="..."))`.
    It is given in all scenarios that play the action and use the field, or in those of them that `scenarios` names.
    """

    what: str
    to: SeenByArguments = EVERYONE
    because: str = ""
    scenarios: Collection[str] = ()

    def covers(self, field: str) -> bool:
        """Whether it speaks of a field, given by dotted names without the keys of maps."""
        return field == self.what or field.startswith(f"{self.what}.")

    def is_given_in(self, scenario: str, unused: Collection[str]) -> bool:
        """Whether it is given in a scenario that plays its action, and leaves these fields unused."""
        is_named = not self.scenarios or scenario in self.scenarios
        return is_named and self.what.partition(".")[0] not in unused


def revelations_of(reveals: object, rule: Any, state: type[State]) -> tuple[Reveals, ...]:
    """What is declared of an action under `reveals`. Raises `ModelError` with the place of the action."""
    is_one = isinstance(reveals, Reveals | str) or not isinstance(reveals, Iterable)
    given: list[object] = [reveals] if is_one else list(cast("Iterable[object]", reveals))
    where, found = place_of(rule), list[Reveals]()
    for each in given:
        if not isinstance(each, Reveals):
            told = f'reveals={each!r}; it takes Reveals("field", to=..., because="..."), or several in a list'
            raise ModelError(f"{rule.__name__}: {told}", *where)
        if fault := _fault(each, state):
            raise ModelError(f"{rule.__name__}: {fault}", *where)
        if any((each.what, each.to) == (other.what, other.to) for other in found):
            raise ModelError(f"{rule.__name__} reveals {each.what} to the same seats twice; once is enough", *where)
        found.append(each)
    return tuple(found)


def _fault(given: Reveals, state: type[State]) -> str:
    first = str(given.what).partition(".")[0]
    if first not in state.declared:
        return f"it reveals {given.what!r}, which is no field of {state.__name__}; it has {', '.join(state.declared)}"
    if not str(given.because or "").strip():
        return f'it reveals {given.what} without a reason; say why with because="..."'
    return ""


def check_revelations(revelations: Iterable[Reveals], layout: Domain, scenarios: Collection[str], rule: Any) -> None:
    """Raise `ModelError` for a revelation of what is no field inside the one that it begins with, or in no scenario."""
    known = set(_fields(layout, "")) if revelations else set[str]()
    for each in revelations:
        if strangers := [name for name in each.scenarios if name not in scenarios]:
            told = f"there is {', '.join(scenarios)}"
            raise ModelError(f"{rule.__name__} reveals {each.what} in {strangers[0]}; {told}", *place_of(rule))
        if each.what not in known:
            inside, _, last = each.what.rpartition(".")
            beside = [name.rpartition(".")[2] for name in known if name.rpartition(".")[0] == inside]
            told = f"it has {', '.join(sorted(beside))}" if beside else "nothing is inside it"
            raise ModelError(
                f"{rule.__name__}: it reveals {each.what}, but {inside} has no field {last}; {told}", *place_of(rule)
            )


def _fields(domain: Domain, name: str) -> Iterator[str]:
    """Every field below a value, by dotted names without the keys of maps."""
    for part in domain.parts():
        inner = name if part.field is None else f"{name}.{part.field[0].rpartition('.')[2]}".removeprefix(".")
        if part.field is not None:
            yield inner
        yield from _fields(part.domain, inner)
