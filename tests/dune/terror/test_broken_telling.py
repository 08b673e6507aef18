"""Untrue words and foreign answers about Terror tokens: each is caught by its law, in play and by proof."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from dune.playing import answer, dune
from kanly.explorer.findings.status import Status
from kanly.explorer.prove.proofs.induction import Induction
from kanly.explorer.trace.tracing import trace_model
from kanly.model import EVERYONE, Model, emit, require, required, size
from kanly.model.dune.table.board import Place
from kanly.model.dune.table.cards import Card
from kanly.model.dune.table.factions import Faction
from kanly.model.dune.table.kinds import Source, Stage, Terror
from kanly.model.dune.table.state import Table
from kanly.model.dune.terror import discards, entry, nexus, rides
from kanly.model.dune.terror.discards import (
    FaceOfTheDraw,
    FaceOfTheGift,
    ForcedDiscard,
    Robbed,
    discard_overflow,
    give_card,
    give_nothing,
    rob_card,
    rob_spice,
)
from kanly.model.dune.terror.entry import (
    AllianceMade,
    AllianceOffered,
    AllianceRefused,
    TerrorRevealed,
    accept_alliance,
    finish,
    leave_terror,
    offer_alliance,
    refuse_alliance,
)
from kanly.model.dune.terror.nexus import leave_alliance
from kanly.model.dune.terror.rides import Rode, summon_worm

Patch = pytest.MonkeyPatch
MORITANI = Faction.MORITANI
SABOTAGE, ROBBERY, ALLIANCE, RIDES = "terror-sabotage", "terror-robbery", "terror-alliance-refused", "terror-worm-nexus"


def caught(model: Model, scenario: str, check: str, conjunct: str) -> None:
    """The law fails in play, by this part of it, and the proof of it fails too."""
    result = answer(model, scenario, check)
    assert (result.status, result.conjunct) == (Status.VIOLATED, conjunct)
    proof = Induction(trace_model(model.instance(scenario))).run([check])
    assert proof.status_of(check) is not Status.HOLDS


def test_moritani_is_blamed_for_a_sabotage(monkeypatch: Patch) -> None:
    def blame(*, seat: Faction, source: Source) -> ForcedDiscard:
        return ForcedDiscard(seat=MORITANI, source=source)

    monkeypatch.setattr(discards, "ForcedDiscard", blame)
    caught(dune, SABOTAGE, "forced-discards-are-told-truly", "seat is told truly")


def test_moritani_is_blamed_for_a_sabotage_in_its_frame_as_well(monkeypatch: Patch) -> None:
    force = discards.force_discard

    def blame(g: Table, interrupted: Any, source: Source, owner: Faction, card: Card) -> None:
        force(g, interrupted, source, owner, card)
        assert g.terror_frame is not None
        g.terror_frame.batch.owner = MORITANI

    def told(*, seat: Faction, source: Source) -> ForcedDiscard:
        return ForcedDiscard(seat=MORITANI, source=source)

    monkeypatch.setattr(discards, "force_discard", blame)
    monkeypatch.setattr(discards, "ForcedDiscard", told)
    caught(dune, SABOTAGE, "forced-discards-are-told-truly", "seat is told truly")


def draws_unseen(g: Table, seat: Faction, card: Card | None) -> None:
    entry.moritani_answers(g, seat, Stage.ROBBERY)
    discards.refill(g)
    require(card in g.deck, "the card is not in the deck")
    g.deck.remove(required(card, "there is a card to draw"))
    g.hand[seat].add(required(card, "there is a card to draw"))
    discards.check_overflow(g)


def shows_the_draw(g: Table, seat: Faction, card: Card | None) -> None:
    rob_card(g, seat, card)
    if card is not None:
        emit(FaceOfTheDraw(card=card), to=EVERYONE)


def robs_moritani(g: Table, seat: Faction) -> None:
    rob_spice(g, seat)
    emit(Robbed(victim=MORITANI), to=EVERYONE)


def gives_in_silence(g: Table, seat: Faction, card: Card) -> None:
    give = entry.moritani_answers(g, seat, Stage.GIFT)
    require(card in g.hand[seat], "the card is not in that hand")
    require(size(g.hand[give.entrant]) < discards.hand_limit(g, give.entrant), "that hand is full")
    g.hand[seat].remove(card)
    g.hand[give.entrant].add(card)
    finish(g)


def shows_the_gift(g: Table, seat: Faction, card: Card) -> None:
    give_card(g, seat, card)
    emit(FaceOfTheGift(card=card), to=EVERYONE)


def offers_to_itself(g: Table, seat: Faction) -> None:
    offer_alliance(g, seat)
    emit(AllianceOffered(entrant=MORITANI), to=EVERYONE)


def makes_two_alliances(g: Table, seat: Faction) -> None:
    accept_alliance(g, seat)
    emit(AllianceMade(entrant=seat), to=EVERYONE)


def refuses_for_moritani(g: Table, seat: Faction) -> None:
    refuse_alliance(g, seat)
    emit(AllianceRefused(entrant=MORITANI), to=EVERYONE)


def leaves_twice(g: Table, seat: Faction) -> None:
    leave_alliance(g, seat)
    emit(nexus.AllianceLeft(seat=seat), to=EVERYONE)


def summons_twice(g: Table, seat: Faction, place: Place) -> None:
    summon_worm(g, seat, place)
    emit(rides.WormSummoned(place=place), to=EVERYONE)


def tells_a_robbery_behind_the_ride(g: Table, seat: Faction) -> None:
    interrupted = entry.moritani_answers(g, seat, Stage.ROBBERY)
    loot = (g.spice[interrupted.entrant] + 1) // 2
    g.spice[interrupted.entrant] -= loot
    g.spice[seat] += loot
    victim = interrupted.entrant
    finish(g)
    emit(Robbed(victim=victim), to=EVERYONE)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rule", "broken", "scenario", "check", "conjunct"),
    [
        (rob_card, draws_unseen, ROBBERY, "draws-are-told-truly", "told once"),
        (rob_card, shows_the_draw, ROBBERY, "the-draw-is-told-to-moritani", "told once"),
        (rob_spice, robs_moritani, ROBBERY, "robberies-are-told-truly", "told once"),
        (give_card, gives_in_silence, SABOTAGE, "gifts-are-told-truly", "told once"),
        (give_card, shows_the_gift, SABOTAGE, "the-gift-is-told-to-the-two", "told once"),
        (offer_alliance, offers_to_itself, ALLIANCE, "offers-are-told-truly", "told once"),
        (accept_alliance, makes_two_alliances, ALLIANCE, "alliances-are-told-truly", "told once"),
        (refuse_alliance, refuses_for_moritani, ALLIANCE, "refusals-are-told-truly", "told once"),
        (leave_alliance, leaves_twice, RIDES, "partings-are-told-truly", "told once"),
        (summon_worm, summons_twice, RIDES, "worms-are-told-truly", "told once"),
        (rob_spice, tells_a_robbery_behind_the_ride, RIDES, "next-ride-is-told-last", ""),
    ],
)
def test_what_is_told_is_held_against_what_happens(
    rule: Callable[..., None], broken: Callable[..., None], scenario: str, check: str, conjunct: str
) -> None:
    caught(dune.variant({rule: broken}), scenario, check, conjunct)


@pytest.mark.slow
def test_a_ride_is_told_from_where_it_ends(monkeypatch: Patch) -> None:
    def told(*, origin: Place, to: Place, amount: int) -> Rode:
        return Rode(origin=to, to=to, amount=amount)

    monkeypatch.setattr(rides, "Rode", told)
    caught(dune, RIDES, "rides-are-told-truly", "origin is told truly")


@pytest.mark.slow
def test_a_token_is_told_behind_what_it_does(monkeypatch: Patch) -> None:
    def reveal(g: Table, place: Place) -> None:
        kind = required(g.terror[place], "no token lies there")
        g.terror[place] = None
        g.terror_removed.add(kind)
        if kind == Terror.SABOTAGE:
            emit(ForcedDiscard(seat=MORITANI, source=Source.SABOTAGE), to=EVERYONE)
        emit(TerrorRevealed(kind=kind, place=place), to=EVERYONE)

    monkeypatch.setattr(discards, "reveal", reveal)
    caught(dune, SABOTAGE, "reveal-is-told-first", "")


def at(g: Table, stage: Stage) -> None:
    """The entry waits at this stage, whoever asks."""
    require(g.entry is not None and g.entry.stage == stage, "the entry waits for something else")


def anybody_leaves(g: Table, seat: Faction) -> None:
    at(g, Stage.OFFER)
    finish(g)


def anybody_refuses(g: Table, seat: Faction) -> None:
    at(g, Stage.REPLY)
    required(g.entry, "no entry waits").refused = True
    entry.wait_for(g, Stage.OFFER)


def anybody_robs(g: Table, seat: Faction) -> None:
    at(g, Stage.ROBBERY)
    finish(g)


def anybody_discards(g: Table, seat: Faction, card: Card) -> None:
    at(g, Stage.DISCARD)
    finish(g)


def anybody_keeps(g: Table, seat: Faction) -> None:
    at(g, Stage.GIFT)
    finish(g)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rule", "broken", "scenario", "check"),
    [
        (leave_terror, anybody_leaves, SABOTAGE, "moritani-answers-an-entry"),
        (refuse_alliance, anybody_refuses, ALLIANCE, "the-entrant-answers-an-alliance"),
        (rob_spice, anybody_robs, ROBBERY, "moritani-answers-a-robbery"),
        (discard_overflow, anybody_discards, ROBBERY, "moritani-answers-an-overflow"),
        (give_nothing, anybody_keeps, SABOTAGE, "moritani-answers-a-gift"),
    ],
)
def test_a_decision_that_anybody_takes_is_caught(
    rule: Callable[..., None], broken: Callable[..., None], scenario: str, check: str
) -> None:
    result = answer(dune.variant({rule: broken}), scenario, check)
    assert result.status is Status.VIOLATED
    assert result.conjunct.endswith("cannot answer unasked")
    proof = Induction(trace_model(dune.variant({rule: broken}).instance(scenario))).run([check])
    assert proof.status_of(check) is Status.OPEN


@pytest.mark.slow
def test_a_decision_that_nobody_can_take_is_caught() -> None:
    def never(g: Table, seat: Faction) -> None:
        require(entry.token_awaits(g, seat, Place.CARTHAG), "never for Moritani")
        leave_terror(g, seat)

    model = dune.variant({refuse_alliance: never, accept_alliance: never})
    result = answer(model, ALLIANCE, "the-entrant-answers-an-alliance")
    assert result.status is Status.VIOLATED
    assert result.conjunct.endswith("can answer when asked")
