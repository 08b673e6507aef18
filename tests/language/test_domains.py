"""Conformance of domains: whatever kind of field it is, all readings, saves, traces, sights and joins agree on it."""

from __future__ import annotations

import itertools
import json
import random
from typing import Any

import pytest

from domain_faults import faults_of, told_apart
from field_kinds import KINDS, HeadingDomain, Kind, model_of
from kanly.explorer.findings.status import Status
from kanly.explorer.findings.traces import Move, Trace
from kanly.explorer.prove.proofs.induction import Induction
from kanly.explorer.report.itf import from_itf, to_itf
from kanly.explorer.search.breadth_first import explore
from kanly.explorer.search.recorded import Recorded
from kanly.explorer.sweep.answers.exploring import explore as sweep
from kanly.explorer.trace.evaluate import Evaluation, assignment
from kanly.explorer.trace.tracing import trace_knowledge, trace_model, trace_view
from kanly.explorer.trace.tree import Accept
from kanly.model import Accepted, Instance, ModelError, SaveError, Slots
from kanly.model.language.base.strict_json import Json
from kanly.model.language.values.cells import Cells
from kanly.model.language.values.domain import Domain
from kanly.model.language.values.one_slot import ScalarDomain
from tiny import Seat

every_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
STRANGE: tuple[Any, ...] = (None, True, -99, 99, 0.5, "?", "ACE", [], ["?"], [[], []], ["ACE", "ACE"], {}, {"?": 1})
"""JSON data of every shape; some of it is a value of some kind of field."""


def sample(instance: Instance, count: int = 25) -> list[Slots]:
    """States from the whole domain, reached or not, always the same ones."""
    pick = random.Random(5)
    raw = (tuple(pick.randrange(slot.count) for slot in instance.slots) for _ in range(count))
    return [instance.canonical(slots) for slots in raw]


def with_value(instance: Instance, slots: Slots, name: str, value: object) -> Slots:
    """A state with another value in one field."""
    cells, field = Cells(slots), instance.layout.fields[name]
    field.domain.write(cells, field.offset, value)
    return tuple(map(int, cells))


def dumped(instance: Instance) -> list[Json]:
    """What a save holds for each value that one field can have."""
    field = instance.layout.fields["one"]
    codes = itertools.product(*map(range, field.domain.counts))
    canonical = set[Slots]()
    for content in codes:
        cells = Cells(content)
        field.domain.canonicalise(cells, 0, True)
        canonical.add(tuple(map(int, cells)))
    return [field.domain.dump(Cells(content), 0) for content in canonical]


@every_kind
def test_a_rule_does_what_its_tree_says(kind: Kind) -> None:
    instance = model_of(kind)
    traced = trace_model(instance)
    for slots in sample(instance):
        for action, read in zip(instance.actions, traced.actions, strict=True):
            for codes in action.instances():
                evaluation = Evaluation(assignment(traced.slots, slots) | assignment(read.parameters, codes))
                leaf, outcome = evaluation.leaf(read.tree), instance.step(slots, action, codes)
                assert isinstance(leaf, Accept) == isinstance(outcome, Accepted)
                if isinstance(leaf, Accept) and isinstance(outcome, Accepted):
                    told = {slot: evaluation.value(node) for slot, node in leaf.updates.items()}
                    assert tuple(told.get(slot, old) for slot, old in enumerate(slots)) == outcome.slots


@every_kind
def test_views_are_read_as_they_are_run(kind: Kind) -> None:
    instance = model_of(kind)
    traced = trace_model(instance)
    nodes = {seat: trace_view(traced, seat) for seat in instance.seats.members}
    for slots in sample(instance):
        evaluation = Evaluation(assignment(traced.slots, slots))
        for seat, terms in nodes.items():
            assert tuple(map(evaluation.value, terms)) == instance.view_slots(slots, seat)


