"""Broken takings of Terror tokens: each is caught by a named declaration, on a shortest trace."""

from __future__ import annotations

import pytest

from dune.breaking import a_card, caught, interrupted
from dune.playing import answer, dune
from kanly.explorer.findings.status import Status
from kanly.model import EVERYONE, emit, require, required, scope, size
from kanly.model.dune.table.board import Place
from kanly.model.dune.table.cards import Card
from kanly.model.dune.table.factions import Faction
from kanly.model.dune.table.kinds import Source, Stage
from kanly.model.dune.table.state import Table
from kanly.model.dune.terror import discards as terror_discards
from kanly.model.dune.terror import entry as terror
from kanly.model.dune.terror.discards import (
    discard_overflow,
    force_discard,
    give_card,
    give_nothing,
    hand_limit,
    resume_entry,
    reveal_sabotage,
    rob_card,
    rob_spice,
)

Patch = pytest.MonkeyPatch
MORITANI = Faction.MORITANI
SABOTAGED = ("ship", "reveal_sabotage", "resume_entry")
OVERFLOWED = ("ship", "reveal_robbery", "rob_card", "discard_overflow", "resume_entry")


@pytest.mark.slow
def test_nothing_is_broken_unless_somebody_breaks_it() -> None:
    assert answer(dune, "terror-sabotage", "forced-discard-never-happens-again").status is Status.HOLDS


def test_a_second_victim_is_sampled_after_the_reload() -> None:
    def resumed(g: Table) -> None:
        entrant = interrupted(g).entrant
        resume_entry(g)
        for card in a_card(g, entrant):
            g.hand[entrant].remove(card)
            g.face_down[entrant].add(card)

    broken = dune.variant({resume_entry: resumed})
    caught(broken, "terror-sabotage", "forced-discard-never-happens-again", *SABOTAGED, conjunct="hand")


def test_the_old_decision_is_made_again() -> None:
    def resumed(g: Table) -> None:
        entry = interrupted(g)
        resume_entry(g)
        if g.entry is not None:
            for card in a_card(g, entry.entrant):
                force_discard(g, g.entry, Source.SABOTAGE, entry.entrant, card)

    broken = dune.variant({resume_entry: resumed})
    caught(broken, "terror-sabotage", "forced-discard-is-told-once", *SABOTAGED, conjunct="told")
    caught(broken, "terror-sabotage", "forced-discard-is-retired", *SABOTAGED, conjunct="gone")
    caught(broken, "terror-sabotage", "sabotage-takes-one-card", *SABOTAGED)


def test_a_second_token_is_revealed() -> None:
    def resumed(g: Table) -> None:
        resume_entry(g)
        if g.terror[Place.ARRAKEEN] is not None:
            terror.reveal(g, Place.ARRAKEEN)

    broken = dune.variant({resume_entry: resumed})
    caught(broken, "terror-sabotage", "token-is-revealed-once", *SABOTAGED, conjunct="an entry")
    caught(broken, "terror-sabotage", "forced-discard-never-happens-again", *SABOTAGED, conjunct="terror")


def test_the_gift_is_chosen_by_the_frame() -> None:
    def resumed(g: Table) -> None:
        entrant = interrupted(g).entrant
        resume_entry(g)
        for card in a_card(g, MORITANI):
            g.hand[MORITANI].remove(card)
            g.hand[entrant].add(card)

    broken = dune.variant({resume_entry: resumed})
    caught(broken, "terror-sabotage", "forced-discard-never-happens-again", *SABOTAGED, conjunct="hand")
    caught(broken, "terror-sabotage", "nobody-gains-cards-otherwise", *SABOTAGED)


def test_the_gift_is_skipped() -> None:
    def resumed(g: Table) -> None:
        resume_entry(g)
        if g.entry is not None:
            terror.finish(g)

    broken = dune.variant({resume_entry: resumed})
    caught(broken, "terror-sabotage", "entry-goes-on-behind-its-discard", *SABOTAGED, conjunct="goes on")


