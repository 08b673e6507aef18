"""Sight among reached states: machine code finds what running the rules finds, and what the solver says is possible."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from kanly.explorer.cli.frame.selection import bundled
from kanly.explorer.findings.bounds import Bounds
from kanly.explorer.findings.leaks import Channel
from kanly.explorer.findings.outcome import Exploration
from kanly.explorer.findings.sight import SightResult
from kanly.explorer.findings.status import Status
from kanly.explorer.prove.proofs.sight import prove_sight
from kanly.explorer.search import breadth_first
from kanly.explorer.sight.reached import sight_of
from kanly.explorer.sweep.answers.exploring import explore
from kanly.explorer.sweep.answers.sight import sight_among
from kanly.explorer.trace.columns import Columns
from kanly.explorer.trace.evaluate import Evaluation
from kanly.explorer.trace.tracing import trace_model
from kanly.invariants import Declarations
from kanly.model import NOBODY, Chance, Instance, Model, Option, State, require
from kanly.model.games.card_table import card_table, view
from leaking import (
    LEAKS,
    confirmed,
    fail_for_the_first_card,
    reachable,
    reject_for_the_first_card,
    show_what_does_not_fit,
)
from terms import random_term, variables_of_all_kinds
from tiny import Seat

ENGINES: list[Callable[..., Exploration]] = [breadth_first.explore, explore]


def told(result: SightResult | None) -> dict[tuple[str, Channel, str], Status]:
    assert result is not None
    return {(cell.seat, cell.channel, cell.of): cell.status for cell in result.cells}


def both(instance: Instance) -> tuple[SightResult, SightResult]:
    """The answers by running the rules, and by machine code."""
    states = reachable(instance)
    run, swept = sight_of(instance, states), sight_among(trace_model(instance), np.array(states, np.int64))
    assert run is not None
    assert swept is not None
    return run, swept


@pytest.mark.parametrize(("rule", "broken", "channel"), LEAKS)
def test_both_engines_show_the_leaks_that_are_possible(
    rule: Callable[..., Any], broken: Callable[..., Any], channel: Channel
) -> None:
    instance = card_table.variant({rule: broken}).instance()
    proved = {(leak.seat, leak.channel) for leak in prove_sight(trace_model(instance)).leaks}
    run, swept = both(instance)
    assert told(run) == told(swept)
    for result in (run, swept):
        assert {(leak.seat, leak.channel) for leak in result.leaks} == proved
        assert {leak.channel for leak in result.leaks} == {channel}
        assert all(confirmed(instance, leak) and leak.hidden and leak.seen for leak in result.leaks)


@pytest.mark.parametrize("name", ["card-table", "two-phase-commit", "dune:terror-legacy-event"])
def test_the_bundled_models_keep_their_secrets(name: str) -> None:
    model, _, scenario = name.partition(":")
    run, swept = both(bundled(model).instance(scenario or None))
    assert told(run) == told(swept)
    assert run.status is Status.HOLDS


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("viewer", [fail_for_the_first_card, reject_for_the_first_card])
def test_a_view_that_fails_where_play_leads_is_a_finding(
    engine: Callable[..., Exploration], viewer: Callable[..., Any]
) -> None:
    result = engine(card_table.variant({view: viewer}).instance(), sight=1_000)
    assert result.status is Status.VIOLATED
    assert result.sight is not None
    assert all("not this one" in cell.reason for cell in result.sight.cells)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_view_that_holds_too_much_is_a_finding_and_names_the_view(engine: Callable[..., Exploration]) -> None:
    result = engine(card_table.variant({view: show_what_does_not_fit}).instance(), sight=1_000)
    assert result.status is Status.VIOLATED
    assert result.sight is not None
    assert len(result.sight.cells) == 2
    for cell in result.sight.cells:
        assert "leaking.py" in cell.reason
        assert "TableView.held: 99 is outside of 0 to 16" in cell.reason


@pytest.mark.parametrize("engine", ENGINES)
def test_an_exploration_that_finds_a_leak_does_not_hold(engine: Callable[..., Exploration]) -> None:
    rule, broken, _ = LEAKS[0]
    instance = card_table.variant({rule: broken}).instance()
    assert engine(instance, declared=[]).status is Status.HOLDS
    assert engine(instance, declared=[], sight=1_000).status is Status.VIOLATED


@pytest.mark.parametrize("engine", ENGINES)
def test_no_more_states_are_compared_than_asked_for(engine: Callable[..., Exploration]) -> None:
    result = engine(card_table.instance(), declared=[], sight=20)
    assert result.sight is not None
    assert (result.sight.states, result.sight.status) == (20, Status.HOLDS)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_search_that_somebody_ends_compares_nothing(engine: Callable[..., Exploration]) -> None:
    assert engine(card_table.instance(), bounds=Bounds(seconds=0.0), sight=20).sight is None
    assert engine(card_table.instance(), stop=lambda: True, sight=20).sight is None


class Lottery(State):
    """Somebody draws, unseen, and may then say whether it was the prize."""

    drawn: Seat | None = Option(Seat, seen_by=NOBODY)
    said: bool


lottery = Model("lottery", Lottery, seats=Seat)
laws = Declarations(lottery)


@lottery.scenario("default")
def set_up(g: Lottery) -> None:
    """Nothing is drawn."""


@lottery.action
def pull(g: Lottery, seat: Seat, prize: Seat = Chance(Seat, seen_by=NOBODY)) -> None:
    """What is drawn is nobody's to know."""
    require(g.drawn is None, "drawn")
    g.drawn = prize


@lottery.action
def claim(g: Lottery, seat: Seat) -> None:
    """Only who was drawn is offered it, which tells it."""
    require(g.drawn == seat, "not drawn")
    require(not g.said, "said")
    g.said = True


def test_what_is_offered_after_chance_tells_it() -> None:
    run, swept = both(lottery.instance())
    assert told(run) == told(swept)
    assert {(leak.seat, leak.channel) for leak in swept.leaks} == {(seat.name, Channel.OFFER) for seat in Seat}


@pytest.mark.parametrize("seed", range(100))
def test_columns_hold_what_terms_are_worth(seed: int) -> None:
    pick = random.Random(seed)
    variables = variables_of_all_kinds()
    root = random_term(pick, variables, pick.randint(3, 25))
    rows = [[pick.randint(node.lo, node.hi) for node in variables] for _ in range(50)]
    columns = Columns(variables, np.array(rows, np.int64))
    worth = [Evaluation(dict(zip(variables, row, strict=True))).value(root) for row in rows]
    assert np.broadcast_to(columns[root], 50).tolist() == worth
