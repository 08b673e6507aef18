"""What a step property is told: the action that was taken between two states, its arguments and its events."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...model import Event, Instance, Slots, either
from ...model.language.play.instance import BoundAction, Codes
from ...model.language.play.rules import Emitted, recording, truth
from ...model.language.values.cells import Cells


class Step:
    """What happened between two states: the action, its arguments and its events."""

    def __init__(self, action: BoundAction, arguments: Sequence[Any], events: Sequence[Emitted]) -> None:
        self.action = action
        self.arguments = {parameter.name: value for parameter, value in zip(action.parameters, arguments, strict=True)}
        self.events = events

    def took(self, *rules: Callable[..., Any]) -> bool:
        """Whether the action is one of these rules."""
        return self.action.action.original in rules

    def __getitem__(self, name: str) -> Any:
        """An argument of the action. Raises `KeyError` when the action has no such parameter."""
        return self.arguments[name]

    def sent(self, event: type[Event]) -> list[Emitted]:
        """The events of a class that the step may have reported."""
        return [entry for entry in self.events if isinstance(entry.event, event)]

    def emitted(self, event: type[Event], matching: Callable[[Any], Any] = lambda _: True) -> Any:
        """Whether an event of that class (for which `matching` holds) was reported; does not fork."""
        result: Any = False
        for entry in self.sent(event):
            result = either(result, truth(entry.condition) & truth(matching(entry.event)))
        return result


class _Heard:
    """Keeps the events of a step for step properties."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self.events: list[Emitted] = []

    def record(self, event: Event, to: object) -> None:
        self.events.append(Emitted(True, event, self.instance.recipients(to)))


def replayed(
    instance: Instance, slots: Slots, action: BoundAction, codes: Codes, after: Slots
) -> tuple[Any, Step, Any]:
    """The (before, step, after) of a step that was taken, for step properties."""
    heard = _Heard(instance)
    restore = recording(heard)
    try:
        action.rule(instance.bind(Cells(slots)), *action.arguments(codes))
    finally:
        restore()
    return instance.state(slots), Step(action, action.arguments(codes), heard.events), instance.state(after)
