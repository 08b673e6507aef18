"""What a proof leaves open of sight, decided by what play reaches: plays to a leak, or that there are none."""

from __future__ import annotations

import pytest

from kanly.explorer.findings.bounds import Bounds
from kanly.explorer.findings.leaks import Channel
from kanly.explorer.findings.sight import SightAnswer
from kanly.explorer.findings.status import Status
from kanly.explorer.prove.deciding.play import Reached
from kanly.explorer.prove.deciding.sight import decide_sight
from kanly.explorer.prove.formulas.solver import Budget
from kanly.explorer.prove.proofs.sight import prove_sight
from kanly.explorer.report.proofs import ProofReport
from kanly.explorer.search.breadth_first import explore
from kanly.explorer.trace.tracing import trace_model
from kanly.invariants import Declarations
from kanly.model import EVERYONE, NOBODY, Event, Instance, Int, Model, State, View, Withholds, emit, require
from proving import Seat, proved, told


class Deal(State):
    card: int = Int(0, 3, seen_by=NOBODY)
    drawn: int = Int(0, 1)


class DealView(View):
    high: bool


deal = Model("deal", Deal, seats=Seat)
deal_laws = Declarations(deal)


@deal_laws.invariant("low")
def low(g: Deal) -> bool:
    """No card is above two."""
    return g.card <= 2


@deal.automatic
def draw(g: Deal) -> None:
    require(g.drawn == 0, "drawn")
    g.drawn = 1
    g.card += 1


@deal.automatic
def skip(g: Deal) -> None:
    require(g.drawn == 0, "drawn")
    g.drawn = 1


DRAWN = Withholds("drawn", because="it is seen on the table")


@deal.view(withholds=DRAWN)
def high(g: Deal, seat: Seat) -> DealView:
    return DealView(high=g.card == 3)


@deal.scenario("default")
def deal_low(g: Deal) -> None:
    g.card = 1


@deal.scenario("high")
def deal_high(g: Deal) -> None:
    g.card = 2


def views_of(instance: Instance, with_sweep: bool) -> list[SightAnswer]:
    sight = proved(instance, "sight", with_sweep=with_sweep).sight
    assert sight is not None
    return [cell for cell in sight.answers if cell.channel is Channel.VIEW]


@pytest.mark.parametrize("with_sweep", [False, True])
def test_sight_that_rests_on_what_is_so_in_play_alone_says_so(with_sweep: bool) -> None:
    """Asked alone, it is held against the invariant that it rests on, which is not inductive."""
    views = views_of(deal.instance(), with_sweep)
    assert {cell.status for cell in views} == {Status.HOLDS}
    assert {cell.reason for cell in views} == {"for all that play reaches, since it rests on low"}
    verdict = told(deal.instance(), "sight", with_sweep=with_sweep)
    assert any(line.startswith("sight of ANN, BOB: for all that play reaches") for line in verdict.checked)
    assert any(line.startswith("sight of ANN, BOB: states that no play reaches") for line in verdict.unchecked)


@pytest.mark.parametrize("with_sweep", [False, True])
def test_sight_that_rests_on_what_play_breaks_is_violated_where_play_tells_the_secret(with_sweep: bool) -> None:
    views = views_of(deal.instance("high"), with_sweep)
    assert {cell.status for cell in views} == {Status.VIOLATED}
    assert all(cell.leak is not None and cell.leak.plays is not None for cell in views)


class Told(View):
    card: int = Int(0, 3)


def test_a_leak_between_states_that_play_reaches_is_violated_with_both_plays() -> None:
    def peep(g: Deal, seat: Seat) -> Told:
        return Told(card=g.card)

    peeping = Model("peeping", Deal, seats=Seat, actions=deal.actions, scenarios=deal.scenarios)
    peeping.view(withholds=DRAWN)(peep)
    sight = proved(peeping.instance(), "sight").sight
    assert sight is not None
    (leak, _) = sight.leaks
    assert sight.status is Status.VIOLATED
    assert leak.one != leak.other


class Heard(Event):
    """Something was heard."""


def see(g: Deal, seat: Seat) -> DealView:
    return DealView(high=g.card == 3)


def offer(g: Deal, seat: Seat) -> None:
    require(g.card == 3, "not offered")
    require(g.drawn == 1, "not now")


def hear(g: Deal) -> None:
    require(g.drawn == 1, "not now")
    if g.card == 3:
        emit(Heard(), to=EVERYONE)


def learn(g: Deal) -> None:
    require(g.drawn == 1, "not now")
    if g.card == 3:
        g.drawn = 0


