"""Sight among reached states: machine code finds what running the rules finds, and what the solver says is possible."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kanly.explorer.cli.frame.selection import bundled
from kanly.explorer.findings.bounds import Bounds, Ending
from kanly.explorer.findings.leaks import Channel
from kanly.explorer.findings.outcome import Exploration
from kanly.explorer.findings.sight import SightResult
from kanly.explorer.findings.status import Status
from kanly.explorer.findings.traces import Trace
from kanly.explorer.prove.proofs.sight import prove_sight
from kanly.explorer.search import breadth_first
from kanly.explorer.sight.reached import sight_of
from kanly.explorer.sweep.answers.exploring import explore
from kanly.explorer.sweep.answers.sight import ReachedStates, sight_among
from kanly.explorer.sweep.answers.simulating import simulate
from kanly.explorer.sweep.code.generation import packing_of
from kanly.explorer.trace.tracing import trace_model
from kanly.invariants import Declarations
from kanly.model import NOBODY, Chance, Instance, Int, Model, Option, Parameter, State, negate, require
from kanly.model.games.card_table import card_table, view
from leaking import (
    LEAKS,
    confirmed,
    fail_for_the_first_card,
    reachable,
    reject_for_the_first_card,
    show_what_does_not_fit,
)
from tiny import Seat

ENGINES: list[Callable[..., Exploration]] = [breadth_first.explore, explore]


OF_NONE = {Channel.LEARNING, Channel.WITHHELD}
"""Channels by which these rules tell nothing: a view that shows too much of one hand may show too little of another."""


def told(result: SightResult) -> dict[tuple[str, Channel, str], Status]:
    return {(answer.seat, answer.channel, answer.of): answer.status for answer in result.answers}


def both(instance: Instance) -> tuple[SightResult, SightResult]:
    """The answers by running the rules, and by machine code."""
    states, traced = reachable(instance), trace_model(instance)
    packing = packing_of(traced, instance.initial_states())
    reached = ReachedStates(packing, packing.pack_all(states), len(states), lambda number: Trace(states[number]))
    return sight_of(instance, states), sight_among(traced, reached)


@pytest.mark.parametrize(("rule", "broken", "channel"), LEAKS)
def test_both_engines_show_the_leaks_that_are_possible(
    rule: Callable[..., Any], broken: Callable[..., Any], channel: Channel
) -> None:
    instance = card_table.variant({rule: broken}).instance()
    everywhere = prove_sight(trace_model(instance)).leaks  # cards may be in two places: custody is declared elsewhere
    proved = {(leak.seat, leak.channel) for leak in everywhere if leak.channel not in OF_NONE}
    run, swept = both(instance)
    assert told(run) == told(swept)
    for result in (run, swept):
        leaks = [leak for leak in result.leaks if leak.channel not in OF_NONE]
        assert {(leak.seat, leak.channel) for leak in leaks} == proved
        assert {leak.channel for leak in leaks} == {channel}
        assert all(confirmed(instance, leak) and leak.hidden and leak.seen for leak in leaks)


@pytest.mark.parametrize(
    "name", ["card-table", "two-phase-commit", pytest.param("dune:terror-legacy-event", marks=pytest.mark.slow)]
)
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
    assert all("not this one" in answer.reason for answer in result.sight.answers)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_view_that_holds_too_much_is_a_finding_and_names_the_view(engine: Callable[..., Exploration]) -> None:
    result = engine(card_table.variant({view: show_what_does_not_fit}).instance(), sight=1_000)
    assert result.status is Status.VIOLATED
    assert result.sight is not None
    assert len(result.sight.answers) == 2
    for answer in result.sight.answers:
        assert "leaking.py" in answer.reason
        assert "TableView.held: 99 is outside of 0 to 16" in answer.reason


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


@pytest.mark.parametrize("leaking", [None, *LEAKS], ids=lambda each: "tight" if each is None else each[2].value)
def test_what_there_is_no_room_for_is_not_said_to_hold(leaking: Any) -> None:
    instance = card_table.instance() if leaking is None else card_table.variant({leaking[0]: leaking[1]}).instance()
    states, traced = reachable(instance), trace_model(instance)
    packing = packing_of(traced, instance.initial_states())
    reached = ReachedStates(packing, packing.pack_all(states), len(states), lambda number: Trace(states[number]))
    whole = told(sight_among(traced, reached))
    assert told(sight_among(traced, reached, memory=1 << 24)) == whole
    undecided: list[int] = []
    for memory in (0, 2_000, 8_000, 200_000):
        result = sight_among(traced, reached, memory=memory)
        for answer in result.answers:
            if answer.status is Status.INCONCLUSIVE:
                assert answer.reason == "no leak so far (bound on memory)"
            else:
                assert answer.status is whole[answer.seat, answer.channel, answer.of]
        assert result.states is not None
        assert result.states * 20 <= memory
        undecided.append(sum(answer.status is Status.INCONCLUSIVE for answer in result.answers))
    assert undecided[0] > 0
    assert undecided == sorted(undecided, reverse=True)


def test_a_sweep_leaves_room_for_sight_within_the_bound_on_memory() -> None:
    instance = card_table.instance()
    narrow, wide = (
        explore(instance, declared=[], sight=None, bounds=Bounds(memory=memory)) for memory in (10 << 20, 400 << 20)
    )
    assert narrow.sight is not None
    assert (narrow.status, narrow.sight.status, narrow.sight.states) == (Status.INCONCLUSIVE, Status.INCONCLUSIVE, 0)
    assert wide.status is Status.HOLDS
    played = simulate(instance, walks=100, bounds=Bounds(memory=1 << 20))
    assert played.sight is not None
    assert (played.ending, played.sight.status) == (Ending.SAMPLED, Status.INCONCLUSIVE)


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


def sees_it(g: Seen, seat: Seat) -> bool:
    return (seat == Seat.ANN) | g.everybody


class Seen(State):
    """A number that some seats see and others do not."""

    everybody: bool = Parameter(False)
    strict: bool = Parameter(False)

    number: int = Int(0, 30, seen_by=sees_it)
    done: int = Int(0, 30)


partly_seen = Model("partly-seen", Seen, seats=Seat)


@partly_seen.scenario("default")
def nothing_done(g: Seen) -> None:
    """Nothing is done."""


@partly_seen.action
def choose(g: Seen, seat: Seat, high: bool = Chance(bool, seen_by=sees_it)) -> None:
    """Where play is strict, what is hidden decides late what may be done."""
    require(g.done < 30, "done")
    require((g.done < 25) | (g.number % 2 == 0) | ((g.number <= g.done) & negate(g.strict)), "odd")
    g.done += 1
    g.number = g.done if high else g.number


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("strict", [False, True])
def test_where_some_seats_see_everything_the_others_are_still_only_sampled(
    engine: Callable[..., Exploration], strict: bool
) -> None:
    instance = partly_seen.instance(None, {"strict": strict})
    few, all_of_them = (engine(instance, declared=[], sight=sight) for sight in (20, None))
    assert few.sight is not None
    assert (few.sight.states, few.states) == (20, 427 if strict else 496)
    assert (few.status, few.is_sight_sampled) == (Status.SAMPLED, True)
    assert all_of_them.status is (Status.VIOLATED if strict else Status.HOLDS)


def test_where_every_seat_sees_everything_nothing_is_sampled() -> None:
    few = explore(partly_seen.instance(None, {"everybody": True, "strict": True}), declared=[], sight=20)
    assert few.sight is not None
    assert (few.status, few.sight.states) == (Status.HOLDS, few.states)
