"""The sweep against a slow search over the same machine code: same states, same order, same counts, shortest paths."""

import threading
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kanly.explorer.findings.bounds import Bounds, Ending, SearchProgress
from kanly.explorer.sweep.native import arrays
from kanly.explorer.sweep.native.machine import Machine, Stops
from kanly.explorer.sweep.search import run, table, visited
from kanly.explorer.sweep.search.result import SweepResult
from kanly.explorer.sweep.search.sweep import sweep

from .toys import Slow, State, extremes, grid, pitfalls, scatter, slow_search, two_phase_commit

BOTH = pytest.mark.parametrize("workers", [1, 2, 3])
MOSTLY = pytest.mark.parametrize(
    "workers", [pytest.param(1, marks=pytest.mark.slow), pytest.param(2, marks=pytest.mark.slow), 3]
)


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks so small that workers share them even on small machines, and tables so small that they grow often."""
    monkeypatch.setattr(visited, "LARGEST_BLOCK", 64)
    monkeypatch.setattr(visited, "SMALLEST_TABLE", 32)
    monkeypatch.setattr(run, "NARROWEST_SHARED", 8)
    monkeypatch.setattr(run, "WORTH_SHARING", 0)
    monkeypatch.setattr(run, "LOG_ROWS", 2)


def assert_same(result: SweepResult, slow: Slow) -> None:
    """Everything that the slow search knows."""
    assert result.ending is Ending.COMPLETE
    assert [tuple(words) for words in result.words.tolist()] == slow.order
    assert (result.states, result.left) == (len(slow.order), 0)
    assert (result.transitions, list(result.actions)) == (slow.transitions, slow.actions)
    assert (result.depth, result.faults, result.deadlocks) == (slow.depth, slow.faults, len(slow.deadlocks))
    assert result.first_deadlock == next(iter(slow.deadlocks), None)
    assert result.first_states == slow.first_states
    steps = {bit: (step.parent, step.ordinal, step.label) for bit, step in result.first_steps.items()}
    assert steps == slow.first_steps
    fault = result.first_fault
    assert (fault and (fault.parent, fault.ordinal, fault.label)) == slow.first_fault


def assert_shortest(result: SweepResult, slow: Slow, number: int) -> None:
    """The path is made of real steps and as short as can be."""
    path = result.path(number)
    assert path[-1].state == number
    assert path[0].step is None
    assert len(path) - 1 == slow.depth_of[slow.order[number]] == result.history.depth(number)
    for arrival in path[1:]:
        step = arrival.step
        assert step is not None
        assert (step, result.history.state(arrival.state)) in result.history.successors(step.parent)


MACHINES: dict[str, tuple[Callable[[], Machine], list[State]]] = {
    "two-phase commit": (lambda: two_phase_commit(4), [(0,)]),
    "one word": (lambda: scatter(5000, 1), [(3,)]),
    "three words": (lambda: scatter(5000, 3), [(99, 99, 3)]),
    "sixteen words": (lambda: scatter(700, 16), [(99,) * 15 + (3,)]),
    "grid": (lambda: grid(4, 7), [(0, 0, 0, 0)]),
    "extremes": (extremes, [(0,)]),
    "two trees": (lambda: pitfalls(4000), [(0,), (1001,), (0,)]),
}


@BOTH
@pytest.mark.parametrize("name", MACHINES)
@pytest.mark.usefixtures("small_blocks")
def test_equals_slow_search(name: str, workers: int) -> None:
    make, initial = MACHINES[name]
    machine = make()
    slow = slow_search(machine, initial)
    result = sweep(machine, initial, workers=workers)
    assert_same(result, slow)
    for number in range(0, result.states, max(1, result.states // 20)):
        assert_shortest(result, slow, number)


@BOTH
@pytest.mark.parametrize(("managers", "states", "depth"), [(5, 8832, 16), (7, 296_448, 22)])
def test_two_phase_commit_has_the_published_number_of_states(
    managers: int, states: int, depth: int, workers: int
) -> None:
    result = sweep(two_phase_commit(managers), [(0,)], workers=workers)
    assert (result.states, result.depth, result.is_complete) == (states, depth, True)
    assert 0 not in result.first_states  # no two managers disagree
    assert {1, 2} <= set(result.first_states)


def test_only_the_last_word_tells_states_apart() -> None:
    near = sweep(scatter(200_000, 5, spread=2**63), [(99, 99, 99, 99, 2**63)])
    assert near.states == len({row[4] for row in near.words.tolist()})
    assert near.states == sweep(scatter(200_000, 1), [(0,)]).states


@BOTH
def test_a_stop_ends_the_sweep_early_and_alike(workers: int) -> None:
    machine = scatter(300_000, 2)
    slow = slow_search(scatter(3000, 2), [(99, 5)])
    alone = sweep(machine, [(99, 5)], stops=Stops(states=2))
    result = sweep(machine, [(99, 5)], stops=Stops(states=2), workers=workers)
    assert result.ending is Ending.STOPPED
    assert result.states < 300_000
    for name in ("states", "transitions", "depth", "left", "actions", "first_states"):
        assert getattr(result, name) == getattr(alone, name)
    assert result.history.state(result.first_states[1]) == (99, 777)
    assert slow.first_states.keys() >= {0, 1}


@pytest.mark.parametrize(
    "stops", [Stops(steps=1 << 3), Stops(steps=1 << 4), Stops(fault=True), Stops(deadlock=True)], ids=str
)
@BOTH
@pytest.mark.usefixtures("small_blocks")
def test_stops_on_steps_faults_and_deadlocks(stops: Stops, workers: int) -> None:
    machine = pitfalls(100_000)
    full = sweep(machine, [(0,)])
    result = sweep(machine, [(0,)], stops=stops, workers=workers)
    assert result.ending is Ending.STOPPED
    assert result.left > 0
    if stops.deadlock:
        assert result.first_deadlock == full.first_deadlock
    elif stops.steps == 1 << 3:
        assert result.first_steps[3] == full.first_steps[3]
    else:
        assert result.first_fault == full.first_fault == full.first_steps[4]


ROWS = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 3), st.integers(0, 1 << 40)), min_size=1, max_size=4)


@given(ROWS, st.integers(0, arrays.DEADLOCK))
def test_the_first_step_of_several_workers_is_one_that_a_worker_took(
    rows: list[tuple[int, int, int]], bit: int
) -> None:
    counters = run.make_counters(len(rows) + 1, 1)
    for worker, row in enumerate(rows):
        counters.first_step[worker, bit] = row
        counters.first_state[worker, 3] = row[0]
    ((noted, step),) = run.first_steps(counters).items()
    assert (noted, (step.parent, step.ordinal, step.label)) == (bit, min(rows))
    assert run.first_states(counters) == {3: min(row[0] for row in rows)}


def test_an_initial_state_may_stop_the_sweep_at_once() -> None:
    result = sweep(scatter(3000, 1), [(5,), (777,)], stops=Stops(states=2))
    assert (result.ending, result.states, result.left, result.depth) == (Ending.STOPPED, 2, 2, 0)
    assert [arrival.state for arrival in result.path(1)] == [1]


@BOTH
@pytest.mark.usefixtures("small_blocks")
def test_bound_on_states_is_passed_by_less_than_one_expansion(workers: int) -> None:
    machine = grid(4, 12)
    for bound in (1, 2, 100, 2500):
        result = sweep(machine, [(0,) * 4], bounds=Bounds(states=bound), workers=workers)
        assert result.ending is Ending.STATES
        assert bound <= result.states < bound + machine.max_successors
        assert result.left > 0


@BOTH
def test_bound_on_depth(workers: int) -> None:
    machine = grid(3, 9)
    for bound in (0, 1, 5):
        result = sweep(machine, [(0, 0, 0)], bounds=Bounds(depth=bound), workers=workers)
        level = (bound + 1) * (bound + 2) // 2  # ways to write `bound` as a sum of three
        assert (result.ending, result.depth, result.left) == (Ending.DEPTH, bound, level)
    assert sweep(machine, [(0, 0, 0)], bounds=Bounds(depth=25)).ending is Ending.COMPLETE


@MOSTLY
def test_bound_on_memory(workers: int) -> None:
    machine = two_phase_commit(9)
    bound = 120 << 20
    result = sweep(machine, [(0,)], bounds=Bounds(memory=bound), workers=workers)
    assert result.ending is Ending.MEMORY
    assert result.left > 0
    assert result.memory <= bound
    assert result.states > 1_000_000
    assert sweep(machine, [(0,)], bounds=Bounds(memory=1000)).ending is Ending.MEMORY


@MOSTLY
def test_bounds_on_time_and_interruption_are_noticed_soon(workers: int) -> None:
    machine = grid(8, 30)  # far too many states
    sweep(machine, [(0,) * 8], bounds=Bounds(states=10), workers=workers)
    result = sweep(machine, [(0,) * 8], bounds=Bounds(seconds=0.5), workers=workers)
    assert (result.ending, result.left > 0) == (Ending.TIME, True)
    flag = threading.Event()
    seen: list[SearchProgress] = []
    threading.Timer(0.4, flag.set).start()
    result = sweep(machine, [(0,) * 8], workers=workers, stop=flag.is_set, progress=seen.append)
    assert result.ending is Ending.INTERRUPTED
    assert [report.states for report in seen] == sorted(report.states for report in seen)
    assert seen[-1].states == result.states


def test_a_broken_expand_function_is_told_when_a_path_is_asked_for() -> None:
    result = sweep(grid(2, 5), [(0, 0)])
    result.words[-1] = 77
    with pytest.raises(RuntimeError, match="same successors"):
        result.path(result.states - 1)


def test_wrong_use_is_refused() -> None:
    machine = grid(2, 5)
    with pytest.raises(ValueError, match="3 words, where the machine has 2"):
        sweep(machine, [(0, 0, 0)])
    with pytest.raises(ValueError, match="at least one initial state"):
        sweep(machine, [])
    with pytest.raises(ValueError, match="at least one worker"):
        sweep(machine, [(0, 0)], workers=0)
    with pytest.raises(ValueError, match="at least one word"):
        Machine(0, 1, 1, 0)


def test_table_constants_fit_each_other() -> None:
    assert table.REFILL % arrays.BATCH == 0