def fail_to_see(g: Deal, seat: Seat) -> DealView:
    if g.card == 3:
        raise ValueError("there is no third card")
    return DealView(high=False)


class Open(Deal):
    card: int = Int(0, 3, seen_by=NOBODY, public=lambda card: card == 3)


def show_all_but_the_third(g: Deal, seat: Seat) -> DealView:
    return DealView(high=False)


def leaking(channel: Channel | None) -> Model:
    """Tells whether the card is the third, which it is only in the second scenario; None: cannot tell then."""
    state = Open if channel is Channel.WITHHELD else Deal
    model = Model("leaking", state, seats=Seat, actions=dict(deal.actions), scenarios=deal.scenarios)
    match channel:
        case None:
            model.view(withholds=DRAWN)(fail_to_see)
        case Channel.VIEW:
            model.view(withholds=DRAWN)(see)
        case Channel.OFFER:
            model.action(offer)
        case Channel.EVENTS:
            model.automatic(hear)
        case Channel.LEARNING:
            model.automatic(learn)
        case Channel.WITHHELD:
            model.view(withholds=DRAWN)(show_all_but_the_third)
    return model


CHANNELS = [None, *Channel]


@pytest.mark.parametrize("glance", [False, True])
@pytest.mark.parametrize("channel", CHANNELS)
def test_one_pair_that_no_play_reaches_does_not_leave_sight_open(channel: Channel | None, glance: bool) -> None:
    """With states that were looked at, and by paths that end in those that tell the secret."""
    traced = trace_model(leaking(channel).instance())
    sight = prove_sight(traced)
    assert sight.status is Status.OPEN
    found = Reached(explore(traced.instance, keep_going=True), is_sweep=False) if glance else None
    decide_sight(traced, sight, None, (), Budget(), found)
    assert sight.status is Status.HOLDS
    reasons = {cell.reason for cell in sight.answers if cell.reason}
    assert reasons == {"for all that play reaches; the states of other pairs are excluded, one by one"}


@pytest.mark.parametrize("glance", [False, True])
@pytest.mark.parametrize("channel", CHANNELS)
def test_what_play_tells_is_violated_with_its_plays(channel: Channel | None, glance: bool) -> None:
    instance = leaking(channel).instance("high")
    traced = trace_model(instance)
    sight = prove_sight(traced)
    found = Reached(explore(instance, keep_going=True, sight=100), is_sweep=False) if glance else None
    decide_sight(traced, sight, None, (), Budget(), found)
    broken = [cell for cell in sight.answers if cell.status is Status.VIOLATED]
    assert {cell.seat for cell in broken} == {"ANN", "BOB"}
    plays = [*(answer.leak.plays or () for answer in broken if answer.leak is not None)]
    plays += [(answer.play,) for answer in broken if answer.play is not None]
    assert {len(pair) for pair in plays} == {1 if channel is None else 2}
    assert len(plays) >= 2
    assert all(play.start in instance.initial_states() for pair in plays for play in pair)
    report = ProofReport(instance)
    report.add(None, sight)
    findings = report.verdict("kanly prove", 1.0, 0, allow_bounded=False).findings
    assert all(each.counterexample is not None for each in findings)
    assert len(findings) >= 2


def test_a_search_that_was_cut_short_does_not_excuse_a_leak() -> None:
    traced = trace_model(leaking(Channel.VIEW).instance("high"))
    sight = prove_sight(traced)
    begun = explore(traced.instance, bounds=Bounds(states=1), keep_going=True, sight=100)
    decide_sight(traced, sight, None, (), Budget(total=0.0), Reached(begun, is_sweep=True))
    assert sight.status is Status.OPEN


@pytest.mark.parametrize("is_sweep", [False, True])
def test_a_leak_by_one_offer_is_none_by_another(is_sweep: bool) -> None:
    """Play gets to where one offer tells the third card, and not to where the other tells that there is none."""

    def offer_later(g: Deal, seat: Seat) -> None:
        require(g.card == 0, "not offered")
        require(g.drawn == 1, "not now")

    model = Model("offering", Deal, seats=Seat, actions=dict(deal.actions), scenarios=deal.scenarios)
    model.action(offer)
    model.action(offer_later)
    traced = trace_model(model.instance("high"))
    sight = prove_sight(traced)
    found = explore(traced.instance, keep_going=True, sight=None)
    decide_sight(traced, sight, None, (), Budget(), Reached(found, is_sweep))
    offers = {(answer.seat, answer.of): answer.status for answer in sight.answers if answer.channel is Channel.OFFER}
    assert offers == {
        (seat.name, name): status
        for seat in Seat
        for name, status in (("offer", Status.VIOLATED), ("offer_later", Status.HOLDS))
    }
