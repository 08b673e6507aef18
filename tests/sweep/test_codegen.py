"""Machine code does what terms, decision trees and rules say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from feature_models import desk
from kanly.explorer.sweep.code.generation import CompiledModel, compile_model
from kanly.explorer.sweep.native.cache import Cache
from kanly.explorer.trace.evaluate import Evaluation, assignment, stepped
from kanly.explorer.trace.tracing import TracedModel, slot_variable, trace_model
from kanly.explorer.trace.tree import Accept, Branch, Fail, Reject, TracedAction, Tree
from kanly.model import Accepted, Fault, Fields, Instance, Int, Model, State
from kanly.model.games.card_table import card_table
from kanly.model.games.two_phase_commit import two_phase_commit
from kanly.model.language.terms.nodes import (
    ONE,
    ZERO,
    Node,
    TermError,
    bit_xor,
    const,
    equal,
    is_truth,
    ite,
    less,
    sub,
    variable,
)
from kanly.model.language.terms.rebuilding import BUILDERS
from tiny import Seat, tiny

NOWHERE = Cache(None)
SETTINGS = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])

Slots = tuple[int, ...]


class Numbers(State):
    flag: int = Int(0, 1)
    small: int = Int(0, 6)
    place: int = Int(0, 59)
    large: int = Int(0, 1000)
    mask: int = Int(0, 2**16 - 1)
    result: int = Int(0, 2**61)


numbers = Model("numbers", Numbers, seats=Seat)


@numbers.automatic
def turn(g: Numbers, way: int = Int(0, 4), side: int = Int(0, 1), far: int = Int(0, 65)) -> None:
    """Stands for the trees of the tests."""


@numbers.scenario("default")
def begin(g: Numbers) -> None:
    """All is zero."""


INSTANCE = numbers.instance()
SLOTS = tuple(slot_variable(index, info.count) for index, info in enumerate(INSTANCE.slots))
RESULT = len(SLOTS) - 1
FLAG, SMALL, PLACE, LARGE, MASK = SLOTS[:RESULT]
ACTION = INSTANCE.actions[0]
WAY, SIDE, FAR = PARAMETERS = tuple(
    variable(f"turn.{parameter.name}", 0, parameter.domain.count - 1) for parameter in ACTION.parameters
)
VARIABLES = (*SLOTS[:RESULT], *PARAMETERS)
FAULT = Fail(Fault("KeyError", "no", "here.py", 1))
LEAVES = (Reject("no"), FAULT)


def host(tree: Tree) -> TracedModel:
    """A model whose only action has that decision tree."""
    return TracedModel(INSTANCE, SLOTS, (TracedAction(ACTION, PARAMETERS, tree, 1),))


def compiled(
    tree: Tree, *, observations: Sequence[Node] = (), steps: Sequence[Node] = (), settled: Node = ZERO
) -> CompiledModel:
    """Nothing is a constant of the layout. `steps`: observed of every step."""

    def seen(action: TracedAction, leaf: Accept) -> Sequence[Node]:
        return steps

    first = [(0,) * len(SLOTS), (1,) * len(SLOTS)]
    return compile_model(host(tree), observations, seen, settled=settled, initial=first, cache=NOWHERE)


def expected(tree: Tree, slots: Slots) -> list[tuple[int, Slots]]:
    """The successors as the evaluator tells them."""
    found: list[tuple[int, Slots]] = []
    for codes in ACTION.instances():
        after = stepped(host(tree).actions[0], SLOTS, slots, codes)
        if isinstance(after, tuple):
            found.append((0, after))
        elif isinstance(after, Fail):
            found.append((1 << 16, slots))
    return found


STATES = st.tuples(*(st.integers(0, variable.hi) for variable in SLOTS[:RESULT]), st.just(0))


def makes_sense(operator: str, arguments: list[Node]) -> bool:
    """Whether the arguments are such that no context has to guard the operation."""
    if operator == "ite":
        return is_truth(arguments[0])
    if operator in ("bit", "insert", "erase"):
        return arguments[0].lo >= 0 and arguments[1].lo >= 0 and arguments[1].hi < 60
    if operator in ("shl", "shr"):
        return arguments[1].lo >= 0 and arguments[1].hi < 60
    return operator not in ("div", "mod") or arguments[1].constant is not None


ARITIES: Mapping[str, int] = dict.fromkeys(BUILDERS, 2) | {"pop": 1, "ite": 3}


@st.composite
def terms(draw: st.DrawFn, variables: tuple[Node, ...] = VARIABLES, most: int = 12) -> list[Node]:
    """Terms built of each other, the variables, and constants."""
    pool = [*variables, *map(const, draw(st.lists(st.integers(-3, 70), min_size=1, max_size=4)))]
    for _ in range(draw(st.integers(1, most))):
        operator = draw(st.sampled_from(sorted(BUILDERS)))
        arguments = [draw(st.sampled_from(pool)) for _ in range(ARITIES[operator])]
        if makes_sense(operator, arguments):
            try:
                pool.append(BUILDERS[operator](*arguments))
            except (TermError, ZeroDivisionError):
                continue
    return pool


@st.composite
def trees(draw: st.DrawFn, depth: int = 4) -> Tree:
    """Decision trees over the slots and the parameters."""
    pool = draw(terms())
    truths = [node for node in pool if is_truth(node) and node.constant is None]
    values = [node for node in pool if node.lo >= 0 and node.hi <= SMALL.hi]
    truths += [equal(WAY, SMALL), less(WAY, SMALL), equal(SIDE, FLAG), BUILDERS["bit"](MASK, WAY), equal(FAR, LARGE)]
    truths += [less(WAY, const(3)), SIDE, bit_xor(SIDE, ONE), less(const(40), FAR)]

    def grown(left: int) -> Tree:
        if left == 0 or draw(st.integers(0, 4)) == 0:
            if draw(st.booleans()):
                return draw(st.sampled_from(LEAVES))
            return Accept({1: draw(st.sampled_from(values)), 0: draw(st.sampled_from([*truths, ZERO, ONE]))})
        return Branch(draw(st.sampled_from(truths)), grown(left - 1), grown(left - 1))

    return grown(depth)


@given(pool=terms(), state=STATES, data=st.data())
@SETTINGS
def test_every_term_is_worth_what_the_evaluator_says(pool: list[Node], state: Slots, data: st.DataObject) -> None:
    codes = tuple(data.draw(st.integers(0, parameter.hi)) for parameter in PARAMETERS)
    wanted = [node for node in pool if node.hi - node.lo <= 2**61][-6:]
    evaluation = Evaluation(assignment(SLOTS, state) | assignment(PARAMETERS, codes))
    tree: Tree = Reject("not these arguments")
    for position, node in enumerate(wanted):
        leaf: Tree = Accept({RESULT: sub(node, const(node.lo))})
        for parameter, code in zip(PARAMETERS, codes, strict=True):
            leaf = Branch(equal(parameter, const(code)), leaf, Reject("not these arguments"))
        tree = Branch(equal(LARGE, const(position)), leaf, tree)
    machine = compiled(tree)
    for position, node in enumerate(wanted):
        here = (*state[:3], position, *state[4:])
        evaluation = Evaluation(assignment(SLOTS, here) | assignment(PARAMETERS, codes))
        after = (*here[:RESULT], evaluation.value(node) - node.lo)
        assert machine.successors(here) == [(0, after)]


@pytest.mark.slow
@given(tree=trees(), state=STATES)
@SETTINGS
def test_every_tree_gives_the_steps_that_the_evaluator_does(tree: Tree, state: Slots) -> None:
    machine = compiled(tree)
    steps = expected(tree, state)
    assert machine.successors(state) == steps
    assert len(steps) <= machine.max_successors


@pytest.mark.slow
@given(pool=terms(variables=SLOTS[:RESULT]), state=STATES)
@SETTINGS
def test_observations_are_a_bit_each(pool: list[Node], state: Slots) -> None:
    truths = [node for node in pool if is_truth(node)]
    evaluation = Evaluation(assignment(SLOTS, state))
    told = sum(evaluation.value(node) << bit for bit, node in enumerate(truths))
    assert compiled(Reject("never"), observations=truths).observed(state) == told


@pytest.mark.slow
@given(tree=trees(), state=STATES, data=st.data())
@SETTINGS
def test_observations_of_steps_are_in_the_label(tree: Tree, state: Slots, data: st.DataObject) -> None:
    bits = data.draw(st.lists(st.sampled_from([equal(WAY, SMALL), FLAG, less(FAR, PLACE), ONE, ZERO]), max_size=15))
    machine = compiled(tree, steps=bits)
    labels: list[int] = []
    for codes in ACTION.instances():
        evaluation = Evaluation(assignment(SLOTS, state) | assignment(PARAMETERS, codes))
        leaf = evaluation.leaf(tree)
        if isinstance(leaf, Accept):
            labels.append(sum(evaluation.value(truth) << 17 + bit for bit, truth in enumerate(bits)))
        elif leaf is FAULT:
            labels.append(1 << 16)
    assert [label for label, _ in machine.successors(state)] == labels


def test_values_the_path_narrows_do_not_spill() -> None:
    """The interval of an update may be wider than its slot: the path tells that it fits."""
    tree = Branch(less(LARGE, const(7)), Accept({1: LARGE}), FAULT)
    machine = compiled(tree)
    assert {after for _, after in machine.successors((1, 2, 3, 6, 5, 0))} == {(1, 6, 3, 6, 5, 0)}
    assert {label for label, _ in machine.successors((1, 2, 3, 7, 5, 0))} == {1 << 16}


def test_negative_indices_that_are_guarded_away_do_no_harm() -> None:
    before = sub(SMALL, ONE)
    known = BUILDERS["bit"](MASK, before)
    tree = Branch(equal(SMALL, ZERO), Reject("none"), Branch(known, Accept({0: ONE}), FAULT))
    machine = compiled(tree)
    assert machine.successors((0, 0, 0, 0, 65535, 0)) == []
    assert {label for label, _ in machine.successors((0, 1, 0, 0, 1, 0))} == {0}
    assert {label for label, _ in machine.successors((0, 1, 0, 0, 2, 0))} == {1 << 16}


@pytest.mark.parametrize("small", range(7))
@pytest.mark.parametrize(
    "guard",
    [
        equal(WAY, SMALL),
        equal(WAY, BUILDERS["add"](SMALL, const(-2))),
        equal(FAR, BUILDERS["mul"](SMALL, const(15))),
        bit_xor(equal(WAY, const(2)), ONE),
        less(const(1), WAY),
        BUILDERS["bit"](MASK, WAY),
        less(const(63), FAR),
        SIDE,
    ],
    ids=repr,
)
def test_guards_that_narrow_a_loop(guard: Node, small: int) -> None:
    tree = Branch(guard, Accept({0: BUILDERS["bit"](MASK, BUILDERS["mod"](FAR, const(16))), 1: WAY}), Reject(""))
    state = (1, small, 0, 5, 0b1011_0110, 0)
    assert compiled(tree).successors(state) == expected(tree, state)


def test_a_known_argument_costs_no_loop() -> None:
    tree = Branch(equal(WAY, SMALL), Branch(bit_xor(SIDE, ONE), Accept({0: ONE}), Reject("")), Reject(""))
    assert compiled(tree).max_successors == FAR.hi + 1


def test_a_state_that_is_settled_without_steps_is_no_deadlock() -> None:
    tree = Branch(FLAG, Accept({0: ZERO}), Reject(""))
    machine = compiled(tree, settled=equal(SMALL, const(3)))
    assert machine.machine.actions == 2
    assert machine.successors((0, 2, 0, 0, 0, 0)) == []
    assert machine.successors((0, 3, 0, 0, 0, 0)) == [(1, (0, 3, 0, 0, 0, 0))]
    assert {label for label, _ in machine.successors((1, 3, 0, 0, 0, 0))} == {0}


def test_more_observations_than_bits_are_refused() -> None:
    with pytest.raises(ValueError, match="at most 64"):
        compiled(Reject(""), observations=[FLAG] * 65)
    with pytest.raises(ValueError, match="at most 47"):
        compiled(Accept({}), steps=[FLAG] * 48)


def test_all_bits_of_a_label_are_told_apart() -> None:
    truths = [ONE if bit % 3 == 0 or bit == 46 else ZERO for bit in range(47)]
    expected = sum(1 << 17 + bit for bit, truth in enumerate(truths) if truth is ONE)
    assert expected.bit_length() == 64
    assert {label for label, _ in compiled(Accept({}), steps=truths).successors((0,) * 6)} == {expected}


INSTANCES = [
    desk.instance("default"),
    desk.instance("narrow"),
    card_table.instance(None, {"cards": 5, "seats": 3}),
    two_phase_commit.instance(None, {"managers": 4}),
]


class Bare(State):
    count: int = Int(0, 3)
    idle: int = Int(0, 3)


def test_a_slot_of_one_value_may_be_written_with_what_the_interval_does_not_show_to_be_that_value() -> None:
    instance = tiny(Bare, lambda g: None, uses=Fields(Bare.count))
    count, idle = (slot_variable(index, info.count) for index, info in enumerate(instance.slots))
    tree = Accept({0: const(1), 1: ite(less(count, const(2)), idle, count)})
    traced = TracedModel(instance, (count, idle), (TracedAction(instance.actions[0], (), tree, 1),))
    machine = compile_model(traced, initial=[(0, 0), (1, 0)], cache=NOWHERE)
    assert machine.successors((0, 0)) == [(0, (1, 0))]


@cache
def compiled_once(instance: Instance) -> CompiledModel:
    return compile_model(trace_model(instance), cache=NOWHERE)


@pytest.mark.parametrize("instance", INSTANCES, ids=lambda instance: instance.name)
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_models_step_as_when_they_are_run(instance: Instance, data: st.DataObject) -> None:
    machine = compiled_once(instance)
    drawn = [data.draw(st.integers(0, info.count - 1)) for info in instance.slots]
    for slot, value in machine.packing.constants.items():
        drawn[slot] = value
    slots = instance.canonical(tuple(drawn))
    assert machine.packing.unpack(machine.packing.pack(slots)) == slots
    run = [
        (action.index, outcome.slots) if isinstance(outcome, Accepted) else (action.index | 1 << 16, slots)
        for action, _, outcome in instance.successors(slots)
    ]
    assert machine.successors(slots) == run
