"""Arguments of several parts: records, options and sets are offered, taken, told, saved and judged as any other."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from pathlib import Path

import pytest

from kanly.explorer.findings.outcome import Exploration
from kanly.explorer.findings.status import Status
from kanly.explorer.findings.traces import Trace
from kanly.explorer.prove.proofs.induction import Induction
from kanly.explorer.report.itf import from_itf, to_itf
from kanly.explorer.search.breadth_first import explore
from kanly.explorer.sweep.answers.exploring import explore as sweep
from kanly.explorer.trace.tracing import trace_model
from kanly.model import Instance, Int, Map, Member, Model, ModelError, Option, Record, Seq, State
from loading import written

TRADE = '''
from enum import Enum
from kanly.invariants import Conjunct, Declarations, Step
from kanly.model import (
    Int, Map, Member, Model, Option, Record, Set, State, count, implies, is_present, require, required, size
)
from collections.abc import Iterator


class Seat(Enum):
    ANN = 1
    BOB = 2


class Good(Enum):
    FIG = 1
    NUT = 2
    OIL = 3


class Offer(Record):
    good: Good = Member(Good)
    price: int = Int(0, 2)
    extra: Good | None = Option(Good)


class Market(State):
    goods: dict[Seat, set[Good]] = Map(Seat, Set(Good))
    coins: dict[Seat, int] = Map(Seat, Int(0, 3))
    open: Offer | None = Option(Offer)
    by: Seat = Member(Seat)


trade = Model("trade", state=Market, seats=Seat)


@trade.scenario("default")
def default(g: Market) -> None:
    g.goods[Seat.ANN] = {Good.FIG, Good.NUT}
    g.goods[Seat.BOB] = {Good.OIL}
    g.coins[Seat.ANN], g.coins[Seat.BOB] = 1, 2


@trade.action
def offer(g: Market, seat: Seat, offer: Offer) -> None:
    require(g.open is None, "one at a time")
    require(offer.good in g.goods[seat], "it is not yours")
    require(implies(is_present(offer.extra), offer.extra != offer.good), "twice the same")
    if offer.extra is not None:
        require(offer.extra in g.goods[seat], "it is not yours")
    g.open = offer
    g.by = seat


@trade.action
def take(g: Market, seat: Seat) -> None:
    given = required(g.open, "nothing is offered")
    require(seat != g.by, "it is your own")
    require(g.coins[seat] >= given.price and g.coins[g.by] + given.price <= 3, "not to be paid")
    g.coins[seat] -= given.price
    g.coins[g.by] += given.price
    g.goods[g.by].remove(given.good)
    g.goods[seat].add(given.good)
    if given.extra is not None:
        g.goods[g.by].remove(given.extra)
        g.goods[seat].add(given.extra)
    g.open = None
    g.by = Seat.ANN


@trade.action
def throw(g: Market, seat: Seat, goods: set[Good] = Set(Good)) -> None:
    require(g.open is None, "an offer is open")
    require(size(goods) == 2 and goods <= g.goods[seat], "two of your own")
    g.goods[seat] -= goods


laws = Declarations(trade)


@laws.invariant("one-owner")
def one_owner(g: Market) -> Iterator[Conjunct]:
    """No good has two owners."""
    for good in Good:
        yield good.name, count(Seat, lambda seat, good=good: good in g.goods[seat]) <= 1


@laws.step("it-lies-open", when=lambda before, step, after: step.took(offer))
def it_lies_open(before: Market, step: Step, after: Market) -> Iterator[Conjunct]:
    """What is offered lies open."""
    yield "whole", after.open == step["offer"]
    yield "price", required(after.open, "open").price == step["offer"].price
'''


@pytest.fixture(name="market")
def market_of(tmp_path: Path) -> Instance:
    return written(tmp_path / "trade.py", TRADE).instance()


def test_every_reading_takes_the_same_steps(market: Instance) -> None:
    run, swept = explore(market), sweep(market)
    assert (run.states, run.transitions, run.depth) == (704, 1_182, 7)
    assert (swept.states, swept.transitions, swept.depth) == (704, 1_182, 7)
    assert [check.status for check in (*run.checks, *swept.checks)] == [Status.HOLDS] * 4
    proof = Induction(trace_model(market)).run(["one-owner", "it-lies-open"])
    assert [proof.status_of(goal) for goal in ("one-owner", "it-lies-open")] == [Status.HOLDS] * 2


@pytest.mark.parametrize("search", [explore, sweep])
def test_a_wrong_rule_is_found_and_told(search: Callable[[Instance], Exploration], tmp_path: Path) -> None:
    wrong = TRADE.replace("    g.open = offer\n", "    g.open = offer\n    g.open.price = 0\n")
    instance = written(tmp_path / "wrong.py", wrong).instance()
    found = search(instance)
    (broken,) = [each for each in found.checks if each.status is Status.VIOLATED]
    trace = broken.trace
    assert isinstance(trace, Trace)
    assert str(trace.steps[-1][0]) == "offer(seat=ANN, offer=(good=FIG, price=1, extra=none))"
    again = from_itf(to_itf(instance, trace)).play.moves(instance)
    assert [str(move) for move in again] == [str(move) for move, _ in trace.steps]


def test_the_values_of_an_option_are_each_offered_once(market: Instance) -> None:
    action = market.action("offer")
    named = [action.describe(codes) for codes in action.instances()]
    assert len(named) == len(set(named)) == 2 * 3 * 3 * 4


class Seat(Enum):
    """Two seats."""

    ANN = 1
    BOB = 2


class Great(Record):
    """Too much to try."""

    one: int = Int(0, 99)
    two: int = Int(0, 99)


class Table(State):
    """A number for each seat."""

    number: dict[Seat, int] = Map(Seat, Int(0, 3))
    who: Seat = Member(Seat)
    last: Great | None = Option(Great)


def much(g: Table, what: Great) -> None:
    """An argument that could be anything."""


def long(g: Table, what: list[Seat] = Seq(Seat, 20)) -> None:
    """A sequence that could be anything."""


@pytest.mark.parametrize(("rule", "values"), [(much, "10000 values"), (long, "values; an argument may be one of 4096")])
def test_what_could_be_too_much_is_refused(rule: Callable[..., None], values: str) -> None:
    model = Model("much", Table, seats=Seat)
    model.automatic(rule)

    @model.scenario("default")
    def default(g: Table) -> None:
        """Begin."""

    with pytest.raises(ModelError, match=values) as caught:
        model.instance()
    assert (caught.value.file, caught.value.line) == (__file__, rule.__code__.co_firstlineno)
