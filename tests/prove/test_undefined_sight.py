"""Where a seat's view or what it may know cannot be told in some state, no engine says that sight holds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kanly.explorer.findings.outcome import Exploration
from kanly.explorer.findings.status import Status
from kanly.explorer.prove.proofs.sight import prove_sight
from kanly.explorer.search import breadth_first
from kanly.explorer.sweep.answers.exploring import explore
from kanly.explorer.trace.tracing import trace_model
from kanly.model import (
    NOBODY,
    Event,
    Instance,
    Int,
    Model,
    Option,
    Parameter,
    Record,
    State,
    View,
    Withholds,
    emit,
    require,
)
from tiny import Seat

ENGINES: list[Callable[..., Exploration]] = [breadth_first.explore, explore]


def share(number: int) -> int:
    """Nothing can be shared out at 3."""
    return 6 // (3 - number)


def below_three(number: int) -> int:
    require(number < 3, "not said of 3")
    return number


def share_of_first(g: Any, seat: Seat) -> bool:
    return share(g.first) > 0


class Blank(View):
    """Nothing but a number that says nothing."""

    number: int = Int(0, 3)


def blank(g: Any, seat: Seat) -> Blank:
    return Blank(number=0)


def shared(g: Any, seat: Seat) -> Blank:
    return Blank(number=min(share(g.first), 3))


class Counting(State):
    most: int = Parameter(3, low=0, high=3)


class Open(Counting):
    first: int = Int(0, 3)


class Shared(Counting):
    first: int = Int(0, 3, seen_by=NOBODY, public=share)


class Rejecting(Counting):
    first: int = Int(0, 3, seen_by=NOBODY, public=below_three)


class SeenByShare(Counting):
    first: int = Int(0, 3)
    second: int = Int(0, 3, seen_by=share_of_first)


class Lot(Record):
    number: int = Int(0, 3, seen_by=NOBODY, public=share)


class Inside(Counting):
    first: int = Int(0, 3, seen_by=NOBODY)
    lot: Lot | None = Option(Lot)


FAILING: list[tuple[type[State], Callable[..., Blank] | None]] = [
    (Open, shared),
    *((state, view) for state in (Shared, Rejecting, SeenByShare, Inside) for view in (None, blank)),
    (Shared, shared),
]
"""States of which something cannot be told where a number is 3, and a view, perhaps none."""


def count(g: Any, seat: Seat) -> None:
    require(g.first < g.most, "enough")
    g.first += 1


def count_inside(g: Any, seat: Seat) -> None:
    count(g, seat)
    g.lot = Lot(number=g.first)


def at_zero(g: Any) -> None:
    """Nothing is counted yet."""


def counting(state: type[State], view: Callable[..., Blank] | None, most: int) -> Instance:
    """A model in which the numbers grow up to `most`."""
    model = Model("counting", state, seats=Seat)
    model.scenario("default")(at_zero)
    model.action(count_inside if state is Inside else count)
    if view is not None:
        model.view(withholds=[Withholds(name, because="it is counted aloud") for name in state.declared])(view)
    return model.instance(None, {"most": most})


def told(case: Any) -> str:
    return getattr(case, "__name__", "no view")


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("state", "view"), FAILING, ids=told)
def test_it_is_a_finding_where_play_leads(
    state: type[State], view: Callable[..., Blank] | None, engine: Callable[..., Exploration]
) -> None:
    reached = engine(counting(state, view, 3), sight=None)
    assert reached.status is Status.VIOLATED
    assert reached.sight is not None
    assert all("cannot be" in answer.reason and answer.play is not None for answer in reached.sight.answers)
    unreached = engine(counting(state, view, 2), sight=None)
    assert unreached.status is Status.HOLDS


@pytest.mark.parametrize(("state", "view"), FAILING, ids=told)
@pytest.mark.parametrize("most", [2, 3])
def test_nothing_is_proved(state: type[State], view: Callable[..., Blank] | None, most: int) -> None:
    result = prove_sight(trace_model(counting(state, view, most)))
    assert {answer.status for answer in result.answers} == {Status.OPEN}
    assert all(answer.fails_in is not None for answer in result.answers)


class Whispering(Counting):
    first: int = Int(0, 3, seen_by=NOBODY, public=share)
    hidden: int = Int(0, 3, seen_by=NOBODY)


class Whispered(Event):
    number: int = Int(0, 3)


def whisper_at_the_end(g: Any, seat: Seat) -> None:
    count(g, seat)
    if g.first == 3:
        emit(Whispered(number=g.hidden))


def test_a_step_to_where_it_cannot_be_told_what_is_known_shows_no_leak() -> None:
    model = Model("whispering", Whispering, seats=Seat)
    model.scenario("default")(at_zero)
    model.action(whisper_at_the_end)
    result = prove_sight(trace_model(model.instance()))
    assert result.leaks == []
    assert {answer.status for answer in result.answers} == {Status.OPEN}
