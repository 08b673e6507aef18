"""Traces of every bundled scenario: whatever is written can be taken again, step by step."""

from __future__ import annotations

import random

import pytest

from kanly.explorer.cli.frame.selection import BUNDLED, bundled
from kanly.explorer.findings.traces import Move, Trace
from kanly.explorer.report.itf import from_itf, to_itf
from kanly.explorer.search.recorded import Recorded
from kanly.explorer.search.replay import replay
from kanly.model import Accepted, Instance

SCENARIOS = [(name, scenario) for name in BUNDLED for scenario in bundled(name).scenarios]


def walk(instance: Instance, seed: int, most: int = 12) -> Trace:
    """A random play."""
    chance = random.Random(seed)
    here = start = chance.choice(instance.initial_states())
    steps: list[tuple[Move, tuple[int, ...]]] = []
    while len(steps) < most:
        ways = [(Move(action, codes), after) for action, codes, after in instance.successors(here)]
        taken = [(move, after.slots) for move, after in ways if isinstance(after, Accepted)]
        if not taken:
            break
        steps.append(chance.choice(taken))
        here = steps[-1][1]
    return Trace(start, tuple(steps))


@pytest.mark.parametrize(
    ("name", "scenario"),
    [pytest.param(*each, marks=pytest.mark.slow if each[1] == "victory-ecaz" else ()) for each in SCENARIOS],
)
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_a_trace_of_every_scenario_is_taken_again(name: str, scenario: str, seed: int) -> None:
    instance = bundled(name).instance(scenario)
    trace = walk(instance, seed)
    assert (trace.length > 0) is bool(instance.actions)
    recording = from_itf(to_itf(instance, trace))
    expected = recording.play.expected(instance)
    assert [each.slots for each in expected if isinstance(each, Recorded)] == list(trace.states[1:])
    again = replay(instance, recording.play.start(instance).slots, recording.play.moves(instance), expected=expected)
    assert (again.trace, again.refusal, again.elsewhere) == (trace, "", "")


def test_every_scenario_is_among_them() -> None:
    assert len([scenario for name, scenario in SCENARIOS if name == "dune"]) >= 23
