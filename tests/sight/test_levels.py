"""What is public of a level of nested maps, and who sees single elements of a sequence."""

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
from kanly.explorer.sweep.answers.exploring import explore
from kanly.model import (
    NOBODY,
    OWNER,
    Chance,
    Instance,
    Int,
    Map,
    Model,
    ModelError,
    Option,
    Reveals,
    Secret,
    Seq,
    State,
    View,
    held_by,
    overall,
    per,
    require,
    size,
)
from proving import proved


class Seat(Enum):
    ANN, BOB = range(2)


class Place(Enum):
    FORT, PORT = range(2)


class Card(Enum):
    ACE, KING = range(2)


def in_all(row: Any) -> Any:
    return sum(row.values())


def of_everybody(rows: Any) -> Any:
    return sum(in_all(row) for row in rows.values())


def game(state: type[State], *rules: Callable[..., Any], view: Callable[..., Any] | None = None) -> Instance:
    model = Model("levels", state, seats=Seat)
    for rule in rules:
        model.action(rule)
    if view is not None:
        model.view(view)

    @model.scenario("default")
    def setup(g: Any) -> None:
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


def leaks(instance: Instance) -> list[set[Channel]]:
    return [{leak.channel for leak in sight.leaks} for sight in answers(instance)]


def as_it_is(number: int) -> int:
    return number


def army(public: Any) -> type[State]:
    class Army(State):
        forces: dict[Seat, dict[Place, int]] = Map(Seat, Map(Place, Int(0, 1)), seen_by=OWNER, public=public)

    return Army


def send(g: Any, seat: Seat, place: Place = Secret()) -> None:
    require(g.forces[seat][place] == 0, "sent")
    g.forces[seat][place] += 1


class Strength(View):
    own: dict[Place, int] = Map(Place, Int(0, 1))
    all: dict[Seat, int] = Map(Seat, Int(0, 2))


def strengths(g: Any, seat: Seat) -> Strength:
    return Strength(own=g.forces[seat], all={each: in_all(g.forces[each]) for each in Seat})


def harbours(g: Any, seat: Seat) -> Strength:
    return Strength(own=g.forces[seat], all={each: g.forces[each][Place.PORT] for each in Seat})


def test_a_level_is_public_and_no_other() -> None:
    by_seat = army(per(Seat, in_all))
    assert leaks(game(by_seat, send, view=strengths)) == [set()] * 3
    assert leaks(game(by_seat, send, view=harbours)) == [{Channel.VIEW, Channel.WITHHELD}] * 3
    by_place = army(per(Seat, Place, as_it_is))
    assert leaks(game(by_place, send, view=strengths)) == [{Channel.WITHHELD, Channel.LEARNING}] * 3
    overall_alone = army(overall(of_everybody))
    assert leaks(game(overall_alone, send, view=harbours))[1:] == [{Channel.VIEW, Channel.WITHHELD}] * 2


@pytest.mark.parametrize(
    ("public", "known"),
    [
        (per(Seat, in_all), {(1, 0), (1, 1)}),
        (overall(of_everybody), {(1, 0), (1, 1)}),
        ([per(Seat, in_all), overall(of_everybody)], {(1, 0), (1, 1)}),
        (per(Seat, Place, as_it_is), {(1, 0), (1, 1), (0, 1), (0, 2)}),
        (None, set[tuple[int, int]]()),
    ],
)
def test_what_everybody_may_know_of_a_level(public: Any, known: set[tuple[int, int]]) -> None:
    """States of Bob's forces that Ann may tell apart: with one more, with as many of Ann's, elsewhere."""
    instance = game(army(public), send)
    states = [(0, 0, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1), (0, 0, 1, 1)]
    knowledge = [instance.knowledge(slots, Seat.ANN) for slots in states]
    pairs = {(1, 0): (0, 1), (1, 1): (1, 3), (0, 1): (1, 2), (0, 2): (2, 1)}
    assert {name for name, (one, other) in pairs.items() if knowledge[one] != knowledge[other]} == known


LEVELS = "overall(f) and per(Seat, f) and per(Seat, Place, f)"
WRONG: list[tuple[Any, str]] = [
    (
        size,
        "public of a Map of Maps says which level it speaks of: per(Seat, f), per(Seat, Place, f), or overall(f)",
    ),
    (per(Place, size), f"public=per(Place, f) speaks of no level here; there is {LEVELS}"),
    (per(Seat, Place, Card, size), f"public=per(Seat, Place, Card, f) speaks of no level here; there is {LEVELS}"),
    (per(Seat, 3), f"public=per(Seat, f) speaks of no level here; there is {LEVELS}"),
    ([per(Seat, size), 3], "public=3 is no function, and not what per(...) or overall(...) give"),
    (3, "public=3 is no function, and not what per(...) or overall(...) give"),
]


@pytest.mark.parametrize(("public", "told"), WRONG)
def test_what_is_wrong_with_a_level(public: Any, told: str) -> None:
    with pytest.raises(ModelError) as caught:
        game(army(public), send)
    assert str(caught.value).endswith(f"Army.forces: {told}")


def is_open(g: Any, seat: Seat, place: int) -> bool:
    return place < g.opened


class Row(State):
    row: list[Card] = Seq(Card, at_most=2, entry_seen_by=is_open)
    opened: int = Int(0, 2)


def lay(g: Row, card: Card = Chance(seen_by=NOBODY)) -> None:
    require(size(g.row) < 2, "full")
    g.row.append(card)


def turn_over(g: Row, seat: Seat) -> None:
    require(g.opened < size(g.row), "all lie open")
    g.opened += 1


