"""Rules that cannot be read are refused, with the place and the remedy."""

import random
from collections.abc import Callable
from enum import Enum
from typing import Any

import pytest

from kanly.explorer.findings.status import Status
from kanly.explorer.search.breadth_first import explore
from kanly.explorer.sweep.answers.exploring import explore as sweep
from kanly.explorer.trace.tracing import trace_action, trace_model
from kanly.explorer.trace.tree import Accept, Fail, Reject, leaves
from kanly.model import (
    Int,
    Model,
    ModelError,
    Record,
    Set,
    State,
    count,
    forall,
    implies,
    lookup,
    merged,
    require,
    scope,
)


class Seat(Enum):
    NORTH = 0
    SOUTH = 1


class Light(Enum):
    RED = 0
    GREEN = 1


class Road(State):
    light: Light
    cars: int = Int(0, 9)
    waiting: set[Seat] = Set(Seat)


class Note(Record):
    level: int = Int(0, 3)


class Crossing(Road):
    leaving: set[Seat] = Set(Seat)
    note: Note


def model_with(rule: object, state: type[Road] = Road) -> Model:
    model = Model("road", state, seats=Seat)
    model.automatic(rule)  # type: ignore[type-var]

    @model.scenario("default")
    def setup(g: Road) -> None:
        g.cars = 1

    return model


def crossing_with(rule: object) -> Model:
    return model_with(rule, Crossing)


def refused(rule: object) -> str:
    with pytest.raises(ModelError) as caught:
        trace_model(model_with(rule).instance())
    assert caught.value.file == __file__
    assert caught.value.line
    return str(caught.value)


def test_identity_is_refused() -> None:
    def rule(g: Road) -> None:
        light = Light.RED
        require(g.light is light, "not red")

    assert "write ==" in refused(rule)


def test_identity_in_a_helper_is_refused() -> None:
    assert "write ==" in refused(calls_helper)


def compares_by_identity(g: Road) -> bool:
    return (g.cars > 3) is not True


def calls_helper(g: Road) -> None:
    require(compares_by_identity(g), "green")


def test_none_may_be_compared_by_identity() -> None:
    def rule(g: Road) -> None:
        require(g.light is not None, "never")  # pyright: ignore[reportUnnecessaryComparison]

    trace_model(model_with(rule).instance())


def test_randomness_is_refused() -> None:
    def rule(g: Road) -> None:
        g.cars = random.randint(0, 9)

    assert "Chance" in refused(rule)


memory: list[int] = []


def test_memory_outside_of_the_state_is_noticed() -> None:
    def rule(g: Road) -> None:
        asked = memory
        asked.append(1)
        if g.cars == len(memory):
            g.cars = 1

    assert "not a pure function" in refused(rule)


def test_memory_outside_of_the_state_that_ends_a_rule_early_is_noticed() -> None:
    def rule(g: Road) -> None:
        asked = memory
        asked.append(1)
        if len(memory) % 2 and (g.cars < 5 or g.light == Light.RED):
            g.cars = 1

    memory.clear()
    assert "came to an end" in refused(rule)


def test_a_loop_without_end_is_refused() -> None:
    def rule(g: Road) -> None:
        while g.cars < 20:
            require(g.light == Light.RED, "green")

    assert "bound its loops" in refused(rule)


def test_division_by_a_state_value_is_followed_value_by_value() -> None:
    def rule(g: Road) -> None:
        g.cars = 9 // g.cars

    ends = [leaf for _, leaf in leaves(trace_model(model_with(rule).instance()).actions[0].tree)]
    assert [end.fault.kind for end in ends if isinstance(end, Fail)] == ["ZeroDivisionError"]
    assert sum(isinstance(end, Accept) for end in ends) == 9


def test_negative_results_are_exact_and_out_of_domain_is_a_finding() -> None:
    def rule(g: Road) -> None:
        g.cars = g.cars - 5 + 2

    instance = model_with(rule).instance()
    traced = trace_model(instance).actions[0]
    ends = [leaf for _, leaf in leaves(traced.tree)]
    assert [type(end) for end in ends] == [Fail, Accept] or [type(end) for end in ends] == [Accept, Fail]
    fail = next(end for end in ends if isinstance(end, Fail))
    assert fail.fault.kind == "out of domain"
    assert "Road.cars" in fail.fault.message


def test_branches_of_a_merged_helper_do_not_multiply() -> None:
    @merged
    def bump(g: Road, seat: Seat) -> None:
        if seat in g.waiting:
            g.cars = (g.cars + 1) % 10

    def rule(g: Road) -> None:
        for seat in scope(g, Seat):
            bump(g, seat)
        if g.light == Light.RED:
            g.waiting.clear()

    instance = model_with(rule).instance()
    assert trace_action(instance, instance.actions[0], trace_model(instance).slots).paths == 2


def test_a_guard_in_a_merged_helper_rejects_the_action() -> None:
    @merged
    def check(g: Road) -> None:
        require(g.cars > 3, "too few cars")

    def rule(g: Road) -> None:
        check(g)
        g.cars = 0

    traced = trace_model(model_with(rule).instance()).actions[0]
    assert Reject("too few cars") in [leaf for _, leaf in leaves(traced.tree)]


