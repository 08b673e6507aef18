"""Claims that play breaks after so many steps, and not before: no induction over steps says that they hold."""

from __future__ import annotations

from typing import Any

import pytest

from kanly.explorer.findings.status import Status
from kanly.explorer.prove.deciding.claims import decide
from kanly.explorer.prove.deciding.play import DEPTH
from kanly.explorer.prove.formulas.solver import Budget
from kanly.explorer.prove.proofs.bounded import search
from kanly.explorer.prove.proofs.goals import is_place_of
from kanly.explorer.prove.proofs.induction import Induction
from kanly.explorer.prove.proofs.k_induction import k_induction
from kanly.explorer.prove.proofs.path_goals import PathGoals
from kanly.explorer.trace.tracing import TracedModel, trace_model
from kanly.invariants import Declarations, Step
from kanly.model import Int, Model, Parameter, State, require
from tiny import Seat

LATEST = 8
"""The most steps after which something breaks."""


class Count(State):
    end: int = Parameter(1, low=1, high=LATEST)

    here: int = Int(0, LATEST)


def at_zero(g: Count) -> None:
    """Nothing is counted."""


def count(g: Count) -> None:
    require(g.here < g.end, "the end")
    g.here += 1


def count_until_it_fails(g: Count) -> None:
    require(g.here < g.end, "the end")
    if g.here == g.end - 1:
        raise ValueError("too far")
    g.here += 1


def not_the_end(g: Count) -> bool:
    """It never comes to the end."""
    return g.here != g.end


def not_to_the_end(before: Count, step: Step, after: Count) -> bool:
    """No step leads to the end."""
    return after.here != after.end


def model_with(rule: Any) -> tuple[Model, Declarations]:
    model = Model("count", Count, seats=Seat)
    model.automatic(rule)
    model.scenario("default")(at_zero)
    return model, Declarations(model)


def breaking(kind: str, steps: int) -> TracedModel:
    """A counter that breaks a claim of that kind with that step, when it has no way but on."""
    model, laws = model_with(count_until_it_fails if kind == "fault" else count)
    if kind == "invariant":
        laws.invariant("claim")(not_the_end)
    if kind == "step":
        laws.step("claim")(not_to_the_end)
    return trace_model(model.instance(None, {"end": steps}))


KINDS = ("invariant", "step", "fault")


def is_asked(goal: str) -> bool:
    return goal == "claim" or is_place_of(goal)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("steps", range(1, LATEST + 1))
def test_what_induction_leaves_open_is_decided_as_play_has_it(kind: str, steps: int) -> None:
    traced = breaking(kind, steps)
    result = Induction(traced).run()
    (answer,) = decide(traced, result, Budget(), None).values()
    assert answer.status in (Status.VIOLATED, Status.OPEN)
    if steps <= DEPTH:
        assert answer.status is Status.VIOLATED
    if answer.status is Status.VIOLATED:
        assert answer.trace is not None
        assert answer.trace.start in traced.instance.initial_states()
        assert len(answer.trace.moves) == steps


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("steps", [1, 3, 5])
def test_bounded_search_and_induction_say_nothing_beyond_their_bound(kind: str, steps: int) -> None:
    goals = PathGoals(breaking(kind, steps))
    for most in (steps - 1, steps):
        for ask in (search, k_induction):
            (answer,) = (found for found in ask(goals, most, Budget()) if is_asked(found.goal))
            if most >= steps:
                assert answer.status is Status.VIOLATED
                assert answer.trace is not None
                assert len(answer.trace.moves) == steps
            else:
                assert answer.status in (Status.OPEN, Status.INCONCLUSIVE)
