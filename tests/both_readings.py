"""Steps of small models from any state of the domain: run, and checked to be what the decision tree tells of them."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from kanly.explorer.trace.evaluate import Evaluation, assignment
from kanly.explorer.trace.tracing import trace_model
from kanly.explorer.trace.tree import Accept, Fail, Leaf, Reject
from kanly.model import Accepted, Fault, Instance, Rejected, Slots
from kanly.model.language.play.instance import Codes

Outcome: TypeAlias = Accepted | Rejected | Fault


def every_state(instance: Instance) -> list[Slots]:
    """Every canonical state of the domain, reachable or not."""
    raw = itertools.product(*(range(slot.count) for slot in instance.slots))
    return list(dict.fromkeys(map(instance.canonical, raw)))


def every_step(
    instance: Instance, states: Iterable[Slots] | None = None
) -> Iterator[tuple[str, Slots, Codes, Outcome]]:
    """What each action with any arguments does in the states (all of the domain), after both readings agreed on it."""
    traced = trace_model(instance)
    for slots in every_state(instance) if states is None else states:
        before = assignment(traced.slots, slots)
        for action, read in zip(instance.actions, traced.actions, strict=True):
            for codes in action.instances():
                outcome = instance.step(slots, action, codes)
                evaluation = Evaluation(before | assignment(read.parameters, codes))
                told = _told(evaluation.leaf(read.tree), evaluation, slots)
                done = _done(instance, outcome)
                assert told == done, f"{told}, not {done}: {action.describe(codes)} in {instance.describe(slots)}"
                yield action.name, slots, codes, outcome


def _told(leaf: Leaf, evaluation: Evaluation, slots: Slots) -> object:
    if isinstance(leaf, Reject):
        return leaf.reason
    if isinstance(leaf, Fail):
        return leaf.fault.kind, leaf.fault.line
    assert isinstance(leaf, Accept)
    value = evaluation.value
    after = tuple(value(leaf.updates[slot]) if slot in leaf.updates else old for slot, old in enumerate(slots))
    sent = [event for event in leaf.events if value(event.condition)]
    return after, [(each.event.__name__, tuple(map(value, each.slots)), value(each.recipients)) for each in sent]


def _done(instance: Instance, outcome: Outcome) -> object:
    if isinstance(outcome, Rejected):
        return outcome.reason
    if isinstance(outcome, Fault):
        return outcome.kind, outcome.line
    assert instance.canonical(outcome.slots) == outcome.slots
    codes = instance.seats.by_name
    sent = [(each.event, each.slots, sum(1 << codes[seat] for seat in each.seats)) for each in outcome.events]
    return outcome.slots, sent
