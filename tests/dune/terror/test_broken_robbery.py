"""Broken Robberies: what is drawn, discarded and paid, each caught by a named declaration, on a shortest trace."""

from __future__ import annotations

import pytest

from dune.breaking import caught
from dune.playing import dune
from kanly.model import EVERYONE, emit, require, required, scope
from kanly.model.dune.table.board import Place
from kanly.model.dune.table.cards import Card
from kanly.model.dune.table.factions import Faction
from kanly.model.dune.table.kinds import Source, Stage
from kanly.model.dune.table.state import Table
from kanly.model.dune.terror import discards as terror_discards
from kanly.model.dune.terror import entry as terror
from kanly.model.dune.terror.discards import Robbed, discard_overflow, force_discard, resume_entry, rob_spice

Patch = pytest.MonkeyPatch
ROBBERY = "terror-robbery"
DRAWN = ("ship", "reveal_robbery", "rob_card")
DISCARDED = (*DRAWN, "discard_overflow")
TWICE = ("resume_entry", "discard_overflow") * 2


def test_the_choice_of_the_robbery_comes_back_behind_its_overflow() -> None:
    def resumed(g: Table) -> None:
        frame = required(g.terror_frame, "no forced discard is waiting to be settled")
        g.terror_frame = None
        g.retired = frame.batch.number
        g.entry = frame.entry
        terror.wait_for(g, Stage.ROBBERY)

    broken = dune.variant({resume_entry: resumed})
    caught(broken, ROBBERY, "robbery-draws-once", *DISCARDED, "resume_entry", conjunct="drawn")


def test_a_robbery_of_spice_waits_for_another_answer() -> None:
    def robbed(g: Table, seat: Faction) -> None:
        entry = terror.moritani_answers(g, seat, Stage.ROBBERY)
        loot = (g.spice[entry.entrant] + 1) // 2
        g.spice[entry.entrant] -= loot
        g.spice[seat] += loot
        emit(Robbed(victim=entry.entrant), to=EVERYONE)

    broken = dune.variant({rob_spice: robbed})
    conjunct = "is shown when it is done"
    caught(broken, ROBBERY, "robbery-takes-once", "ship", "reveal_robbery", "rob_spice", conjunct=conjunct)


def test_a_robbery_overflows_while_its_token_is_still_in_play(monkeypatch: Patch) -> None:
    def reveal(g: Table, place: Place) -> None:
        kind = required(g.terror[place], "no token lies there")
        emit(terror.TerrorRevealed(kind=kind, place=place), to=EVERYONE)

    monkeypatch.setattr(terror_discards, "reveal", reveal)
    caught(dune, ROBBERY, "robbery-draws-once", *DISCARDED, conjunct="revealed")


@pytest.mark.slow
def test_a_hand_overflows_without_end() -> None:
    def discarded(g: Table, seat: Faction, card: Card) -> None:
        discard_overflow(g, seat, card)
        g.hand[seat].add(card)

    broken = dune.variant({discard_overflow: discarded})
    caught(broken, ROBBERY, "robbery-draws-once", *DISCARDED, *TWICE, conjunct="cards")


def test_an_overflow_discards_the_first_card_instead_of_the_chosen_one() -> None:
    def discarded(g: Table, seat: Faction, card: Card) -> None:
        require(card in g.hand[seat], "the card is not in that hand")
        for first in scope(g, Card):
            if first in g.hand[seat]:
                discard_overflow(g, seat, first)
                return

    broken = dune.variant({discard_overflow: discarded})
    caught(broken, ROBBERY, "overflow-takes-what-was-chosen", *DISCARDED, conjunct="receipt")


def test_an_overflow_is_the_entrants() -> None:
    def discarded(g: Table, seat: Faction, card: Card) -> None:
        entry = terror.moritani_answers(g, seat, Stage.DISCARD)
        require(card in g.hand[entry.entrant], "the card is not in that hand")
        force_discard(g, entry, Source.ROBBERY_OVERFLOW, entry.entrant, card)

    broken = dune.variant({discard_overflow: discarded})
    caught(broken, ROBBERY, "overflow-takes-what-was-chosen", *DISCARDED, conjunct="from the hand")


def test_an_overflow_lies_among_the_entrants_discards() -> None:
    def discarded(g: Table, seat: Faction, card: Card) -> None:
        entry = required(g.entry, "no entry waits for an answer")
        discard_overflow(g, seat, card)
        g.face_down[seat].remove(card)
        g.face_down[entry.entrant].add(card)

    broken = dune.variant({discard_overflow: discarded})
    caught(broken, ROBBERY, "overflow-takes-what-was-chosen", *DISCARDED, conjunct="hand of Atreides")


def test_the_entrant_is_named_as_the_former_holder() -> None:
    def discarded(g: Table, seat: Faction, card: Card) -> None:
        discard_overflow(g, seat, card)
        if g.terror_frame is not None:
            g.terror_frame.batch.owner = g.terror_frame.entry.entrant

    broken = dune.variant({discard_overflow: discarded})
    caught(broken, ROBBERY, "overflow-takes-what-was-chosen", *DISCARDED, conjunct="owner")


def test_a_robbery_gives_more_spice_than_it_takes() -> None:
    def robbed(g: Table, seat: Faction) -> None:
        entry = terror.moritani_answers(g, seat, Stage.ROBBERY)
        spice = g.spice[entry.entrant]
        g.spice[entry.entrant] -= spice // 2
        g.spice[seat] += (spice + 1) // 2
        terror.finish(g)

    broken = dune.variant({rob_spice: robbed})
    caught(broken, ROBBERY, "spice-is-conserved", "ship", "reveal_robbery", "rob_spice")
