"""Small games that tell somebody too much, each in a way of its own, and twins of them that do not."""

from __future__ import annotations

from enum import Enum

from kanly.explorer.findings.leaks import Channel
from kanly.model import (
    ACTOR,
    NOBODY,
    Chance,
    Event,
    Int,
    Member,
    Model,
    Option,
    Record,
    Secret,
    State,
    View,
    Withholds,
    emit,
    merged,
    negate,
    require,
)


class Seat(Enum):
    """Who plays."""

    ANN = 1
    BOB = 2


class Coin(Enum):
    """What is hidden."""

    HEADS, TAILS = range(2)


class Flip(State):
    """A coin that nobody sees, and a count of what was done."""

    coin: Coin = Member(Coin, seen_by=NOBODY)
    done: int = Int(0, 3)


class Told(Event):
    """Something was done; perhaps with a coin."""

    coin: Coin | None = Option(Coin)


def is_heads(g: Flip) -> bool:
    return g.coin == Coin.HEADS


def count(g: Flip) -> None:
    require(g.done < 3, "done")
    g.done += 1


def flipping(name: str) -> Model:
    """A game that begins with either side up."""
    model = Model(name, Flip, seats=Seat)

    @model.scenario("default")
    def begin(g: Flip, coin: Coin = Chance(seen_by=NOBODY)) -> None:
        g.coin = coin

    return model


exchanged = flipping("exchanged-offers")


@exchanged.action
def left(g: Flip, seat: Seat) -> None:
    require(is_heads(g), "the other one")
    count(g)


@exchanged.action
def right(g: Flip, seat: Seat) -> None:
    require(negate(is_heads(g)), "the other one")
    count(g)


either = flipping("either-is-offered")


@either.action
def press(g: Flip, seat: Seat, side: Coin = Chance(seen_by=NOBODY)) -> None:
    """Chance must meet the coin; that it can is no news."""
    require(side == g.coin, "it does not meet")
    count(g)


chance_first = flipping("chance-before-a-choice")


@chance_first.action
def press_either_way(g: Flip, seat: Seat, side: Coin = Chance(seen_by=NOBODY), way: Coin = Secret(Coin)) -> None:
    """What chance decides stands before what the seat chooses."""
    require(side == g.coin, "it does not meet")
    count(g)


choice_between = flipping("choice-between-chances")


@choice_between.action
def press_in_the_middle(
    g: Flip, seat: Seat, one: Coin = Chance(seen_by=NOBODY), way: Coin = Secret(Coin), other: bool = Chance(bool)
) -> None:
    """Which way can be pressed tells the coin, whatever chance decides around it."""
    require(((one == g.coin) | other) & (way == g.coin), "it does not meet")
    count(g)


told_chance = flipping("told-chance")


@told_chance.action
def roll(g: Flip, seat: Seat, coin: Coin = Chance(seen_by=NOBODY)) -> None:
    """What chance decides unseen is told to whoever acts."""
    count(g)
    emit(Told(coin=coin), to=seat)


seen_chance = flipping("seen-chance")


@seen_chance.action
def toss(g: Flip, seat: Seat, coin: Coin = Chance(seen_by=ACTOR)) -> None:
    """What the actor sees may be told to it."""
    count(g)
    emit(Told(coin=coin), to=seat)


nested = flipping("nested-helpers")


@merged
def weight(g: Flip) -> int:
    return 1 if is_heads(g) else 2


@merged
def tell_by_weight(g: Flip) -> None:
    if weight(g) == 1:
        emit(Told(coin=None))


@nested.action
def weigh(g: Flip, seat: Seat) -> None:
    count(g)
    tell_by_weight(g)


late_view = flipping("late-view")


class Shown(View):
    """Whether it is heads, as far as it is said."""

    heads: bool
    done: int = Int(0, 3)


@late_view.action
def go_on(g: Flip, seat: Seat) -> None:
    count(g)


@late_view.view
def at_the_end(g: Flip, seat: Seat) -> Shown:
    return Shown(heads=g.done == 3 and is_heads(g), done=g.done)


late_event = flipping("late-event")


@late_event.action
def murmur(g: Flip, seat: Seat) -> None:
    count(g)
    emit(Told(coin=g.coin if g.done == 3 else None))


class Lid(Record):
    """What is in a box; how many there are may be known to whoever may know of the box."""

    coin: Coin = Member(Coin, seen_by=NOBODY)
    number: int = Int(0, 3, seen_by=NOBODY, public=lambda number: number)


class Boxes(State):
    """A box that nobody sees."""

    box: Lid | None = Option(Lid, seen_by=NOBODY)
    moves: int = Int(0, 2)


class Number(View):
    """A number."""

    number: int = Int(0, 3)


boxed = Model("boxed", Boxes, seats=Seat)


@boxed.scenario("default")
def pack(g: Boxes, coin: Coin = Chance(seen_by=NOBODY)) -> None:
    g.box = Lid(coin=coin, number=1 if coin == Coin.HEADS else 2)


@boxed.action
def shake(g: Boxes, seat: Seat) -> None:
    require(g.moves < 2, "enough")
    g.moves += 1


