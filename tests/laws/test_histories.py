"""What laws remember: histories that are kept beside the state, in all readings, and what is done once by them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from pathlib import Path
from typing import Any

import pytest

from asking import answer
from kanly.explorer.findings.status import Status
from kanly.explorer.report.files import Files
from kanly.explorer.report.itf import from_itf
from kanly.explorer.search.replay import replay
from kanly.explorer.sweep.answers.simulating import simulate
from kanly.invariants import Conjunct, Declarations, History, Step, monitored
from kanly.model import (
    Event,
    Int,
    Map,
    Model,
    ModelError,
    Option,
    Set,
    State,
    choose,
    emit,
    has,
    implies,
    require,
    same,
    size,
)
from proving import proved, told


class Seat(Enum):
    ANN, BOB = range(2)


class Token(Enum):
    ROBBERY, SABOTAGE = range(2)


class Robbed(Event):
    token: Token


class Table(State):
    coins: dict[Seat, int] = Map(Seat, Int(0, 3))
    open: Token | None = Option(Token)
    used: set[Token] = Set(Token)
    turn: Seat


class Past(History):
    robbed: set[Token] = Set(Token)
    in_a_row: int = Int(0, 2)


table = Model("remembering", Table, seats=Seat)


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
    g.coins[Seat.ANN] = max(0, g.coins[Seat.ANN] - 1)
    g.used.add(g.open)
    emit(Robbed(token=g.open))
    g.open = None


@table.action
def move(g: Table, seat: Seat) -> None:
    require(g.turn == seat, "it is not the seat's turn")
    g.turn = Seat.BOB if seat == Seat.ANN else Seat.ANN


@table.scenario("default")
def setup(g: Table) -> None:
    g.coins[Seat.ANN] = 3


laws = Declarations(table)


@laws.history(Past)
def remembered(past: Past, before: Table, step: Step, after: Table) -> None:
    if step.took(rob):
        past.robbed |= after.used - before.used
    if step.took(move):
        past.in_a_row = 1 if before.turn == after.turn else 0


@laws.once("robs-once", Robbed, key=Token)
def robs_once(told: Robbed) -> Token:
    """A token robs once."""
    return told.token


@laws.invariant("robbed-are-used")
def robbed_are_used(g: Table, past: Past) -> Iterator[Conjunct]:
    """What robbed is used."""
    for token in Token:
        yield token.name, implies(has(past.robbed, token), has(g.used, token))


@laws.step("never-in-a-row", when=lambda before, step, after: step.took(move))
def never_in_a_row(before: Table, step: Step, after: Table, past: Past) -> Iterator[Conjunct]:
    """The turn goes round."""
    yield "no seat moves twice", past.in_a_row == 0


@laws.witness("all-robbed")
def all_robbed(g: Table, past: Past) -> bool:
    """Every token can rob."""
    return size(past.robbed) == 2


@laws.invariant("open-is-unused")
def open_is_unused(g: Table) -> Iterator[Conjunct]:
    """An entry that is open is one with a token that is not used."""
    for token in Token:
        yield token.name, lambda token=token: g.open != token or token not in g.used


@laws.invariant("nobody-in-a-row")
def nobody_in_a_row(g: Table, past: Past) -> bool:
    """No seat has moved twice in a row."""
    return past.in_a_row == 0


def gives_back(g: Table, seat: Seat) -> None:
    move(g, seat)
    if g.coins[Seat.ANN] == 1:
        g.used.discard(Token.SABOTAGE)


def stays(g: Table, seat: Seat) -> None:
    require(g.turn == seat, "it is not the seat's turn")
    if g.coins[Seat.ANN] != 2:
        g.turn = Seat.BOB if seat == Seat.ANN else Seat.ANN


LAWS = ["robs-once", "robbed-are-used", "never-in-a-row", "all-robbed", "open-is-unused", "nobody-in-a-row"]

FAULTS = [
    (move, gives_back, {"robs-once": "SABOTAGE is done once", "robbed-are-used": "SABOTAGE"}),
    (move, stays, {"never-in-a-row": "no seat moves twice", "nobody-in-a-row": ""}),
]


@pytest.mark.parametrize("engine", ["run", "compiled"])
def test_right_rules_hold_and_counts_are_those_of_the_states_alone(engine: str) -> None:
    found = answer(engine, table.instance())
    assert {check.declaration.id: check.status for check in found.checks} == dict.fromkeys(LAWS, Status.HOLDS)
    assert found.with_histories is not None
    assert (found.states, found.with_histories.states) == (16, 16)


def test_right_rules_are_proved_or_known_of_play() -> None:
    proof = proved(table.instance(), with_sweep=True)
    assert proof.result is not None
    found = {goal: proof.result.status_of(goal) for goal in LAWS if goal in proof.result.goals}
    assert found.pop("robs-once") is Status.OPEN
    assert set(found.values()) == {Status.HOLDS}
    assert proof.decided["robs-once"].status is Status.HOLDS


@pytest.mark.parametrize(("rule", "wrong", "broken"), FAULTS)
def test_only_laws_with_histories_find_the_fault(
    rule: Callable[..., Any], wrong: Callable[..., Any], broken: dict[str, str]
) -> None:
    instance = table.variant({rule: wrong}).instance()
    for engine in ("run", "compiled"):
        found = answer(engine, instance)
        seen = {check.declaration.id: check.conjunct for check in found.checks if check.status is not Status.HOLDS}
        assert seen == broken
    walked = simulate(instance, walks=200, keep_going=True)
    assert {check.declaration.id for check in walked.checks if check.status is Status.VIOLATED} == {*broken}
    for law in broken:
        verdict = told(instance, law)
        assert verdict.status == "violated", verdict


def overflows(past: Past, before: Table, step: Step, after: Table) -> None:
    past.in_a_row += 1


def changes_the_state(past: Past, before: Table, step: Step, after: Table) -> None:
    after.turn = Seat.ANN


def tells(past: Past, before: Table, step: Step, after: Table) -> None:
    emit(Robbed(token=Token.ROBBERY))


def rejects(past: Past, before: Table, step: Step, after: Table) -> None:
    require(after.turn == Seat.ANN, "it is Bob's turn")


SEEN: list[int] = []


def counts_calls(past: Past, before: Table, step: Step, after: Table) -> None:
    SEEN.append(1)
    past.in_a_row = len(SEEN) % 2


def keeping(update: Callable[..., Any], begins: Callable[..., Any] | None = None) -> Model:
    """The table with another history."""
    game = Model("keeping", Table, seats=Seat)
    for rule in (enter, rob, move):
        game.action(rule)
    game.scenario("default")(setup)
    more = Declarations(game)
    more.history(Past, begins=begins)(update)
    more.invariant("robbed-are-used")(robbed_are_used)
    return game


MISTAKES = [
    (changes_the_state, "only actions and set-ups do"),
    (tells, "Past sends Robbed; a history tells nobody anything"),
    (rejects, 'a history rejects nothing, as one does with "it is Bob\'s turn"'),
    (counts_calls, "a rule changes the state only, not SEEN"),
]


@pytest.mark.parametrize("engine", ["run", "compiled"])
@pytest.mark.parametrize(("update", "complaint"), MISTAKES)
def test_a_history_does_nothing_but_remember(update: Callable[..., Any], complaint: str, engine: str) -> None:
    with pytest.raises(ModelError) as caught:
        answer(engine, keeping(update).instance())
    assert complaint in str(caught.value)
    assert str(caught.value).split(":")[0].endswith("test_histories.py")


@pytest.mark.parametrize("engine", ["run", "compiled"])
def test_a_history_that_goes_beyond_its_domain_is_found(engine: str) -> None:
    found = answer(engine, keeping(overflows).instance())
    assert found.fault is not None
    assert found.fault.failed is not None
    assert "Past.in_a_row: 3 is outside of 0 to 2" in found.fault.failed[1].message
    assert found.fault.length == 3


def reads_the_history(g: Any, seat: Seat) -> None:
    require(g.turn == seat, "it is not the seat's turn")
    g.turn = Seat.BOB if g.Past.in_a_row == 0 else Seat.ANN


@pytest.mark.parametrize("engine", ["run", "compiled"])
def test_no_rule_sees_a_history(engine: str) -> None:
    found = answer(engine, table.variant({move: reads_the_history}).instance())
    assert found.fault is not None
    assert found.fault.failed is not None
    assert found.fault.failed[1].kind == "AttributeError"


def begins_with_the_turn(past: Past, g: Table) -> None:
    past.in_a_row = choose(g.turn == Seat.ANN, 0, 1)


def goes_by_turns(past: Past, before: Table, step: Step, after: Table) -> None:
    past.in_a_row = choose(after.turn == Seat.ANN, 0, 1)


def follows_the_turn(g: Table, past: Past) -> Any:
    """The history goes with the turn."""
    return same(past.in_a_row == 0, g.turn == Seat.ANN)


@pytest.mark.parametrize(("begins", "status"), [(begins_with_the_turn, Status.HOLDS), (None, Status.OPEN)])
def test_a_proof_asks_how_histories_begin_in_every_accepted_state(
    begins: Callable[..., Any] | None, status: Status
) -> None:
    game = keeping(goes_by_turns, begins)
    game.checks[0].invariant("follows")(follows_the_turn)
    assert {answer(engine, game.instance()).check("follows").status for engine in ("run", "compiled")} == {Status.HOLDS}
    result = proved(game.instance(), "follows").result
    assert result is not None
    assert result.status_of("follows") is status


def test_a_counterexample_is_taken_again_with_its_history(tmp_path: Path) -> None:
    instance = table.variant({move: gives_back}).instance()
    (file,) = [
        Files(instance, tmp_path, None, None).keep(check.declaration.id, check.conjunct, check.trace)[0]
        for check in answer("compiled", instance).checks
        if check.declaration.id == "robs-once" and check.trace is not None
    ]
    assert file is not None
    play = from_itf(Path(file).read_bytes()).play
    watched = monitored(instance)
    again = replay(watched, play.start(watched).slots, play.moves(watched), expected=play.expected(watched))
    assert not again.elsewhere
    assert {check.declaration.id for check in again.broken} == {"robs-once", "robbed-are-used"}
