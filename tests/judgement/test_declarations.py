"""What is declared means what it says: names of parts, holders, and what everybody may know of an option."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from judging import READINGS, WAYS, refusal
from kanly.explorer.findings.status import Status
from kanly.explorer.sweep.answers.exploring import explore as sweep
from kanly.invariants import Declarations
from kanly.model import (
    NOBODY,
    Instance,
    Int,
    Model,
    ModelError,
    Option,
    Reveals,
    Secret,
    Set,
    State,
    View,
    held_by,
    require,
)
from tiny import Seat, tiny


class Count(State):
    """A number."""

    n: int = Int(0, 3)


def up(g: Count) -> None:
    require(g.n < 3, "full")
    g.n += 1


@pytest.mark.parametrize("way", READINGS)
def test_a_part_may_be_named_like_a_premise(way: str) -> None:
    instance = tiny(Count, up)

    @Declarations(instance.model).invariant("low")
    def low(g: Any) -> Iterator[tuple[str, bool]]:
        """The number is low."""
        yield "when", g.n < 3

    assert WAYS[way](instance) is (Status.OPEN if way == "proof" else Status.VIOLATED)


@pytest.mark.parametrize("way", ["compiled", "proof"])
@pytest.mark.parametrize("name", ["the premise", "the check itself fails"])
def test_names_that_mean_something_else_are_refused(name: str, way: str) -> None:
    instance = tiny(Count, up)

    @Declarations(instance.model).invariant("low")
    def low(g: Any) -> Iterator[tuple[str, bool]]:
        """The number is low."""
        yield name, g.n < 3

    assert "give the part another name" in str(refusal(way, instance))


class Safe(State):
    """Something that only some may know."""

    who: set[Seat] = Set(Seat)
    count: int = Int(0, 2)
    x: int = Int(0, 3, seen_by=held_by("who"))


class Wrong(State):
    """Held by a number."""

    who: int = Int(0, 2)
    x: int = Int(0, 3, seen_by=held_by("who"))


class Told(View):
    """What a seat is told."""

    x: int = Int(0, 3)


def put(g: Any, seat: Seat, n: int = Secret(Int(0, 3), seen_by=NOBODY)) -> None:
    g.x = n


def safe(shows: Callable[[Safe, Seat], bool]) -> Instance:
    model = Model("safe", Safe, seats=Seat)
    model.action(reveals=Reveals("x", because="it lies in the safe of those who may know"))(put)

    @model.view
    def view(g: Safe, seat: Seat) -> Told:
        return Told(x=g.x if shows(g, seat) else 0)

    @model.scenario("default")
    def setup(g: Safe) -> None:
        g.who = {Seat.ANN, Seat.CAT}

    return model.instance()


def test_what_a_set_of_seats_holds_is_seen_by_each_of_them() -> None:
    assert sweep(safe(lambda g, seat: seat in g.who), sight=None).status is Status.HOLDS
    assert sweep(safe(lambda g, seat: True), sight=None).status is Status.VIOLATED


def test_what_holds_no_seat_is_refused() -> None:
    instance = tiny(Wrong)
    with pytest.raises(ModelError, match="the field holds 0; it must hold a seat"):
        instance.knowledge(instance.initial_states()[0], Seat.ANN)


class Closed(State):
    """An option of which everybody may know what it holds."""

    x: int | None = Option(Int(0, 3), seen_by=NOBODY, public=lambda held: held)


class Half(State):
    """An option of which everybody may know whether it holds more than nothing."""

    x: int | None = Option(Int(0, 3), seen_by=NOBODY, public=lambda held: None if held is None else held > 1)


class OptionTold(View):
    """What a seat is told."""

    x: int | None = Option(Int(0, 3))


@pytest.mark.parametrize(("state", "status"), [(Closed, Status.HOLDS), (Half, Status.VIOLATED)])
def test_an_absent_option_is_told_from_a_zero(state: type[State], status: Status) -> None:
    model = Model("closed", state, seats=Seat)
    model.action(reveals=Reveals("x", because="it lies where all may know of it"))(put)

    @model.view
    def view(g: Any, seat: Seat) -> OptionTold:
        return OptionTold(x=g.x)

    @model.scenario("default")
    def setup(g: Any) -> None:
        pass

    assert sweep(model.instance(), sight=None).status is status
