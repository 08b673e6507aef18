"""Scenarios of speed, interruptions and the order of turns: swept completely, and everything proved for all states."""

from __future__ import annotations

import pytest

from dune.playing import dune
from kanly.explorer.findings.status import Status
from kanly.explorer.prove.proofs.induction import Induction
from kanly.explorer.prove.proofs.sight import prove_sight
from kanly.explorer.sweep.answers.exploring import explore
from kanly.explorer.trace.tracing import trace_model

STATES = {
    "flight-ix": 7_270,
    "flight-fremen": 18_663,
    "flight-bg": 9_048,
    "flight-box": 15_041,
    "flight-truthtrance": 69_615,
    "flight-no-field": 11_304,
    "flight-guild-sapho": 4_620,
    "flight-sabotage": 4_307,
    "flight-advisors": 3_970,
    "guild-interrupted": 328,
    "joint-occupation": 340,
    "terror-between-groups": 1_296,
    "terror-ride-overflow": 724,
}


QUICK = "flight-guild-sapho"


@pytest.mark.parametrize(
    "scenario", [each if each == QUICK else pytest.param(each, marks=pytest.mark.slow) for each in STATES]
)
def test_everything_is_reached_and_holds(scenario: str) -> None:
    found = explore(dune.instance(scenario), sample=100)
    assert found.status is Status.HOLDS
    assert found.states == STATES[scenario]


@pytest.mark.slow
@pytest.mark.parametrize("scenario", STATES)
def test_everything_is_proved_and_no_hand_is_shown(scenario: str) -> None:
    traced = trace_model(dune.instance(scenario))
    result = Induction(traced).run(None)
    assert {goal: result.status_of(goal) for goal in result.goals} == dict.fromkeys(result.goals, Status.HOLDS)
    assert [each for each in prove_sight(traced).answers if each.status is not Status.HOLDS] == []
