"""One goal asked alone: it is not said to hold where what it rests on does not, or where it says nothing."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any

import pytest

from kanly.explorer.cli.frame.obligations import prove_everywhere
from kanly.explorer.findings.status import Status
from kanly.explorer.prove.deciding.claims import status_of_faults
from kanly.explorer.prove.formulas.solver import Budget
from kanly.explorer.prove.proofs.goals import FAULTS, FORM, is_place_of
from kanly.explorer.prove.proofs.induction import Induction
from kanly.explorer.prove.proofs.obligations import NOT_ASKED, ProofResult
from kanly.explorer.trace.tracing import trace_model
from kanly.invariants import Declarations, Step
from kanly.model import Instance, Int, Model, Parameter, State, require


class Seat(Enum):
    ANN = 1


class Cells(State):
    sound: bool = Parameter(True)

    one: int = Int(0, 7)
    two: int = Int(0, 7)


cells = Model("cells", Cells, seats=Seat)
"""`two` stays even as long as `one` stays small, which it does where the rules are sound."""
laws = Declarations(cells)


@laws.invariant("small")
def small(g: Cells) -> bool:
    """The one is at most 3."""
    return g.one <= 3


@laws.invariant("even")
def even(g: Cells) -> bool:
    """The two is even."""
    return g.two % 2 == 0


@laws.invariant("half-is-low")
def half_is_low(g: Cells) -> bool:
    """Half of the two is at most 3."""
    return g.two // 2 <= 3


@laws.step("never-back")
def never_back(before: Cells, step: Step, after: Cells) -> bool:
    """The two never falls, as long as the one is small."""
    return after.two >= before.two


@cells.automatic
def rise(g: Cells) -> None:
    require(g.two < 6, "full")
    g.two += 2 if g.one <= 3 else -1


@cells.automatic
def grow(g: Cells) -> None:
    require(g.one < (3 if g.sound else 7), "full")
    g.one += 1


@cells.automatic
def halve(g: Cells) -> None:
    """A remainder of what a rule lowers."""
    require(g.two >= 6, "not full")
    g.two = g.two - g.two % 2


@cells.scenario("default")
def at_zero(g: Cells) -> None:
    pass


SOUND, BROKEN = cells.instance(), cells.instance(None, {"sound": False})


def alone(instance: Instance, goal: str) -> ProofResult:
    return Induction(trace_model(instance), Budget()).run([goal])


@pytest.mark.parametrize("goal", ["small", "even", "never-back", "half-is-low", FORM, FAULTS])
def test_it_holds_where_what_it_rests_on_does(goal: str) -> None:
    assert alone(SOUND, goal).status_of(goal) is Status.HOLDS


@pytest.mark.parametrize("goal", ["even", "never-back", FAULTS])
def test_it_is_open_where_what_it_rests_on_is_false(goal: str) -> None:
    result = alone(BROKEN, goal)
    assert result.status_of("small") is Status.OPEN
    assert result.status_of(goal) is Status.OPEN
    assert "as long as" in result.reason_of(goal)
    assert "small" in result.reason_of(goal)


@pytest.mark.parametrize("goal", ["even", "small"])
def test_what_was_not_asked_does_not_hold(goal: str) -> None:
    result = alone(SOUND, goal)
    assert result.status_of("half-is-low") is Status.INCONCLUSIVE
    assert result.reason_of("half-is-low") == NOT_ASKED
    assert ProofResult([], ["even"]).status_of("even") is Status.INCONCLUSIVE


class Locked(State):
    n: int = Int(0, 3)


def never(g: Any) -> bool:
    return g.n > 3


def beyond_what_is_declared(g: Any) -> bool:
    return g.n == 3


def somewhere(g: Any) -> bool:
    return g.n == 2


def from_two_on(before: Any, step: Any, after: Any) -> bool:
    return before.n >= 2


@pytest.mark.parametrize(
    ("opens", "status"),
    [(never, Status.VACUOUS), (beyond_what_is_declared, Status.VACUOUS), (somewhere, Status.HOLDS)],
)
@pytest.mark.parametrize("when", [None, from_two_on])
def test_a_goal_about_steps_that_never_happen_is_vacuous(
    opens: Callable[[Any], bool], status: Status, when: Callable[..., bool] | None
) -> None:
    locked = Model("locked", Locked, seats=Seat)
    checks = Declarations(locked)

    @locked.automatic
    def open_it(g: Locked) -> None:  # pyright: ignore[reportUnusedFunction]
        require(opens(g), "locked")

    @locked.scenario("default")
    def begin(g: Locked) -> None:  # pyright: ignore[reportUnusedFunction]
        pass

    @checks.invariant("low")
    def low(g: Locked) -> bool:  # pyright: ignore[reportUnusedFunction]
        """It is at most 2."""
        return g.n <= 2

    @checks.step("as-it-was", when=when)
    def as_it_was(before: Locked, step: Step, after: Locked) -> bool:  # pyright: ignore[reportUnusedFunction]
        """No step changes it."""
        return before.n == after.n

    assert alone(locked.instance(), "as-it-was").status_of("as-it-was") is status


class Count(State):
    n: int = Int(0, 3)
    odd: bool


count = Model("count", Count, seats=Seat)
"""A rule that fails in two places: play gets to one of them, and a claim that is wrong hides just that one."""


@count.action
def go_on(g: Count, seat: Seat) -> None:
    if g.n == 3:
        raise ValueError("play gets here")
    if g.odd:
        raise ValueError("play never gets here")
    g.n = min(g.n + 1, 3)


@count.scenario("default")
def begin(g: Count) -> None:
    g.n = 0


@Declarations(count).invariant("never-three")
def never_three(g: Count) -> bool:
    """The number stays below 3, which is not so."""
    return g.n < 3


@pytest.mark.parametrize("ids", [None, [FAULTS]])
def test_a_failure_that_only_a_wrong_claim_hides_is_not_forgotten_for_another_place(ids: list[str] | None) -> None:
    traced = trace_model(count.instance())
    proof = prove_everywhere(traced, Budget(), ids, None, lambda _: None)
    assert proof.result is not None
    (place,) = (example.place for example in proof.result.examples_of(FAULTS))
    (other,) = (goal for goal in proof.decided if is_place_of(goal) and goal != place)
    assert proof.decided[place].status is Status.HOLDS
    assert proof.result.obligation("go_on", FAULTS).lacks == {"never-three"}
    found = proof.decided[other]
    assert found.status is Status.VIOLATED
    assert found.trace is not None
    assert (found.trace.start in traced.instance.initial_states(), found.trace.length) == (True, 4)
    assert status_of_faults(proof.result, proof.decided) is Status.VIOLATED
    assert proof.status is Status.VIOLATED
