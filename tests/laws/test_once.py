"""What is done once: an effect that the state shows as done never happens again, in all readings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from typing import Any

import pytest

from asking import answer
from kanly.explorer.findings.status import Status
from kanly.invariants import Conjunct, Declarations, Step, changes_only
from kanly.model import Event, Int, Map, Model, ModelError, Option, Set, State, emit, has, require
from proving import found_by_one_law, proved, told


class Seat(Enum):
    ANN, BOB = range(2)


class Token(Enum):
    ROBBERY, SABOTAGE = range(2)


class Robbed(Event):
    token: Token
    taken: int = Int(0, 1)


class Table(State):
    coins: dict[Seat, int] = Map(Seat, Int(0, 3))
    open: Token | None = Option(Token)
    used: set[Token] = Set(Token)
    asked: bool


table = Model("tokens", Table, seats=Seat)


@table.action
def enter(g: Table, seat: Seat, token: Token) -> None:
    require(g.open is None and seat == Seat.ANN, "an entry is open, or it is not Ann who enters")
    require(token not in g.used, "the token is used")
    g.open = token


@table.action
def rob(g: Table, seat: Seat) -> None:
    require(g.open is not None and seat == Seat.BOB, "no entry is open, or it is not Bob who robs")
    if g.open is None:
        return
    taken = min(g.coins[Seat.ANN], 1)
    g.coins[Seat.ANN] -= taken
    g.used.add(g.open)
    emit(Robbed(token=g.open, taken=taken))
    g.open = None


@table.action
def ask(g: Table, seat: Seat) -> None:
    require(not g.asked, "it is asked already")
    g.asked = True


@table.scenario("default")
def setup(g: Table) -> None:
    g.coins[Seat.ANN] = 3


laws = Declarations(table)


@laws.once("robs-once", Robbed, key=Token, shown=lambda g, token: has(g.used, token))
def robs_once(told: Robbed) -> Token:
    """A token robs once."""
    return told.token


def is_used(g: Table, token: Token) -> bool:
    return has(g.used, token)


@laws.once("asked-once", ask, shown=lambda g: g.asked)
def asked_once(before: Table, step: Step, after: Table) -> bool:
    """The question is asked once."""
    return True


@laws.invariant("open-is-unused")
def open_is_unused(g: Table) -> Iterator[Conjunct]:
    """An entry that is open is one with a token that is not used."""
    for token in Token:
        yield token.name, lambda token=token: g.open != token or token not in g.used


@laws.step("only-this", when=lambda before, step, after: step.took(rob))
def only_this(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """Whoever robs takes a coin, and the entry is over."""
    yield from changes_only(before, after, "coins.ANN", "open", "used")
    yield "the entry is over", after.open is None


def forgets(g: Table, seat: Seat) -> None:
    used = set(g.used)
    rob(g, seat)
    g.used = used


def repeats(g: Table, seat: Seat) -> None:
    token = g.open
    rob(g, seat)
    if token is Token.SABOTAGE:
        emit(Robbed(token=token, taken=0))


def gives_back(g: Table, seat: Seat) -> None:
    ask(g, seat)
    g.used.discard(Token.SABOTAGE)


def asks_again(g: Table, seat: Seat) -> None:
    g.asked = True


FAULTS = [
    (rob, forgets, "robs-once", "ROBBERY is shown when it is done"),
    (rob, repeats, "robs-once", "SABOTAGE is done once"),
    (ask, gives_back, "robs-once-stays", "SABOTAGE stays shown"),
    (ask, asks_again, "asked-once", "is done once"),
]


@pytest.mark.parametrize("engine", ["run", "compiled"])
def test_right_rules_hold(engine: str) -> None:
    assert {check.status for check in answer(engine, table.instance()).checks} == {Status.HOLDS}


def test_right_rules_are_proved() -> None:
    result = proved(table.instance()).result
    assert result is not None
    assert result.status is Status.HOLDS


@pytest.mark.parametrize(("rule", "wrong", "law", "conjunct"), FAULTS)
def test_only_what_is_done_once_finds_the_fault(
    rule: Callable[..., Any], wrong: Callable[..., Any], law: str, conjunct: str
) -> None:
    found_by_one_law(table.variant({rule: wrong}).instance(), law, conjunct)


def test_what_never_happens_is_vacuous() -> None:
    game = Model("peaceful", Table, seats=Seat)
    game.action(enter)
    game.scenario("default")(setup)
    Declarations(game).once("robs-once", Robbed, key=Token, shown=is_used)(robs_once)
    for engine in ("run", "compiled"):
        assert answer(engine, game.instance()).check("robs-once").status is Status.VACUOUS
    assert told(game.instance(), "robs-once").status == "vacuous"


def nothing(before: Any, step: Any, after: Any) -> bool:
    """Nothing of note."""
    return True


def nobody(g: Table) -> bool:
    return g.asked


MISTAKES: list[tuple[tuple[Any, ...], dict[str, Any], str]] = [
    ((enter,), {}, "enter is neither an event nor an action of wrong"),
    ((3,), {}, "3 is neither an event nor an action of wrong"),
    ((ask,), {"key": int}, "key is an enumeration, bool, a specifier"),
    ((ask,), {"key": Token}, "`shown` takes the state and a key of 1 parts"),
    ((), {}, "name the events that are sent once"),
    ((ask, Robbed), {}, "name events or actions, not both"),
]


@pytest.mark.parametrize(("effects", "given", "told"), MISTAKES)
def test_what_is_no_effect_is_refused_where_it_is_declared(
    effects: tuple[Any, ...], given: dict[str, Any], told: str
) -> None:
    game = Model("wrong", Table, seats=Seat)
    game.action(ask)
    game.scenario("default")(setup)
    with pytest.raises(ModelError) as caught:
        Declarations(game).once("wrong", *effects, shown=nobody, **given)(nothing)
    assert told in str(caught.value)
    assert "test_once.py" in str(caught.value)


def shows_it(g: Table, key: Any) -> bool:
    return g.asked


KEYS: list[tuple[Any, Callable[[Any], Any], str]] = [
    (Token, lambda told: told.tokn, "tokn"),
    (Seat, lambda told: told.token, "is not one of Seat(ANN, BOB)"),
    (Int(5, 7), lambda told: told.taken, "is outside of 5 to 7"),
    (Int(0, 5_000), lambda told: told.taken, "there are 5001 keys; 1024 are the most"),
    (Option(Token), lambda told: told.token, "is no part of a key"),
]


@pytest.mark.parametrize("engine", ["run", "compiled"])
@pytest.mark.parametrize(("key", "key_of", "told"), KEYS)
def test_what_is_no_key_is_refused_with_its_place(
    key: Any, key_of: Callable[[Any], Any], told: str, engine: str
) -> None:
    game = Model("wrong", Table, seats=Seat)
    for rule in (enter, rob):
        game.action(rule)
    game.scenario("default")(setup)
    key_of.__doc__ = "Nothing of note."
    Declarations(game).once("wrong", Robbed, key=key, shown=shows_it)(key_of)
    with pytest.raises(ModelError) as caught:
        answer(engine, game.instance())
    assert told in str(caught.value)
    assert "test_once.py" in str(caught.value)
