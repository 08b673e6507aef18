"""Two states of which a seat may know something different look different to it, but for what is withheld."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import partial
from typing import Any

import pytest

from kanly.explorer.findings.leaks import Channel
from kanly.explorer.findings.outcome import Exploration
from kanly.explorer.findings.sight import SightResult
from kanly.explorer.findings.status import Status
from kanly.explorer.search import breadth_first
from kanly.explorer.search import simulation as run_simulation
from kanly.explorer.sight.comparison import leak_between, plays_of
from kanly.explorer.sweep.answers.exploring import explore
from kanly.explorer.sweep.answers.simulating import simulate
from kanly.model import (
    NOBODY,
    OWNER,
    Instance,
    Int,
    Map,
    Model,
    ModelError,
    Option,
    Record,
    State,
    View,
    Withholds,
    require,
    whole,
)
from proving import proved
from tiny import mistake_in


class Seat(Enum):
    ANN, BOB = range(2)


class Note(Record):
    number: int = Int(0, 2)
    kept: bool


class Table(State):
    coins: dict[Seat, int] = Map(Seat, Int(0, 2), seen_by=OWNER, public=lambda coins: coins > 0)
    note: Note | None = Option(Note)
    moves: int = Int(0, 3)
    hidden: int = Int(0, 2, seen_by=NOBODY)


class All(View):
    own: int = Int(0, 2)
    rich: dict[Seat, bool] = Map(Seat, bool)
    note: Note | None = Option(Note)
    moves: int = Int(0, 3)


class Nothing(View):
    shown: bool


def earn(g: Table, seat: Seat) -> None:
    require(g.coins[seat] < 2 and g.moves < 3, "rich")
    g.coins[seat] += 1
    g.moves += 1


def write(g: Table, seat: Seat, number: int = Int(0, 2)) -> None:
    require(g.note is None and g.moves < 3, "written")
    g.note = Note(number=number, kept=g.moves > 0)
    g.moves += 1


def everything(g: Table, seat: Seat) -> All:
    rich = {other: g.coins[other] > 0 for other in Seat}
    return All(own=g.coins[seat], rich=rich, note=whole(g, "note"), moves=g.moves)


def nothing(g: Table, seat: Seat) -> Nothing:
    return Nothing(shown=False)


def no_note(g: Table, seat: Seat) -> All:
    shown = everything(g, seat)
    shown.note = None
    return shown


def number_alone(g: Table, seat: Seat) -> All:
    shown = everything(g, seat)
    shown.note = None if g.note is None else Note(number=g.note.number, kept=False)
    return shown


def coins_of_ann(g: Table, seat: Seat) -> All:
    shown = everything(g, seat)
    shown.own = g.coins[Seat.ANN] if seat == Seat.ANN else 0
    return shown


def told_apart_by_the_count(g: Table, seat: Seat) -> All:
    """How many coins there are of a kind is shown in another way."""
    shown = everything(g, seat)
    shown.own = 2 - g.coins[seat]
    return shown


def nothing_set_up(g: Table) -> None:
    pass


def game(viewer: Callable[..., Any], *withholds: Withholds) -> Instance:
    model = Model("coins", Table, seats=Seat)
    model.action(earn)
    model.action(write)
    model.view(withholds=withholds)(viewer)

    @model.scenario("default")
    def setup(g: Table) -> None:
        pass

    return model.instance()


EXPLORED: list[Callable[..., Exploration]] = [
    partial(breadth_first.explore, sight=None, keep_going=True),
    partial(explore, sight=None, keep_going=True),
]


def answers(instance: Instance) -> list[SightResult]:
    """By running the rules, in machine code, and by proof."""
    found = [engine(instance).sight for engine in EXPLORED] + [proved(instance, "sight").sight]
    return [sight for sight in found if sight is not None]


def withheld(sight: SightResult) -> set[str]:
    assert {answer.channel for answer in sight.answers if answer.leak is not None} <= {Channel.WITHHELD}
    return {answer.seat for answer in sight.answers if answer.leak is not None}


BOTH = {"ANN", "BOB"}
NOTE = Withholds("note", because="it is read out")


@pytest.mark.parametrize(
    ("viewer", "withholds", "blind"),
    [
        (everything, (), set[str]()),
        (told_apart_by_the_count, (), set[str]()),
        (nothing, (), BOTH),
        (no_note, (), BOTH),
        (number_alone, (), BOTH),
        (coins_of_ann, (), {"BOB"}),
        (no_note, (NOTE,), set[str]()),
        (number_alone, (NOTE,), set[str]()),
        (number_alone, (Withholds("note.kept", because="nobody needs it"),), set[str]()),
        (no_note, (Withholds("note.kept", because="nobody needs it"),), BOTH),
        (nothing, (NOTE,), BOTH),
    ],
)
def test_what_is_not_shown_is_found_in_every_reading(
    viewer: Callable[..., Any], withholds: tuple[Withholds, ...], blind: set[str]
) -> None:
    for sight in answers(game(viewer, *withholds)):
        assert withheld(sight) == blind
        assert sight.status is (Status.VIOLATED if blind else Status.HOLDS)


def test_two_plays_show_what_is_withheld_and_are_replayed() -> None:
    instance = game(no_note)
    for sight in answers(instance):
        for leak in sight.leaks:
            plays = plays_of(instance, leak)
            assert plays is not None
            again = leak_between(instance, *plays)
            assert again is not None
            assert any(path.startswith("note") for path, _, _ in again.seen)
            assert leak_between(game(everything), *plays) is None
            assert leak_between(game(no_note, NOTE), *plays) is None


@pytest.mark.parametrize("walk", [run_simulation.simulate, simulate])
def test_random_play_finds_what_is_withheld(walk: Callable[..., Exploration]) -> None:
    found = walk(game(nothing), walks=20, sight=None, keep_going=True)
    assert found.sight is not None
    assert withheld(found.sight) == BOTH


def test_a_model_without_a_view_withholds_nothing() -> None:
    model = Model("coins", Table, seats=Seat)
    model.action(earn)

    @model.scenario("default")
    def setup(g: Table) -> None:
        pass

    for sight in answers(model.instance()):
        assert Channel.WITHHELD not in {answer.channel for answer in sight.answers}


@pytest.mark.parametrize(
    ("viewer", "withholds", "unneeded"),
    [
        (everything, (), set[str]()),
        (no_note, (NOTE,), set[str]()),
        (number_alone, (NOTE,), set[str]()),
        (everything, (NOTE,), {"note"}),
        (number_alone, (Withholds("note.kept", because="nobody needs it"),), set[str]()),
        (no_note, (NOTE, Withholds("note.kept", because="nobody needs it")), {"note.kept"}),
        (everything, (Withholds("coins", because="they are heard"), NOTE), {"coins", "note"}),
        (coins_of_ann, (Withholds("coins", because="they are heard"),), set[str]()),
        (everything, (Withholds("hidden", because="nobody sees it"),), set[str]()),
    ],
)
def test_what_is_withheld_and_shown_is_told_in_every_reading(
    viewer: Callable[..., Any], withholds: tuple[Withholds, ...], unneeded: set[str]
) -> None:
    names = {f"withholding of {what} by {viewer.__name__}" for what in unneeded}
    for sight in answers(game(viewer, *withholds)):
        assert {each.name for each in sight.allowances if each.status is Status.VACUOUS} == names
        assert sight.status is (Status.VACUOUS if unneeded else Status.HOLDS)


WRONG = [
    (
        Withholds("notes", because="no"),
        "withholds 'notes', which is no field of Table; it has coins, note, moves, hidden",
    ),
    (Withholds("note.text", because="no"), "withholds note.text, but note has no field text; it has kept, number"),
    (Withholds("note"), 'withholds note without a reason; say why with because="..."'),
]


@pytest.mark.parametrize(("withholds", "told"), WRONG)
def test_what_is_wrong_with_what_is_withheld(withholds: Withholds, told: str) -> None:
    def define() -> None:
        def viewer(g: Table, seat: Seat) -> Nothing:
            return Nothing(shown=False)

        game(viewer, withholds)

    assert mistake_in(define) == f"viewer: it {told}"


def test_something_is_left_out_in_the_scenarios_that_are_named() -> None:
    elsewhere = Withholds("note", because="it is read out", scenarios=("spoken",))

    for scenarios in (("spoken",), ("default", "spoken")):
        declared = Withholds("note", because="it is read out", scenarios=scenarios)
        model = Model("coins", Table, seats=Seat)
        model.action(earn)
        model.view(withholds=declared)(everything)
        for name in ("default", "spoken"):
            model.scenario(name)(nothing_set_up)
        for name in ("default", "spoken"):
            told = {each.status for sight in answers(model.instance(name)) for each in sight.allowances}
            assert told == ({Status.VACUOUS} if name in scenarios else set[Status]())
    with pytest.raises(ModelError, match="everything withholds note in spoken; there is default"):
        game(everything, elsewhere)
