"""Broken rules of searches and questions: each is caught by a named declaration, on a shortest trace."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dune.breaking import caught, missed
from dune.playing import dune
from kanly.explorer.findings.status import Status
from kanly.explorer.prove.proofs.sight import prove_sight
from kanly.explorer.trace.tracing import trace_model
from kanly.model import EVERYONE, Model, Secret, emit, require, required, whole
from kanly.model.dune.interruptions import nullentropy
from kanly.model.dune.interruptions.nullentropy import Taken, open_box, put_back, take_from_the_discard
from kanly.model.dune.interruptions.truthtrance import answer_truly, ask_truthtrance
from kanly.model.dune.movement.arrival import allow_arrival
from kanly.model.dune.table.board import Territory
from kanly.model.dune.table.cards import Card
from kanly.model.dune.table.factions import Faction
from kanly.model.dune.table.kinds import Cause
from kanly.model.dune.table.movements import Arrival, Intrusion
from kanly.model.dune.table.state import Table
from kanly.model.dune.turns import pending, turn
from kanly.model.dune.view.table import TableView, view

Patch = pytest.MonkeyPatch
SEARCHED = ("open_box", "take_from_the_discard")


def opening(afterwards: Callable[[Table, Faction], None]) -> Model:
    """The model where something more happens when a Box is opened."""

    def opens(g: Table, seat: Faction) -> None:
        open_box(g, seat)
        afterwards(g, seat)

    return dune.variant({open_box: opens})


def taking(afterwards: Callable[[Table, Faction, Card], None]) -> Model:
    """The model where something more happens when a card is taken."""

    def takes(g: Table, seat: Faction, card: Card = Secret()) -> None:
        take_from_the_discard(g, seat, card)
        afterwards(g, seat, card)

    return dune.variant({take_from_the_discard: takes})


def test_the_decision_stays_open_during_a_search() -> None:
    def opens(g: Table, seat: Faction) -> None:
        kept = whole(g, "pending")
        open_box(g, seat)
        g.pending = kept

    broken = dune.variant({open_box: opens})
    caught(broken, "flight-box", "search-suspends-everything", "move", "open_box", conjunct="decision")


@pytest.mark.slow
def test_the_decision_is_lost_in_a_search() -> None:
    def forget(g: Table, seat: Faction) -> None:
        assert g.box is not None
        g.box.parent = None

    broken = opening(forget)
    caught(broken, "flight-box", "search-keeps-the-decision", "move", "open_box", conjunct="suspended")
    missed(broken, "flight-box", "search-suspends-an-arrival-in-the-air", "search-suspends-a-speed-in-the-air")


def test_the_frame_forgets_the_decision() -> None:
    def forget(g: Table, seat: Faction, card: Card) -> None:
        assert g.box_frame is not None
        g.box_frame.parent = None

    caught(taking(forget), "flight-box", "search-keeps-the-decision", "move", *SEARCHED, conjunct="passed on")


@pytest.mark.slow
def test_the_decision_does_not_come_back() -> None:
    def puts_back(g: Table) -> None:
        put_back(g)
        g.pending = None

    broken = dune.variant({put_back: puts_back})
    actions = ("move", *SEARCHED, "put_back")
    caught(broken, "flight-box", "search-frame-comes-first", *actions, conjunct="put back")
    missed(broken, "flight-box", "decision-comes-back-in-the-air")


def test_a_search_locks_nothing(monkeypatch: Patch) -> None:
    def uninterrupted(g: Table) -> None:
        require(g.box_frame is None, "a search must be settled first")

    for module in (turn, pending):
        monkeypatch.setattr(module, "uninterrupted", uninterrupted)
    caught(dune, "flight-box", "search-comes-first", "open_box", "move")
    caught(dune, "flight-box", "search-suspends-everything", "open_box", "move")


def test_a_frame_of_a_search_locks_nothing(monkeypatch: Patch) -> None:
    def uninterrupted(g: Table) -> None:
        require(g.box is None, "a search is going on")

    for module in (turn, pending):
        monkeypatch.setattr(module, "uninterrupted", uninterrupted)
    caught(dune, "flight-box", "search-frame-comes-first", *SEARCHED, "move", conjunct="first")
    caught(dune, "flight-box", "search-frame-stands-alone", *SEARCHED, "move", conjunct="decision")
    caught(dune, "flight-box", "receipts-are-never-merged", *SEARCHED, "declare_flight", conjunct="one after the other")


def test_one_receipt_for_the_box_and_the_ornithopter() -> None:
    def merge(g: Table, seat: Faction, card: Card) -> None:
        if g.flight is not None:
            assert g.box_frame is not None
            g.box_frame.batch.card = Card.ORNITHOPTER
            g.box_frame.batch.cause = Cause.ORNITHOPTER

    caught(taking(merge), "flight-box", "search-receipt-names-the-box", "declare_flight", *SEARCHED, conjunct="cause")


def test_two_receipts_in_one_step() -> None:
    def twice(g: Table, seat: Faction, card: Card) -> None:
        g.batches += 1

    caught(taking(twice), "flight-box", "receipts-are-never-merged", *SEARCHED, conjunct="one")


def test_a_search_takes_the_card_in_the_air() -> None:
    def take(g: Table, seat: Faction, card: Card) -> None:
        if g.flight is not None:
            g.hand[seat].add(g.flight.card)
            g.flight = None
            g.remainder = None

    broken = taking(take)
    actions = ("declare_flight", *SEARCHED)
    caught(broken, "flight-box", "search-cannot-reach-escrow", *actions, conjunct="flight")
    caught(broken, "flight-box", "search-takes-one-discarded-card", *actions)
    caught(broken, "flight-box", "flight-ends-in-two-places", *actions)


def test_the_pile_is_not_shuffled() -> None:
    def takes(g: Table, seat: Faction, card: Card = Secret()) -> None:
        pile = g.discard.copy()
        take_from_the_discard(g, seat, card)
        g.discard.update(pile)
        g.discard.remove(card)
        g.face_down[seat].clear()

    broken = dune.variant({take_from_the_discard: takes})
    actions = ("move", "cancel_speed", *SEARCHED)
    caught(broken, "flight-box", "search-takes-one-discarded-card", *actions)


def test_the_box_is_kept() -> None:
    def keep(g: Table, seat: Faction, card: Card) -> None:
        g.discard.remove(Card.NULLENTROPY_BOX)
        g.hand[seat].add(Card.NULLENTROPY_BOX)

    broken = taking(keep)
    caught(broken, "flight-box", "box-is-used-once", *SEARCHED)
    caught(broken, "flight-box", "search-receipt-names-the-box", *SEARCHED, conjunct="in the discard pile")


def test_a_search_is_free(monkeypatch: Patch) -> None:
    monkeypatch.setattr(nullentropy, "PRICE", 0)
    caught(dune, "flight-box", "search-costs-two-spice", "open_box", conjunct="paid")


def test_an_empty_pile_is_searched() -> None:
    def empty(g: Table, seat: Faction) -> None:
        g.deck.update(g.discard)
        g.discard.clear()

    caught(opening(empty), "flight-box", "something-is-searched", "open_box")


def test_the_pile_is_turned_when_the_box_is_opened() -> None:
    def turned(g: Table, seat: Faction) -> None:
        g.face_down[seat].update(g.discard)
        g.discard.clear()

    caught(opening(turned), "flight-box", "faces-are-turned-by-a-search", "open_box")


def test_a_search_suspends_what_nobody_was_to_decide() -> None:
    def suspends(g: Table, seat: Faction) -> None:
        required(g.box, "a search has begun").parent = Intrusion(territory=Territory.POLAR_SINK, intruder=seat)

    caught(opening(suspends), "guild-interrupted", "search-without-decisions", "open_box", conjunct="search")


@pytest.mark.slow
def test_the_ornithopter_cannot_be_brought_back() -> None:
    def takes(g: Table, seat: Faction, card: Card = Secret()) -> None:
        require(card != Card.ORNITHOPTER, "not that one")
        take_from_the_discard(g, seat, card)

    missed(dune.variant({take_from_the_discard: takes}), "flight-box", "ornithopter-is-brought-back")


def seen(model: Model, scenario: str, seat: str) -> Status:
    return prove_sight(trace_model(model.instance(scenario)), seats=(seat,)).status


@pytest.mark.slow
def test_telling_everybody_what_was_taken_is_a_leak() -> None:
    def tell(g: Table, seat: Faction, card: Card) -> None:
        emit(Taken(card=card), to=EVERYONE)

    assert seen(taking(tell), "flight-box", "CHOAM") is Status.OPEN


@pytest.mark.slow
def test_showing_everybody_the_shuffled_pile_is_a_leak() -> None:
    def shows(g: Table, seat: Faction) -> TableView:
        shown = view(g, seat)
        shown.face_down = g.face_down[Faction.HARKONNEN]
        return shown

    assert seen(dune.variant({view: shows}), "flight-box", "CHOAM") is Status.OPEN


def test_a_question_locks_nothing(monkeypatch: Patch) -> None:
    def uninterrupted(g: Table) -> None:
        """Nothing is in the way."""

    for module in (turn, pending):
        monkeypatch.setattr(module, "uninterrupted", uninterrupted)
    check = "question-locks-the-decision"
    caught(dune, "flight-truthtrance", check, "ask_truthtrance", "move", conjunct="nothing else")
    caught(dune, "flight-truthtrance", "question-is-no-frame", "ask_truthtrance", "declare_flight", conjunct="frame")


@pytest.mark.slow
def test_a_question_takes_the_decision_away() -> None:
    def asks(g: Table, seat: Faction, card: Card, asked: Faction, about: Card) -> None:
        ask_truthtrance(g, seat, card, asked, about)
        g.pending = None

    broken = dune.variant({ask_truthtrance: asks})
    check = "question-locks-the-decision"
    caught(broken, "flight-truthtrance", check, "move", "ask_truthtrance", conjunct="decision")
    missed(broken, "flight-truthtrance", "two-questions-at-once")


def test_any_card_asks() -> None:
    def asks(g: Table, seat: Faction, card: Card, asked: Faction, about: Card) -> None:
        ask_truthtrance(g, seat, card, asked, about)
        g.questions[0].card = Card.ORNITHOPTER

    broken = dune.variant({ask_truthtrance: asks})
    caught(broken, "flight-truthtrance", "questions-hold-truthtrances", "ask_truthtrance", conjunct="card")


def test_an_answer_may_be_a_lie() -> None:
    def answers(g: Table, seat: Faction, yes: bool) -> None:
        """Whatever is said, it counts as an answer."""
        require(bool(g.questions), "no question is open")
        answer_truly(g, seat, g.questions[0].about in g.hand[seat])

    broken = dune.variant({answer_truly: answers})
    actions = ("ask_truthtrance", "answer_truly")
    caught(broken, "flight-truthtrance", "answers-are-true-and-in-turn", *actions, conjunct="true")


def test_the_consumed_question_is_not_taken_off_the_queue() -> None:
    def answers(g: Table, seat: Faction, yes: bool) -> None:
        first = g.questions[0] if g.questions else None
        answer_truly(g, seat, yes)
        if first is not None:
            g.questions.append(first)

    broken = dune.variant({answer_truly: answers})
    actions = ("ask_truthtrance", "answer_truly")
    caught(broken, "flight-truthtrance", "answers-are-true-and-in-turn", *actions, conjunct="over")
    caught(broken, "flight-truthtrance", "custody", *actions)


@pytest.mark.slow
def test_an_answer_lets_the_arrival_happen() -> None:
    def answers(g: Table, seat: Faction, yes: bool) -> None:
        answer_truly(g, seat, yes)
        if isinstance(g.pending, Arrival) and not g.questions:
            allow_arrival(g, Faction.CHOAM)

    broken = dune.variant({answer_truly: answers})
    actions = ("move", "ask_truthtrance", "answer_truly")
    caught(broken, "flight-truthtrance", "question-locks-the-decision", *actions, conjunct="decision")


@pytest.mark.slow
def test_the_truthtrance_comes_back_with_the_answer() -> None:
    def answers(g: Table, seat: Faction, yes: bool) -> None:
        require(bool(g.questions), "no question is open")
        question = g.questions[0]
        answer_truly(g, seat, yes)
        g.discard.remove(question.card)
        g.hand[question.asker].add(question.card)

    broken = dune.variant({answer_truly: answers})
    actions = ("ask_truthtrance", "answer_truly")
    caught(broken, "flight-truthtrance", "answers-are-true-and-in-turn", *actions)
    missed(broken, "flight-truthtrance", "answered-flight-completes", "truthtrance-is-brought-back")


@pytest.mark.slow
def test_a_box_works_only_when_no_ornithopter_can_fly() -> None:
    def opens(g: Table, seat: Faction) -> None:
        require(Card.ORNITHOPTER in g.discard, "the Ornithopter is not discarded yet")
        open_box(g, seat)

    missed(dune.variant({open_box: opens}), "flight-box", "flight-completes-after-a-search")
