"""The channels by which a seat is given something, as terms, and what of them has to be compared.

What follows from what the seat may know by its form needs no comparison: it is the same wherever the knowledge is.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ...model import Kind
from ...model.language.terms.nodes import Node
from ..findings.leaks import Channel
from ..trace.tracing import TracedModel, fields_known, trace_knowledge, trace_undefined, trace_view
from ..trace.tree import TracedAction
from .comparison import Observer
from .determined import follows, not_following
from .observe import MOST_TURNS_OF_CHANCE, after, by_chance, learned, offered, revealed, told


@dataclass(frozen=True)
class StepTerms:
    """What the steps of an action give one seat by a channel, and what they disclose from which that has to follow.

    It may follow from what the seat knows before the step as well; of events, from what it knows after it.
    """

    channel: Channel
    action: TracedAction
    disclosed: tuple[Node, ...]
    given: tuple[Node, ...]


@dataclass(frozen=True)
class RevelationTerms:
    """A revelation to one seat, by its number among those of its action: it happens where `steps` are not the same."""

    number: int
    steps: StepTerms


@dataclass(frozen=True)
class SeatTerms:
    """What a viewer may know, and what of that which it is given does not follow by its form from what it has to.

    `undefined` is 1 where the view or the knowledge cannot be told; the other terms say nothing there.
    """

    observer: Observer
    known: tuple[Node, ...]
    undefined: Node
    shown: tuple[Node, ...]
    offers: tuple[TracedAction, ...]
    view: tuple[Node, ...]
    """All that the seat is shown, and what the view withholds on purpose."""
    unshown: tuple[Node, ...]
    """What of that which the seat may know does not follow from `view` by its form."""
    steps: tuple[StepTerms, ...]
    revelations: tuple[RevelationTerms, ...]

    @property
    def compares(self) -> bool:
        """Whether anything has to be compared."""
        return bool(self.unshown or self.compares_alike)

    @property
    def compares_alike(self) -> bool:
        """Whether anything has to be compared among states of which the seat may know the same."""
        return bool(self.shown or self.offers or self.steps or self.revelations)


def terms_of_seat(traced: TracedModel, code: int) -> SeatTerms:
    """The terms of the seat with that code. Raises `ModelError` for a view or a rule that cannot be read."""
    observer = Observer(traced.instance, code)
    known = trace_knowledge(traced, observer.member)
    fields = fields_known(traced, observer.member)
    view = trace_view(traced, observer.member)
    base, unshown = terms_of_view(traced, observer, view, fields, known)
    read = [terms_of_steps(traced, action, code, fields, known) for action in traced.actions]
    acting = traced.actions if observer.is_seat else ()
    return SeatTerms(
        observer=observer,
        known=tuple(known),
        undefined=trace_undefined(traced, observer.member),
        shown=tuple(node for node in view if not follows(node, known)),
        offers=tuple(action for action in acting if not _offers_follow(action, code, known)),
        view=base,
        unshown=unshown,
        steps=tuple(steps for found, _ in read for steps in found),
        revelations=tuple(revelation for _, found in read for revelation in found),
    )


def terms_of_view(
    traced: TracedModel, observer: Observer, view: Sequence[Node], fields: Sequence[str], known: Sequence[Node]
) -> tuple[tuple[Node, ...], tuple[Node, ...]]:
    """What is shown or withheld on purpose, and what of that which is `known`, of `fields`, does not follow from it."""
    if not observer.has_view:
        return (), ()
    excepted = traced.instance.withheld_from(observer.member)
    pairs = zip(fields, known, strict=True)
    withheld = [node for field, node in pairs if any(each.covers(field) for each in excepted)]
    base = (*view, *withheld)
    return base, tuple(not_following(known, base))


def terms_of_steps(
    traced: TracedModel, action: TracedAction, code: int, fields: Sequence[str], known: Sequence[Node]
) -> tuple[list[StepTerms], list[RevelationTerms]]:
    """What has to be compared of the steps of an action, and of its revelations; `known` are those of `fields`."""
    shown, sent = tuple(learned(traced, action, code)), tuple(told(traced, action, code))
    step = after(traced, action)
    afterwards = [step(node) for node in known]
    disclosed, revelations = (*shown, *sent), list[RevelationTerms]()
    found = [StepTerms(Channel.EVENTS, action, shown, sent)] if not_following(sent, [*known, *shown]) else []
    for number, each in enumerate(revealed(traced, action, code, fields, afterwards)):
        if not_following(each.content, [*known, *shown, *sent, each.shown]):
            steps = StepTerms(Channel.LEARNING, action, (*shown, *sent, each.shown), each.content)
            revelations.append(RevelationTerms(number, steps))
        disclosed = (*disclosed, each.shown, *each.content)
    if new := not_following(afterwards, [*known, *disclosed]):
        found.append(StepTerms(Channel.LEARNING, action, disclosed, tuple(new)))
    return found, revelations


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
