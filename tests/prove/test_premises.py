"""A proof of something whose premise can never hold is called vacuous."""

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any

import pytest

from counting import Counter, counter
from kanly.explorer.findings.outcome import Exploration
from kanly.explorer.findings.status import Status
from kanly.explorer.prove.formulas.solver import Budget
from kanly.explorer.prove.proofs.bounded import Bounded, search
from kanly.explorer.prove.proofs.induction import Induction
from kanly.explorer.prove.proofs.k_induction import k_induction
from kanly.explorer.prove.proofs.path_goals import PathGoals
from kanly.explorer.report.proofs import ProofReport
from kanly.explorer.search import breadth_first
from kanly.explorer.sweep.answers.exploring import explore as sweep
from kanly.explorer.trace.tracing import trace_model
from kanly.invariants import Declarations, Step
from kanly.model import Instance, Model, require


def model() -> tuple[Model, Declarations]:
    made = counter()
    laws = Declarations(made)

    @laws.invariant("nothing-is-spared")
    def nothing_is_spared(g: Counter) -> bool:
        """Nothing is spared."""
        return g.spare == 0

    return made, laws


PREMISES: list[tuple[Callable[[Any], bool], bool]] = [
    (lambda g: g.n > 2 and g.n < g.spare, True),
    (lambda g: g.spare > 0, True),
    (lambda g: g.n == 3, False),
    (lambda g: g.n < 9, False),
]


def standing(instance: Instance, name: str) -> Status:
    return Induction(trace_model(instance)).run([name]).status_of(name)


@pytest.mark.parametrize(("premise", "never"), PREMISES)
def test_a_premise_of_a_state(premise: Any, never: bool) -> None:
    made, laws = model()

    @laws.invariant("goal", when=premise)
    def goal(g: Counter) -> bool:
        """Numbers are small."""
        return g.n < 4 or g.spare < 4

    @laws.equivalence("agreement", when=premise)
    def agreement(g: Counter) -> tuple[int, int]:
        """Numbers agree with themselves."""
        return g.n, g.n + g.spare - g.spare

    expected = Status.VACUOUS if never else Status.HOLDS
    assert standing(made.instance(), "goal") is expected
    assert standing(made.instance(), "agreement") is expected


@pytest.mark.parametrize("ask", [breadth_first.explore, sweep])
def test_nothing_is_asked_where_the_premise_fails(ask: Callable[[Instance], Exploration]) -> None:
    made, laws = model()

    @laws.invariant("goal", when=lambda g: g.n == 2)
    def goal(g: Counter) -> bool:
        """Fails where its premise does."""
        return [False, False, True][g.n]

    @laws.step("step-goal", when=lambda before, step, after: after.n == 2)
    def step_goal(before: Counter, step: Step, after: Counter) -> bool:
        """Fails where its premise does."""
        return [False, False, True][after.n]

    @laws.equivalence("agreement", when=lambda g: g.n == 2)
    def agreement(g: Counter) -> tuple[object, object]:
        """Fails where its premise does."""
        return [0, 0, 1][g.n], g.n - 1

    instance = made.instance()
    assert ask(instance).status is Status.HOLDS
    assert {name: standing(instance, name) for name in ("goal", "step-goal", "agreement")} == {
        "goal": Status.HOLDS,
        "step-goal": Status.HOLDS,
        "agreement": Status.HOLDS,
    }


@pytest.mark.parametrize(("premise", "never"), PREMISES)
def test_a_premise_of_a_step(premise: Any, never: bool) -> None:
    made, laws = model()

    @laws.step("goal", when=lambda before, step, after: premise(after))
    def goal(before: Counter, step: Any, after: Counter) -> bool:
        """It goes up."""
        return before.n < after.n

    assert standing(made.instance(), "goal") is (Status.VACUOUS if never else Status.HOLDS)