def slide(g: Row, seat: Seat) -> None:
    """The first card goes behind the others, face down if it was, and the next one lies in its place."""
    require(size(g.row) == 2 and g.opened == 1, "nothing to slide")
    g.row.append(g.row.pop(0))


class Shown(View):
    cards: list[Card | None] = Seq(Option(Card), at_most=2)


def open_cards(g: Row, seat: Seat) -> Shown:
    return Shown(cards=[card if place < g.opened else None for place, card in enumerate(g.row)])


def all_cards(g: Row, seat: Seat) -> Shown:
    return Shown(cards=list(g.row))


def laying(
    *rules: Callable[..., Any], reveals: tuple[Reveals, ...] = (), view: Callable[..., Any] = open_cards
) -> Instance:
    model = Model("row", Row, seats=Seat)
    model.chance(lay)
    for rule in rules:
        model.action(reveals=reveals)(rule)
    model.view(view)

    @model.scenario("default")
    def setup(g: Row) -> None:
        pass

    return model.instance()


TURNED = Reveals("row", because="a card is turned over")


def test_who_sees_an_element_is_judged_in_every_reading() -> None:
    assert leaks(laying(turn_over, reveals=(TURNED,))) == [set()] * 3
    assert leaks(laying(turn_over)) == [{Channel.LEARNING}] * 3
    assert leaks(laying(turn_over, reveals=(TURNED,), view=all_cards)) == [{Channel.VIEW, Channel.WITHHELD}] * 3
    assert leaks(laying(turn_over, slide, reveals=(TURNED,))) == [set()] * 3


def test_a_moved_element_is_seen_where_it_comes_to() -> None:
    found = [sight.status for sight in answers(laying(turn_over, slide, reveals=(TURNED,)))]
    assert found == [Status.HOLDS] * 3


def own_or_first(g: Any, seat: Seat, owner: Seat, place: int) -> bool:
    return seat == owner or place == 0


class Hands(State):
    hand: dict[Seat, list[Card]] = Map(Seat, Seq(Card, at_most=2, entry_seen_by=own_or_first))
    asked: Seat | None = Option(Seat)
    pile: list[Card] = Seq(Card, at_most=1, entry_seen_by=held_by("asked"))
    closed: list[Card] = Seq(Card, at_most=1, seen_by=NOBODY, public=size, entry_seen_by=NOBODY)


def test_elements_below_maps_and_beside_held_by() -> None:
    instance = game(Hands)
    layout = instance.layout
    at = {name: field.offset for name, field in layout.fields.items()}

    def state(**slots: int) -> tuple[int, ...]:
        cells = [0] * layout.width
        for name, code in slots.items():
            field, _, place = name.partition("_")
            cells[at[field] + int(place)] = code
        return tuple(cells)

    def apart(seat: Seat, one: tuple[int, ...], other: tuple[int, ...]) -> bool:
        return instance.knowledge(one, seat) != instance.knowledge(other, seat)

    hand = {"hand_0": 2, "hand_1": 0, "hand_2": 0}
    for seat in Seat:
        assert apart(seat, state(**hand), state(**hand | {"hand_1": 1}))
        assert apart(seat, state(), state(pile_0=1))
        assert apart(seat, state(), state(closed_0=1))
        assert not apart(seat, state(closed_0=1), state(closed_0=1, closed_1=1))
        assert not apart(seat, state(pile_0=1), state(pile_0=1, pile_1=1))
        is_asked = {"asked_0": seat.value + 1, "pile_0": 1}
        assert apart(seat, state(**is_asked), state(**is_asked, pile_1=1))
    assert apart(Seat.ANN, state(**hand), state(**hand | {"hand_2": 1}))
    assert not apart(Seat.BOB, state(**hand), state(**hand | {"hand_2": 1}))


def test_mistakes_about_elements() -> None:
    def sequence(entry_seen_by: Any) -> type[State]:
        class Wrong(State):
            row: list[Card] = Seq(Card, at_most=2, entry_seen_by=entry_seen_by)

        return Wrong

    def too_many(g: Any, seat: Seat, owner: Seat, place: int) -> bool:
        return seat == owner

    told = {
        OWNER: "seen_by=OWNER needs a Map from the seats above the field; or use held_by(...)",
        too_many: "a rule for seen_by takes (g, seat, place) here",
        3: "seen_by=3 does not apply to a field",
    }
    for wrong, message in told.items():
        with pytest.raises(ModelError) as caught:
            game(sequence(wrong))
        assert str(caught.value).endswith(f"Wrong.row: {message}")
    with pytest.raises(ModelError) as refused:
        Option(Seq(Card, at_most=2, entry_seen_by=NOBODY))
    assert str(refused.value).endswith(
        "entry_seen_by belongs to a Seq that is a field, or inside of a Map, not of Option"
    )


def outside_of_the_language(g: Any, seat: Seat, place: int) -> bool:
    return bool(eval("place"))


class Loose(State):
    row: list[Card] = Seq(Card, at_most=2, entry_seen_by=outside_of_the_language)


def told_by_a_text(rows: Any) -> int:
    return int(eval("1"))


class LooseLevels(State):
    forces: dict[Seat, int] = Map(Seat, Int(0, 1), public=[overall(told_by_a_text)])


@pytest.mark.parametrize("state", [Loose, LooseLevels])
def test_rules_about_elements_and_levels_are_judged(state: type[State]) -> None:
    with pytest.raises(ModelError, match="not part of the language of rules"):
        explore(game(state))
