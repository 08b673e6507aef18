"""What is told: the events of a class that a step must send, what they say, to whom and how often."""

# Who is told, and how an event lies in slots, is asked of the instance behind a state.
# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ...model import EVERYONE, Event
from ...model.language.play.rules import Emitted, both, choose, implies, truth
from ...model.language.terms.unknown import tracer
from ...model.language.values.cells import Cells, TermCells

StepFunction = Callable[[Any, Any, Any], Any]
"""Of (before, step, after)."""


Among = Callable[[Any], Any]
"""Of which events of a class something is said; of all of them for None."""


def is_told(
    event: type[Event], due: StepFunction, when: StepFunction | None, among: Among | None = None
) -> StepFunction:
    """The premise of what is told: an event of the class is due or is sent."""

    def premise(before: Any, step: Any, after: Any) -> Any:
        if when is not None and not when(before, step, after):
            return False
        return due(before, step, after) is not None or bool(step.emitted(event, among or _any))

    return premise


def _any(_: Any) -> bool:
    return True


def telling(
    event: type[Event], due: StepFunction, to: StepFunction | None, times: int, among: Among | None = None
) -> StepFunction:
    """The condition on a step that it sends the event which is due, and no other one of those that are meant.

    Its parts: how often it is sent; for each field, that it says what it must; and who is told.
    """

    def condition(before: Any, step: Any, after: Any) -> Iterator[tuple[str, Any]]:
        expected = due(before, step, after)
        sent = [_meant(entry, among or _any) for entry in step.sent(event)]
        number = sum((choose(entry.condition, 1, 0) for entry in sent), 0)
        if expected is None:
            yield "nothing is told", truth(number == 0)
            return
        if not isinstance(expected, event):
            raise TypeError(f"{expected!r} is to be told; it must be a {event.__name__}, or None")
        yield "told once" if times == 1 else f"told {times} times", truth(number == times)
        instance = before._instance
        domain = instance.resolver.record(event)
        kind = Cells if tracer() is None else TermCells
        right = domain.encoded(expected, kind)
        contents = [(entry.condition, domain.encoded(entry.event, kind)) for entry in sent]
        for name, field in domain.fields.items():
            places = range(field.offset, field.offset + field.domain.width)
            told = (implies(condition, _agree(content, right, places)) for condition, content in contents)
            yield f"{name} is told truly", _all(told)
        seats = instance.recipients(EVERYONE if to is None else to(before, step, after))
        yield "told to whom it must be", _all(implies(each.condition, truth(each.recipients == seats)) for each in sent)

    return condition


def _meant(entry: Emitted, among: Among) -> Emitted:
    """An event that counts as sent only if it is one of those that are meant."""
    return entry._replace(condition=both(entry.condition, lambda: among(entry.event)))


def _agree(one: Cells, other: Cells, places: range) -> Any:
    return _all(truth(one[place] == other[place]) for place in places)


def _all(truths: Iterator[Any]) -> Any:
    result: Any = True
    for each in truths:
        result = both(result, each)
    return result
