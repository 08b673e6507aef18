"""What is told on purpose and what is not: revelations of actions, and what a view withholds, each with its reason."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar, cast

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
    It has to happen in each scenario that plays the action and uses the field, or in those of them that `scenarios`
    names.
    """

    verb: ClassVar = "reveals"
    spelled: ClassVar = 'Reveals("field", to=..., because="...")'

    what: str
    to: SeenByArguments = EVERYONE
    because: str = ""
    scenarios: Collection[str] = ()

    def is_again(self, other: Reveals) -> bool:
        """Whether it says the same as another one."""
        return (self.what, self.to) == (other.what, other.to)

    def covers(self, field: str) -> bool:
        """Whether it speaks of a field, given by dotted names without the keys of maps."""
        return _covers(self.what, field)

    def happens_in(self, scenario: str) -> bool:
        """Whether it has to happen in a scenario."""
        return not self.scenarios or scenario in self.scenarios


@dataclass(frozen=True)
class Withholds:
    """A view does not show a field, or one inside of it, to those who may know it; `because` says why.

    Written as `@rules.view(withholds=Withholds("draws", because="..."))`. Something has to be left out in each scenario
    in which somebody may know of the field, or in those of them that `scenarios` names.
    """

    verb: ClassVar = "withholds"
    spelled: ClassVar = 'Withholds("field", because="...")'

    what: str
    because: str = ""
    scenarios: Collection[str] = ()

    def is_again(self, other: Withholds) -> bool:
        """Whether it says the same as another one."""
        return self.what == other.what

    def covers(self, field: str) -> bool:
        """Whether it speaks of a field, given by dotted names without the keys of maps."""
        return _covers(self.what, field)

    def happens_in(self, scenario: str) -> bool:
        """Whether something has to be left out in a scenario."""
        return not self.scenarios or scenario in self.scenarios


def _covers(what: str, field: str) -> bool:
    return field == what or field.startswith(f"{what}.")


T = TypeVar("T", Reveals, Withholds)


def parsed(given: object, kind: type[T], rule: Any, state: type[State]) -> tuple[T, ...]:
    """What is declared of an action, or of a view, as one of that kind or several. Raises `ModelError`."""
    is_one = isinstance(given, kind | str) or not isinstance(given, Iterable)
    listed: list[object] = [given] if is_one else list(cast("Iterable[object]", given))
    where, found = place_of(rule), list[T]()
    for each in listed:
        if not isinstance(each, kind):
            told = f"{kind.verb}={each!r}; it takes {kind.spelled}, or several in a list"
            raise ModelError(f"{rule.__name__}: {told}", *where)
        if fault := _fault(each, state):
            raise ModelError(f"{rule.__name__}: {fault}", *where)
        if any(each.is_again(other) for other in found):
            raise ModelError(f"{rule.__name__} {kind.verb} {each.what} twice; once is enough", *where)
        found.append(each)
    return tuple(found)


def _fault(given: Reveals | Withholds, state: type[State]) -> str:
    first = str(given.what).partition(".")[0]
    if first not in state.declared:
        known = ", ".join(state.declared)
        return f"it {given.verb} {given.what!r}, which is no field of {state.__name__}; it has {known}"
    if not str(given.because or "").strip():
        return f'it {given.verb} {given.what} without a reason; say why with because="..."'
    return ""


def check_fields(declared: Iterable[Reveals | Withholds], layout: Domain, rule: Any) -> None:
    """Raise `ModelError` for one that speaks of what is no field inside the one that it begins with."""
    known = set(_fields(layout, "")) if declared else set[str]()
    for each in declared:
        if each.what not in known:
            inside, _, last = each.what.rpartition(".")
            beside = [name.rpartition(".")[2] for name in known if name.rpartition(".")[0] == inside]
            told = f"it has {', '.join(sorted(beside))}" if beside else "nothing is inside it"
            fault = f"it {each.verb} {each.what}, but {inside} has no field {last}; {told}"
            raise ModelError(f"{rule.__name__}: {fault}", *place_of(rule))


def check_scenarios(declared: Iterable[Reveals | Withholds], scenarios: Collection[str], rule: Any) -> None:
    """Raise `ModelError` for one that speaks of a scenario that there is not."""
    for each in declared:
        if strangers := [name for name in each.scenarios if name not in scenarios]:
            told = f"there is {', '.join(scenarios)}"
            raise ModelError(f"{rule.__name__} {each.verb} {each.what} in {strangers[0]}; {told}", *place_of(rule))


def _fields(domain: Domain, name: str) -> Iterator[str]:
    """Every field below a value, by dotted names without the keys of maps."""
    for part in domain.parts():
        inner = name if part.field is None else f"{name}.{part.field[0].rpartition('.')[2]}".removeprefix(".")
        if part.field is not None:
            yield inner
        yield from _fields(part.domain, inner)
