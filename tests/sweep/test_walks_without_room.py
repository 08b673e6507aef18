"""Random walks go on where there is no room for more states, and forget what nobody asks for."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from hikers import hikers
from kanly.explorer.cli.frame.selection import bundled
from kanly.explorer.findings.bounds import Bounds, Ending
from kanly.explorer.findings.status import Status
from kanly.explorer.report.summary import verdict_of
from kanly.explorer.sweep.answers.simulating import simulate
from kanly.invariants import Declarations
from kanly.model import Accepted, Instance

from .walked import is_play, long_game, told, walked

card_table = bundled("card-table")


NARROW = 400_000
"""Bytes in which only a few thousand states have room."""


@pytest.mark.slow
def test_walks_go_on_when_there_is_no_room_for_more_states() -> None:
    instance = long_game()

    def seen_late(g: Any) -> bool:
        """Both counters are high."""
        return g.one > 450 and g.two > 450

    def never_both(g: Any) -> bool:
        """The counters do not end together."""
        return g.one < 500 or g.two < 500

    laws = Declarations(instance.model)
    laws.witness("seen-late")(seen_late)
    laws.invariant("never-both")(never_both)
    one, *others = (
        simulate(instance, walks=300, seed=2, workers=workers, keep_going=True, bounds=Bounds(memory=NARROW))
        for workers in (1, 1, 2, 3)
    )
    assert [told(other) for other in others] == [told(one)] * 3
    assert (one.ending, one.walks, one.has_forgotten) == (Ending.SAMPLED, 300, True)
    assert one.memory is not None
    assert one.memory <= NARROW
    assert one.depth == 1_000 < 4 * one.states < one.transitions
    for name, status in (("seen-late", Status.HOLDS), ("never-both", Status.VIOLATED)):
        check = one.check(name)
        assert check.status is status
        assert check.trace is not None
        assert is_play(instance, check.trace)
    assert (one.deadlocks, one.deadlock is not None) == (1, True)
    assert one.deadlock is not None
    assert is_play(instance, one.deadlock)
    assert "at least" in verdict_of(one, "kanly simulate").checked[0]
    wide = simulate(instance, walks=300, seed=2, keep_going=True, sight=0)
    assert (wide.has_forgotten, "at least" in verdict_of(wide, "kanly simulate").checked[0]) == (False, False)
    stopped = simulate(instance, walks=300, seed=2, bounds=Bounds(memory=NARROW))
    assert (stopped.ending, stopped.status) == (Ending.STOPPED, Status.VIOLATED)


@pytest.mark.parametrize("instance", [card_table.instance(), hikers("leap"), long_game()], ids=lambda each: each.name)
@pytest.mark.parametrize("memory", [30_000, NARROW])
def test_states_that_are_forgotten_leave_nothing_behind(instance: Instance, memory: int) -> None:
    walk, states = walked(instance, 400, None, seed=1, memory=memory)
    assert len(set(states)) == len(states)
    space = walk.known.space
    numbers = sorted((entry >> 32) - 1 for entry in space.table.tolist() if entry)
    assert numbers == list(range(walk.known.states))
    for number in range(0, len(states), max(1, len(states) // 40)):
        for before, here in itertools.pairwise(walk.known.path(number)):
            assert here.step is not None
            outcome = list(instance.successors(states[before.state]))[here.step.ordinal][2]
            assert isinstance(outcome, Accepted)
            assert outcome.slots == states[here.state]
    firsts: list[int] = walk.first_taken.tolist()
    for action, number in enumerate(firsts):
        taken = {step[0].index for step in instance.successors(states[number])} if number >= 0 else {action}
        assert action in taken
