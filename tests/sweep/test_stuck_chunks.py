"""Stuck states in machine code, a few states at a time, are those of the graph that was walked."""

from __future__ import annotations

import pytest

from kanly.explorer.findings.status import Status
from kanly.explorer.search import breadth_first
from kanly.explorer.sweep.answers.exploring import explore
from kanly.explorer.sweep.search import stuck
from kanly.invariants import Declarations
from kanly.model import Instance, Int, Model, Parameter, State, require
from tiny import Seat

MOST = 40


class Ring(State):
    size: int = Parameter(MOST, low=1, high=MOST)
    factor: int = Parameter(1, low=0, high=MOST)
    offset: int = Parameter(1, low=0, high=MOST)
    goal: int = Parameter(0, low=0, high=MOST)

    here: int = Int(0, MOST)


ring = Model("ring", Ring, seats=Seat)
laws = Declarations(ring)


@ring.scenario("default")
def anywhere(g: Ring, here: int = Int(0, MOST)) -> None:
    require(here < g.size, "outside")
    g.here = here


@ring.automatic
def go(g: Ring) -> None:
    require(g.here > 0, "the end")
    g.here = (g.here * g.factor + g.offset) % g.size


@laws.progress("settles")
def settles(g: Ring) -> bool:
    """The goal is reached."""
    return g.here == g.goal


def instance(size: int, factor: int, offset: int, goal: int) -> Instance:
    return ring.instance(None, {"size": size, "factor": factor, "offset": offset, "goal": goal})


GRAPHS = [
    (40, 1, 39, 0),  # down by one, each to the state found just before
    (40, 1, 39, 7),  # the same; those below the goal are stuck
    (40, 1, 38, 0),  # down by two; every other one goes round
    (40, 1, 1, 0),  # up by one
    (37, 3, 5, 11),
    (37, 2, 36, 4),
    (31, 7, 3, 30),
]


@pytest.mark.parametrize("chunk", [1, 2, 7, 1 << 15])
@pytest.mark.parametrize("numbers", GRAPHS, ids=str)
def test_they_are_found_a_few_at_a_time(
    numbers: tuple[int, int, int, int], chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stuck, "CHUNK", chunk)
    run, swept = (
        engine(instance(*numbers), keep_going=True, sight=0).check("settles")
        for engine in (breadth_first.explore, explore)
    )
    assert (swept.status, swept.reason) == (run.status, run.reason)
    assert (swept.trace is None) is (run.trace is None) is (run.status is Status.HOLDS)
    if swept.trace is not None and run.trace is not None:
        assert swept.trace.start == run.trace.start
