"""Whose a decision is: exactly those who are asked are offered its answers, in all readings."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any

import pytest

from asking import answer
from kanly.explorer.findings.status import Status
from kanly.explorer.search.breadth_first import explore
from kanly.invariants import Declarations, Step, applicable, holds
from kanly.model import Int, Map, Model, ModelError, Option, Set, State, View, require, scope
from proving import proved


class Seat(Enum):
    ANN, BOB, CAT = range(3)


class Table(State):
    """A question is put to a seat, which answers it; a vote is taken of all the others."""

    asked: Seat | None = Option(Seat)
    voting: set[Seat] = Set(Seat)
    is_voting: bool
    answers: dict[Seat, int] = Map(Seat, Int(0, 1))


class TableView(View):
    asked: Seat | None = Option(Seat)


table = Model("asking", Table, seats=Seat)


@table.view
def view(g: Table, seat: Seat) -> TableView:
    return TableView(asked=g.asked)


@table.action
def ask(g: Table, seat: Seat, whom: Seat) -> None:
    require(g.asked is None and not g.is_voting, "something is open")
    require(seat != whom, "nobody asks itself")
    g.asked = whom


@table.action
def say(g: Table, seat: Seat, number: int = Int(0, 1)) -> None:
    require(g.asked == seat, "another seat is asked")
    g.asked = None
    g.answers[seat] = number


@table.action
def call_a_vote(g: Table, seat: Seat) -> None:
    require(g.asked is None and not g.is_voting, "something is open")
    g.voting, g.is_voting = {each for each in scope(g, Seat) if each != seat}, True


@table.action
def vote(g: Table, seat: Seat) -> None:
    require(seat in g.voting, "the seat is not asked, or has voted")
    g.voting.remove(seat)
    g.is_voting = len(g.voting) > 0


@table.scenario("default")
def setup(g: Table) -> None:
    pass


laws = Declarations(table)


@laws.decision("question", answers=(say,), when=lambda g: g.asked is not None)
def question(g: Table) -> Seat | None:
    """A question is answered by the seat that it was put to."""
    return g.asked


@laws.decision("votes", answers=(vote,), when=lambda g: g.is_voting)
def votes(g: Table) -> set[Seat]:
    """Whoever has not voted yet votes."""
    return g.voting


@laws.invariant("one-at-a-time")
def one_at_a_time(g: Table) -> bool:
    """Nothing is asked during a vote."""
    return g.asked is None or not g.is_voting


@laws.invariant("voters", when=lambda g: not g.is_voting)
def voters(g: Table) -> bool:
    """Nobody votes where no vote is open."""
    return not g.voting


@laws.step("answers-count", when=lambda before, step, after: step.took(say))
def answers_count(before: Table, step: Step, after: Table) -> Any:
    """An answer closes the question and is written down."""
    return after.asked is None and after.answers[step["seat"]] == step["number"]


def say_for_another(g: Table, seat: Seat, number: int = Int(0, 1)) -> None:
    require(g.asked is not None, "nobody is asked")
    g.asked = None
    g.answers[seat] = number


def say_only_one(g: Table, seat: Seat, number: int = Int(0, 1)) -> None:
    require(g.asked == seat and seat != Seat.CAT, "another seat is asked")
    g.asked = None
    g.answers[seat] = number


def vote_for_an_absent_one(g: Table, seat: Seat) -> None:
    require((g.is_voting and len(g.voting) > 1) or seat in g.voting, "the seat is not asked, or has voted")
    g.voting.discard(seat)
    g.is_voting = len(g.voting) > 0


def call_an_empty_vote(g: Table, seat: Seat) -> None:
    require(g.asked is None and not g.is_voting, "something is open")
    g.is_voting = True


FAULTS = [
    (say, say_for_another, "question", "BOB cannot answer unasked"),
    (say, say_only_one, "question", "CAT can answer when asked"),
    (vote, vote_for_an_absent_one, "votes", "ANN cannot answer unasked"),
    (call_a_vote, call_an_empty_vote, "votes", "somebody is asked"),
]


@pytest.mark.parametrize("engine", ["run", "compiled"])
def test_right_rules_hold(engine: str) -> None:
    found = answer(engine, table.instance())
    assert {check.declaration.id: check.status for check in found.checks} == dict.fromkeys(
        ["question", "votes", "one-at-a-time", "voters", "answers-count"], Status.HOLDS
    )


def test_right_rules_are_proved() -> None:
    result = proved(table.instance()).result
    assert result is not None
    assert result.status is Status.HOLDS


@pytest.mark.parametrize("engine", ["run", "compiled"])
@pytest.mark.parametrize(("rule", "wrong", "law", "conjunct"), FAULTS)
def test_only_the_decision_finds_the_fault_in_play(
    engine: str, rule: Callable[..., Any], wrong: Callable[..., Any], law: str, conjunct: str
) -> None:
    found = answer(engine, table.variant({rule: wrong}).instance())
    broken = {check.declaration.id: check.conjunct for check in found.checks if check.status is not Status.HOLDS}
    assert list(broken) == [law]
    assert broken[law].split(" ", 1)[1] == conjunct.split(" ", 1)[1]
    assert found.fault is None


@pytest.mark.parametrize(("rule", "wrong", "law"), [fault[:3] for fault in FAULTS])
def test_only_the_decision_finds_the_fault_by_proof(
    rule: Callable[..., Any], wrong: Callable[..., Any], law: str
) -> None:
    result = proved(table.variant({rule: wrong}).instance(), with_sweep=True).result
    assert result is not None
    assert {goal for goal in result.goals if result.status_of(goal) is not Status.HOLDS} == {law}
    assert result.status_of(law) is not Status.VACUOUS


def test_what_the_sweep_finds_is_so_where_it_runs() -> None:
    found = explore(table.variant({say: say_for_another}).instance(), keep_going=True)
    trace = found.check("question").trace
    assert trace is not None
    broken = next(each for each in applicable(found.instance) if each.id == "question")
    assert not holds(broken, found.instance.state(trace.states[-1]))[0]


def test_a_decision_that_is_never_open_is_vacuous() -> None:
    def ask_nobody(g: Table, seat: Seat, whom: Seat) -> None:
        require(g.asked is None and not g.is_voting, "something is open")
        g.answers[whom] = 1

    for engine in ("run", "compiled"):
        found = answer(engine, table.variant({ask: ask_nobody}).instance())
        assert found.check("question").status is Status.VACUOUS


def test_a_decision_is_asked_where_one_of_its_answers_is_played() -> None:
    game = Model("part", Table, seats=Seat)
    for rule in (ask, say, vote):
        game.action(rule)
    game.scenario("questions", actions=[ask, say])(setup)
    for declared in laws.all[:2]:
        Declarations(game).decision(
            declared.id, answers=(say,) if declared.id == "question" else (vote,), when=declared.when
        )(declared.written[0])
    assert [each.id for each in applicable(game.instance())] == ["question"]


def without(*answers: Callable[..., Any]) -> Callable[[], object]:
    def declare() -> object:
        game = Model("wrong", Table, seats=Seat)
        game.action(ask)
        game.automatic(vote_by_itself)

        @Declarations(game).decision("question", answers=answers)
        def asked(g: Table) -> Seat | None:
            """A question is answered by the seat that it was put to."""
            return g.asked

        return asked

    return declare


def vote_by_itself(g: Table) -> None:
    g.is_voting = False


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        ((), "question: a decision has answers; name the actions that give them"),
        ((say,), "question: say is no action of wrong"),
        ((vote_by_itself,), "question: vote_by_itself is taken by automatic; a decision is answered by a seat"),
    ],
)
def test_what_is_no_decision_is_refused_where_it_is_declared(answers: Any, told: str) -> None:
    with pytest.raises(ModelError) as caught:
        without(*answers)()
    assert str(caught.value).endswith(told)
    assert caught.value.file == __file__


def test_whose_it_is_must_be_a_seat() -> None:
    game = Model("numbers", Table, seats=Seat)
    game.action(say)
    game.scenario("default")(setup)

    @Declarations(game).decision("question", answers=(say,))
    def asked(g: Table) -> Any:
        """A question is answered by the seat that it was put to."""
        return g.is_voting

    for engine in ("run", "compiled"):
        with pytest.raises(ModelError, match="a decision is that of a Seat, of a set of them, or of None"):
            answer(engine, game.instance())
