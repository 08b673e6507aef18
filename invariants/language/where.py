"""Where a declaration is made: in the scenarios that play certain actions, use certain fields, know certain members."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from ...model import Fields, Instance
from ...model.language.play.declared import DeclaredModel


@dataclass(frozen=True)
class Where:
    """A condition on scenarios, combined by `&`, `|` and `~`: `playing(ride) & ~using(Table.flight)`."""

    includes: Callable[[Instance], bool]
    """Whether a scenario, with its parameters fixed, is one of them."""
    mistakes: Callable[[DeclaredModel], list[str]]
    """What the condition names and a model does not have, in words."""

    def __and__(self, other: Where) -> Where:
        return Where(lambda instance: self.includes(instance) and other.includes(instance), self._mistakes_with(other))

    def __or__(self, other: Where) -> Where:
        return Where(lambda instance: self.includes(instance) or other.includes(instance), self._mistakes_with(other))

    def __invert__(self) -> Where:
        return Where(lambda instance: not self.includes(instance), self.mistakes)

    def _mistakes_with(self, other: Where) -> Callable[[DeclaredModel], list[str]]:
        return lambda model: [*self.mistakes(model), *other.mistakes(model)]


def playing(*rules: Callable[..., Any]) -> Where:
    """Where all of these actions are played."""

    def includes(instance: Instance) -> bool:
        return {action.action.original for action in instance.actions}.issuperset(rules)

    def mistakes(model: DeclaredModel) -> list[str]:
        known = {action.original for action in model.actions.values()}
        return [f"{rule.__name__} is no action of {model.name}" for rule in rules if rule not in known]

    return Where(includes, mistakes)


def playing_any(*rules: Callable[..., Any]) -> Where:
    """Where at least one of these actions is played."""
    each = [playing(rule) for rule in rules]
    return Where(
        lambda instance: any(where.includes(instance) for where in each),
        lambda model: [mistake for where in each for mistake in where.mistakes(model)],
    )


def using(*parts: object) -> Where:
    """Where all of these fields, and all fields of these groups, are used. Raises `ModelError` for anything else."""
    asked = Fields(*parts)

    def mistakes(model: DeclaredModel) -> list[str]:
        return [f"{name} is no field of {model.state.__name__}" for name in asked.strangers(model.state)]

    return Where(lambda instance: asked.names.isdisjoint(instance.scenario.unused), mistakes)


def knowing(*members: Enum) -> Where:
    """Where all of these members are in scope."""
    return Where(
        lambda instance: all(member in instance.resolver.members(type(member)).members for member in members),
        lambda model: [],
    )


def set_up_by(*setups: Callable[..., Any]) -> Where:
    """In the scenarios with these set-ups: for a witness, which says what one of them is there to show."""

    def mistakes(model: DeclaredModel) -> list[str]:
        known = {scenario.setup for scenario in model.scenarios.values()}
        return [f"{setup.__name__} sets up no scenario of {model.name}" for setup in setups if setup not in known]

    return Where(lambda instance: instance.scenario.setup in setups, mistakes)
