"""The actions that a seat is offered in a state, by running the rules."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from ...model import Accepted, BoundAction, Instance, Kind, Slots
from ...model.language.play.instance import Codes


def choices(action: BoundAction, seat: int) -> Iterator[Codes]:
    """The ways in which a seat may choose to take an action: its arguments without those decided by chance."""
    rest = [parameter for parameter in action.parameters[1:] if not parameter.by_chance]
    for codes in itertools.product(*(range(parameter.domain.count) for parameter in rest)):
        yield (seat, *codes)


def with_chance(action: BoundAction, choice: Codes) -> Iterator[Codes]:
    """All complete arguments that a choice may turn into."""
    chosen = iter(choice)
    options = [
        range(parameter.domain.count) if parameter.by_chance else (next(chosen),) for parameter in action.parameters
    ]
    return itertools.product(*options)


def is_offered(instance: Instance, slots: Slots, action: BoundAction, choice: Codes) -> bool:
    """Whether a choice is possible: whether some turn of chance makes it acceptable."""
    return any(isinstance(instance.step(slots, action, codes), Accepted) for codes in with_chance(action, choice))


def spelled_choice(choice: Codes, action: BoundAction) -> str:
    """A choice as a person writes it."""
    named = [parameter for parameter in action.parameters if not parameter.by_chance]
    given = [f"{each.name}={each.domain.told(code)}" for each, code in zip(named, choice, strict=True)]
    return f"{action.name}({', '.join(given)})"


def offered(instance: Instance, slots: Slots, seat: int) -> frozenset[str]:
    """The choices that a seat is offered."""
    return frozenset(
        spelled_choice(choice, action)
        for action in instance.actions
        if action.kind is Kind.SEAT
        for choice in choices(action, seat)
        if is_offered(instance, slots, action, choice)
    )
