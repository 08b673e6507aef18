"""What a model declares, as data: all that running it in a scenario needs to know."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from types import SimpleNamespace
from typing import Any

from ..base.errors import ModelError
from ..base.source import is_subclass, place_of
from ..classes.records import State
from ..classes.resolver import ScopeResolver
from .actions import Action
from .policies import RANDOM, Policy, at_random
from .scenarios import Scenario
from .viewers import ViewRule


@dataclass(eq=False)
class DeclaredModel:
    """A state class, who sits at the table, actions, a view, scenarios, and what must hold."""

    name: str
    state: type[State]
    seats: type[Enum]
    title: str = ""
    clauses: Mapping[str, str] = field(default_factory=dict[str, str])
    actions: dict[str, Action] = field(default_factory=dict[str, Action])
    scenarios: dict[str, Scenario] = field(default_factory=dict[str, Scenario])
    views: dict[str, ViewRule] = field(default_factory=dict[str, ViewRule])
    panel_rule: Callable[..., object] | None = None
    """Makes a text for people of what somebody is shown."""
    policies: dict[str, Policy] = field(default_factory=lambda: {RANDOM: at_random})
    """How a seat may be played, by name."""
    onlookers: type[Enum] | Sequence[type[Enum]] = ()
    """Who looks on without a seat: spectators, a public page. They may know what everybody may."""
    checks: list[Any] = field(default_factory=list[Any])
    """What must hold, as `kanly.invariants` declares it; a variant shares it with its original."""

    @property
    def looking_on(self) -> tuple[type[Enum], ...]:
        """The enumerations of onlookers."""
        given: Any = self.onlookers
        return (given,) if is_subclass(given, Enum) else tuple(given)

    def with_parameter(self, name: str) -> list[str]:
        """The names of the scenarios that have a parameter of the model."""
        return [each.name for each in self.scenarios.values() if name not in each.unused]

    def parsed_parameters(self, given: Mapping[str, object], scenario: Scenario) -> dict[str, Any]:
        """The value of every parameter of a scenario: as given, else as the scenario fixes it, else the default."""
        declared = self.state.parameters
        own = [name for name in declared if name not in scenario.unused]
        for name in given:
            if name in declared and name not in own:
                which = " or ".join(self.with_parameter(name)) or "no scenario"
                raise ModelError(f"{self.name}:{scenario.name} has no parameter {name}; {which} has it")
            if name not in own:
                raise ModelError(f"{self.name} has no parameter {name}; it has {', '.join(own) or 'none'}")
        values = {name: declared[name].default for name in own}
        return {
            name: declared[name].parsed(name, value) for name, value in {**values, **scenario.fixed, **given}.items()
        }

    def resolver(self, scenario: Scenario, parameters: Mapping[str, Any]) -> ScopeResolver:
        """The scope of a scenario. Raises `ModelError` for members that the enumeration does not have."""
        asked = scenario.scope(SimpleNamespace(**parameters)) if callable(scenario.scope) else scenario.scope
        scope: dict[type[Enum], tuple[Enum, ...]] = {}
        enumeration: type[Enum]
        for enumeration, members in asked.items():
            wanted = list(members)
            if strangers := [member for member in wanted if not isinstance(member, enumeration)]:
                raise ModelError(
                    f"scenario {scenario.name}: {strangers[0]!r} is no member of {enumeration.__name__}",
                    *place_of(scenario.setup),
                )
            scope[enumeration] = tuple(member for member in enumeration if member in wanted)
        for name, spec in self.state.parameters.items():
            if spec.members_of is not None and name in parameters:
                available = scope.get(spec.members_of, tuple(spec.members_of))
                if parameters[name] > len(available):
                    told = f"{len(available)} members of {spec.members_of.__name__} in scope"
                    message = f"scenario {scenario.name} has {told}; {name} = {parameters[name]} is too many"
                    raise ModelError(message, *place_of(scenario.setup))
                scope[spec.members_of] = available[: parameters[name]]
        numbers = [(spec, parameters[name]) for name, spec in self.state.parameters.items() if name in parameters]
        return ScopeResolver(scope, self.state, scenario.unused, numbers)
