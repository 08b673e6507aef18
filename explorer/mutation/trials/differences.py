"""Where two readings of an action take different steps, as one term over the state and the arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce

from ....model import Event
from ....model.language.terms.nodes import ONE, ZERO, Node, bit_and, bit_or, bit_xor, equal, ite
from ...trace.tracing import TracedModel
from ...trace.tree import Accept, Fail, Leaf, TracedAction, TracedEvent, condition_of, leaves, slot_after
from .scenario import Shown

Pick = Callable[[TracedEvent], Node]


def differing(traced: TracedModel, one: TracedAction, other: TracedAction) -> Node:
    """1 where one is possible, fails, leads or tells otherwise than the other; reasons of rejections do not count."""
    found = [_unlike(one, other, lambda leaf: _is(leaf, Accept)), _unlike(one, other, lambda leaf: _is(leaf, Fail))]
    for slot in sorted(_written(one) | _written(other)):
        before = traced.slots[slot]
        found.append(_different(slot_after(one.tree, slot, before), slot_after(other.tree, slot, before)))
    found.extend(_told_otherwise(one, other))
    return reduce(bit_or, found, ZERO)


def shown_otherwise(one: Shown, other: Shown) -> Node:
    """1 in states where a seat is shown, or may know, something else."""
    return reduce(bit_or, map(_unequal, one.terms, other.terms), ZERO)


def learned_otherwise(action: TracedAction, one: Shown, other: Shown) -> Node:
    """1 in steps of an action of which a seat learns something else."""
    differs = _unequal(one.learned[action.action.name], other.learned[action.action.name])
    return bit_and(condition_of(action.tree, lambda leaf: _is(leaf, Accept)), differs)


def _unequal(these: Sequence[Node], those: Sequence[Node]) -> Node:
    if len(these) != len(those):
        return ONE
    return reduce(bit_or, map(_different, these, those), ZERO)


def _is(leaf: Leaf, kind: type[Leaf]) -> Node:
    return ONE if isinstance(leaf, kind) else ZERO


def _unlike(one: TracedAction, other: TracedAction, wanted: Callable[[Leaf], Node]) -> Node:
    return bit_xor(condition_of(one.tree, wanted), condition_of(other.tree, wanted))


def _different(one: Node, other: Node) -> Node:
    return bit_xor(equal(one, other), ONE)


def _accepting(action: TracedAction) -> Iterator[Accept]:
    return (leaf for _, leaf in leaves(action.tree) if isinstance(leaf, Accept))


def _written(action: TracedAction) -> set[int]:
    return {slot for leaf in _accepting(action) for slot in leaf.updates}


def _told_otherwise(one: TracedAction, other: TracedAction) -> Iterator[Node]:
    """Event by event in their order: whether it happens, what it says, and to whom."""
    events = [leaf.events for action in (one, other) for leaf in _accepting(action)]
    for place in range(max(map(len, events), default=0)):
        kinds = {told[place].event: len(told[place].slots) for told in events if len(told) > place}
        for kind, width in kinds.items():
            picks: list[Pick] = [lambda told: ONE, lambda told: told.recipients]
            picks += map(_content_at, range(width))
            for pick in picks:
                yield _different(_of_event(one, place, kind, pick), _of_event(other, place, kind, pick))


def _content_at(slot: int) -> Pick:
    return lambda told: told.slots[slot]


def _of_event(action: TracedAction, place: int, kind: type[Event], pick: Pick) -> Node:
    """What is picked of the event at a place of each path, 0 where it is of another kind or does not happen."""

    def of_leaf(leaf: Leaf) -> Node:
        if not isinstance(leaf, Accept) or len(leaf.events) <= place or leaf.events[place].event is not kind:
            return ZERO
        told = leaf.events[place]
        return ite(told.condition, pick(told), ZERO)

    return condition_of(action.tree, of_leaf)
