"""Rules that keep the Terror scenarios from what they are there to show: what their witnesses ask for is missed."""

from __future__ import annotations

import pytest

from dune.breaking import missed
from dune.playing import dune
from kanly.model import require, required, size
from kanly.model.dune.interruptions import truthtrance
from kanly.model.dune.interruptions.truthtrance import ask_truthtrance
from kanly.model.dune.table.board import Place
from kanly.model.dune.table.cards import Card
from kanly.model.dune.table.entries import TerrorEntry
from kanly.model.dune.table.factions import Faction
from kanly.model.dune.table.forces import standing
from kanly.model.dune.table.kinds import Stage, Terror
from kanly.model.dune.table.state import Table
from kanly.model.dune.terror import discards as terror_discards
from kanly.model.dune.terror import entry as terror
from kanly.model.dune.terror.discards import hand_limit, resume_entry, reveal_sabotage, rob_card
from kanly.model.dune.terror.entry import accept_alliance

Patch = pytest.MonkeyPatch
MORITANI = Faction.MORITANI
SABOTAGE, NOTHING = "terror-sabotage", "terror-sabotage-empty-hand"
ROBBERY, REFILL = "terror-robbery", "terror-robbery-refill"
OLD, QUESTIONS = "terror-legacy-event", "terror-truthtrance-overflow"


def test_a_sabotage_interrupts_nothing_and_needs_a_card_to_take() -> None:
    def revealed(g: Table, seat: Faction, victim: Card | None) -> None:
        entry = terror.moritani_answers(g, seat, Stage.OFFER)
        require(g.terror[entry.place] == Terror.SABOTAGE, "no Sabotage lies there")
        taken = required(victim, "there is no card to take")
        require(taken in g.hand[entry.entrant], "the entrant does not hold that card")
        terror.reveal(g, entry.place)
        g.hand[entry.entrant].remove(taken)
        g.face_down[entry.entrant].add(taken)
        terror_discards.open_gift(g)

    broken = dune.variant({reveal_sabotage: revealed})
    missed(broken, SABOTAGE, "sabotage-waits", "sabotage-comes-to-a-gift", "sabotage-is-all")
    missed(broken, NOTHING, "sabotage-waits", "sabotage-finds-nothing", "sabotage-of-nothing-ends")


def test_an_entry_is_over_with_its_first_discard() -> None:
    def resumed(g: Table) -> None:
        resume_entry(g)
        if g.entry is not None:
            terror.finish(g)

    broken = dune.variant({resume_entry: resumed})
    missed(broken, SABOTAGE, "sabotage-comes-to-a-gift")
    missed(broken, ROBBERY, "overflow-opens-again")


def test_a_gift_waits_for_whoever_has_nothing_to_give(monkeypatch: Patch) -> None:
    def open_gift(g: Table) -> None:
        terror.wait_for(g, Stage.GIFT)

    monkeypatch.setattr(terror_discards, "open_gift", open_gift)
    missed(dune, NOTHING, "sabotage-is-all", "sabotage-of-nothing-ends")


def test_no_gift_is_thought_of_for_a_full_hand(monkeypatch: Patch) -> None:
    def open_gift(g: Table) -> None:
        entrant = required(g.entry, "no entry waits for an answer").entrant
        if size(g.hand[MORITANI]) > 0 and size(g.hand[entrant]) < hand_limit(g, entrant):
            terror.wait_for(g, Stage.GIFT)
        else:
            terror.finish(g)

    monkeypatch.setattr(terror_discards, "open_gift", open_gift)
    missed(dune, "terror-alliance-refused", "gift-meets-a-full-hand")


def test_an_alliance_shows_the_token() -> None:
    def accepted(g: Table, seat: Faction) -> None:
        place = terror.entrant_answers(g, seat).place
        kind = required(g.terror[place], "no token lies there")
        accept_alliance(g, seat)
        g.terror_supply.remove(kind)
        g.terror_removed.add(kind)

    missed(dune.variant({accept_alliance: accepted}), "terror-alliance-refused", "alliance-is-made")


def test_a_robbery_leaves_its_token(monkeypatch: Patch) -> None:
    def reveal(g: Table, place: Place) -> None:
        g.terror_removed.add(required(g.terror[place], "no token lies there"))

    monkeypatch.setattr(terror_discards, "reveal", reveal)
    missed(dune, ROBBERY, "robbery-is-revealed")


