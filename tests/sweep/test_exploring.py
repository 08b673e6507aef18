"""The compiled engine finds exactly what the engine that runs the rules finds."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import pytest

from feature_models import desk
from hikers import hikers
from kanly.explorer.cli.frame.selection import bundled
from kanly.explorer.findings.bounds import Bounds, Ending, SearchProgress
from kanly.explorer.findings.checks import chosen
from kanly.explorer.findings.outcome import Exploration
from kanly.explorer.findings.status import Status
from kanly.explorer.search import breadth_first
from kanly.explorer.sweep.answers import confirmation as hearing
from kanly.explorer.sweep.answers import sampling
from kanly.explorer.sweep.answers.disagreement import DisagreementError
from kanly.explorer.sweep.answers.exploring import explore
from kanly.explorer.sweep.answers.sampling import Watched
from kanly.explorer.sweep.code.generation import STATE_BITS, CompiledModel
from kanly.invariants import Declarations, Step, applicable
from kanly.model import Accepted, Instance, Int, Model, ModelError, Slots, State, choose, require
from tiny import Seat, tiny

card_table = bundled("card-table")
two_phase_commit = bundled("two-phase-commit")


def told(result: Exploration) -> dict[str, object]:
    """Everything that must be the same for each engine."""
    return {
        "ending": result.ending,
        "counts": (result.states, result.transitions, result.depth, result.left, result.fired),
        "faults": (result.faults, result.fault),
        "deadlocks": (result.deadlocks, result.deadlock),
        "checks": {
            check.declaration.id: (check.status, check.conjunct, check.trace, check.reason) for check in result.checks
        },
        "status": result.status,
    }


def both(instance: Instance, *ids: str, workers: int = 1, bounds: Bounds | None = None) -> dict[str, object]:
    """The result of both engines, which go on after violations."""
    declared = chosen(applicable(instance), ids or None)
    run = breadth_first.explore(instance, declared=declared, keep_going=True, bounds=bounds)
    compiled = explore(instance, declared=declared, keep_going=True, workers=workers, bounds=bounds)
    assert told(compiled) == told(run)
    return told(compiled)


HEALTHY = (
    "never-third", "never-back", "tells-where", "beyond", "arrives", "walks-to-two", "rests", "comes-home",
)  # fmt: skip


@pytest.mark.parametrize("workers", [pytest.param(1, marks=pytest.mark.slow), 2])
@pytest.mark.parametrize(
    "instance",
    [
        card_table.instance(None, {"cards": 4, "seats": 3}),
        card_table.instance(None, {"cards": 1, "seats": 1, "hand_limit": 1}),
        pytest.param(two_phase_commit.instance(None, {"managers": 4}), marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_bundled_models_have_one_answer(instance: Instance, workers: int) -> None:
    both(instance, workers=workers)


@pytest.mark.parametrize("scenario", ["plain", "ravine", "circles", "leap", "dead"])
def test_everything_that_can_be_found_is_found_alike(scenario: str) -> None:
    both(hikers(scenario), *HEALTHY)


@pytest.mark.parametrize("ids", [("never-third",), ("never-back",), ("tells-where",), ("beyond",)])
def test_a_model_without_progress_declarations_has_its_deadlocks(ids: Sequence[str]) -> None:
    both(hikers("ravine"), *ids)


@pytest.mark.slow
def test_findings_of_a_model_with_every_feature_are_alike() -> None:
    both(desk.instance("narrow"), bounds=Bounds(depth=2))


@pytest.mark.parametrize("bounds", [Bounds(depth=0), Bounds(depth=2), Bounds(depth=3)])
def test_bounds_on_depth_fall_alike(bounds: Bounds) -> None:
    both(hikers("ravine", end=9), *HEALTHY, bounds=bounds)


@pytest.mark.parametrize(
    ("bounds", "ending"),
    [(Bounds(states=3), Ending.STATES), (Bounds(memory=1), Ending.MEMORY), (Bounds(seconds=1e-9), Ending.TIME)],
)
def test_other_bounds_make_the_answer_inconclusive(bounds: Bounds, ending: Ending) -> None:
    declared = chosen(applicable(hikers("plain", end=9)), ("beyond", "arrives", "comes-home"))
    result = explore(hikers("plain", end=9), declared=declared, bounds=bounds)
    assert (result.ending, result.status) == (ending, Status.INCONCLUSIVE)


@pytest.mark.parametrize("instance", [hikers("plain", end=9), card_table.instance()], ids=lambda each: each.name)
@pytest.mark.parametrize("workers", [1, 2])
def test_a_bound_on_states_is_passed_by_no_more_than_one_state_has_successors(instance: Instance, workers: int) -> None:
    """The run engine gives up at the bound itself."""
    everything = breadth_first.explore(instance, declared=(), keep_graph=True)
    assert everything.edges is not None
    widest = max(len(list(instance.successors(slots))) for slots in everything.edges.states)
    for most in (3, 5, 6, 8):
        bounds = Bounds(states=most)
        assert breadth_first.explore(instance, declared=(), bounds=bounds).states == most
        result = explore(instance, declared=(), bounds=bounds, workers=workers)
        assert result.ending is Ending.STATES
        assert most <= result.states < most + widest


def test_the_first_violation_ends_the_sweep() -> None:
    instance = hikers("plain", end=9)
    result = explore(instance, declared=chosen(applicable(instance), ("never-back", "beyond")))
    assert (result.ending, result.status) == (Ending.STOPPED, Status.VIOLATED)
    assert result.check("never-back").trace is not None
    assert result.check("beyond").status is Status.INCONCLUSIVE


@pytest.mark.parametrize(("scenario", "strict"), [("leap", False), ("ravine", True)])
def test_a_fault_and_a_forbidden_deadlock_end_the_sweep(scenario: str, strict: bool) -> None:
    instance = hikers(scenario)
    run = breadth_first.explore(instance, declared=(), forbid_deadlock=strict)
    result = explore(instance, declared=(), forbid_deadlock=strict)
    assert (result.ending, result.status) == (Ending.STOPPED, Status.VIOLATED)
    assert (result.fault, result.deadlock) == (run.fault, run.deadlock)


def test_a_settled_state_without_steps_is_no_forbidden_deadlock() -> None:
    instance = card_table.instance(None, {"cards": 1, "seats": 1, "hand_limit": 1})
    assert explore(instance, forbid_deadlock=True).status is Status.HOLDS


def test_an_interruption_tells_what_is_known() -> None:
    result = explore(card_table.instance(), stop=lambda: True)
    assert (result.ending, result.status) == (Ending.INTERRUPTED, Status.INCONCLUSIVE)


def test_progress_is_reported() -> None:
    heard: list[SearchProgress] = []
    explore(card_table.instance(), progress=heard.append)
    assert heard[-1].states == explore(card_table.instance()).states


@pytest.mark.slow
def test_it_can_be_used_beside_other_threads() -> None:
    found: list[int] = []
    threads = [threading.Thread(target=lambda: found.append(explore(card_table.instance()).states)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [explore(card_table.instance()).states] * 3


def test_a_declaration_that_fails_is_a_mistake_with_its_place() -> None:
    instance = hikers("plain")
    with pytest.raises(ModelError, match=r"hikers\.py:\d+: fails-to-answer fails instead of answering: IndexError"):
        explore(instance, declared=chosen(applicable(instance), ("fails-to-answer",)))


def test_a_difference_stops_with_both_results(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the machine code missed the last step of each state."""
    right = CompiledModel.successors

    def wrong(self: CompiledModel, slots: Slots) -> list[tuple[int, Slots]]:
        return right(self, slots)[:-1]

    monkeypatch.setattr(CompiledModel, "successors", wrong)
    with pytest.raises(DisagreementError, match=r"(?s)Kanly has a defect.*compiled: None\nrun:      \(\d, \("):
        explore(card_table.instance())