@pytest.mark.slow
def test_a_gift_overfills_a_hand() -> None:
    def gave(g: Table, seat: Faction, card: Card) -> None:
        entry = terror.moritani_answers(g, seat, Stage.GIFT)
        require(card in g.hand[seat], "the card is not in that hand")
        g.hand[seat].remove(card)
        g.hand[entry.entrant].add(card)
        terror.finish(g)

    broken = dune.variant({give_card: gave})
    caught(broken, "terror-alliance-refused", "gift-is-one-card", *SABOTAGED, "give_card", conjunct="room")


def test_a_gift_is_counted_as_a_discard() -> None:
    def gave(g: Table, seat: Faction, card: Card) -> None:
        give_card(g, seat, card)
        g.batches += 1

    broken = dune.variant({give_card: gave})
    caught(broken, "terror-sabotage", "gift-is-one-card", *SABOTAGED, "give_card", conjunct="no discard")


def test_an_entry_can_be_finished_twice() -> None:
    def kept(g: Table, seat: Faction) -> None:
        terror.moritani_answers(g, seat, Stage.GIFT)

    broken = dune.variant({give_nothing: kept})
    caught(broken, "terror-sabotage", "gift-may-be-declined", *SABOTAGED, "give_nothing", conjunct="over")


def test_an_overflow_is_opened_again_at_the_limit() -> None:
    def resumed(g: Table) -> None:
        entry = interrupted(g)
        resume_entry(g)
        if g.entry is None and size(g.hand[MORITANI]) == hand_limit(g, MORITANI):
            g.entry = entry

    broken = dune.variant({resume_entry: resumed})
    caught(broken, "terror-robbery", "entry-goes-on-behind-its-discard", *OVERFLOWED, conjunct="goes on")
    caught(broken, "terror-robbery", "overflow-is-above-the-limit", *OVERFLOWED)


def test_a_hand_at_its_limit_overflows(monkeypatch: Patch) -> None:
    def at_the_limit(g: Table, seat: Faction) -> bool:
        return size(g.hand[seat]) >= hand_limit(g, seat)

    monkeypatch.setattr(terror_discards, "holds_too_many", at_the_limit)
    caught(dune, "terror-robbery", "robbery-overflows-above-the-limit", "ship", "reveal_robbery", "rob_card")


def test_a_second_card_is_drawn() -> None:
    def resumed(g: Table) -> None:
        resume_entry(g)
        for card in scope(g, Card):
            if card in g.deck:
                g.deck.remove(card)
                g.hand[MORITANI].add(card)
                return

    broken = dune.variant({resume_entry: resumed})
    caught(broken, "terror-robbery", "only-a-robbery-draws", *OVERFLOWED)
    caught(broken, "terror-robbery", "forced-discard-never-happens-again", *OVERFLOWED, conjunct="hand")


def test_a_robbery_draws_two_cards() -> None:
    def drew(g: Table, seat: Faction, card: Card | None) -> None:
        rob_card(g, seat, card)
        for other in scope(g, Card):
            if other in g.deck:
                g.deck.remove(other)
                g.hand[seat].add(other)
                return

    broken = dune.variant({rob_card: drew})
    caught(broken, "terror-robbery", "robbery-takes-one-card", "ship", "reveal_robbery", "rob_card")


def test_a_refill_forgets_the_cards_that_lie_face_down(monkeypatch: Patch) -> None:
    def refill(g: Table) -> None:
        if size(g.deck) == 0:
            g.deck = g.discard
            g.discard.clear()

    monkeypatch.setattr(terror_discards, "refill", refill)
    caught(dune, "terror-robbery-refill", "robbery-takes-one-card", "ship", "reveal_robbery", "rob_card")