def test_a_merged_helper_may_not_change_what_is_not_state() -> None:
    def rule(g: Road) -> None:
        mine = g.waiting.copy()

        @merged
        def sneak() -> None:
            mine.add(Seat.NORTH)

        sneak()
        g.waiting = mine

    assert "not part of the state" in refused(rule)


def test_combinators_do_not_fork() -> None:
    def rule(g: Road) -> None:
        require(forall(scope(g, Seat), lambda seat: seat in g.waiting or g.cars > 2), "somebody is missing")
        g.cars = count(scope(g, Seat), lambda seat: seat in g.waiting and g.light == Light.RED)

    assert trace_model(model_with(rule).instance()).actions[0].paths == 2


def test_known_facts_prune() -> None:
    def rule(g: Road) -> None:
        require(g.cars > 4, "few")
        if g.cars < 3:
            g.light = Light.GREEN
        if g.cars == 4 or not g.cars:
            g.light = Light.RED

    assert trace_model(model_with(rule).instance()).actions[0].paths == 2


def test_what_a_path_rules_out_is_not_read() -> None:
    def rule(g: Road) -> None:
        require(g.cars > 4, "few")
        require(implies(g.cars < 3, lambda: g.waiting.isdisjoint((Seat.NORTH,))), "never")

    assert trace_model(model_with(rule).instance()).actions[0].paths == 2


NEXT_LIGHT = {Light.RED: 1}


def test_a_table_that_lists_not_every_key_fails_only_where_it_is_asked_for_others() -> None:
    def rule(g: Road) -> None:
        require(g.cars > 2 or g.light == Light.RED, "nothing to look up")
        if g.light == Light.RED:
            g.cars = lookup(NEXT_LIGHT, g.light)

    def careless(g: Road) -> None:
        g.cars = lookup(NEXT_LIGHT, g.light)

    ends = [leaf for _, leaf in leaves(trace_model(model_with(rule).instance()).actions[0].tree)]
    assert not any(isinstance(end, Fail) for end in ends)
    ends = [leaf for _, leaf in leaves(trace_model(model_with(careless).instance()).actions[0].tree)]
    assert [end.fault.kind for end in ends if isinstance(end, Fail)] == ["KeyError"]
    assert any(isinstance(end, Accept) for end in ends)


@merged
def let_go(g: Road) -> None:
    if g.light == Light.GREEN:
        g.waiting = {Seat.SOUTH}


def test_a_value_read_before_a_merged_helper_replaced_it_is_not_used_once_it_changed() -> None:
    def rule(g: Road) -> None:
        waiting = g.waiting
        let_go(g)
        g.waiting.add(Seat.NORTH)
        require(Seat.NORTH in waiting, "nobody")

    told = refused(rule)
    assert "a value is used that was read before a @merged helper" in told
    assert "read it again after that" in told
    assert "pure" not in told


def test_a_value_read_before_a_merged_helper_replaced_it_is_not_changed() -> None:
    def rule(g: Road) -> None:
        waiting = g.waiting
        let_go(g)
        waiting.add(Seat.NORTH)

    assert "a value is changed that was read before a @merged helper" in refused(rule)


def test_a_value_read_again_after_a_merged_helper_is_used_as_usual() -> None:
    def rule(g: Road) -> None:
        before = g.waiting.copy()
        let_go(g)
        g.waiting.add(Seat.NORTH)
        require(Seat.NORTH in g.waiting, "nobody")
        g.waiting = before

    assert trace_model(model_with(rule).instance()).actions[0].paths == 1


def waiting(g: Crossing, _: Any) -> Any:
    return g.waiting


def waiting_or_leaving(g: Crossing, _: Any) -> Any:
    return g.waiting if g.light == Light.RED else g.leaving


def waiting_and_a_number(g: Crossing, _: Any) -> Any:
    return g.waiting, 1


def note(g: Crossing, _: Any) -> Any:
    return g.note


def mine_or_a_new_one(g: Crossing, mine: Any) -> Any:
    return mine if g.light == Light.RED else {Seat.NORTH} | mine


@pytest.mark.parametrize("found", [waiting, waiting_or_leaving, waiting_and_a_number, note, mine_or_a_new_one])
def test_a_merged_helper_may_not_return_what_may_change_afterwards_by_another_name(
    found: Callable[[Any, Any], Any],
) -> None:
    """Where rules are run, what is found would follow a later change of the state; what is joined cannot."""

    def rule(g: Crossing) -> None:
        mine = g.waiting.copy()
        merged(lambda: found(g, mine))()

    with pytest.raises(ModelError, match="a @merged helper returns a part of the state, or a value that was made"):
        trace_model(crossing_with(rule).instance())


def test_a_merged_helper_may_return_a_value_of_its_own_or_the_one_that_it_was_given() -> None:
    @merged
    def found(g: Crossing) -> Any:
        return g.waiting | {Seat.NORTH} if g.light == Light.RED else g.leaving.copy()

    @merged
    def given_back(g: Crossing, mine: Any) -> Any:
        if g.light == Light.RED:
            g.cars = 1
        return mine

    def rule(g: Crossing) -> None:
        mine = found(g)
        mine.discard(Seat.SOUTH)
        g.leaving.add(Seat.SOUTH)
        g.waiting = given_back(g, mine)

    instance = crossing_with(rule).instance()
    assert trace_model(instance).actions[0].paths == 1
    result = sweep(instance)
    assert (result.states, result.status) == (explore(instance).states, Status.HOLDS)
