"""Whoever has several views is shown all of them, and they agree in fields of one name."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import partial
from typing import Any

import pytest

from kanly.explorer.findings.leaks import Channel
from kanly.explorer.findings.outcome import Exploration
from kanly.explorer.findings.status import Status
from kanly.explorer.search import breadth_first
from kanly.explorer.sight.comparison import Observer
from kanly.explorer.sweep.answers.exploring import explore
from kanly.invariants import Declarations, applicable
from kanly.model import OWNER, Accepted, Instance, Int, Map, Model, ModelError, Set, State, View, require, size
from proving import proved

AGREEMENT = "agreement-of-views"


class Seat(Enum):
    ANN, BOB = range(2)


class Watcher(Enum):
    PAGE, HALL = range(2)


class Card(Enum):
    ACE, KING, QUEEN = range(3)


class Table(State):
    hand: dict[Seat, set[Card]] = Map(Seat, Set(Card), seen_by=OWNER, public=size)
    deck: set[Card] = Set(Card)


class Board(View):
    counts: dict[Seat, int] = Map(Seat, Int(0, 3))
    left: int = Int(0, 3)


class Stats(View):
    counts: dict[Seat, int] = Map(Seat, Int(0, 3))
    deck: set[Card] = Set(Card)


class Short(View):
    left: bool


class Hand(View):
    cards: set[Card] = Set(Card)


def board(g: Table, viewer: Seat | Watcher) -> Board:
    return Board(counts={seat: size(g.hand[seat]) for seat in Seat}, left=size(g.deck))


def stats(g: Table, viewer: Watcher) -> Stats:
    return Stats(counts={seat: size(g.hand[seat]) for seat in Seat}, deck=g.deck)


def hand(g: Table, seat: Seat) -> Hand:
    return Hand(cards=g.hand[seat])


def seats_see_the_deck(g: Table, seat: Seat) -> Stats:
    return Stats(counts={each: size(g.hand[each]) for each in Seat}, deck=g.deck)


def stale_stats(g: Table, viewer: Watcher) -> Stats:
    """The page does not hear of the last card."""
    shown = stats(g, viewer)
    if viewer == Watcher.PAGE and not g.deck:
        shown.counts[Seat.BOB] = 0
    return shown


def take(g: Table, seat: Seat, card: Card) -> None:
    require(card in g.deck, "taken")
    g.deck.remove(card)
    g.hand[seat].add(card)


def game(*views: Callable[..., Any]) -> Instance:
    model = Model("taking", Table, seats=Seat, onlookers=(Watcher,))
    model.action(take)
    for each in views:
        model.view(each)

    @model.scenario("default")
    def setup(g: Table) -> None:
        g.deck = set(Card)

    return model.instance()


EXPLORED: list[Callable[..., Exploration]] = [
    partial(breadth_first.explore, sight=None, keep_going=True),
    partial(explore, sight=None, keep_going=True),
]


@pytest.mark.parametrize("engine", EXPLORED)
def test_views_that_do_not_agree_are_found_in_play(engine: Callable[..., Exploration]) -> None:
    assert engine(game(board, stats, hand, seats_see_the_deck)).check(AGREEMENT).status is Status.HOLDS
    found = engine(game(board, stale_stats, hand, seats_see_the_deck)).check(AGREEMENT)
    assert found.status is Status.VIOLATED
    assert found.conjunct == "counts of board and stale_stats to PAGE"
    assert found.trace is not None
    assert len(found.trace.steps) == 3


def test_views_that_do_not_agree_are_found_in_proofs() -> None:
    right = proved(game(board, stats, hand, seats_see_the_deck), AGREEMENT)
    assert right.status is Status.HOLDS
    wrong = proved(game(board, stale_stats, hand, seats_see_the_deck), AGREEMENT)
    assert wrong.status is Status.VIOLATED


@pytest.mark.parametrize("engine", EXPLORED)
def test_what_one_view_leaves_out_another_one_shows(engine: Callable[..., Exploration]) -> None:
    together = engine(game(board, hand, seats_see_the_deck, stats)).sight
    assert together is not None
    assert not together.leaks
    apart = engine(game(board, hand, stats)).sight
    assert apart is not None
    assert {(leak.seat, leak.channel) for leak in apart.leaks} == {
        ("ANN", Channel.WITHHELD),
        ("BOB", Channel.WITHHELD),
    }


def test_a_leak_is_told_with_the_view_that_shows_it() -> None:
    def open_hands(g: Table, seat: Seat) -> Hand:
        return Hand(cards=g.hand[Seat.ANN])

    instance = game(board, stats, open_hands)
    (start,) = instance.initial_states()
    taken = [instance.step(start, instance.action("take"), (0, card)) for card in (0, 1)]
    one, other = [step.slots for step in taken if isinstance(step, Accepted)]
    leak = Observer(instance, instance.viewers.by_name["BOB"]).view_leak(one, other)
    assert leak is not None
    assert [path for path, _, _ in leak.seen] == ["open_hands.cards"]


def test_views_of_different_viewers_need_not_agree() -> None:
    assert AGREEMENT not in {each.id for each in applicable(game(hand, stats))}


def test_a_view_is_made_by_its_name() -> None:
    instance = game(board, stats, hand)
    (start,) = instance.initial_states()
    assert instance.view(start, Seat.ANN, "hand") == Hand(cards=set())
    assert instance.view(start, Watcher.PAGE) == board(instance.state(start), Watcher.PAGE)
    with pytest.raises(ModelError, match=r"taking has no view hand for <Watcher\.PAGE: 0>"):
        instance.view(start, Watcher.PAGE, "hand")


def test_fields_of_one_name_are_of_one_kind() -> None:
    def short(g: Table, viewer: Watcher) -> Short:
        return Short(left=bool(g.deck))

    with pytest.raises(ModelError) as caught:
        game(board, short)
    assert str(caught.value).endswith(
        "board and short both show left, as Int(0, 3) and as bool; "
        "fields of one name say the same in all views of a viewer; rename one of them"
    )


def test_the_id_of_the_agreement_is_taken() -> None:
    model = game(board).model
    with pytest.raises(ModelError, match="agreement-of-views is what Kanly calls that views agree; choose another id"):

        @Declarations(model).invariant(AGREEMENT)
        def agreeing(g: Table) -> bool:
            """It agrees."""
            return True
