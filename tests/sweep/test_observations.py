"""How declarations share the bits of a label."""

from __future__ import annotations

import pytest

from kanly.explorer.findings.status import Status
from kanly.explorer.search import breadth_first
from kanly.explorer.search.watch import Watch
from kanly.explorer.sweep.answers.exploring import explore
from kanly.explorer.sweep.code.observations import Questions
from kanly.explorer.trace.tracing import trace_model
from kanly.invariants import Declarations, Step, applicable
from kanly.model import Int, Model, State, require
from tiny import Seat


class Lift(State):
    floor: int = Int(0, 5)


lift = Model("lift", Lift, seats=Seat)


@lift.automatic
def rise(g: Lift) -> None:
    """One floor up."""
    require(g.floor < 4, "there is no floor above")
    g.floor = g.floor + 1


@lift.automatic
def leave(g: Lift) -> None:
    """From the topmost floor to the lowest; nobody gets there."""
    require(g.floor == 5, "this is not the topmost floor")
    g.floor = 0


@lift.scenario("default")
def ground(g: Lift) -> None:
    """It stands below."""


laws = Declarations(lift)


@laws.step("rises-by-one", when=lambda before, step, after: step.took(rise))
def rises_by_one(before: Lift, step: Step, after: Lift) -> bool:
    """Rising is by one floor."""
    return after.floor == before.floor + 1


@laws.step("leaves-from-high", when=lambda before, step, after: step.took(leave))
def leaves_from_high(before: Lift, step: Step, after: Lift) -> bool:
    """It is left on the topmost floor only."""
    return before.floor == 5


@laws.step("not-to-three")
def not_to_three(before: Lift, step: Step, after: Lift) -> bool:
    """It never comes to the third floor."""
    return after.floor != 3


@laws.step("not-to-three-either")
def not_to_three_either(before: Lift, step: Step, after: Lift) -> bool:
    """It never comes to the third floor, said again."""
    return after.floor != 3


@laws.step("high-after-two", when=lambda before, step, after: before.floor > 2)
def high_after_two(before: Lift, step: Step, after: Lift) -> bool:
    """From above the second floor it goes on up."""
    return after.floor > before.floor or step.took(leave)


def test_what_is_the_same_has_one_bit_and_what_an_action_tells_has_none() -> None:
    instance = lift.instance()
    (group,) = Questions(trace_model(instance), Watch(instance, applicable(instance))).groups
    signals = {signal.observed.declaration.id: signal for signal in group.signals}
    assert signals["not-to-three"].found == signals["not-to-three-either"].found is not None
    assert signals["rises-by-one"].premise is signals["leaves-from-high"].premise is None
    assert (signals["rises-by-one"].actions, signals["leaves-from-high"].actions) == ({0}, {1})
    assert signals["not-to-three"].actions == {0, 1}
    assert signals["high-after-two"].premise is not None


@pytest.mark.parametrize("workers", [1, 2])
def test_the_answers_are_those_of_running_the_rules(workers: int) -> None:
    instance = lift.instance()
    compiled = explore(instance, keep_going=True, workers=workers)
    run = breadth_first.explore(instance, keep_going=True)
    for result in (compiled, run):
        assert {check.declaration.id: check.status for check in result.checks} == {
            "rises-by-one": Status.HOLDS,
            "leaves-from-high": Status.VACUOUS,
            "not-to-three": Status.VIOLATED,
            "not-to-three-either": Status.VIOLATED,
            "high-after-two": Status.HOLDS,
        }
    assert [check.trace for check in compiled.checks] == [check.trace for check in run.checks]
