"""Random walks in machine code: reproducible, legal play, and what they meet is what running the rules meets."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from feature_models import desk
from hikers import hikers
from kanly.explorer.cli.frame.selection import bundled
from kanly.explorer.findings.bounds import Bounds, Ending, SearchProgress
from kanly.explorer.findings.checks import chosen
from kanly.explorer.findings.outcome import Exploration
from kanly.explorer.findings.status import Status
from kanly.explorer.search import simulation as by_running
from kanly.explorer.search.preference import MOST_PREFERRED, preferences
from kanly.explorer.search.spread import spread
from kanly.explorer.sweep.answers.disagreement import DisagreementError
from kanly.explorer.sweep.answers.simulating import simulate
from kanly.explorer.sweep.walks import lanes, walking
from kanly.invariants import Declarations, applicable
from kanly.model import Accepted, Fault, Instance, Int, Model, State, require
from kanly.model.games.card_table import view
from leak_corpus import LEAKING, TIGHT
from leaking import confirmed, fail_for_the_first_card, reachable
from tiny import tiny

from .walked import is_play, long_game, told, walked

card_table = bundled("card-table")
two_phase_commit = bundled("two-phase-commit")

SCENARIOS = ("plain", "ravine", "circles", "leap", "dead")


HEALTHY = ("never-third", "never-back", "tells-where", "beyond", "arrives", "walks-to-two", "rests")


def played(
    instance: Instance, *ids: str, seed: int = 0, walks: int = 400, workers: int = 1, keep_going: bool = False
) -> Exploration:
    return simulate(
        instance,
        declared=chosen(applicable(instance), ids or None),
        seed=seed,
        walks=walks,
        workers=workers,
        keep_going=keep_going,
        bounds=Bounds(depth=40),
    )


@pytest.mark.parametrize(
    "instance", [card_table.instance(), hikers("circles"), hikers("leap")], ids=lambda each: each.name
)
def test_a_seed_gives_the_same_games_for_any_number_of_workers(instance: Instance) -> None:
    ids = () if instance.model is card_table else HEALTHY
    one, *others = (
        told(played(instance, *ids, keep_going=True, seed=3, walks=150, workers=workers)) for workers in (1, 1, 2, 3)
    )
    assert others == [one] * 3
    assert told(played(instance, *ids, keep_going=True, seed=4, walks=150)) != one


SMALL: list[Instance] = [
    *(hikers(scenario) for scenario in SCENARIOS),
    two_phase_commit.instance(parameters={"managers": 2}),
    card_table.instance(parameters={"cards": 2}),
]


@pytest.mark.parametrize("instance", SMALL, ids=lambda each: each.name)
def test_in_the_limit_every_reachable_state_is_come_by_and_nothing_else(instance: Instance) -> None:
    _, states = walked(instance, 20_000, 60)
    assert len(set(states)) == len(states)
    assert set(states) == set(reachable(instance))


@pytest.mark.slow
def test_the_walk_over_machine_code_and_the_one_that_runs_come_by_the_same_states_in_the_limit() -> None:
    for scenario in SCENARIOS:
        instance = hikers(scenario)
        run = by_running.simulate(instance, walks=200, declared=(), keep_going=True, sight=0)
        assert run.states == len(walked(instance, 1_000, 60)[1]) == len(reachable(instance))


@pytest.mark.parametrize(
    "instance",
    [*SMALL, pytest.param(desk.instance(), marks=pytest.mark.slow), card_table.instance()],
    ids=lambda each: each.name,
)
def test_the_play_to_each_state_is_legal_when_it_is_run(instance: Instance) -> None:
    walk, states = walked(instance, 200, 30, seed=1)
    for number in range(0, len(states), max(1, len(states) // 60)):
        path = walk.known.path(number)
        assert states[path[0].state] in instance.initial_states()
        for before, here in itertools.pairwise(path):
            assert here.step is not None
            taken = list(instance.successors(states[before.state]))
            action, _, outcome = taken[here.step.ordinal]
            assert isinstance(outcome, Accepted)
            assert (action.index, outcome.slots) == (here.step.action, states[here.state])
        assert len(path) - 1 == walk.known.depths()[number] == walk.known.depth(number)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_is_declared_is_seen_as_by_running(scenario: str) -> None:
    instance = hikers(scenario)
    declared = chosen(applicable(instance), HEALTHY)
    run = by_running.simulate(instance, declared=declared, walks=400, bounds=Bounds(depth=40), keep_going=True)
    compiled = played(instance, *HEALTHY, keep_going=True)
    for one, other in zip(compiled.checks, run.checks, strict=True):
        assert (one.declaration.id, one.status, one.conjunct) == (other.declaration.id, other.status, other.conjunct)
        assert one.trace is None or is_play(instance, one.trace)
    assert (compiled.status, compiled.states) == (run.status, run.states)
    assert (compiled.fault is None, compiled.deadlock is None) == (run.fault is None, run.deadlock is None)
    assert compiled.dead_actions == run.dead_actions


def test_a_fault_and_a_dead_end_come_with_the_play_that_leads_there() -> None:
    leap = played(hikers("leap"), "never-third", keep_going=True)
    assert leap.fault is not None
    assert leap.fault.failed is not None
    assert isinstance(leap.fault.failed[1], Fault)
    assert is_play(hikers("leap"), leap.fault)
    ravine = played(hikers("ravine"), "arrives")
    assert ravine.deadlock is not None
    assert list(hikers("ravine").successors(ravine.deadlock.states[-1])) == []
    assert is_play(hikers("ravine"), ravine.deadlock)


def test_the_first_round_with_a_violation_is_the_last() -> None:
    stopped, through = (played(hikers("plain"), "never-third", keep_going=keep) for keep in (False, True))
    assert (stopped.ending, through.ending) == (Ending.STOPPED, Ending.SAMPLED)
    assert (stopped.status, through.status) == (Status.VIOLATED, Status.VIOLATED)
    assert stopped.walks is not None
    assert stopped.walks < 400 == through.walks


def test_bounds_end_it() -> None:
    instance = card_table.instance()
    few = simulate(instance, bounds=Bounds(states=50), walks=100)
    assert (few.ending, few.states) == (Ending.STATES, 50)
    assert simulate(instance, bounds=Bounds(seconds=1e-9), walks=100).ending is Ending.TIME
    assert simulate(instance, bounds=Bounds(memory=1_000), walks=100).ending is Ending.MEMORY
    still = simulate(instance, bounds=Bounds(depth=0), walks=7)
    assert (still.ending, still.depth, still.transitions, still.states) == (Ending.SAMPLED, 0, 0, 1)


def test_somebody_may_want_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walking, "HEARTBEAT", 0.0)
    assert simulate(card_table.instance(), stop=lambda: True, walks=100_000).ending is Ending.INTERRUPTED


def test_a_walk_longer_than_a_round_goes_on_in_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stairs(State):
        step: int = Int(0, 1_000)

    def climb(g: Stairs) -> None:
        require(g.step < 1_000, "at the top")
        g.step += 1

    result = simulate(tiny(Stairs, climb), walks=3, bounds=Bounds(depth=700))
    assert lanes.SLICE < 700 == result.depth
    assert (result.states, result.transitions, result.walks) == (701, 2_100, 3)
    monkeypatch.setattr(lanes, "SLICE", 7)
    again = simulate(tiny(Stairs, climb), walks=3, bounds=Bounds(depth=700))
    assert (again.states, again.transitions, again.walks) == (701, 2_100, 3)


@pytest.mark.parametrize("depth", [1, 7, 40])
@pytest.mark.parametrize("walks", [3, 500])
def test_no_walk_is_told_to_be_deeper_than_it_may_be(walks: int, depth: int) -> None:
    """More walks than go side by side begin in the places of others."""

    class Stairs(State):
        step: int = Int(0, 1_000)

    def climb(g: Stairs) -> None:
        g.step = (g.step + 1) % 1_000

    instance = tiny(Stairs, climb)
    result = simulate(instance, walks=walks, bounds=Bounds(depth=depth))
    assert (result.depth, result.states, result.transitions) == (depth, depth + 1, walks * depth)
    reports: list[SearchProgress] = []
    simulate(instance, walks=walks, bounds=Bounds(depth=depth), progress=reports.append)
    assert all(report.depth <= depth for report in reports)


def test_what_is_rarely_taken_is_preferred() -> None:
    assert preferences([0, 0]) == [1, 1]
    assert preferences([999_999, 999, 9_999_999]) == [3, MOST_PREFERRED, 1]
    assert preferences([]) == []


def test_late_phases_are_reached() -> None:
    class Climb(State):
        height: int = Int(0, 30)
        done: bool

    def up(g: Climb) -> None:
        require(g.height < 30, "at the top")
        g.height += 1

    def rest(g: Climb) -> None:
        require(g.height < 30, "at the top")

    def sing(g: Climb) -> None:
        require(g.height == 30, "not at the top")
        g.done = True

    result = simulate(tiny(Climb, up, rest, sing), walks=300, bounds=Bounds(depth=100))
    assert result.dead_actions == ()


def test_what_comes_very_late_is_reached_by_walks_of_which_some_are_long() -> None:
    instance = long_game()

    def not_both(g: Any) -> bool:
        """The counters are never both high."""
        return g.one <= 450 or g.two <= 450

    Declarations(instance.model).invariant("not-both")(not_both)
    assert simulate(instance, walks=64).status is Status.VIOLATED
    assert simulate(instance, walks=64, bounds=Bounds(depth=100)).status is Status.SAMPLED
    assert walking.lengths_of(np.arange(16)).tolist() == [*[100] * 3, 400] * 3 + [100] * 3 + [1600]


def test_the_states_that_are_picked_are_from_all_depths() -> None:
    depths = [0, *[1] * 50, *[2] * 500, 3]
    picked = spread(depths, [7], 9, random.Random(0))
    assert picked[0] == 7
    assert [[depths[each] for each in picked].count(depth) for depth in range(4)] == [1, 4, 3, 1]
    assert sorted(spread([0, 1], [], 5, random.Random(0))) == [0, 1]


@pytest.mark.parametrize(("model", "ways"), LEAKING, ids=lambda each: getattr(each, "name", ""))
def test_sight_is_judged_in_what_was_come_by(model: Model, ways: set[Any]) -> None:
    instance = model.instance()
    for simulated in (simulate, by_running.simulate):
        result = simulated(instance, walks=200, bounds=Bounds(depth=20), keep_going=True)
        assert result.sight is not None
        assert {leak.channel for leak in result.sight.leaks} == ways
        assert result.status is Status.VIOLATED
        for leak in result.sight.leaks:
            assert confirmed(instance, leak)
            assert leak.plays is not None
            assert all(is_play(instance, play) for play in leak.plays)
            assert (leak.plays[0].states[-1], leak.plays[1].states[-1]) == (leak.one, leak.other)


@pytest.mark.parametrize("model", TIGHT, ids=lambda each: each.name)
def test_sight_that_holds_is_never_more_than_sampled(model: Model) -> None:
    result = simulate(model.instance(), walks=50)
    assert result.status is Status.SAMPLED
    assert result.sight is not None
    assert result.sight.leaks == []


def test_declarations_beyond_what_one_machine_observes_are_watched_too() -> None:
    class Count(State):
        number: int = Int(0, 99)

    def add(g: Count) -> None:
        require(g.number < 99, "enough")
        g.number += 1

    instance = tiny(Count, add)
    laws = Declarations(instance.model)

    def law(limit: int) -> Callable[[Count], bool]:
        def kept(g: Count) -> bool:
            """It is not this number."""
            return g.number != limit

        return kept

    for limit in range(70):
        laws.invariant(f"not-{limit}")(law(limit + 20))
    result = simulate(instance, walks=5, keep_going=True)
    assert {check.status for check in result.checks} == {Status.VIOLATED}
    assert [check.trace and check.trace.length for check in result.checks] == list(range(20, 90))


def test_wrong_machine_code_does_not_pass_for_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    instance = hikers("plain")
    usual = instance.run

    def run(*arguments: Any) -> Any:
        outcome = usual(*arguments)
        return Accepted((0, *outcome.slots[1:]), ()) if isinstance(outcome, Accepted) else outcome

    monkeypatch.setattr(instance, "run", run)
    with pytest.raises(DisagreementError):
        played(instance, "arrives")


@pytest.mark.slow
def test_a_large_game_is_walked_alike_by_any_number_of_workers() -> None:
    instance = bundled("dune").instance("flight")
    one, other = (simulate(instance, walks=3_000, workers=workers, sample=20) for workers in (1, 2))
    assert told(one) == told(other)
    assert one.status is Status.SAMPLED
    assert one.dead_actions == ()


@pytest.mark.parametrize("simulated", [simulate, by_running.simulate])
def test_a_dead_end_that_is_forbidden_ends_it(simulated: Callable[..., Exploration]) -> None:
    for forbidden, status in ((False, Status.SAMPLED), (True, Status.VIOLATED)):
        result = simulated(hikers("ravine"), declared=(), walks=200, forbid_deadlock=forbidden)
        assert (result.status, result.deadlock is not None) == (status, True)
        assert (result.ending is Ending.STOPPED) is forbidden


@pytest.mark.parametrize("simulated", [simulate, pytest.param(by_running.simulate, marks=pytest.mark.slow)])
def test_a_view_that_fails_where_a_game_leads_is_a_finding(simulated: Callable[..., Exploration]) -> None:
    instance = card_table.variant({view: fail_for_the_first_card}).instance()
    result = simulated(instance, walks=100)
    assert result.status is Status.VIOLATED
    assert result.sight is not None
    for answer in result.sight.answers:
        assert "not this one" in answer.reason
        assert answer.play is not None
        assert is_play(instance, answer.play)
