"""Card tables that give a seat more than it may know, each by one rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kanly.explorer.findings.leaks import Channel, Leak
from kanly.explorer.sight.comparison import Observer, events_for
from kanly.explorer.sight.offers import offered
from kanly.model import EVERYONE, Accepted, Instance, Slots, emit, negate, require, size
from kanly.model.games.card_table import Card, Drew, Seat, Table, TableView, draw, play, view


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


def show_what_does_not_fit(g: Table, seat: Seat) -> TableView:
    shown = view(g, seat)
    shown.held = {other: 99 if Card.C1 in g.deck else size(g.hand[other]) for other in g.hand}
    return shown


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


LEAKS: list[tuple[Callable[..., Any], Callable[..., Any], Channel]] = [
    (view, show_all_hands, Channel.VIEW),
    (view, show_that_the_deck_has_the_first_card, Channel.VIEW),
    (draw, draw_aloud, Channel.EVENTS),
    (draw, draw_with_a_sigh, Channel.EVENTS),
    (play, play_unless_bob_can_answer, Channel.OFFER),
]
"""A rule, a broken one in its place, and the way in which somebody comes to see too much."""


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
