"""A view, or who may see a field, that fails in every state is refused with the reason, in words and with its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kanly.explorer.trace.tracing import trace_knowledge, trace_model, trace_view
from kanly.model import Int, Map, Model, ModelError, State, View, require
from tiny import Seat


class Table(State):
    at: int = Int(0, 3)
    held: dict[Seat, int] = Map(Seat, Int(0, 1))


class Page(View):
    at: int = Int(0, 3)


def divided(g: Table, seat: Seat) -> Page:
    return Page(at=g.at // 0)


def outside(g: Table, seat: Seat) -> Page:
    return Page(at=g.at + 4)


def rejected(g: Table, seat: Seat) -> Page:
    require(g.at > 3, "it is too early")
    return Page(at=g.at)


def missing(g: Table, seat: Seat) -> Page:
    return Page(at={Seat.ANN: 1}[Seat.BOB])


def at_odds(g: Table, seat: Seat) -> Page:
    """Fails in another way on each path."""
    return Page(at=g.at // 0) if g.at > 1 else Page(at=g.at + 4)


def looking(view: Callable[..., Page]) -> Model:
    model = Model("looking", Table, seats=Seat)
    model.view(view)

    @model.scenario("default")
    def setup(g: Table) -> None:
        g.at = 0

    return model


@pytest.mark.parametrize(
    ("view", "told"),
    [
        (divided, "fails in every state: "),
        (outside, "fails in every state: "),
        (missing, "fails in every state: "),
        (at_odds, "fails in every state: "),
        (rejected, "rejects in every state: it is too early"),
    ],
)
def test_a_view_that_never_shows_anything_is_refused(view: Callable[..., Page], told: str) -> None:
    with pytest.raises(ModelError, match="the view of looking") as caught:
        trace_view(trace_model(looking(view).instance()), Seat.ANN)
    assert told in str(caught.value)


def test_it_is_seen_by_nobody_knows_whom() -> None:
    def nobody_knows(g: Any, seat: Seat) -> bool:
        return g.at // 0 > 1

    class Hidden(State):
        at: int = Int(0, 3)
        kept: int = Int(0, 1, seen_by=nobody_knows)

    model = Model("hiding", Hidden, seats=Seat)

    @model.scenario("default")
    def setup(g: Hidden) -> None:
        g.at = 0

    with pytest.raises(ModelError, match="fails in every state"):
        trace_knowledge(trace_model(model.instance()), Seat.ANN)