def test_the_overflow_card_stays_in_the_hand() -> None:
    def discarded(g: Table, seat: Faction, card: Card) -> None:
        discard_overflow(g, seat, card)
        g.hand[seat].add(card)

    broken = dune.variant({discard_overflow: discarded})
    caught(broken, "terror-robbery", "custody", *OVERFLOWED[:-1])
    caught(broken, "terror-robbery", "forced-discard-stands-alone", *OVERFLOWED[:-1], conjunct="$.hand")


def test_moritani_is_named_as_the_former_holder() -> None:
    def revealed(g: Table, seat: Faction, victim: Card | None) -> None:
        reveal_sabotage(g, seat, victim)
        if g.terror_frame is not None:
            g.terror_frame.batch.owner = seat

    broken = dune.variant({reveal_sabotage: revealed})
    caught(broken, "terror-sabotage", "sabotage-takes-what-was-drawn", *SABOTAGED[:-1], conjunct="owner")
    caught(
        broken,
        "terror-sabotage",
        "forced-discard-fits-the-hand",
        *SABOTAGED[:-1],
        conjunct="$.terror_frame.batch.owner",
    )


def test_the_receipt_shows_the_face() -> None:
    def revealed(g: Table, seat: Faction, victim: Card | None) -> None:
        reveal_sabotage(g, seat, victim)
        if g.terror_frame is not None:
            g.terror_frame.batch.public = True

    caught(
        dune.variant({reveal_sabotage: revealed}),
        "terror-sabotage",
        "forced-discard-is-of-now",
        *SABOTAGED[:-1],
        conjunct="$.terror_frame.batch.public",
    )


def test_a_forced_discard_leaves_its_token_on_the_board(monkeypatch: Patch) -> None:
    def reveal(g: Table, place: Place) -> None:
        emit(terror.TerrorRevealed(kind=required(g.terror[place], "no token"), place=place), to=EVERYONE)

    monkeypatch.setattr(terror_discards, "reveal", reveal)
    actions = SABOTAGED[:-1]
    caught(dune, "terror-sabotage", "forced-discard-has-its-token", *actions, conjunct="$.terror_removed")
    caught(dune, "terror-sabotage", "token-is-revealed-once", *actions, conjunct="told")


def test_a_drained_frame_is_put_back() -> None:
    def resumed(g: Table) -> None:
        frame = required(g.terror_frame, "no forced discard is waiting to be settled")
        resume_entry(g)
        g.terror_frame = frame

    broken = dune.variant({resume_entry: resumed})
    caught(broken, "terror-sabotage", "forced-discard-is-retired", *SABOTAGED, conjunct="gone")
    caught(broken, "terror-sabotage", "one-frame-at-a-time", *SABOTAGED, conjunct="retired")
    caught(broken, "terror-sabotage", "forced-discard-is-the-last", *SABOTAGED, conjunct="$.retired")
    caught(broken, "terror-sabotage", "one-thing-at-a-time", *SABOTAGED, conjunct="frame and entry")


def test_a_shipment_is_paid_again() -> None:
    def resumed(g: Table) -> None:
        entrant = interrupted(g).entrant
        resume_entry(g)
        if g.spice[entrant] > 0:
            g.spice[entrant] -= 1
            g.bank += 1

    broken = dune.variant({resume_entry: resumed})
    caught(broken, "terror-sabotage", "spice-is-paid-once", *SABOTAGED)
    caught(broken, "terror-sabotage", "forced-discard-never-happens-again", *SABOTAGED, conjunct="spice")


def test_a_robbery_takes_all_the_spice() -> None:
    def robbed(g: Table, seat: Faction) -> None:
        entry = terror.moritani_answers(g, seat, Stage.ROBBERY)
        g.spice[seat] += g.spice[entry.entrant]
        g.spice[entry.entrant] = 0
        terror.finish(g)

    broken = dune.variant({rob_spice: robbed})
    actions = ("ship", "reveal_robbery", "rob_spice")
    caught(broken, "terror-robbery", "robbery-takes-half-the-spice", *actions, conjunct="half")
