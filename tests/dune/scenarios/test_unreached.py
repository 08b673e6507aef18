"""Rules that keep the table from what a scenario is there to show: what its witnesses ask for is missed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dune.breaking import missed
from dune.playing import dune
from kanly.model import Model, implies, require
from kanly.model.dune.arrivals.intrusion import intrudes, meets_terror
from kanly.model.dune.arrivals.no_field import reveal_no_field
from kanly.model.dune.flight import escrow as flight
from kanly.model.dune.interruptions.truthtrance import ask_truthtrance
from kanly.model.dune.movement import arrival, legality, movement
from kanly.model.dune.movement.movement import declare_flight, end_movement, fly
from kanly.model.dune.table.board import Place
from kanly.model.dune.table.cards import Card, Mode
from kanly.model.dune.table.factions import Faction, Group
from kanly.model.dune.table.movements import Movement
from kanly.model.dune.table.state import Table
from kanly.model.dune.turns.hand import buy_low_rate, play_hajr
from kanly.model.dune.turns.sapho import go_first, go_last

Patch = pytest.MonkeyPatch
FLIGHT, NO_FIELD, ORDER, SABOTAGE = "flight", "flight-no-field", "flight-guild-sapho", "flight-sabotage"


def flying_only(allowed: Callable[[Table, Faction, Mode], bool]) -> Model:
    """The card is played only by such a seat and in such a mode."""

    def declared(g: Table, seat: Faction, mode: Mode, origin: Place, to: Place, group: Group) -> None:
        require(allowed(g, seat, mode), "not like this")
        declare_flight(g, seat, mode, origin, to, group)

    return dune.variant({declare_flight: declared})


def range_of_three(g: Table, seat: Faction, mode: Mode) -> bool:
    return mode == Mode.RANGE3


@pytest.mark.slow
def test_only_richese_flies_and_only_before_it_walks() -> None:
    def fresh(g: Table, seat: Faction, mode: Mode) -> bool:
        return seat == Faction.RICHESE and g.moved[seat] == 0

    missed(flying_only(fresh), FLIGHT, "another-holder-flies", "second-flight-of-a-turn-counts")


@pytest.mark.slow
def test_nobody_flies_in_two_groups() -> None:
    broken = flying_only(range_of_three)
    missed(broken, FLIGHT, "first-of-two", "both-modes-complete", "half-flight-ends")
    second = ("groups-merge", "quotas-are-typed", "marker-flies-second")
    missed(broken, NO_FIELD, *second, "revealed-forces-may-fly", "revealed-forces-have-flown")
    between = ("sabotage-during-a-flight", "robbery-during-a-flight", "sabotage-spares-the-air")
    missed(broken, "terror-during-flight", *between, "sabotaged-flight-goes-on")


@pytest.mark.slow
def test_nobody_flies_to_range_three() -> None:
    def two_groups(g: Table, seat: Faction, mode: Mode) -> bool:
        return mode == Mode.TWO_GROUPS

    missed(flying_only(two_groups), FLIGHT, "range-of-three-completes")


@pytest.mark.slow
def test_neither_flyers_nor_new_allies_end_their_movement() -> None:
    def ended(g: Table, seat: Faction) -> None:
        require(g.flight is None and seat not in g.fresh_alliance, "not yet")
        end_movement(g, seat)

    broken = dune.variant({end_movement: ended})
    missed(broken, FLIGHT, "empty-flight-ends", "allies-are-lost", "new-allies-stay", "old-save-gets-its-queue")
    missed(broken, "flight-two-groups", "half-flight-ends", "battle-begins")
    draining = ("draining-asks-the-guild", "draining-ends-a-granted-turn", "last-one-flies-to-an-early-end")
    missed(broken, ORDER, *draining, "new-allies-stay-behind-a-frame")


@pytest.mark.slow
def test_choam_has_no_say_about_flights(monkeypatch: Patch) -> None:
    asked = arrival.choam_has_a_say

    def has_a_say(g: Table, movement: Movement) -> bool:
        return g.flight is None and asked(g, movement)

    monkeypatch.setattr(arrival, "choam_has_a_say", has_a_say)
    missed(dune, FLIGHT, "answer-completes-a-flight", "baliset-keeps-a-flight-up")


@pytest.mark.slow
def test_flights_meet_nobody_stay_in_no_territory_and_carry_no_marker(monkeypatch: Patch) -> None:
    clear = legality.out_of_the_storm

    def out_of_the_way(g: Table, movement: Movement) -> bool:
        met = intrudes(g, movement) or meets_terror(g, movement)
        stays = movement.origin.territory == movement.to.territory
        return clear(g, movement) and implies(g.flight is not None, not (met or stays or movement.no_field))

    monkeypatch.setattr(legality, "out_of_the_storm", out_of_the_way)
    missed(dune, FLIGHT, "flight-meets-terror", "flight-intrudes", "flight-inside-a-territory", "marker-flies")
    missed(dune, NO_FIELD, "marker-flies-second", "five-fly-as-one", "marker-comes-in-by-an-answer")


@pytest.mark.slow
def test_taking_off_ends_the_low_rate(monkeypatch: Patch) -> None:

    def take_off(g: Table, seat: Faction, mode: Mode) -> None:
        g.karama_rate = None
        flight.take_off(g, seat, mode)

    def bought(g: Table, seat: Faction) -> None:
        require(g.flight is None, "an Ornithopter is in the air")
        buy_low_rate(g, seat)

    monkeypatch.setattr(movement, "take_off", take_off)
    missed(dune.variant({buy_low_rate: bought}), FLIGHT, "open-rate-at-a-frame")


@pytest.mark.slow
def test_nobody_drinks_to_be_last() -> None:
    def drunk(g: Table, seat: Faction) -> None:
        require(seat not in g.hand, "nobody is last")

    last = ("guild-comes-last", "guild-goes-before-the-last-one", "last-one-flies-to-an-early-end")
    missed(dune.variant({go_last: drunk}), ORDER, *last)


def test_whoever_drinks_to_be_first_flies_no_more() -> None:
    def drunk(g: Table, seat: Faction) -> None:
        require(Card.ORNITHOPTER not in g.hand[seat], "flyers wait")
        go_first(g, seat)

    missed(dune.variant({go_first: drunk}), ORDER, "first-one-flies")


@pytest.mark.slow
def test_everything_else_waits_for_a_flight() -> None:
    def played(g: Table, seat: Faction) -> None:
        require(g.flight is None, "an Ornithopter is in the air")
        play_hajr(g, seat)

    def revealed(g: Table, seat: Faction) -> None:
        require(g.flight is None, "an Ornithopter is in the air")
        reveal_no_field(g, seat)

    def asked(g: Table, seat: Faction, card: Card, asked: Faction, about: Card) -> None:
        require(g.flight is None, "an Ornithopter is in the air")
        ask_truthtrance(g, seat, card, asked, about)

    broken = dune.variant({play_hajr: played, reveal_no_field: revealed, ask_truthtrance: asked})
    missed(broken, SABOTAGE, "hajr-while-flying", "marker-turned-over-while-flying", "answer-while-flying")


def test_a_sabotaged_flight_goes_no_further() -> None:
    def flown(g: Table, seat: Faction, origin: Place, to: Place, group: Group, event: int) -> None:
        require(g.retired == 0, "a Sabotage has interrupted it")
        fly(g, seat, origin, to, group, event)

    missed(dune.variant({fly: flown}), SABOTAGE, "sabotaged-flight-goes-on")
