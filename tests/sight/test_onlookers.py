"""Onlookers have no seat: what they are shown, told and come to know is judged as that of seats is."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, IntEnum
from functools import partial
from typing import Any

import pytest

from kanly.explorer.battery.conformance import conformance
from kanly.explorer.contracts.effects import effects
from kanly.explorer.findings.leaks import Channel
from kanly.explorer.findings.outcome import Exploration
from kanly.explorer.findings.sight import SightResult
from kanly.explorer.findings.status import Status
from kanly.explorer.report.summary import verdict_of
from kanly.explorer.search import breadth_first
from kanly.explorer.search import simulation as run_simulation
from kanly.explorer.sight.comparison import leak_between, plays_of
from kanly.explorer.sweep.answers.exploring import explore
from kanly.explorer.sweep.answers.simulating import simulate
from kanly.explorer.trace.tracing import trace_model
from kanly.invariants import Declarations, Step
from kanly.model import (
    EVERYONE,
    OWNER,
    Accepted,
    Event,
    Instance,
    Int,
    Map,
    Model,
    ModelError,
    Option,
    Secret,
    Set,
    State,
    View,
    Withholds,
    emit,
    is_present,
    require,
    scope,
)
from proving import proved


class Seat(Enum):
    ANN, BOB = range(2)


class Card(Enum):
    ACE, KING = range(2)


class Watcher(Enum):
    PAGE, ARBITER = range(2)


def by_the_arbiter(g: State, viewer: Any) -> bool:
    return viewer == Watcher.ARBITER


class Table(State):
    laid: dict[Seat, Card | None] = Map(Seat, Option(Card), seen_by=OWNER, public=is_present)
    noted: Card | None = Option(Card, seen_by=by_the_arbiter, public=is_present)
    score: int = Int(0, 2)


class Told(Event):
    card: Card | None = Option(Card)


class Board(View):
    score: int = Int(0, 2)
    laid: dict[Seat, bool] = Map(Seat, bool)


class Own(View):
    card: Card | None = Option(Card)


class Book(View):
    noted: Card | None = Option(Card)
    is_noted: bool


def board(g: Table, viewer: Seat | Watcher) -> Board:
    return Board(score=g.score, laid={seat: is_present(g.laid[seat]) for seat in Seat})


def own(g: Table, seat: Seat) -> Own:
    return Own(card=g.laid[seat])


def book(g: Table, viewer: Seat | Watcher) -> Book:
    return Book(noted=g.noted if viewer == Watcher.ARBITER else None, is_noted=is_present(g.noted))


def lay(g: Table, seat: Seat, card: Card = Secret()) -> None:
    require(g.laid[seat] is None, "laid")
    g.laid[seat] = card
    emit(Told(card=card), to=seat)
    emit(Told(card=None), to=[Watcher.PAGE, Watcher.ARBITER])


def note(g: Table, seat: Seat) -> None:
    require(g.noted is None and g.laid[seat] is not None, "noted, or nothing to note")
    g.noted = g.laid[seat]
    emit(Told(card=g.noted), to=Watcher.ARBITER)


def win(g: Table, seat: Seat) -> None:
    require(g.laid[seat] is not None and g.score < 2, "nothing laid")
    g.score += 1
    emit(Told(card=None), to=EVERYONE)


RIGHT: dict[str, Callable[..., Any]] = {"lay": lay, "note": note, "win": win, "board": board, "own": own, "book": book}


def game(withholds: tuple[Withholds, ...] = (), **wrong: Callable[..., Any]) -> Instance:
    model = Model("laying", Table, seats=Seat, onlookers=Watcher)
    used = RIGHT | wrong
    for name in ("lay", "note", "win"):
        model.action(used[name])
    for name in ("board", "own", "book"):
        model.view(withholds=withholds if name == "board" else ())(used[name])

    @model.scenario("default")
    def setup(g: Table) -> None:
        pass

    return model.instance()


def laying_openly(g: Table, seat: Seat, card: Card = Secret()) -> None:
    require(g.laid[seat] is None, "laid")
    g.laid[seat] = card
    emit(Told(card=card), to={seat, Watcher.PAGE})


def noting_in_silence(g: Table, seat: Seat) -> None:
    require(g.noted is None and g.laid[seat] is not None, "noted, or nothing to note")
    g.noted = g.laid[seat]


def open_book(g: Table, viewer: Seat | Watcher) -> Book:
    return Book(noted=None if viewer in scope(g, Seat) else g.noted, is_noted=is_present(g.noted))


def blind_board(g: Table, viewer: Seat | Watcher) -> Board:
    shown = board(g, viewer)
    if viewer == Watcher.PAGE:
        shown.score = 0
    return shown


EXPLORED: list[Callable[..., Exploration]] = [
    partial(breadth_first.explore, sight=None, keep_going=True),
    partial(explore, sight=None, keep_going=True),
]


def answers(instance: Instance) -> list[SightResult]:
    """By running the rules, in machine code, and by proof."""
    found = [engine(instance).sight for engine in EXPLORED] + [proved(instance, "sight").sight]
    return [sight for sight in found if sight is not None]


FAULTS: list[tuple[dict[str, Callable[..., Any]], set[tuple[str, Channel]]]] = [
    ({"lay": laying_openly}, {("PAGE", Channel.EVENTS)}),
    ({"note": noting_in_silence}, {("ARBITER", Channel.LEARNING)}),
    ({"book": open_book}, {("PAGE", Channel.VIEW)}),
    ({"board": blind_board}, {("PAGE", Channel.WITHHELD)}),
]


def test_what_onlookers_are_given_follows_from_what_they_may_know() -> None:
    instance = game()
    assert instance.viewers.onlookers == ("PAGE", "ARBITER")
    for sight in answers(instance):
        assert sight.status is Status.HOLDS
        assert {answer.seat for answer in sight.answers} == {"ANN", "BOB", "PAGE", "ARBITER"}
        offered = {answer.seat for answer in sight.answers if answer.channel is Channel.OFFER}
        assert offered == {"ANN", "BOB"}


@pytest.mark.parametrize(("wrong", "leaks"), FAULTS)
def test_what_onlookers_are_given_too_much_or_not_is_found_in_every_reading(
    wrong: dict[str, Callable[..., Any]], leaks: set[tuple[str, Channel]]
) -> None:
    instance = game((), **wrong)
    for sight in answers(instance):
        assert {(leak.seat, leak.channel) for leak in sight.leaks} == leaks
        for leak in sight.leaks:
            plays = plays_of(instance, leak)
            assert plays is not None
            assert leak_between(instance, *plays) is not None


@pytest.mark.parametrize("walk", [run_simulation.simulate, simulate])
def test_random_play_finds_what_onlookers_are_told(walk: Callable[..., Exploration]) -> None:
    found = walk(game(lay=laying_openly), walks=20, sight=None, keep_going=True)
    assert found.sight is not None
    assert {leak.seat for leak in found.sight.leaks} == {"PAGE"}


def test_what_is_withheld_from_onlookers_is_withheld_with_a_reason() -> None:
    score = Withholds("score", because="the page is slow")
    for sight in answers(game((score,), board=blind_board)):
        assert not sight.leaks


def test_events_reach_those_who_are_named() -> None:
    instance = game()
    (start,) = instance.initial_states()
    first = instance.step(start, instance.action("lay"), (0, 1))
    assert isinstance(first, Accepted)
    assert [sent.seats for sent in first.events] == [("ANN",), ("PAGE", "ARBITER")]
    second = instance.step(first.slots, instance.action("win"), (0,))
    assert isinstance(second, Accepted)
    assert [sent.seats for sent in second.events] == [("ANN", "BOB", "PAGE", "ARBITER")]


def test_a_contract_names_onlookers() -> None:
    told = {effect.what for effect in effects(trace_model(game()))["lay"] if effect.kind == "tells"}
    assert told == {"Told(card) to seat", "Told() to PAGE and ARBITER"}


def test_the_battery_looks_for_onlookers() -> None:
    assert all(finding.status is Status.HOLDS for finding in conformance(game(), most=20))


NO_NUMBERS = (
    "model laying: onlookers are an enumeration whose members are no numbers and no texts, or several in a tuple"
)


class Number(IntEnum):
    ONE = 1


class Twin(Enum):
    ANN = 1


WRONG_ONLOOKERS = [
    (Number, f"{NO_NUMBERS}; {Number!r} is none"),
    ((Watcher, 3), f"{NO_NUMBERS}; 3 is none"),
    (Twin, "model laying: Seat and Twin both have a ANN; whoever looks has a name of its own"),
]


@pytest.mark.parametrize(("onlookers", "told"), WRONG_ONLOOKERS)
def test_what_are_no_onlookers(onlookers: Any, told: str) -> None:
    with pytest.raises(ModelError) as caught:
        Model("laying", Table, seats=Seat, onlookers=onlookers)
    assert str(caught.value) == told


def nobody_said(g: Table, viewer) -> Book:  # type: ignore[no-untyped-def]
    return Book(noted=None, is_noted=False)


def for_a_card(g: Table, viewer: Card) -> Book:
    return Book(noted=None, is_noted=False)


WRONG_VIEWS: list[tuple[Any, Callable[..., Any], str]] = [
    (Watcher, nobody_said, "nobody_said must say who looks: annotate viewer with Seat or Watcher, or with a union"),
    (Watcher, for_a_card, "for_a_card: viewer is who looks, Seat or Watcher, not Card"),
    ((), book, "book: viewer is who looks, Seat, not Watcher"),
]


@pytest.mark.parametrize(("onlookers", "viewer", "told"), WRONG_VIEWS)
def test_views_of_those_who_do_not_look(onlookers: Any, viewer: Callable[..., Any], told: str) -> None:
    with pytest.raises(ModelError) as caught:
        Model("laying", Table, seats=Seat, onlookers=onlookers).view(viewer)
    assert str(caught.value).endswith(told)


class Letters(State):
    sent: Card | None = Option(Card, seen_by=by_the_arbiter, public=is_present)
    reading: set[Watcher] = Set(Watcher)


def subscribe(g: Letters, seat: Seat, who: Watcher) -> None:
    require(who not in g.reading and g.sent is None, "reads already")
    g.reading.add(who)
    emit(Told(card=None), to=who)


def publish(g: Letters, seat: Seat, card: Card = Secret()) -> None:
    require(g.sent is None and Watcher.ARBITER in g.reading, "nobody reads")
    g.sent = card
    emit(Told(card=card), to=g.reading)


def publish_to_the_arbiter(g: Letters, seat: Seat, card: Card = Secret()) -> None:
    require(g.sent is None and Watcher.ARBITER in g.reading, "nobody reads")
    g.sent = card
    emit(Told(card=card), to=g.reading & {Watcher.ARBITER})


@pytest.mark.parametrize(("rule", "leaks"), [(publish, {"PAGE"}), (publish_to_the_arbiter, set[str]())])
def test_events_to_onlookers_that_the_state_and_the_arguments_name(rule: Callable[..., Any], leaks: set[str]) -> None:
    model = Model("letters", Letters, seats=Seat, onlookers=[Watcher])
    model.action(subscribe)
    model.action(rule)

    @model.scenario("default")
    def setup(g: Letters) -> None:
        pass

    @Declarations(model).told("who-reads", Told, to=lambda before, step, after: step["who"])
    def who_reads(before: Letters, step: Step, after: Letters) -> Told | None:
        """Who subscribes is told."""
        return Told(card=None) if step.took(subscribe) else None

    instance = model.instance()
    for sight in answers(instance):
        assert {leak.seat for leak in sight.leaks} == leaks


def test_the_report_counts_seats_and_onlookers_apart() -> None:
    told = verdict_of(explore(game(), sight=None), "explore").checked
    assert any("sight of 2 seats and 2 onlookers" in line for line in told)
