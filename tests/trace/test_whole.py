"""What whole(...) gives fits a field of its own domain, and is refused where the author wrote it for any other."""

from __future__ import annotations

import inspect
from collections.abc import Callable

import pytest

from kanly.explorer.trace.tracing import trace_model, trace_view
from kanly.model import Int, Map, Model, ModelError, Option, Record, Seq, State, View, choose, whole
from tiny import Card, Seat, as_it_is, tiny


class Near(Record):
    n: int = Int(0, 2)


class Far(Record):
    n: int = Int(1, 3)


class Desk(State):
    low: int | None = Option(Int(0, 3))
    high: int | None = Option(Int(1, 4))
    lows: dict[Seat, int | None] = Map(Seat, Option(Int(0, 3)))
    highs: dict[Seat, int | None] = Map(Seat, Option(Int(1, 4)))
    near: Near | None = Option(Near)
    far: Far | None = Option(Far)
    row: list[int | None] = Seq(Option(Int(1, 4)), at_most=2)
    card: Card | None = Option(Card)
    number: int = Int(0, 4)


class Shown(View):
    high: int | None = Option(Int(1, 4))


def into_a_field(g: Desk) -> None:
    g.high = whole(g, "low")


def into_an_entry(g: Desk) -> None:
    g.highs[Seat.ANN] = whole(g.lows, Seat.BOB)


def into_all_entries(g: Desk) -> None:
    g.highs = {seat: whole(g.lows, seat) for seat in Seat}


def into_a_record(g: Desk) -> None:
    g.far = whole(g, "near")


def into_a_sequence(g: Desk) -> None:
    g.row.append(whole(g, "low"))


def into_a_member(g: Desk) -> None:
    g.card = whole(g, "low")


def into_a_number(g: Desk) -> None:
    g.number = whole(g, "low")


def into_part_of_a_record(g: Desk) -> None:
    g.near = Near(n=whole(g, "low"))


def a_number_into_an_option(g: Desk) -> None:
    g.high = whole(g, "number")


def a_map_into_another(g: Desk) -> None:
    g.highs = whole(g, "lows")


def chosen_or_nothing(g: Desk) -> None:
    g.high = choose(g.number == 0, whole(g, "low"), None)


def chosen_among_both(g: Desk) -> None:
    g.high = choose(g.number == 0, whole(g, "low"), whole(g, "high"))


def compared_with_another(g: Desk) -> None:
    g.number = choose(whole(g, "low") == whole(g, "high"), 1, 0)


@pytest.mark.parametrize(
    "rule",
    [
        into_a_field, into_an_entry, into_all_entries, into_a_record, into_a_sequence, into_a_member, into_a_number,
        into_part_of_a_record, a_number_into_an_option, a_map_into_another, chosen_or_nothing,
        chosen_among_both, compared_with_another,
    ],
    ids=lambda rule: rule.__name__,
)  # fmt: skip
def test_what_whole_gives_is_refused_where_it_meets_another_domain(rule: Callable[[Desk], None]) -> None:
    instance = tiny(Desk, rule)
    with pytest.raises(ModelError, match="whole") as caught:
        trace_model(instance)
    lines, first = inspect.getsourcelines(rule)
    assert caught.value.file == __file__
    assert caught.value.line in range(first + 1, first + len(lines))


def show_the_lower_one(g: Desk, seat: Seat) -> Shown:
    return Shown(high=whole(g, "low"))


def test_what_whole_gives_is_refused_in_a_view_with_another_domain() -> None:
    desk = Model("desk", Desk, seats=Seat)
    desk.scenario("default")(as_it_is)
    desk.view(show_the_lower_one)
    with pytest.raises(ModelError, match=r"of Option\(Int\(0, 3\)\), and meets Option\(Int\(1, 4\)\)"):
        trace_view(trace_model(desk.instance()), Seat.ANN)
