"""Sight: what the solver proves of two copies, and the leaks it finds, each confirmed by running."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kanly.explorer.prove.sight import prove_sight
from kanly.explorer.prove.solver import Budget
from kanly.explorer.sight.cells import SightResult
from kanly.explorer.sight.leak import Channel, Leak, Observer, events_for, offered
from kanly.explorer.sight.reached import sight_of
from kanly.explorer.status import Status
from kanly.explorer.trace.tracing import trace_model
from kanly.invariants.games.card_table import laws as card_laws
from kanly.invariants.games.two_phase_commit import laws as commit_laws
from kanly.model import EVERYONE, Accepted, Instance, ModelError, Slots, emit, negate, require, size
from kanly.model.games.card_table import Card, Drew, Seat, Table, TableView, card_table, draw, play, retire, view
from kanly.model.games.two_phase_commit import two_phase_commit

DECLARED = (card_laws, commit_laws)
"""Looked up by name; importing them declares them."""


def sight(instance: Instance, **options: Any) -> SightResult:
    return prove_sight(trace_model(instance), **options)


@pytest.mark.parametrize(
    "instance",
    [card_table.instance(None, {"cards": 8, "seats": 3, "hand_limit": 4}), two_phase_commit.instance()],
    ids=lambda instance: instance.name,
)
def test_the_bundled_models_keep_their_secrets(instance: Instance) -> None:
    result = sight(instance)
    assert result.status is Status.HOLDS
    assert {cell.seat for cell in result.cells} == {member.name for member in instance.seats.members}


def show_all_hands(g: Table, seat: Seat) -> TableView:
    return TableView(
        own=g.hand[seat] | g.hand[Seat.BOB],
        held={other: size(g.hand[other]) for other in g.hand},
        escrow=g.escrow,
        discard=g.discard,
    )


def show_that_the_deck_has_the_first_card(g: Table, seat: Seat) -> TableView:
    held = {other: size(g.hand[other]) for other in g.hand}
    own = g.hand[seat] if Card.C1 in g.deck else g.hand[seat] | {Card.C1}
    return TableView(own=own, held=held, escrow=g.escrow, discard=g.discard)


def fail_for_the_first_card(g: Table, seat: Seat) -> TableView:
    if Card.C1 in g.deck:
        raise ValueError("not this one")
    return view(g, seat)


def reject_for_the_first_card(g: Table, seat: Seat) -> TableView:
    require(Card.C1 not in g.deck, "not this one")
    return view(g, seat)


@pytest.mark.parametrize("viewer", [fail_for_the_first_card, reject_for_the_first_card])
def test_nothing_is_proved_of_a_view_that_can_fail(viewer: Callable[..., Any]) -> None:
    result = sight(card_table.variant({view: viewer}).instance())
    assert result.status is Status.INCONCLUSIVE
    assert all("cannot be made in every state" in cell.reason for cell in result.cells)


def draw_aloud(g: Table, seat: Seat, card: Card) -> None:
    require(card in g.deck, "the card is not in the deck")
    require(size(g.hand[seat]) < g.hand_limit, "the hand is full")
    g.deck.remove(card)
    g.hand[seat].add(card)
    emit(Drew(seat=seat, card=card), to=EVERYONE)


def draw_with_a_sigh(g: Table, seat: Seat, card: Card) -> None:
    """Who draws the first card is heard by all: the event says nothing, but it is sent."""
    require(card in g.deck, "the card is not in the deck")
    require(size(g.hand[seat]) < g.hand_limit, "the hand is full")
    g.deck.remove(card)
    g.hand[seat].add(card)
    if card == Card.C1:
        emit(Drew(seat=seat, card=None), to=EVERYONE)


def play_unless_bob_can_answer(g: Table, seat: Seat, card: Card) -> None:
    require(g.escrow is None, "a card is already in escrow")
    require(card in g.hand[seat], "the card is not in that hand")
    require(negate(Card.C1 in g.hand[Seat.BOB]), "Bob would answer")
    g.hand[seat].remove(card)
    g.escrow = card


def confirmed(instance: Instance, leak: Leak) -> bool:
    """Whether the seat is entitled to the same and yet sees something different, by running the rules."""
    observer = Observer(instance, instance.seats.by_name[leak.seat])
    assert observer.knows(leak.one) == observer.knows(leak.other)
    if leak.channel is Channel.VIEW:
        return instance.view_slots(leak.one, observer.member) != instance.view_slots(leak.other, observer.member)
    if leak.channel is Channel.OFFER:
        return offered(instance, leak.one, observer.code) != offered(instance, leak.other, observer.code)
    assert leak.moves is not None
    told, known = set[object](), set[object]()
    for slots, move in zip((leak.one, leak.other), leak.moves, strict=True):
        outcome = instance.step(slots, move.action, move.codes)
        assert isinstance(outcome, Accepted)
        told.add(events_for(outcome.events, leak.seat))
        known.add(observer.knows(outcome.slots))
    return len(told) == 2 and len(known) == 1


@pytest.mark.parametrize(
    ("rule", "broken", "channel"),
    [
        (view, show_all_hands, Channel.VIEW),
        (view, show_that_the_deck_has_the_first_card, Channel.VIEW),
        (draw, draw_aloud, Channel.EVENTS),
        (draw, draw_with_a_sigh, Channel.EVENTS),
        (play, play_unless_bob_can_answer, Channel.OFFER),
    ],
)
def test_a_leak_is_shown_by_two_states(rule: Callable[..., Any], broken: Callable[..., Any], channel: Channel) -> None:
    instance = card_table.variant({rule: broken}).instance()
    result = sight(instance)
    assert result.status is Status.VIOLATED
    assert {leak.channel for leak in result.leaks} == {channel}
    assert all(confirmed(instance, leak) for leak in result.leaks)
    assert all(leak.hidden and leak.seen for leak in result.leaks)


def test_the_owner_of_a_hand_is_not_leaked_to() -> None:
    instance = card_table.variant({view: show_all_hands}).instance()
    assert {leak.seat for leak in sight(instance).leaks} == {"ANN"}


def retire_and_say_what(g: Table) -> None:
    require(g.escrow is not None, "nothing is in escrow")
    assert g.escrow is not None
    emit(Drew(seat=Seat.ANN, card=g.escrow), to=EVERYONE)
    g.discard.add(g.escrow)
    g.escrow = None


def test_what_everybody_may_know_may_be_told() -> None:
    instance = card_table.variant({retire: retire_and_say_what}).instance()
    assert sight(instance).status is Status.HOLDS


def test_one_seat_can_be_asked_for() -> None:
    instance = card_table.instance()
    assert {cell.seat for cell in sight(instance, seats=["BOB"]).cells} == {"BOB"}
    with pytest.raises(ModelError, match="EVE"):
        sight(instance, seats=["EVE"])


def test_no_time_is_no_proof() -> None:
    instance = card_table.variant({view: show_all_hands}).instance()
    result = sight(instance, budget=Budget(total=0.0))
    assert result.status is Status.INCONCLUSIVE
    assert not result.leaks


@pytest.mark.parametrize(
    ("rule", "broken"),
    [
        (view, show_all_hands),
        (view, show_that_the_deck_has_the_first_card),
        (draw, draw_aloud),
        (draw, draw_with_a_sigh),
        (play, play_unless_bob_can_answer),
    ],
)
def test_reached_states_show_the_same_leaks(rule: Callable[..., Any], broken: Callable[..., Any]) -> None:
    instance = card_table.variant({rule: broken}).instance()
    proved = {(leak.seat, leak.channel) for leak in sight(instance).leaks}
    reached = sight_of(instance, reachable(instance))
    assert {(leak.seat, leak.channel) for leak in reached} == proved
    assert all(confirmed(instance, leak) for leak in reached)


@pytest.mark.parametrize("instance", [card_table.instance(), two_phase_commit.instance()], ids=lambda each: each.name)
def test_reached_states_of_the_bundled_models_keep_their_secrets(instance: Instance) -> None:
    assert sight_of(instance, reachable(instance)) == []


def reachable(instance: Instance) -> list[Slots]:
    """Every reachable state, in breadth-first order."""
    found = dict.fromkeys(instance.initial_states())
    waiting = list(found)
    for slots in waiting:
        for _, _, outcome in instance.successors(slots):
            if isinstance(outcome, Accepted) and outcome.slots not in found:
                found[outcome.slots] = None
                waiting.append(outcome.slots)
    return waiting