@boxed.view(withholds=Withholds("moves", because="it is heard"))
def look_inside(g: Boxes, seat: Seat) -> Number:
    return Number(number=g.box.number if g.box is not None else 0)


def when_open(g: Turned, seat: Seat) -> bool:
    return g.is_open


class Turned(State):
    """A coin that all see once it is open."""

    is_open: bool
    coin: Coin = Member(Coin, seen_by=when_open)


class Face(View):
    """The coin, when it is open."""

    coin: Coin | None = Option(Coin)


opened = Model("opened", Turned, seats=Seat)


@opened.scenario("default")
def hide(g: Turned, coin: Coin = Chance(seen_by=NOBODY)) -> None:
    g.coin = coin


@opened.action
def turn_over(g: Turned, seat: Seat) -> None:
    require(not g.is_open, "open")
    g.is_open = True
    emit(Told(coin=g.coin))


@opened.view
def open_face(g: Turned, seat: Seat) -> Face:
    return Face(coin=g.coin if g.is_open else None)


class Bell(Event):
    """Something was done; as much as `Told` can say, and in another way."""

    coin: Coin | None = Option(Coin)


one_of_two = flipping("one-of-two-events")


@one_of_two.action
def call(g: Flip, seat: Seat) -> None:
    """Which event it is tells the coin, whatever is in it."""
    count(g)
    if is_heads(g):
        emit(Told(coin=None))
    else:
        emit(Bell(coin=None))


in_turn = flipping("order-of-events")


@in_turn.action
def call_and_ring(g: Flip, seat: Seat) -> None:
    """The same events; which comes first tells the coin."""
    count(g)
    if is_heads(g):
        emit(Told(coin=None))
    emit(Bell(coin=None))
    if negate(is_heads(g)):
        emit(Told(coin=None))


named_second = flipping("named-second")


@named_second.action
def confide(g: Flip, seat: Seat, other: Seat) -> None:
    """Ann names herself first, and Bob is told as well."""
    require((seat == Seat.ANN) & (other == Seat.BOB), "Ann confides in Bob")
    count(g)
    emit(Told(coin=g.coin), to=(seat, other))


named_first = flipping("named-first")


@named_first.action
def admit(g: Flip, seat: Seat, other: Seat) -> None:
    """Ann is told after Bob."""
    require((seat == Seat.ANN) & (other == Seat.BOB), "Ann confides in Bob")
    count(g)
    emit(Told(coin=g.coin), to=(other, seat))


last_choice = flipping("last-choice")


@last_choice.action
def point_up(g: Flip, seat: Seat, number: int = Int(0, 3)) -> None:
    """Three of four are offered, of which the last tells the coin."""
    require((number < 2) | (number == (2 if is_heads(g) else 3)), "not that one")
    count(g)


class Turns(State):
    """Whose turn it is, and how often somebody had one."""

    turn: Seat
    done: int = Int(0, 3)


def on_turn(g: Turns, seat: Seat) -> bool:
    return g.turn == seat


def taking_turns(name: str) -> Model:
    """A game that begins with either seat."""
    model = Model(name, Turns, seats=Seat)

    @model.scenario("default")
    def begin(g: Turns, first: Seat) -> None:
        g.turn = first

    return model


def pass_on(g: Turns, seat: Seat) -> None:
    require(g.turn == seat, "not your turn")
    require(g.done < 3, "done")
    g.done += 1
    g.turn = Seat.BOB if seat == Seat.ANN else Seat.ANN


told_on_turn = taking_turns("told-on-turn")


@told_on_turn.action
def look_and_pass(g: Turns, seat: Seat, coin: Coin = Chance(seen_by=on_turn)) -> None:
    """Whoever is on turn sees the coin, and is told of it when the turn is over."""
    pass_on(g, seat)
    emit(Told(coin=coin), to=seat)


told_to_the_next = taking_turns("told-to-the-next")


@told_to_the_next.action
def pass_and_tell(g: Turns, seat: Seat, coin: Coin = Chance(seen_by=on_turn)) -> None:
    """Who is told is on turn by then, but was not when the coin was seen."""
    pass_on(g, seat)
    emit(Told(coin=coin), to=g.turn)


LEAKING: list[tuple[Model, set[Channel]]] = [
    (exchanged, {Channel.OFFER}),
    (choice_between, {Channel.OFFER}),
    (told_chance, {Channel.EVENTS}),
    (nested, {Channel.EVENTS}),
    (late_view, {Channel.VIEW}),
    (late_event, {Channel.EVENTS}),
    (boxed, {Channel.VIEW}),
    (one_of_two, {Channel.EVENTS}),
    (in_turn, {Channel.EVENTS}),
    (named_second, {Channel.EVENTS}),
    (named_first, {Channel.EVENTS}),
    (last_choice, {Channel.OFFER}),
    (told_to_the_next, {Channel.EVENTS}),
]
"""A game, and the ways in which it tells too much."""

TIGHT: list[Model] = [either, chance_first, seen_chance, opened, told_on_turn]
"""Games that tell nothing too much."""