def test_a_hand_at_its_limit_overflows(monkeypatch: Patch) -> None:
    def at_the_limit(g: Table, seat: Faction) -> bool:
        return size(g.hand[seat]) >= hand_limit(g, seat)

    monkeypatch.setattr(terror_discards, "holds_too_many", at_the_limit)
    missed(dune, ROBBERY, "robbery-with-room", "overflow-is-over")


def test_a_robbery_draws_only_into_a_hand_with_room() -> None:
    def robbed(g: Table, seat: Faction, card: Card | None) -> None:
        require(size(g.hand[seat]) < hand_limit(g, seat), "that hand is full")
        rob_card(g, seat, card)

    broken = dune.variant({rob_card: robbed})
    missed(broken, ROBBERY, "robbery-makes-a-hand-of-five", "overflow-is-over", "overflow-opens-again")


def test_a_robbery_needs_a_card_to_draw() -> None:
    def robbed(g: Table, seat: Faction, card: Card | None) -> None:
        require(card is not None, "there is no card to draw")
        rob_card(g, seat, card)

    broken = dune.variant({rob_card: robbed})
    missed(broken, REFILL, "robbery-finds-nothing", "robbery-of-nothing-overflows")


def test_an_empty_deck_stays_empty(monkeypatch: Patch) -> None:
    def refill(g: Table) -> None:
        """Nobody shuffles."""

    monkeypatch.setattr(terror_discards, "refill", refill)
    missed(dune, REFILL, "robbery-refills-the-deck")


def test_atomics_leave_hands_as_large_as_they_were(monkeypatch: Patch) -> None:
    def usual(g: Table, seat: Faction) -> int:
        return seat.hand_limit

    monkeypatch.setattr(terror_discards, "hand_limit", usual)
    missed(dune, REFILL, "robbery-of-nothing-overflows")


def test_nobody_looks_at_the_hand_again_behind_an_answer(monkeypatch: Patch) -> None:
    def settle_overflow(g: Table) -> None:
        """The overflow stays open."""

    def asked(g: Table, seat: Faction, card: Card, asked: Faction, about: Card) -> None:
        require(size(g.questions) == 0, "a question must be answered first")
        ask_truthtrance(g, seat, card, asked, about)

    monkeypatch.setattr(truthtrance, "settle_overflow", settle_overflow)
    missed(dune, QUESTIONS, "answer-ends-the-overflow")
    missed(dune.variant({ask_truthtrance: asked}), QUESTIONS, "answer-ends-the-overflow", "answer-leaves-an-overflow")


def numbered(g: Table, seat: Faction, stage: Stage) -> TerrorEntry:
    """An old entry gets its number with the first answer."""
    entry = terror.moritani_answers(g, seat, stage)
    terror_discards.number_if_old(g, entry)
    return entry


def test_every_answer_to_an_old_entry_numbers_it(monkeypatch: Patch) -> None:
    def left(g: Table, seat: Faction) -> None:
        numbered(g, seat, Stage.OFFER)
        terror.finish(g)

    monkeypatch.setattr(terror_discards, "moritani_answers", numbered)
    missed(dune.variant({terror.leave_terror: left}), OLD, "old-entry-ends-without-a-number")


def test_nobody_numbers_an_old_entry(monkeypatch: Patch) -> None:
    def number_if_old(g: Table, entry: TerrorEntry) -> None:
        """The number is left to whoever settles the frame."""

    monkeypatch.setattr(terror_discards, "number_if_old", number_if_old)
    missed(dune, OLD, "old-entry-gets-its-number")


def test_nothing_is_taken_from_whoever_is_gone(monkeypatch: Patch) -> None:
    def moritani_answers(g: Table, seat: Faction, stage: Stage) -> TerrorEntry:
        entry = terror.moritani_answers(g, seat, stage)
        require(standing(g, entry.place, entry.entrant) > 0, "nobody stands there any more")
        return entry

    monkeypatch.setattr(terror_discards, "moritani_answers", moritani_answers)
    missed(dune, OLD, "receipt-outlives-its-forces")
