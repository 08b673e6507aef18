"""What a model reveals on purpose happens if some seat learns something by it, in a proof for all states."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kanly.explorer.findings.status import Status
from kanly.explorer.prove.formulas.solver import Answer, Budget, Solver
from kanly.explorer.prove.proofs.sight import prove_sight
from kanly.explorer.trace.tracing import trace_model
from kanly.model import ACTOR, NOBODY, OWNER, Int, Map, Model, Reveals, State, require
from proving import Seat


class Table(State):
    top: int = Int(0, 3, seen_by=NOBODY)
    known: int = Int(0, 3)
    hand: dict[Seat, int] = Map(Seat, Int(0, 3), seen_by=OWNER)


def draw(g: Table, seat: Seat) -> None:
    """Only the first seat may."""
    require(seat == Seat.ANN, "not yours")
    g.hand[seat] = g.top


def copy(g: Table, seat: Seat) -> None:
    """What all know."""
    g.hand[seat] = g.known


def table(rule: Callable[[Table, Seat], None]) -> Model:
    model = Model("table", Table, seats=Seat)
    model.action(reveals=Reveals("hand", to=ACTOR, because="whoever draws sees it"))(rule)

    @model.scenario("default")
    def begin(g: Table) -> None:
        g.top = 1

    return model


@pytest.mark.parametrize(("rule", "status"), [(draw, Status.HOLDS), (copy, Status.VACUOUS)])
def test_a_revelation_to_one_seat_is_enough_and_one_that_tells_nothing_is_none(
    rule: Callable[[Table, Seat], None], status: Status
) -> None:
    result = prove_sight(trace_model(table(rule).instance()))
    assert [each.status for each in result.allowances] == [status]
    assert prove_sight(trace_model(table(rule).instance()), seats=["BOB"]).allowances == []


def test_a_question_that_is_not_answered_makes_no_revelation_vacuous(monkeypatch: pytest.MonkeyPatch) -> None:
    traced, honest, left = trace_model(table(draw).instance()), Solver.ask, [0]

    def ask(solver: Solver, *assumptions: Any) -> Answer:
        left[0] -= 1
        if left[0] == 0:
            solver.reason = "scripted"
            return Answer.UNKNOWN
        return honest(solver, *assumptions)

    monkeypatch.setattr(Solver, "ask", ask)
    silent = 0
    while left[0] <= 0:
        silent += 1
        left[0] = silent
        found = [each.status for each in prove_sight(traced).allowances]
        assert found in ([Status.HOLDS], [Status.INCONCLUSIVE]), silent
    over = prove_sight(traced, Budget(total=0.0))
    assert [each.status for each in over.allowances] == [Status.INCONCLUSIVE]
