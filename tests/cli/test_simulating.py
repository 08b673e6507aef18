"""`kanly simulate` on the command line: each kind of mistake that play comes to is found, shown, and exit code 1."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.running import record_of

LANE = """
from enum import Enum

from kanly.invariants import Declarations, Step
from kanly.model import NOBODY, Int, Model, State, View, require


class Seat(Enum):
    ANN, BOB = range(2)


class Lane(State):
    at: int = Int(0, 6)
    secret: int = Int(0, 6, seen_by=NOBODY)


class LaneView(View):
    at: int = Int(0, 6)


lane = Model("lane", Lane, seats=Seat)


@lane.scenario("default")
def setup(g: Lane) -> None:
    g.at, g.secret = 0, 0


@lane.action
def walk(g: Lane, seat: Seat) -> None:
    require(g.at < 6, "a wall")
    g.at += 1


@lane.action
def turn_back(g: Lane, seat: Seat) -> None:
    require(g.at == 6, "no wall")
    g.at = 0


@lane.automatic
def hide(g: Lane) -> None:
    require(g.at == 3 and g.secret < 3, "not here")
    g.secret += 1


@lane.view
def view(g: Lane, seat: Seat) -> LaneView:
    return LaneView(at=g.at)


laws = Declarations(lane)


@laws.invariant("on-the-lane")
def on_the_lane(g: Lane) -> bool:
    '''Nobody leaves the lane.'''
    return g.at <= 6


@laws.step("one-at-a-time")
def one_at_a_time(before: Lane, step: Step, after: Lane) -> bool:
    '''Nobody jumps.'''
    return after.at <= before.at + 1
"""


@pytest.fixture(autouse=True)
def _somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ("return g.at <= 6", "return g.at <= 4", "on-the-lane"),
        ("    g.at += 1", "    g.at += 2 if g.at == 4 else 1", "one-at-a-time"),
        ("g.at < 6, ", "g.at <= 6, ", "out of domain"),
        ("at=g.at)", "at=g.secret)", "sight of ANN"),
        ("at=g.at)", "at=g.at + g.at // 4 * 3)", "LaneView.at: 7 is outside of 0 to 6"),
    ],
    ids=["invariant", "step property", "fault", "leak", "failing view"],
)
def test_a_mistake_that_was_put_in_is_found(right: str, wrong: str, told: str) -> None:
    Path("lane.py").write_text(LANE.replace(right, wrong), encoding="utf-8")
    record = record_of("simulate", "lane.py", "--walks", "200")
    assert (record["exit_code"], record["status"]) == (1, "violated")
    assert told in str(record)


def test_of_a_lane_without_a_mistake_nothing_is_found() -> None:
    Path("lane.py").write_text(LANE, encoding="utf-8")
    record = record_of("simulate", "lane.py", "--walks", "200")
    assert (record["exit_code"], record["status"], record["findings"]) == (3, "sampled", [])
