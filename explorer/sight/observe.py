"""What a seat is given, as terms: the actions it is offered, the arguments it learns, the events it is sent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...model import Event, Kind
from ...model.language.play.knowledge import may_learn
from ...model.language.terms.masks import bit
from ...model.language.terms.nodes import ONE, ZERO, Node, add, bit_and, bit_or, equal, ite
from ...model.language.terms.nodes import const as constant
from ...model.language.terms.rebuilding import Substitution
from ...model.language.values.sight import ACTOR, EVERYONE, NOBODY, SeenByArguments
from ..trace.ends import fold
from ..trace.offers import for_some, taken_by
from ..trace.tracing import TracedModel, named_arguments, trace_terms
from ..trace.tree import Accept, Leaf, TracedAction, TracedEvent, leaves

MOST_TURNS_OF_CHANCE = 4096
"""The most combinations of chance arguments that are spelled out."""


def by_chance(action: TracedAction) -> list[Node]:
    """The parameters that nature decides."""
    pairs = zip(action.parameters, action.action.parameters, strict=True)
    return [node for node, parameter in pairs if parameter.by_chance and node.op == "var"]


def offered(action: TracedAction, seat: int) -> tuple[Node, Node]:
    """Whether a choice of a seat is accepted as chance has it, and whether it is with some turn of chance."""
    here = taken_by(action, seat)
    return here, for_some(by_chance(action), here)


def learned(traced: TracedModel, action: TracedAction, seat: int) -> list[Node]:
    """The arguments of a step as a seat learns them: 0 for one it does not, 1 more than its code otherwise."""
    found: list[Node] = []
    for node, parameter in zip(action.parameters, action.action.parameters, strict=True):
        shown = _shown(traced, action, parameter.seen_by, seat)
        if not parameter.by_chance:
            shown = bit_or(shown, _acts(action, seat))
        found.append(ite(shown, add(node, ONE), ZERO))
    return found


def _acts(action: TracedAction, seat: int) -> Node:
    return equal(action.parameters[0], constant(seat)) if action.action.kind is Kind.SEAT else ZERO


def _shown(traced: TracedModel, action: TracedAction, seen_by: SeenByArguments, seat: int) -> Node:
    """Whether a seat learns what an action tells."""
    if seen_by is EVERYONE or seen_by is NOBODY:
        return ONE if seen_by is EVERYONE else ZERO
    if seen_by is ACTOR:
        return _acts(action, seat)
    member, arguments = traced.instance.viewers.members[seat], named_arguments(action)
    return trace_terms(traced, "seen_by", lambda g: [may_learn(seen_by, g, member, arguments)])[0]


@dataclass(frozen=True)
class RevealedTerms:
    """What a revelation tells a seat: whether it does, and what the seat may know afterwards of the field, or zeros."""

    shown: Node
    content: tuple[Node, ...]


def revealed(
    traced: TracedModel, action: TracedAction, seat: int, fields: Sequence[str], known: Sequence[Node]
) -> list[RevealedTerms]:
    """What each revelation of an action tells a seat; `known` is what it may know after the step, of those `fields`."""
    found: list[RevealedTerms] = []
    for each in action.action.reveals:
        shown = _shown(traced, action, each.to, seat)
        content = [node for field, node in zip(fields, known, strict=True) if each.covers(field)]
        found.append(RevealedTerms(shown, tuple(ite(shown, node, ZERO) for node in content)))
    return found


def after(traced: TracedModel, action: TracedAction) -> Substitution:
    """The slots after an accepted step in place of those before it."""
    touched = set[int]().union(*(leaf.updates for _, leaf in leaves(action.tree) if isinstance(leaf, Accept)))
    return Substitution(
        {
            traced.slots[slot]: _slot_after(action, slot, traced.slots[slot])
            for slot in touched
            if traced.slots[slot].op == "var"
        }
    )


def _slot_after(action: TracedAction, slot: int, before: Node) -> Node:
    return fold(action.tree, lambda leaf: leaf.updates.get(slot, before) if isinstance(leaf, Accept) else None)


def told(traced: TracedModel, action: TracedAction, seat: int) -> list[Node]:
    """The events that a seat is sent by an accepted step: each as its kind and content, zeros after the last one."""
    kinds = _kinds(action)
    width = 1 + max(
        (len(event.slots) for _, leaf in leaves(action.tree) if isinstance(leaf, Accept) for event in leaf.events),
        default=0,
    )
    most = max((len(leaf.events) for _, leaf in leaves(action.tree) if isinstance(leaf, Accept)), default=0)

    def of_leaf(leaf: Leaf, position: int) -> Node | None:
        if not isinstance(leaf, Accept):
            return None
        if id(leaf) not in known:
            known[id(leaf)] = _sequence(leaf.events, seat, kinds, width, most)
        return known[id(leaf)][position]

    known: dict[int, list[Node]] = {}
    return [fold(action.tree, lambda leaf, at=position: of_leaf(leaf, at)) for position in range(most * width)]


def _kinds(action: TracedAction) -> dict[type[Event], Node]:
    """A number above 0 for each class of events."""
    found = [event.event for _, leaf in leaves(action.tree) if isinstance(leaf, Accept) for event in leaf.events]
    return {kind: constant(number) for number, kind in enumerate(dict.fromkeys(found), 1)}


def _sequence(
    events: Sequence[TracedEvent], seat: int, kinds: Mapping[type[Event], Node], width: int, most: int
) -> list[Node]:
    """The events that are sent to the seat, moved together so that those which are not leave no gap."""
    sequence = [ZERO] * (most * width)
    for event in reversed(events):
        sent = bit_and(event.condition, _is_among(event.recipients, seat))
        entry = [kinds[event.event], *event.slots, *[ZERO] * (width - 1 - len(event.slots))]
        longer = [*entry, *sequence[: len(sequence) - width]]
        sequence = [ite(sent, new, old) for new, old in zip(longer, sequence, strict=True)]
    return sequence


def _is_among(recipients: Node, seat: int) -> Node:
    """Whether a seat is one of the recipients; of those that are named one by one, as equalities."""
    named = ZERO
    while recipients.op == "insert":
        recipients, member = recipients.children
        named = bit_or(equal(member, constant(seat)), named)
    return bit_or(bit(recipients, constant(seat)), named)
