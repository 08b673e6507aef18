"""Broken tokens and worms, which take too much or too little: each is caught, on a shortest trace."""

from __future__ import annotations

import pytest

from dune.breaking import caught, missed
from dune.playing import dune
from kanly.model import merged, require, scope
from kanly.model.dune.losses import tanks
from kanly.model.dune.scenarios.terror.corners import EIGHT_CARDS
from kanly.model.dune.table.board import Place
from kanly.model.dune.table.cards import Card
from kanly.model.dune.table.entries import TerrorEntry
from kanly.model.dune.table.factions import Faction, Troop
from kanly.model.dune.table.kinds import Terror
from kanly.model.dune.table.state import Table
from kanly.model.dune.terror import effects, rides
from kanly.model.dune.terror.discards import discard_overflow
from kanly.model.dune.terror.rides import ride, summon_worm

Patch = pytest.MonkeyPatch
LOST, RIDING, TOKENS = "terror-between-groups", "terror-ride-overflow", "terror-sabotage"
BLASTED = ("declare_flight", "reveal_terror")
SWALLOWED = ("ride", "summon_worm")
SPRUNG = ("ship", "reveal_terror")


def test_a_leader_dies_twice(monkeypatch: Patch) -> None:
    @merged
    def assassinate(g: Table, moritani: Faction, entrant: Faction) -> None:
        for seat in scope(g, Faction):
            if g.leaders[seat] > 0:
                g.leaders[seat] -= 1

    monkeypatch.setattr(effects, "assassinate", assassinate)
    caught(dune, TOKENS, "leaders-are-assassinated-singly", *SPRUNG)
    caught(dune, TOKENS, "an-assassination-pays-two-spice", *SPRUNG)


def test_a_token_does_what_another_is_for(monkeypatch: Patch) -> None:
    @merged
    def strike(g: Table, moritani: Faction, kind: Terror, entry: TerrorEntry, landing: int) -> None:
        require(landing == 0 or kind != Terror.EXTORTION, "an Extortion brings no forces")
        if kind == Terror.ASSASSINATION:
            g.extorted = True
        elif kind != Terror.EXTORTION:
            effects.land(g, moritani, entry.place, landing)

    monkeypatch.setattr(effects, "strike", strike)
    caught(dune, TOKENS, "an-extortion-lays-out-spice", *SPRUNG)
    caught(dune, TOKENS, "a-sneak-attack-lands", *SPRUNG, conjunct="no other lands")


def test_the_sneak_attack_lands_out_of_nowhere(monkeypatch: Patch) -> None:
    def land(g: Table, moritani: Faction, place: Place, landing: int) -> None:
        require(landing <= g.reserves[moritani][Troop.ORDINARY], "not so many forces in reserve")
        g.forces[place][moritani][Troop.ORDINARY] += landing

    monkeypatch.setattr(effects, "land", land)
    caught(dune, TOKENS, "a-sneak-attack-lands", *SPRUNG, conjunct="out of reserve")


def test_the_atomics_spare_everybody_but_the_entrant(monkeypatch: Patch) -> None:
    @merged
    def strike(g: Table, moritani: Faction, kind: Terror, entry: TerrorEntry, landing: int) -> None:
        require(landing == 0, "nobody lands")
        if kind == Terror.ATOMICS and g.forces[entry.place][entry.entrant][Troop.ORDINARY] > 0:
            tanks.lose_all(g, entry.entrant, Place.IMPERIAL_BASIN_9)

    monkeypatch.setattr(effects, "strike", strike)
    caught(dune, LOST, "atomics-and-worms-spare-nobody", *BLASTED)


def test_a_worm_takes_the_riders_too() -> None:
    def summoned(g: Table, seat: Faction, place: Place) -> None:
        summon_worm(g, seat, place)
        tanks.lose_all(g, Faction.FREMEN, place)

    def rode(g: Table, seat: Faction, origin: Place, to: Place, amount: int) -> None:
        ride(g, seat, origin, to, amount)
        g.forces[to][seat][Troop.ORDINARY] -= amount
        g.reserves[seat][Troop.ORDINARY] += amount

    caught(dune.variant({ride: rode}), RIDING, "riders-arrive", "ride")
    broken = dune.variant({summon_worm: summoned})
    caught(broken, "terror-worm-nexus", "atomics-and-worms-spare-nobody", *SWALLOWED)


