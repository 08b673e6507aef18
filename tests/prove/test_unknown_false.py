"""Claims that are false, deep in play: none is said to hold, whichever question the solver does not answer."""

from __future__ import annotations

from enum import Enum
from typing import Any

import pytest

from kanly.explorer.cli.frame.obligations import Proof, prove_everywhere
from kanly.explorer.findings.bounds import Bounds
from kanly.explorer.findings.leaks import Channel
from kanly.explorer.findings.outcome import Exploration
from kanly.explorer.findings.status import Status
from kanly.explorer.prove.deciding.claims import status_of_faults
from kanly.explorer.prove.formulas.solver import Answer, Budget, Solver
from kanly.explorer.prove.proofs.goals import FAULTS
from kanly.explorer.search.breadth_first import explore
from kanly.explorer.trace.tracing import TracedModel, trace_model
from kanly.invariants import Declarations, Step
from kanly.model import NOBODY, Int, Model, State, View, require


class Seat(Enum):
    ANN = 1


class Deep(State):
    n: int = Int(0, 15)
    m: int = Int(0, 1)
    hidden: int = Int(0, 1, seen_by=NOBODY)


class DeepView(View):
    hidden: int = Int(0, 1)


deep = Model("deep", Deep, seats=Seat)
"""From 10 on everything goes wrong, which is further than paths from the start are looked at."""
laws = Declarations(deep)


@laws.invariant("low")
def low(g: Deep) -> bool:
    """It stays below 10."""
    return g.n < 10


@laws.invariant("calm")
def calm(g: Deep) -> bool:
    """Nothing happens, as long as it stays below 10."""
    return g.m == 0


@laws.step("never-from-ten")
def never_from_ten(before: Deep, step: Step, after: Deep) -> bool:
    """No step begins at 10, as long as it stays below 10."""
    return before.n != 10


@laws.equivalence("nothing")
def nothing(g: Deep) -> tuple[int, int]:
    """Twice what happens is what happens, as long as nothing does."""
    return 2 * g.m, g.m


@deep.automatic
def up(g: Deep) -> None:
    require(g.n < 14, "over")
    if g.n == 13:
        raise ValueError("as long as it stays below 10, play never gets here")
    g.n += 1
    if g.n > 10:
        g.m = 1


@deep.automatic
def hide(g: Deep) -> None:
    require(g.n == 0, "late")
    g.hidden = 1


@deep.view
def view(g: Deep, seat: Seat) -> DeepView:
    return DeepView(hidden=g.hidden if g.n >= 10 else 0)


@deep.scenario("default")
def begin(g: Deep) -> None:
    g.n = 0


FALSE = ["low", "calm", "never-from-ten", "nothing", FAULTS, "sight"]
ASKED = [None, *([goal] for goal in FALSE)]


def begun(traced: TracedModel) -> Exploration:
    """So little of play that nothing goes wrong in it."""
    return explore(traced.instance, bounds=Bounds(states=3), keep_going=True, sight=3)


def statuses(proof: Proof) -> dict[str, Status]:
    """The answer for each false claim that was asked for."""
    found: dict[str, Status] = {}
    if proof.result is not None:
        asked = [goal for goal in FALSE if goal in proof.result.asked and goal != FAULTS]
        found = {
            goal: proof.decided[goal].status if goal in proof.decided else proof.result.status_of(goal)
            for goal in asked
        }
        if FAULTS in proof.result.asked:
            found[FAULTS] = status_of_faults(proof.result, proof.decided)
    if proof.sight is not None:
        found["sight"] = next(each.status for each in proof.sight.answers if each.channel is Channel.VIEW)
    return found


def answered(traced: TracedModel, ids: list[str] | None, silent: int | None) -> tuple[dict[str, Status], int]:
    """The answers when one question is not answered, and how many were asked."""
    honest, asked = Solver.ask, 0

    def ask(solver: Solver, *assumptions: Any) -> Answer:
        nonlocal asked
        asked += 1
        if asked - 1 == silent:
            solver.reason = "scripted"
            return Answer.UNKNOWN
        return honest(solver, *assumptions)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Solver, "ask", ask)
        return statuses(prove_everywhere(traced, Budget(), ids, None, lambda _: None, begun)), asked


def test_all_are_false() -> None:
    found = explore(deep.instance(), keep_going=True, sight=None)
    assert {check.status for check in found.checks} == {Status.VIOLATED}
    assert found.faults
    assert found.sight is not None
    assert found.sight.status is Status.VIOLATED


@pytest.mark.parametrize("stride", [17, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("ids", ASKED)
def test_nothing_that_is_false_holds_whichever_question_is_not_answered(ids: list[str] | None, stride: int) -> None:
    traced = trace_model(deep.instance())
    undisturbed, questions = answered(traced, ids, None)
    assert set(undisturbed) >= set(ids or FALSE)
    assert questions
    for silent in (None, *range(0, questions, stride)):
        found, _ = answered(traced, ids, silent)
        wrong = {goal: status for goal, status in found.items() if status in (Status.HOLDS, Status.VACUOUS)}
        assert not wrong, silent
