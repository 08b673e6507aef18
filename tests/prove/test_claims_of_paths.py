"""Claims about paths of a model whose plays are short: each has one right answer, or none yet."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

import pytest

from kanly.explorer.findings.status import Status
from kanly.explorer.prove.formulas.solver import Answer, Budget, Solver
from kanly.explorer.prove.proofs.bounded import Bounded, search
from kanly.explorer.prove.proofs.induction import Induction
from kanly.explorer.prove.proofs.k_induction import k_induction
from kanly.explorer.prove.proofs.path_goals import PathGoals
from kanly.explorer.trace.tracing import trace_model
from kanly.invariants import Declarations, Step
from kanly.model import Int, Model, State, require
from proving import Seat


class Stairs(State):
    at: int = Int(0, 7)
    fixed: int = Int(0, 1)


stairs = Model("stairs", Stairs, seats=Seat)
"""Three steps up, and nothing after that; what is fixed stays 0."""
laws = Declarations(stairs)


@stairs.automatic
def climb(g: Stairs) -> None:
    require(g.at < 3, "the top")
    g.at += 1


@stairs.automatic
def fall(g: Stairs) -> None:
    require(g.at == 2, "no edge")
    g.at = 1 // g.fixed


@stairs.automatic
def stumble(g: Stairs) -> None:
    require(g.at == 5, "never here")
    g.at = 1 // g.fixed


@stairs.scenario("default")
def below(g: Stairs) -> None:
    g.at = 0


@laws.invariant("below-four")
def below_four(g: Stairs) -> bool:
    """It goes no higher than three."""
    return g.at < 4


@laws.invariant("not-two")
def not_two(g: Stairs) -> bool:
    """The second stair is missing."""
    return g.at != 2


@laws.invariant("at-three", when=lambda g: g.at == 3)
def at_three(g: Stairs) -> bool:
    """At three nothing is fixed."""
    return g.fixed == 0


@laws.invariant("at-five", when=lambda g: g.at == 5)
def at_five(g: Stairs) -> bool:
    """At five all is fixed."""
    return g.fixed == 1


@laws.step("up", when=lambda before, step, after: before.at == 2)
def up(before: Stairs, step: Step, after: Stairs) -> bool:
    """From two it goes up."""
    return after.at == 3


@laws.step("no-step-to-three")
def no_step_to_three(before: Stairs, step: Step, after: Stairs) -> bool:
    """Nobody takes the third step."""
    return after.at != 3


@laws.step("from-five", when=lambda before, step, after: before.at == 5)
def from_five(before: Stairs, step: Step, after: Stairs) -> bool:
    """From five it goes down."""
    return after.at < before.at


@laws.equivalence("same")
def same(g: Stairs) -> tuple[int, int]:
    """Half of it twice is all of it, which is so of even numbers only."""
    return g.at // 2 * 2, g.at


def place(rule: Callable[..., None]) -> str:
    return f"faults: {rule.__name__} at {__file__}:{rule.__code__.co_firstlineno + 3}"


TRUTH = {
    "below-four": Status.HOLDS,
    "not-two": Status.VIOLATED,
    "at-three": Status.HOLDS,
    "at-five": Status.VACUOUS,
    "up": Status.HOLDS,
    "no-step-to-three": Status.VIOLATED,
    "from-five": Status.VACUOUS,
    "same": Status.VIOLATED,
    place(fall): Status.VIOLATED,
    place(stumble): Status.HOLDS,
}
LENGTHS = {"not-two": 2, "no-step-to-three": 3, "same": 1, place(fall): 3}


@contextmanager
def one_question_unanswered(silent: int) -> Generator[list[int]]:
    """Yields how many questions there are left until that one."""
    honest, left = Solver.ask, [silent]

    def ask(solver: Solver, *assumptions: Any) -> Answer:
        left[0] -= 1
        if left[0] == 0:
            solver.reason = "scripted"
            return Answer.UNKNOWN
        return honest(solver, *assumptions)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Solver, "ask", ask)
        yield left


def paths(goals: PathGoals, depth: int) -> list[Bounded]:
    return search(goals, depth, Budget())


def induction(goals: PathGoals, depth: int) -> list[Bounded]:
    return k_induction(goals, depth, Budget())


def of_stairs(*wanted: str) -> PathGoals:
    return PathGoals(trace_model(stairs.instance()), wanted or None)


@pytest.mark.parametrize("depth", range(6))
def test_paths_of_a_bounded_length_show_what_they_can_show_and_no_more(depth: int) -> None:
    found = {each.goal: each for each in paths(of_stairs(), depth)}
    lengths = {goal: each.trace.length for goal, each in found.items() if each.trace is not None}
    assert lengths == {goal: length for goal, length in LENGTHS.items() if length <= depth}
    left = {goal: each.status for goal, each in found.items() if each.status is not Status.VIOLATED}
    assert left == {goal: TRUTH[goal] if depth > 3 else Status.INCONCLUSIVE for goal in left}
    asked = {goal for goal, each in found.items() if each.status is Status.INCONCLUSIVE and not each.is_asked}
    late = {"at-three": 3, "up": 3, "at-five": 9, "from-five": 9, "no-step-to-three": 1}
    assert asked == {goal for goal, at in late.items() if depth <= 3 and depth < at}


@pytest.mark.parametrize(
    ("prove", "depth", "wanted", "stride"),
    [
        (paths, 4, ["at-five"], 1),
        (paths, 4, ["from-five", "not-two"], 1),
        (induction, 3, [], 11),
        pytest.param(paths, 4, [], 1, marks=pytest.mark.slow),
        pytest.param(induction, 3, [], 1, marks=pytest.mark.slow),
    ],
)
def test_an_answer_is_right_whichever_question_is_not_answered(
    prove: Callable[[PathGoals, int], list[Bounded]], depth: int, wanted: list[str], stride: int
) -> None:
    """Where the premise holds in states of which it is not proved that play never gets there, nothing is vacuous."""
    goals, silent, is_over = of_stairs(*wanted), 0, False
    while not is_over:
        silent += stride
        with one_question_unanswered(silent) as left:
            found = {each.goal: each.status for each in prove(goals, depth)}
            is_over = left[0] > 0
        for goal, status in found.items():
            right = [TRUTH[goal], Status.INCONCLUSIVE, Status.OPEN]
            right += [Status.HOLDS] if prove is induction and TRUTH[goal] is Status.VACUOUS else []
            assert status in right, (goal, silent)
    assert silent > 5


class Locked(State):
    at: int = Int(0, 15)
    key: int = Int(0, 1)


locked = Model("locked", Locked, seats=Seat)
"""Without the key it goes up to ten, and nobody finds the key."""
locked_laws = Declarations(locked)


@locked.automatic
def go_up(g: Locked) -> None:
    require(g.key == 0, "locked")
    require(g.at < 10, "the top")
    g.at += 1


@locked.scenario("default")
def outside(g: Locked) -> None:
    g.at = 0


@locked_laws.invariant("not-ten")
def not_ten(g: Locked) -> bool:
    """It never comes to ten, which is so as long as the key is there."""
    return g.at != 10


@locked_laws.invariant("key")
def key(g: Locked) -> bool:
    """The key is there: nothing takes it away, but it is not there at the start."""
    return g.key == 1


@locked_laws.invariant("no-key-at-ten", when=lambda g: g.at == 10)
def no_key_at_ten(g: Locked) -> bool:
    """Whoever comes to ten has no key; that somebody does is more than a few paths show."""
    return g.key == 0


@pytest.mark.parametrize("steps", [1, 2, 5])
def test_what_fails_at_the_start_or_is_not_proved_supports_nothing(steps: int) -> None:
    found = {each.goal: each.status for each in induction(PathGoals(trace_model(locked.instance())), steps)}
    assert found == {"not-ten": Status.OPEN, "key": Status.VIOLATED, "no-key-at-ten": Status.HOLDS}


@locked.scenario("several")
def anywhere(g: Locked, at: int = Int(8, 11), key: int = Int(0, 1)) -> None:
    g.at, g.key = at, key


def test_every_state_that_play_may_begin_in_is_looked_at() -> None:
    """Ten is neither the first nor the last of them, and the key is there in some."""
    traced = trace_model(locked.instance("several"))
    result = Induction(traced).run()
    assert {goal: result.status_of(goal) for goal in ("not-ten", "key", "no-key-at-ten")} == dict.fromkeys(
        ("not-ten", "key", "no-key-at-ten"), Status.VIOLATED
    )
    begun = {goal: result.examples_of(goal)[0].before for goal in ("not-ten", "key", "no-key-at-ten")}
    assert begun == {"not-ten": (10, 0), "key": (8, 0), "no-key-at-ten": (10, 1)}
    found = {each.goal: each.trace.states for each in paths(PathGoals(traced), 0) if each.trace is not None}
    assert set(found) == {"not-ten", "key", "no-key-at-ten"}
