"""What whole(...) gives fits a field of its own domain, and is refused where the author wrote it for any other."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from enum import Enum
from typing import Any

import pytest

from kanly.explorer.trace.evaluate import stepped
from kanly.explorer.trace.tracing import trace_model, trace_view
from kanly.explorer.trace.tree import Fail
from kanly.model import Fault, Int, Map, Model, ModelError, Option, Record, Seq, State, View, choose, whole
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


def near_of_another_kind() -> type[Record]:
    class Near(Record):
        n: int = Int(1, 3)

    return Near


NamesakeCard: Any = Enum("Card", [card.name for card in Card])
Namesake = near_of_another_kind()


class Twins(State):
    near: Near | None = Option(Near)
    namesake: Any = Option(Namesake)
    card: Card | None = Option(Card)
    other_card: Any = Option(NamesakeCard)
    row: Any = Seq(Near, at_most=2)
    other_row: Any = Seq(Namesake, at_most=2)
    cards: Any = Seq(Card, at_most=2)
    other_cards: Any = Seq(NamesakeCard, at_most=2)


def a_record_into_its_namesake(g: Twins) -> None:
    g.namesake = whole(g, "near")


def a_member_into_its_namesake(g: Twins) -> None:
    g.other_card = whole(g, "card")


def a_member_compared_with_its_namesake(g: Twins) -> None:
    g.card = choose(whole(g, "card") == whole(g, "other_card"), whole(g, "card"), None)


@pytest.mark.parametrize(
    "rule", [a_record_into_its_namesake, a_member_into_its_namesake, a_member_compared_with_its_namesake]
)
def test_two_classes_of_one_name_are_two_domains(rule: Callable[[Twins], None]) -> None:
    with pytest.raises(ModelError, match="and meets another Option"):
        trace_model(tiny(Twins, rule))


def records_into_a_row_of_namesakes(g: Twins) -> None:
    g.row = [Near(n=0)]
    g.other_row = g.row


def cards_into_a_row_of_namesakes(g: Twins) -> None:
    g.cards = [Card.ACE]
    g.other_cards = g.cards


@pytest.mark.parametrize("rule", [records_into_a_row_of_namesakes, cards_into_a_row_of_namesakes])
def test_a_sequence_is_not_copied_into_one_of_namesakes(rule: Callable[[Twins], None]) -> None:
    instance = tiny(Twins, rule)
    traced, start = trace_model(instance), instance.initial_states()[0]
    assert isinstance(instance.step(start, instance.actions[0], ()), Fault)
    assert isinstance(stepped(traced.actions[0], traced.slots, start, ()), Fail)
