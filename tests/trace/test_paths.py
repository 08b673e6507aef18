"""How many paths a rule is read on: guards, sets, sums and conditions do not multiply them, and too many are told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from functools import partial
from typing import Any

import pytest

from kanly.explorer.trace import reader
from kanly.explorer.trace.evaluate import stepped
from kanly.explorer.trace.tracing import trace_model, trace_view
from kanly.explorer.trace.tree import Reject
from kanly.model import (
    OWNER,
    Accepted,
    Instance,
    Int,
    Map,
    Model,
    ModelError,
    Record,
    Rejected,
    Set,
    State,
    View,
    choose,
    merged,
    require,
)
from tiny import Seat


class Cell(Enum):
    """34 of them."""

    (
        C0, C1, C2, C3, C4, C5, C6, C7, C8, C9, C10, C11, C12, C13, C14, C15, C16, C17, C18, C19, C20, C21,
        C22, C23, C24, C25, C26, C27, C28, C29, C30, C31, C32, C33,
    ) = range(34)  # fmt: skip


class Card(Enum):
    """12 of them."""

    (
        K0, K1, K2, K3, K4, K5, K6, K7, K8, K9, K10, K11,
    ) = range(12)  # fmt: skip


class Board(State):
    """Two marks on each cell, hands, and a number."""

    one: dict[Cell, bool] = Map(Cell, bool)
    other: dict[Cell, bool] = Map(Cell, bool)
    hand: dict[Seat, set[Card]] = Map(Seat, Set(Card), seen_by=OWNER)
    table: set[Card] = Set(Card)
    worth: dict[Card, int] = Map(Card, Int(0, 2))
    n: int = Int(0, 40)


class BoardView(View):
    """What is shown."""

    hand: dict[Seat, set[Card]] = Map(Seat, Set(Card))


Rule = Callable[[Any], object]


def board(rule: Rule) -> Instance:
    model = Model("board", Board, seats=Seat)
    model.automatic(rule)

    @model.view
    def view(g: Board, seat: Seat) -> BoardView:  # pyright: ignore[reportUnusedFunction]
        return BoardView(hand={owner: {card for card in g.hand[owner] if owner == seat} for owner in Seat})

    @model.scenario("default")
    def setup(g: Board) -> None:  # pyright: ignore[reportUnusedFunction]
        g.n = 0

    return model.instance()


def guards_in_a_loop(g: Board) -> None:
    for one in Cell:
        for other in Cell:
            require(not g.one[one] or not g.other[other], "both are marked")
    g.n = 1


def guards_in_a_row(g: Board) -> None:
    for each in Card:
        require(each in g.table, f"{each.name} is not there")
    g.n = 1


def filters_a_set(g: Board) -> None:
    g.table = {card for card in g.table if g.worth[card] > 1}


def gathers_from_a_generator(g: Board) -> None:
    g.table = set(card for card in Card if card in g.hand[Seat.ANN] and g.n > 3)  # noqa: C401


def sums(g: Board) -> None:
    g.n = sum(g.worth[card] for card in g.table if card in g.hand[Seat.BOB])


def asks_some_of_all(g: Board) -> None:
    require(all(any(g.worth[card] > 0 for card in g.hand[seat]) for seat in Seat), "somebody has nothing of worth")
    g.n = 1


def takes_the_most(g: Board) -> None:
    g.n = max(g.worth[card] for card in Card) + min(g.worth.values())


def copies_a_set(g: Board) -> None:
    kept = set(g.table)
    kept.discard(Card.K1)
    kept |= {Card.K2}
    g.table = kept - g.hand[Seat.ANN]


def compares_sets(g: Board) -> None:
    g.n = choose(g.table == g.hand[Seat.ANN] | {Card.K3}, 1, 2)


PATHS: dict[Rule, int] = {
    compares_sets: 1,
    guards_in_a_loop: 2,
    guards_in_a_row: 13,
    filters_a_set: 1,
    gathers_from_a_generator: 1,
    sums: 1,
    asks_some_of_all: 2,
    takes_the_most: 1,
    copies_a_set: 1,
}


def some_states(instance: Instance) -> list[tuple[int, ...]]:
    """States of many kinds, the same ones each time."""
    counts = [slot.count for slot in instance.slots]
    factors = range(0, 4000, 17)
    drawn = [tuple((factor * (at + 3) + at * at) % count for at, count in enumerate(counts)) for factor in factors]
    few = [tuple(code if count > 2 else 0 for code, count in zip(each, counts, strict=True)) for each in drawn]
    return [instance.canonical(each) for each in (*drawn, *few, *instance.initial_states())]


@pytest.mark.parametrize("rule", PATHS, ids=lambda rule: rule.__name__)
def test_paths_do_not_multiply(rule: Rule) -> None:
    instance = board(rule)
    traced = trace_model(instance)
    assert traced.actions[0].paths == PATHS[rule]
    for slots in some_states(instance)[:: 8 if rule is guards_in_a_loop else 1]:
        told, taken = stepped(traced.actions[0], traced.slots, slots, ()), instance.step(slots, instance.actions[0], ())
        if isinstance(taken, Rejected):
            assert told == Reject(taken.reason)
        else:
            assert isinstance(taken, Accepted)
            assert told == taken.slots


def test_a_view_that_filters_sets_is_read_at_once() -> None:
    instance = board(filters_a_set)
    traced = trace_model(instance)
    assert len(trace_view(traced, Seat.ANN)) == 3


def forks_in_a_loop(g: Board) -> None:
    number = 0
    for card in Card:
        if g.worth[card] > 1:
            number += 1
    g.n = number


def test_too_many_paths_are_told_with_the_line_that_forks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "MANY_PATHS", 50)
    monkeypatch.setattr(reader, "MOST_PATHS", 500)
    with pytest.raises(ModelError) as caught:
        trace_model(board(forks_in_a_loop))
    line = forks_in_a_loop.__code__.co_firstlineno + 3
    assert (caught.value.file, caught.value.line) == (__file__, line)
    assert "the action forks_in_a_loop has more than 500 paths" in str(caught.value)
    assert "write sets, sums, any and all with a comprehension" in str(caught.value)


def test_a_rule_of_many_paths_is_read_with_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "MANY_PATHS", 50)
    with pytest.warns(reader.ManyPathsWarning, match="the action forks_in_a_loop has 4096 paths") as caught:
        trace_model(board(forks_in_a_loop))
    line = forks_in_a_loop.__code__.co_firstlineno + 3
    assert [(each.filename, each.lineno) for each in caught] == [(__file__, line)]


@merged
def notes(g: Board, found: list[int]) -> None:
    if g.n > 3:
        found.append(1)


def lets_a_helper_change_a_list(g: Board) -> None:
    found: list[int] = []
    notes(g, found)
    g.n = len(found)


def changes_a_list_in_a_condition(g: Board) -> None:
    found: list[Card] = []
    g.table = {card for card in g.table if marks(found, card)}
    g.n = len(found)


def marks(found: list[Card], card: Card) -> bool:
    found.append(card)
    return len(found) > 1


def changes_a_dict_by_a_partial(g: Board) -> None:
    found: dict[Card, int] = {}
    g.n = int(any(partial(keeps, g, found)(card) for card in Card)) + len(found)


def keeps(g: Board, found: dict[Card, int], card: Card) -> bool:
    found[card] = 1
    return card in g.table


class Slip(Record):
    """A record of the rule's own."""

    number: int = Int(0, 3)