def test_a_wrong_observation_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the machine code negated all observations."""
    right = CompiledModel.observed

    def wrong(self: CompiledModel, slots: Slots) -> int:
        return ~right(self, slots)

    monkeypatch.setattr(CompiledModel, "observed", wrong)
    with pytest.raises(DisagreementError, match="custody on the state"):
        explore(card_table.instance())


@pytest.mark.parametrize("workers", [1, 3])
def test_a_single_state_that_differs_is_found_by_whoever_looks_at_it(
    monkeypatch: pytest.MonkeyPatch, workers: int
) -> None:
    instance = card_table.instance(None, {"cards": 3})
    (begin,) = instance.initial_states()
    wanted = [outcome.slots for _, _, outcome in instance.successors(begin) if isinstance(outcome, Accepted)][1]
    right = CompiledModel.observed

    def wrong(self: CompiledModel, slots: Slots) -> int:
        return ~right(self, slots) if slots == wanted else right(self, slots)

    monkeypatch.setattr(sampling, "WORTH_SHARING", 2)
    assert explore(instance, workers=workers).states < sampling.SAMPLE
    monkeypatch.setattr(CompiledModel, "observed", wrong)
    with pytest.raises(DisagreementError, match="on the state"):
        explore(instance, workers=workers)


def test_the_sample_has_so_many_states_or_all(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[Slots] = []

    def note(watched: Sequence[Watched], slots: Slots) -> None:
        compared.append(slots)

    monkeypatch.setattr(sampling, "compare_state", note)
    small, large = (card_table.instance(None, {"cards": cards}) for cards in (2, 5))
    states = explore(small).states
    assert len(set(compared)) == len(compared) == states < sampling.SAMPLE
    compared.clear()
    assert explore(large, seed=1).states > sampling.SAMPLE
    first = set(compared)
    assert len(first) == len(compared) == sampling.SAMPLE
    compared.clear()
    explore(large, seed=2)
    assert set(compared) != first


class Clock(State):
    hour: int = Int(0, 23)


clock = Model("clock", Clock, seats=Seat)


@clock.automatic
def tick(g: Clock) -> None:
    """Time passes until the last hour."""
    require(g.hour < 23, "the day is over")
    g.hour = g.hour + 1


@clock.scenario("default")
def midnight(g: Clock) -> None:
    """The day begins."""


laws = Declarations(clock)


def declare_hour(hour: int) -> None:
    """Four declarations about an hour: two that hold, two that do not."""

    @laws.invariant(f"not-at-{hour}")
    def not_at(g: Clock) -> bool:
        """It is never this hour."""
        return g.hour != hour

    @laws.invariant(f"at-{hour}-if-then", when=lambda g: g.hour == hour)
    def at_if_then(g: Clock) -> bool:
        """It is this hour when it is."""
        return g.hour == hour

    @laws.step(f"no-step-to-{hour}", when=lambda before, step, after: before.hour < hour)
    def no_step_to(before: Clock, step: Step, after: Clock) -> bool:
        """Time stops before this hour."""
        return after.hour != hour

    @laws.step(f"step-from-{hour}", when=lambda before, step, after: before.hour == hour)
    def step_from(before: Clock, step: Step, after: Clock) -> bool:
        """Time goes on by one."""
        return after.hour == hour + 1


for each in range(24):
    declare_hour(each)


def test_more_declarations_than_bits_are_spread_over_sweeps() -> None:
    instance = clock.instance()
    assert len(applicable(instance)) > STATE_BITS
    answers = both(instance)["checks"]
    assert isinstance(answers, dict)
    assert answers["step-from-23"][0] is Status.VACUOUS
    assert answers["no-step-to-23"][0] is answers["not-at-23"][0] is Status.VIOLATED


def test_many_stuck_states_are_only_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hearing, "MOST_TOLD", 1)
    instance = hikers("circles")
    check = explore(instance, declared=chosen(applicable(instance), ("comes-home",))).check("comes-home")
    assert (check.status, check.conjunct) == (Status.VIOLATED, "2 states are stuck")


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    ("instance", "states", "transitions"),
    [
        (two_phase_commit.instance(None, {"managers": 7}), 296_448, 2_744_705),
        # SPIN and TLC agree on these two.
        (card_table.instance(None, {"cards": 8, "seats": 3, "hand_limit": 4}), 994_670, 6_944_467),
        (card_table.instance(None, {"cards": 9, "seats": 3, "hand_limit": 4}), 5_244_260, 39_738_637),
    ],
    ids=str,
)
def test_known_counts(instance: Instance, states: int, transitions: int, workers: int) -> None:
    result = explore(instance, workers=workers)
    assert (result.states, result.transitions, result.status) == (states, transitions, Status.HOLDS)


def late_failure(limit: int = 40) -> Instance:
    """A counter of which a declaration of progress has no answer at the end."""

    class Count(State):
        n: int = Int(0, limit)

    def up(g: Count) -> None:
        g.n = choose(g.n == limit, 0, g.n + 1)

    instance = tiny(Count, up)
    laws = Declarations(instance.model)

    @laws.progress("comes-home")
    def comes_home(g: Count) -> bool:
        """It comes home."""
        require(g.n != limit - 3, "no answer there")
        return g.n == 0

    @laws.progress("comes-to-one")
    def comes_to_one(g: Count) -> bool:
        """It comes to 1."""
        return g.n == 1

    return instance


@pytest.mark.parametrize("workers", [1, 2])
def test_a_declaration_of_progress_that_fails_in_one_state_is_a_mistake(workers: int) -> None:
    with pytest.raises(ModelError, match="comes-home fails instead of answering: Rejection: no answer there"):
        explore(late_failure(), sample=0, workers=workers)
