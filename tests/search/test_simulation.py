"""Random play: the same seed plays the same games, and what they meet is checked."""

from __future__ import annotations

import pytest

from hikers import hikers
from kanly.explorer.cli.frame.selection import bundled
from kanly.explorer.findings.bounds import Bounds, Ending
from kanly.explorer.findings.checks import chosen
from kanly.explorer.findings.outcome import Exploration
from kanly.explorer.findings.status import Status
from kanly.explorer.findings.traces import Trace
from kanly.explorer.search.simulation import simulate
from kanly.invariants import applicable
from kanly.model import Accepted, Instance, Model, State, require
from tiny import Seat

card_table = bundled("card-table")


def played(instance: Instance, *ids: str, seed: int = 0, walks: int = 20, depth: int = 30) -> Exploration:
    declared = chosen(applicable(instance), ids)
    return simulate(instance, declared=declared, seed=seed, walks=walks, bounds=Bounds(depth=depth))


def is_path(instance: Instance, trace: Trace) -> bool:
    here = trace.start
    for move, after in trace.steps:
        outcome = instance.step(here, move.action, move.codes)
        if not isinstance(outcome, Accepted) or outcome.slots != after:
            return False
        here = after
    return True


@pytest.mark.slow
def test_a_seed_gives_the_same_games() -> None:
    one, other = (simulate(card_table.instance(), seed=5, walks=10) for _ in range(2))
    assert (one.states, one.fired, one.checks[4].trace and one.checks[4].trace.states) == (
        other.states,
        other.fired,
        other.checks[4].trace and other.checks[4].trace.states,
    )
    assert simulate(card_table.instance(), seed=6, walks=10).fired != one.fired


def test_a_sample_shows_nothing_for_ever() -> None:
    result = played(hikers("plain"), "beyond", "arrives")
    assert (result.ending, result.status) == (Ending.SAMPLED, Status.SAMPLED)
    assert result.check("arrives").status is Status.HOLDS
    assert result.check("beyond").status is Status.SAMPLED


def test_a_violation_comes_with_the_game_that_led_there() -> None:
    for check in ("never-third", "never-back"):
        result = played(hikers("plain"), check)
        trace = result.check(check).trace
        assert result.status is Status.VIOLATED
        assert trace is not None
        assert is_path(hikers("plain"), trace)


def test_faults_and_dead_ends_are_found() -> None:
    assert played(hikers("leap")).fault is not None
    assert played(hikers("ravine")).deadlocks > 0


def test_bounds_end_it() -> None:
    instance = card_table.instance()
    assert simulate(instance, bounds=Bounds(states=5)).ending is Ending.STATES
    assert simulate(instance, bounds=Bounds(seconds=1e-9)).ending is Ending.TIME
    assert simulate(instance, stop=lambda: True).ending is Ending.INTERRUPTED


def test_the_first_dead_end_is_kept_also_when_no_step_leads_there() -> None:
    class Lamp(State):
        burning: bool

    model = Model("lamp", Lamp, seats=Seat)

    @model.automatic
    def burn_out(g: Lamp) -> None:
        require(g.burning, "it is dark")
        g.burning = False

    @model.scenario("default")
    def light(g: Lamp, burning: bool) -> None:
        g.burning = burning

    lamp = model.instance()
    lengths: set[int] = set()
    for seed in range(8):
        first, longer = (simulate(lamp, seed=seed, walks=walks).deadlock for walks in (1, 4))
        assert first is not None
        assert first == longer
        lengths.add(first.length)
    assert lengths == {0, 1}