def test_the_lost_are_in_reserve_again(monkeypatch: Patch) -> None:
    @merged
    def lose_all(g: Table, seat: Faction, place: Place) -> None:
        for troop in scope(g, Troop):
            g.reserves[seat][troop] += g.forces[place][seat][troop]
            g.forces[place][seat][troop] = 0

    monkeypatch.setattr(effects, "lose_all", lose_all)
    caught(dune, LOST, "the-lost-are-in-the-tanks", *BLASTED)


@pytest.mark.slow
def test_a_marker_survives(monkeypatch: Patch) -> None:
    @merged
    def survives(g: Table) -> None:
        """The marker stays where it is."""

    monkeypatch.setattr(tanks, "turn_over", survives)
    caught(dune, LOST, "a-marker-is-lost-like-a-force", *BLASTED, conjunct="lost")
    caught(dune, RIDING, "a-marker-is-lost-like-a-force", *SWALLOWED, conjunct="lost")
    missed(dune, LOST, "a-marker-is-lost-between-two-groups")
    missed(dune, RIDING, "a-worm-takes-a-marker")


def test_a_lost_marker_keeps_its_secret(monkeypatch: Patch) -> None:
    @merged
    def removed(g: Table) -> None:
        g.marker = None
        g.worth = None
        g.unflown_marker = None

    monkeypatch.setattr(tanks, "turn_over", removed)
    caught(dune, LOST, "a-lost-marker-shows-what-it-hid", *BLASTED, conjunct="shown")


def test_what_a_lost_marker_hid_stays_in_reserve(monkeypatch: Patch) -> None:
    @merged
    def removed(g: Table) -> None:
        g.shown_worth = g.worth
        g.marker = None
        g.worth = None
        g.unflown_marker = None

    monkeypatch.setattr(tanks, "turn_over", removed)
    caught(dune, LOST, "a-lost-marker-shows-what-it-hid", *BLASTED, conjunct="out of reserve")
    caught(dune, LOST, "the-lost-are-in-the-tanks", *BLASTED)


def test_the_lost_may_fly_second(monkeypatch: Patch) -> None:
    @merged
    def lose_all(g: Table, seat: Faction, place: Place) -> None:
        for troop in scope(g, Troop):
            g.tanks[seat][troop] += g.forces[place][seat][troop]
            g.forces[place][seat][troop] = 0

    monkeypatch.setattr(effects, "lose_all", lose_all)
    caught(dune, LOST, "the-lost-fly-no-more", *BLASTED)
    monkeypatch.setattr(rides, "lose_all", lose_all)
    caught(dune, RIDING, "advisors-left-stay-advisors", *SWALLOWED)
    caught(dune, RIDING, "advisors-are-there", *SWALLOWED)


@pytest.mark.slow
def test_advisors_who_lose_one_place_of_two_are_fighters_in_the_other(monkeypatch: Patch) -> None:
    @merged
    def lose_all(g: Table, seat: Faction, place: Place) -> None:
        tanks.lose_all(g, seat, place)
        if seat == Faction.BENE_GESSERIT:
            g.advisors.discard(place.territory)

    monkeypatch.setattr(rides, "lose_all", lose_all)
    caught(dune, RIDING, "advisors-left-stay-advisors", *SWALLOWED)
    missed(dune, RIDING, "advisors-are-left-by-a-worm")


def test_worms_are_called_from_a_stronghold() -> None:
    def summoned(g: Table, seat: Faction, place: Place) -> None:
        summon_worm(g, seat, Place.IMPERIAL_BASIN_9)

    broken = dune.variant({summon_worm: summoned})
    caught(broken, RIDING, "worms-come-up-in-the-sand", *SWALLOWED, conjunct="sand")


def test_an_overflow_takes_the_drawn_card_or_no_card_but_that() -> None:
    def old(g: Table, seat: Faction, card: Card) -> None:
        require(card != EIGHT_CARDS[-1], "the drawn card stays")
        discard_overflow(g, seat, card)

    def drawn(g: Table, seat: Faction, card: Card) -> None:
        require(card == EIGHT_CARDS[-1], "the drawn card goes")
        discard_overflow(g, seat, card)

    missed(dune.variant({discard_overflow: old}), "terror-robbery", "overflow-takes-the-drawn-card")
    missed(dune.variant({discard_overflow: drawn}), "terror-robbery", "overflow-takes-an-old-card")