def test_the_verdict_says_why() -> None:
    made, laws = model()

    @laws.invariant("goal", when=lambda g: g.spare > 0)
    def goal(g: Counter) -> bool:
        """What is spared is little."""
        return g.spare < 3

    instance = made.instance()
    report = ProofReport(instance)
    report.add_induction(Induction(trace_model(instance)).run())
    verdict = report.verdict("kanly prove", 0.0, 0, allow_bounded=False)
    assert (verdict.status, verdict.exit_code, verdict.reason) == ("vacuous", 4, "goal vacuous")
    told = "goal: its premise holds in no state that satisfies what is declared"
    assert told in verdict.unchecked
    assert not any(line.startswith("goal") for line in verdict.checked)


class Pace(Enum):
    ENDS = "every play ends after three steps"
    GOES_ON = "play goes on for ever"


def claims(pace: Pace) -> PathGoals:
    """A counter, and claims with premises that hold somewhere or nowhere."""
    made, laws = model()

    if pace is Pace.GOES_ON:

        @made.automatic
        def again(g: Counter) -> None:  # pyright: ignore[reportUnusedFunction]
            require(g.n == 2, "not at the top")
            g.n = 0

    @laws.invariant("met", when=lambda g: g.n == 2)
    @laws.invariant("never", when=lambda g: g.n < g.spare)
    @laws.invariant("only-if-spared", when=lambda g: g.spare > 0)
    def small(g: Counter) -> bool:  # pyright: ignore[reportUnusedFunction]
        """Numbers are small."""
        return g.n < 4

    @laws.equivalence("never-alike", when=lambda g: g.n < g.spare)
    def alike(g: Counter) -> tuple[int, int]:  # pyright: ignore[reportUnusedFunction]
        """Numbers agree with themselves."""
        return g.n, g.n

    @laws.step("step-met", when=lambda before, step, after: after.n == 2)
    @laws.step("step-never", when=lambda before, step, after: before.n == 2 and after.n == 2)
    def moves(before: Counter, step: Step, after: Counter) -> bool:  # pyright: ignore[reportUnusedFunction]
        """It moves."""
        return before.n != after.n

    return PathGoals(trace_model(made.instance()))


NEVER = {"never", "only-if-spared", "never-alike", "step-never"}


def by_status(found: Sequence[Bounded], status: Status) -> set[str]:
    return {each.goal for each in found if each.status is status}


def test_a_premise_on_no_path_is_vacuous_where_no_path_is_longer() -> None:
    found = search(claims(Pace.ENDS), 5, Budget())
    assert by_status(found, Status.VACUOUS) == NEVER
    assert by_status(found, Status.HOLDS) == {"nothing-is-spared", "met", "step-met"}


@pytest.mark.parametrize("pace", Pace)
def test_a_premise_may_hold_later_where_paths_go_on(pace: Pace) -> None:
    found = search(claims(pace), 1, Budget())
    assert {each.status for each in found} == {Status.INCONCLUSIVE}
    unmet = {each.goal for each in found if "premise" in each.reason}
    assert unmet == NEVER | {"met", "step-met"}


@pytest.mark.parametrize("pace", Pace)
@pytest.mark.parametrize("steps", [1, 3])
def test_induction_over_several_steps_tells_a_premise_that_holds_nowhere(pace: Pace, steps: int) -> None:
    found = k_induction(claims(pace), steps, Budget())
    assert by_status(found, Status.VACUOUS) == NEVER
    assert by_status(found, Status.HOLDS) == {"nothing-is-spared", "met", "step-met"}


def test_what_is_vacuous_is_not_among_what_was_looked_at() -> None:
    goals = claims(Pace.GOES_ON)
    report = ProofReport(goals.traced.instance)
    report.add_bounded(k_induction(goals, 2, Budget()), "induction", 0)
    verdict = report.verdict("kanly prove", 0.0, 0, allow_bounded=True)
    assert (verdict.status, verdict.exit_code) == ("vacuous", 4)
    (looked,) = verdict.checked
    assert not any(goal in looked.partition(":")[0].split(", ") for goal in NEVER)
