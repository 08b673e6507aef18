"""What the solver is told of a rule is what the rule does when it is run, on states from the whole domain."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feature_models import desk
from kanly.explorer.prove.formulas.encode import Encoder, number_of, numeral, z3
from kanly.explorer.prove.formulas.states import canonical_terms
from kanly.explorer.prove.formulas.transition import transition
from kanly.explorer.trace.evaluate import Evaluation, assignment
from kanly.explorer.trace.tracing import trace_model, trace_view
from kanly.explorer.trace.tree import Accept, Path, leaves
from kanly.model import Accepted, Fault, Instance
from kanly.model.games.card_table import card_table
from kanly.model.games.two_phase_commit import two_phase_commit
from kanly.model.language.terms.nodes import Node, const
from kanly.model.language.terms.rebuilding import Substitution
from strategies import states

INSTANCES = [
    desk.instance("default"),
    desk.instance("narrow"),
    card_table.instance(None, {"cards": 5, "seats": 3}),
    two_phase_commit.instance(),
]
traced_once = cache(trace_model)


def encoder_for(values: dict[Node, int]) -> Encoder:
    return Encoder({node: numeral(node, value) for node, value in values.items()})


def number(encoder: Encoder, node: Node) -> int:
    return number_of(z3.simplify(encoder.value(node)), node)


def is_on(encoder: Encoder, path: Path) -> bool:
    return all(number(encoder, condition) == int(value) for condition, value in path)


@pytest.mark.parametrize("instance", INSTANCES, ids=lambda instance: instance.name)
@given(data=st.data())
@settings(max_examples=15, deadline=None)
def test_the_path_that_holds_says_what_running_does(instance: Instance, data: st.DataObject) -> None:
    traced = traced_once(instance)
    slots = data.draw(states(instance))
    for action in traced.actions:
        codes = tuple(data.draw(st.integers(0, each.domain.count - 1)) for each in action.action.parameters)
        encoder = encoder_for(assignment(traced.slots, slots) | assignment(action.parameters, codes))
        (leaf,) = [leaf for path, leaf in leaves(action.tree) if is_on(encoder, path)]
        outcome = instance.step(slots, action.action, codes)
        assert isinstance(leaf, Accept) == isinstance(outcome, Accepted)
        if isinstance(leaf, Accept) and isinstance(outcome, Accepted):
            updated = {slot: number(encoder, node) for slot, node in leaf.updates.items()}
            assert outcome.slots == tuple(updated.get(slot, code) for slot, code in enumerate(slots))


@pytest.mark.parametrize("instance", INSTANCES, ids=lambda instance: instance.name)
@given(data=st.data())
@settings(max_examples=15, deadline=None)
def test_the_joined_step_says_what_running_does(instance: Instance, data: st.DataObject) -> None:
    step = transition(traced_once(instance))
    slots = data.draw(states(instance))
    number_of_action = data.draw(st.integers(0, len(instance.actions) - 1))
    values = assignment(step.traced.slots, slots) | {
        node: data.draw(st.integers(node.lo, node.hi)) for node in step.variables if node.op == "var"
    }
    if step.choice.op == "var":
        values[step.choice] = number_of_action
    move = step.move(values)
    outcome = instance.step(slots, move.action, move.codes)
    evaluation = Evaluation(values)
    assert evaluation.value(step.accepted) == int(isinstance(outcome, Accepted))
    assert evaluation.value(step.failed) == int(isinstance(outcome, Fault))
    if isinstance(outcome, Accepted):
        assert tuple(map(evaluation.value, step.after)) == outcome.slots


@pytest.mark.parametrize("instance", INSTANCES, ids=lambda instance: instance.name)
@given(data=st.data())
@settings(max_examples=30, deadline=None)
def test_canonical_states_are_the_ones_that_satisfy_the_form(instance: Instance, data: st.DataObject) -> None:
    slots = tuple(data.draw(st.integers(0, info.count - 1)) for info in instance.slots)
    evaluation = Evaluation(assignment(traced_once(instance).slots, slots))
    terms = canonical_terms(traced_once(instance))
    assert all(map(evaluation.value, terms)) == (instance.canonical(slots) == slots)


@pytest.mark.parametrize("instance", INSTANCES, ids=lambda instance: instance.name)
@given(data=st.data())
@settings(max_examples=30, deadline=None)
def test_a_substitution_is_worth_what_the_term_is_worth(instance: Instance, data: st.DataObject) -> None:
    traced = traced_once(instance)
    slots = data.draw(states(instance))
    values = assignment(traced.slots, slots)
    fixed = data.draw(st.sets(st.sampled_from(list(values))))
    step = Substitution({node: const(values[node]) for node in fixed})
    evaluation = Evaluation(values)
    for term in [*trace_view(traced, instance.seats.members[0]), *canonical_terms(traced)]:
        assert evaluation.value(step(term)) == evaluation.value(term)
