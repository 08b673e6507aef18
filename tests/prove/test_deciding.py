"""What induction leaves open, decided by what play reaches; and what stays open, told in full."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kanly.explorer.cli.frame.obligations import prove_everywhere
from kanly.explorer.findings.bounds import Bounds
from kanly.explorer.findings.leaks import Channel
from kanly.explorer.findings.outcome import Exploration
from kanly.explorer.findings.status import Status
from kanly.explorer.prove.formulas.solver import Budget
from kanly.explorer.prove.proofs.goals import FAULTS
from kanly.explorer.report.verdict import as_json
from kanly.explorer.search.breadth_first import explore
from kanly.explorer.trace.tracing import TracedModel, trace_model
from kanly.invariants import Declarations, Step
from kanly.model import NOBODY, Int, Map, Model, Parameter, State, View, require
from proving import Seat, proved, told


class Walk(State):
    first: int = Parameter(0, low=0, high=1)

    here: int = Int(0, 31)
    life: dict[Seat, int] = Map(Seat, Int(0, 3))
    hidden: int = Int(0, 3, seen_by=NOBODY)
    turns: int = Int(0, 3)


class WalkView(View):
    far: bool


walk = Model("walk", Walk, seats=Seat)
"""Goes up by two and turns at 20; from 0 it never comes to 13, from 1 it does."""
laws = Declarations(walk)


@laws.invariant("not-thirteen")
def not_thirteen(g: Walk) -> Any:
    """It is never 13."""
    yield "below", lambda: g.here != 13
    yield "above", lambda: g.here != 33


@laws.step("by-two")
def by_two(before: Walk, step: Step, after: Walk) -> bool:
    """Every step goes up by two, but from 17 on."""
    return after.here == before.here + 2 or before.here == 17


@laws.equivalence("even")
def even(g: Walk) -> tuple[int, int]:
    """Half of it twice is all of it."""
    return g.here // 2 * 2, g.here


@walk.automatic
def up(g: Walk) -> None:
    require(g.here != 20, "turn")
    require(g.here < 30, "the end")
    g.here += 2 if g.here != 15 else 3


@walk.automatic
def hurt(g: Walk) -> None:
    require(g.turns == 0, "once")
    require(g.here > 5, "early")
    if g.here == 9:
        g.life[Seat.ANN] -= 1
    if g.here == 8:
        g.life[Seat.BOB] -= 1
    require(False, "nothing else")


@walk.view
def view(g: Walk, seat: Seat) -> WalkView:
    return WalkView(far=g.here == 25 and g.hidden == 1)


@walk.scenario("default")
def begin(g: Walk) -> None:
    g.here = g.first


EVEN, ODD = walk.instance(), walk.instance(None, {"first": 1})


@pytest.mark.parametrize("with_sweep", [False, True])
def test_what_play_breaks_is_violated_with_a_play_from_the_start(with_sweep: bool) -> None:
    (answer,) = proved(ODD, "not-thirteen", with_sweep=with_sweep).decided.values()
    shortest = explore(ODD, keep_going=True).check("not-thirteen").trace
    assert (answer.status, answer.conjunct) == (Status.VIOLATED, "below")
    assert answer.trace is not None
    assert answer.trace.start in ODD.initial_states()
    assert shortest is not None
    assert len(answer.trace.moves) == len(shortest.moves) == 6
    assert told(ODD, "not-thirteen").exit_code == 1


def test_what_no_play_breaks_is_open_and_shown_in_full() -> None:
    verdict = told(EVEN, "not-thirteen")
    (check,) = verdict.invariants
    assert (verdict.status, verdict.exit_code, check.status, check.conjunct) == ("open", 3, "open", "below")
    assert check.counterexample is not None
    assert check.counterexample.start == {
        "here": "11", "life.ANN": "0", "life.BOB": "0", "hidden": "0", "turns": "0"
    }  # fmt: skip
    assert "not among the 11 states that were reached" in check.counterexample.begins
    assert check.reason is not None
    assert "'below'" in check.reason
    assert "stronger invariant" in check.reason
    assert json.loads(as_json(verdict))["invariants"][0]["counterexample"]["begins"] == check.counterexample.begins


@pytest.mark.parametrize("goal", ["not-thirteen", "by-two", "even"])
def test_what_a_finished_sweep_has_seen_to_hold_says_that_it_is_for_play_alone(goal: str) -> None:
    verdict = told(EVEN, goal, with_sweep=True)
    (check,) = verdict.invariants
    assert (verdict.status, verdict.exit_code, check.status, check.counterexample) == ("holds", 0, "holds", None)
    assert check.reason is not None
    assert check.reason.startswith("in all 11 reached states (swept); not inductive: ")
    assert verdict.details["only_in_play"] == {goal: "in all 11 reached states (swept); not inductive"}
    assert f"{goal}: steps from states that no play reaches, such as edited saves" in verdict.unchecked
    assert not any("whether play reaches them or not: 1" in line for line in verdict.checked)


def test_what_a_sweep_has_not_finished_decides_nothing() -> None:
    def begun(traced: TracedModel) -> Exploration:
        return explore(traced.instance, bounds=Bounds(states=5), keep_going=True)

    proof = prove_everywhere(trace_model(EVEN), Budget(), ["not-thirteen", "sight"], None, lambda _: None, begun)
    (answer,) = proof.decided.values()
    assert (answer.status, proof.status) == (Status.OPEN, Status.OPEN)
    assert "not among the first 5 states that were reached" in answer.reason


def test_a_premise_that_a_finished_sweep_has_never_seen_makes_it_vacuous() -> None:
    model = Model("walk", Walk, seats=Seat, actions=walk.actions, scenarios=walk.scenarios)

    @Declarations(model).invariant("odd-is-low", when=lambda g: g.here % 2 == 1)
    def odd_is_low(g: Walk) -> bool:  # pyright: ignore[reportUnusedFunction]
        """Odd numbers are low."""
        return g.here < 12

    verdict = told(model.instance(), "odd-is-low", with_sweep=True)
    assert (verdict.status, verdict.exit_code) == ("vacuous", 4)
    assert verdict.invariants[0].reason == "its premise holds in none of the 11 reached states (swept)"


def test_induction_over_several_steps_says_so() -> None:
    class Lamp(State):
        a: int = Int(0, 3)

    lamp = Model("lamp", Lamp, seats=Seat)

    @lamp.automatic
    def on(g: Lamp) -> None:  # pyright: ignore[reportUnusedFunction]
        require(g.a != 1, "stays")
        g.a = 3 if g.a == 2 else 1

    @lamp.scenario("default")
    def begin(g: Lamp) -> None:  # pyright: ignore[reportUnusedFunction]
        g.a = 0

    @Declarations(lamp).invariant("not-three")
    def not_three(g: Lamp) -> bool:  # pyright: ignore[reportUnusedFunction]
        """It is never three."""
        return g.a != 3

    verdict = told(lamp.instance(), "not-three")
    told_of = verdict.invariants[0].reason or ""
    assert (verdict.status, verdict.exit_code) == ("holds", 0)
    assert told_of.startswith("by induction over 2 steps, for all that play reaches; not inductive over one")
    assert "not-three" in verdict.details["only_in_play"]


def test_every_kind_of_goal_is_decided() -> None:
    found = {goal: answer.status for goal, answer in proved(ODD).decided.items() if not goal.startswith(FAULTS)}
    assert found == {"not-thirteen": Status.VIOLATED, "by-two": Status.VIOLATED, "even": Status.VIOLATED}


def test_one_fault_does_not_hide_another() -> None:
    """From 0, one place is reached and the other is not; from 1 it is the other way round."""
    reached: list[str] = []
    for instance in (EVEN, ODD):
        findings = [each for each in told(instance, FAULTS).findings if each.kind == FAULTS]
        reached += [each.message for each in findings if each.status == "violated"]
        assert findings[0].status == "violated"
    one, other = reached
    lines = [message.rpartition(":")[2] for message in (one, other)]
    assert lines[0] != lines[1]
    assert "BOB" in one
    assert "ANN" in other


def test_both_faults_of_an_action_are_shown() -> None:
    result = proved(EVEN, FAULTS).result
    assert result is not None
    assert len({example.place for example in result.examples_of(FAULTS)}) == 2


@pytest.mark.parametrize(("with_sweep", "status"), [(False, Status.OPEN), (True, Status.HOLDS)])
def test_many_states_that_no_play_reaches_are_for_a_sweep_to_exclude(with_sweep: bool, status: Status) -> None:
    sight = proved(EVEN, "sight", with_sweep=with_sweep).sight
    assert sight is not None
    views = [cell for cell in sight.answers if cell.channel is Channel.VIEW]
    assert {cell.status for cell in views} == {status}
    assert {cell.leak is None for cell in views} == {with_sweep}
    told_of = (
        "in all 11 reached states (swept); not in" if with_sweep else "(not among the 11 states that were reached)"
    )
    assert all(told_of in cell.reason for cell in views)