@every_kind
def test_the_sweep_finds_what_running_finds(kind: Kind) -> None:
    instance = model_of(kind)
    run, swept = explore(instance), sweep(instance)
    assert run.check("joined").status is swept.check("joined").status is Status.HOLDS
    assert (run.states, run.transitions) == (swept.states, swept.transitions)
    assert run.states >= len(kind.values)


@every_kind
def test_what_is_joined_is_proved(kind: Kind) -> None:
    result = Induction(trace_model(model_of(kind))).run(("joined",))
    assert result.status_of("joined") is Status.HOLDS


@every_kind
def test_saves_come_back(kind: Kind) -> None:
    instance = model_of(kind)
    start = instance.initial_states()[0]
    states = [with_value(instance, start, "one", value) for value in kind.values]
    assert len(set(states)) == len(kind.values)
    for slots in (*states, *sample(instance)):
        assert instance.from_json(instance.to_json(slots)) == slots
        assert instance.canonical(slots) == slots


@every_kind
@pytest.mark.parametrize("data", STRANGE, ids=repr)
def test_a_save_is_refused_or_has_one_meaning(kind: Kind, data: Any) -> None:
    instance = model_of(kind)
    save = json.loads(instance.to_json(instance.initial_states()[0])) | {"one": data}
    if json.dumps(data) in {json.dumps(value) for value in dumped(instance)}:
        slots = instance.from_json(json.dumps(save))
        assert json.loads(instance.to_json(slots)) == save
        assert instance.canonical(slots) == slots
    else:
        with pytest.raises(SaveError) as refused:
            instance.from_json(json.dumps(save))
        assert refused.value.path.startswith("$.one")


@every_kind
def test_traces_come_back(kind: Kind) -> None:
    instance = model_of(kind)
    action = instance.actions[0]
    start = instance.initial_states()[0]
    states = [with_value(instance, start, "one", value) for value in kind.values]
    trace = Trace(start, tuple((Move(action, (at,)), slots) for at, slots in enumerate(states)))
    recording = from_itf(to_itf(instance, trace))
    assert recording.play.start(instance).slots == start
    told = recording.play.expected(instance)
    assert [each.slots for each in told if isinstance(each, Recorded)] == states


@every_kind
def test_a_seat_tells_two_states_apart_exactly_where_it_may_see_the_difference(kind: Kind) -> None:
    instance = model_of(kind)
    traced = trace_model(instance)
    read = {seat: trace_knowledge(traced, seat) for seat in Seat}
    start = with_value(instance, instance.initial_states()[0], "holder", Seat.ANN)
    for field, sees in (("one", set(Seat)), ("hidden", {Seat.ANN})):
        for seat in Seat:
            states = [with_value(instance, start, field, value) for value in kind.values]
            told = {instance.knowledge(slots, seat) for slots in states}
            assert len(told) == (len(states) if seat in sees else 1), (field, seat)
            for slots in states:
                evaluation = Evaluation(assignment(traced.slots, slots))
                assert tuple(map(evaluation.value, read[seat])) == instance.knowledge(slots, seat)


@every_kind
def test_a_domain_does_what_every_domain_has_to(kind: Kind) -> None:
    assert faults_of(model_of(kind).layout.fields["one"].domain, kind) == []


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.alike], ids=lambda kind: kind.name)
def test_a_seat_is_told_nothing_of_what_lies_hidden_inside(kind: Kind) -> None:
    assert told_apart(model_of(kind), kind) == set()


def test_a_domain_that_leaves_something_unsaid_is_none() -> None:
    asked = sorted(Domain.__abstractmethods__)
    assert {"is_optional", "parts", "to_itf", "from_itf", "show", "dump", "load", "canonicalise"} <= set(asked)
    for name in asked:
        told: dict[str, object] = dict.fromkeys(set(asked) - {name}, True)
        with pytest.raises(TypeError, match=name):
            type("Unsaid", (Domain,), told)()


def test_a_scalar_that_does_not_say_how_a_trace_spells_it_raises() -> None:
    with pytest.raises(ModelError, match="override to_itf and from_itf"):
        ScalarDomain.to_itf(HeadingDomain(), {"degrees": 90})
