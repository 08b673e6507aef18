"""What a rule does when it is run is what its decision tree says, on states from the whole domain."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feature_models import desk
from kanly.explorer.trace.evaluate import Evaluation, assignment
from kanly.explorer.trace.tracing import TracedModel, trace_knowledge, trace_model, trace_terms, trace_view
from kanly.explorer.trace.tree import Accept, Fail, Leaf, Reject
from kanly.model import Accepted, BoundAction, Fault, Instance, Rejected, Slots
from kanly.model.games.card_table import card_table
from kanly.model.games.two_phase_commit import two_phase_commit
from kanly.model.language.values.cells import TermCells
from strategies import states

INSTANCES = [
    desk.instance("default"),
    desk.instance("narrow"),
    desk.instance("bare"),
    card_table.instance(None, {"cards": 5, "seats": 3}),
    two_phase_commit.instance(None, {"managers": 4}),
]
traced_once = cache(trace_model)


@pytest.mark.parametrize("instance", INSTANCES, ids=lambda instance: instance.name)
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_the_tree_says_what_running_does(instance: Instance, data: st.DataObject) -> None:
    traced = traced_once(instance)
    slots = data.draw(states(instance))
    for position, action in enumerate(instance.actions):
        codes = tuple(data.draw(st.integers(0, parameter.domain.count - 1)) for parameter in action.parameters)
        values = assignment(traced.slots, slots) | assignment(traced.actions[position].parameters, codes)
        evaluation = Evaluation(values)
        leaf = evaluation.leaf(traced.actions[position].tree)
        _compare(instance, slots, action, codes, leaf, evaluation)


def _compare(
    instance: Instance, slots: Slots, action: BoundAction, codes: tuple[int, ...], leaf: Leaf, evaluation: Evaluation
) -> None:
    match instance.step(slots, action, codes):
        case Rejected(reason):
            assert leaf == Reject(reason)
        case Fault(kind=kind, line=line):
            assert isinstance(leaf, Fail)
            assert (leaf.fault.kind, leaf.fault.line) == (kind, line)
        case Accepted(slots=after, events=events):
            assert isinstance(leaf, Accept)
            told = [
                evaluation.value(leaf.updates[slot]) if slot in leaf.updates else old for slot, old in enumerate(slots)
            ]
            assert tuple(told) == after
            traced_events = [
                (event.event.__name__, tuple(map(evaluation.value, event.slots)), evaluation.value(event.recipients))
                for event in leaf.events
                if evaluation.value(event.condition)
            ]
            sent = [(event.event, event.slots, _mask(instance, event.seats)) for event in events]
            assert traced_events == sent


def _mask(instance: Instance, seats: tuple[str, ...]) -> int:
    return sum(1 << instance.seats.by_name[seat] for seat in seats)


@pytest.mark.parametrize("instance", INSTANCES, ids=lambda instance: instance.name)
@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_views_and_entitlements_agree(instance: Instance, data: st.DataObject) -> None:
    traced = traced_once(instance)
    slots = data.draw(states(instance))
    seat = data.draw(st.sampled_from(instance.seats.members))
    evaluation = Evaluation(assignment(traced.slots, slots))
    assert tuple(map(evaluation.value, trace_view(traced, seat))) == instance.view_slots(slots, seat)
    assert tuple(map(evaluation.value, trace_knowledge(traced, seat))) == instance.knowledge(slots, seat)


@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_canonical_form_is_the_same_in_terms(data: st.DataObject) -> None:
    instance = INSTANCES[0]
    traced: TracedModel = traced_once(instance)

    def canonical(state: object) -> list[object]:
        cells = TermCells(getattr(state, "_cells"))  # noqa: B009
        instance.layout.canonicalise(cells, 0, True)
        return list(cells)

    raw = tuple(data.draw(st.integers(0, slot.count - 1)) for slot in instance.slots)
    evaluation = Evaluation(assignment(traced.slots, raw))
    terms = trace_terms(traced, "canonical form", canonical)
    assert tuple(map(evaluation.value, terms)) == instance.canonical(raw)