@merged
def fills_in(g: Board, slip: Slip) -> None:
    slip.number = 1 if g.n > 3 else 2
    if g.n > 5:
        slip.number = 3


def lets_a_helper_change_a_record(g: Board) -> None:
    slip = Slip(number=0)
    fills_in(g, slip)
    g.n = slip.number


@merged
def takes_one(g: Board, numbers: Iterator[int]) -> None:
    if g.n > 3 or g.n > 1:
        g.n = next(numbers)


def lets_a_helper_take_from_an_iterator(g: Board) -> None:
    takes_one(g, iter((1, 2, 3)))


@pytest.mark.parametrize(
    "rule",
    [
        lets_a_helper_change_a_list,
        changes_a_list_in_a_condition,
        changes_a_dict_by_a_partial,
        lets_a_helper_change_a_record,
    ],
)
def test_what_a_joined_call_would_change_on_each_of_its_paths_is_refused(rule: Rule) -> None:
    with pytest.raises(ModelError) as caught:
        trace_model(board(rule))
    assert "that was made before it" in str(caught.value)
    assert caught.value.file == __file__


def test_what_gives_items_once_is_given_to_no_joined_call() -> None:
    with pytest.raises(ModelError, match="is given a tuple_iterator") as caught:
        trace_model(board(lets_a_helper_take_from_an_iterator))
    assert caught.value.file == __file__
