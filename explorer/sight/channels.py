"""The channels by which a seat is given something, as terms, and what of them has to be compared.

What follows from what the seat may know by its form needs no comparison: it is the same wherever the knowledge is.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ...model import Kind
from ...model.language.terms.nodes import Node
from ..trace.tracing import TracedModel, trace_knowledge, trace_undefined, trace_view
from ..trace.tree import TracedAction
from .comparison import Observer
from .determined import follows
from .observe import MOST_TURNS_OF_CHANCE, by_chance, learned, offered, told


@dataclass(frozen=True)
class EventTerms:
    """The events of an action, for one seat: the arguments that it learns of a step, and what it is told."""

    action: TracedAction
    learned: tuple[Node, ...]
    told: tuple[Node, ...]


@dataclass(frozen=True)
class SeatTerms:
    """What a seat may know, and what of its view, its offers and its events does not follow from that by its form.

    `undefined` is 1 where the view or the knowledge cannot be told; the other terms say nothing there.
    """

    observer: Observer
    known: tuple[Node, ...]
    undefined: Node
    shown: tuple[Node, ...]
    offers: tuple[TracedAction, ...]
    events: tuple[EventTerms, ...]

    @property
    def compares(self) -> bool:
        """Whether anything has to be compared."""
        return bool(self.shown or self.offers or self.events)


def terms_of_seat(traced: TracedModel, code: int) -> SeatTerms:
    """The terms of the seat with that code. Raises `ModelError` for a view or a rule that cannot be read."""
    observer = Observer(traced.instance, code)
    known = trace_knowledge(traced, observer.member)
    events = [
        EventTerms(action, tuple(learned(traced, action, code)), tuple(told(traced, action, code)))
        for action in traced.actions
    ]
    return SeatTerms(
        observer=observer,
        known=tuple(known),
        undefined=trace_undefined(traced, observer.member),
        shown=tuple(node for node in trace_view(traced, observer.member) if not follows(node, known)),
        offers=tuple(action for action in traced.actions if not _offers_follow(action, code, known)),
        events=tuple(each for each in events if not all(follows(node, [*known, *each.learned]) for node in each.told)),
    )


def chosen(action: TracedAction) -> list[Node]:
    """The parameters that the actor chooses."""
    pairs = zip(action.parameters, action.action.parameters, strict=True)
    return [node for node, parameter in pairs if not parameter.by_chance]


def _offers_follow(action: TracedAction, code: int, known: Sequence[Node]) -> bool:
    """Whether it follows from the knowledge which choices of the action the seat is offered."""
    if action.action.kind is not Kind.SEAT:
        return True
    if math.prod(node.hi + 1 for node in by_chance(action)) > MOST_TURNS_OF_CHANCE:
        return False
    _, possible = offered(action, code)
    return follows(possible, [*known, *chosen(action)])
