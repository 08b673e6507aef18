"""What induction leaves open, decided by what play reaches; and what stays open, told in full."""

from __future__ import annotations

import json
from enum import Enum
from typing import Any

import pytest

from kanly.explorer.cli.frame.obligations import Proof, prove_everywhere
from kanly.explorer.findings.leaks import Channel
from kanly.explorer.findings.outcome import Exploration
from kanly.explorer.findings.status import Status
from kanly.explorer.prove.formulas.solver import Budget
from kanly.explorer.prove.proofs.goals import FAULTS
from kanly.explorer.report.proofs import ProofReport
from kanly.explorer.report.verdict import Verdict, as_json
from kanly.explorer.search.breadth_first import explore
from kanly.explorer.sweep.answers.exploring import explore as sweep
from kanly.explorer.trace.tracing import TracedModel, trace_model
from kanly.invariants import Declarations, Step
from kanly.model import NOBODY, Instance, Int, Map, Model, Parameter, State, View, require


class Seat(Enum):
    ANN = 1
    BOB = 2


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


def swept(traced: TracedModel) -> Exploration:
    return sweep(traced.instance, traced=traced, keep_going=True)


def proved(instance: Instance, *ids: str, with_sweep: bool = False) -> Proof:
    return prove_everywhere(
        trace_model(instance), Budget(), ids or None, None, lambda _: None, swept if with_sweep else None
    )


def told(instance: Instance, *ids: str, with_sweep: bool = False) -> Verdict:
    report, proof = ProofReport(instance), proved(instance, *ids, with_sweep=with_sweep)
    report.add(proof.result, proof.sight, proof.decided)
    return report.verdict("kanly prove", 1.0, 0, allow_bounded=False)


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


@pytest.mark.parametrize("with_sweep", [False, True])
def test_what_no_play_breaks_is_open_and_shown_in_full(with_sweep: bool) -> None:
    verdict = told(EVEN, "not-thirteen", with_sweep=with_sweep)
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


def test_a_leak_between_states_that_no_play_reaches_is_open() -> None:
    sight = proved(EVEN, "sight", with_sweep=True).sight
    assert sight is not None
    assert {answer.status for answer in sight.answers if answer.channel is Channel.VIEW} == {Status.OPEN}
    assert told(EVEN, "sight").exit_code == 3


class Deal(State):
    card: int = Int(0, 3, seen_by=NOBODY)
    drawn: int = Int(0, 1)


class DealView(View):
    high: bool


deal = Model("deal", Deal, seats=Seat)
deal_laws = Declarations(deal)


@deal_laws.invariant("low")
def low(g: Deal) -> bool:
    """No card is above two."""
    return g.card <= 2


@deal.automatic
def draw(g: Deal) -> None:
    require(g.drawn == 0, "drawn")
    g.drawn = 1
    g.card += 1


@deal.automatic
def skip(g: Deal) -> None:
    require(g.drawn == 0, "drawn")
    g.drawn = 1


@deal.view
def high(g: Deal, seat: Seat) -> DealView:
    return DealView(high=g.card == 3)


@deal.scenario("default")
def deal_low(g: Deal) -> None:
    g.card = 1


@deal.scenario("high")
def deal_high(g: Deal) -> None:
    g.card = 2


def test_sight_that_rests_on_what_is_not_proved_does_not_hold() -> None:
    """Asked alone, it is held against the invariant that it rests on, which a step breaks."""
    for scenario in ("default", "high"):
        sight = proved(deal.instance(scenario), "sight").sight
        assert sight is not None
        views = [answer for answer in sight.answers if answer.channel is Channel.VIEW]
        assert {answer.status for answer in views} == {Status.OPEN}
        assert {answer.reason for answer in views} == {"holds as long as low does"}


class Told(View):
    card: int = Int(0, 3)


def test_a_leak_between_states_that_play_reaches_is_violated_with_both_plays() -> None:
    def peep(g: Deal, seat: Seat) -> Told:
        return Told(card=g.card)

    peeping = Model("peeping", Deal, seats=Seat, actions=deal.actions, scenarios=deal.scenarios)
    peeping.view(peep)
    sight = proved(peeping.instance(), "sight").sight
    assert sight is not None
    (leak, _) = sight.leaks
    assert sight.status is Status.VIOLATED
    assert leak.one != leak.other
