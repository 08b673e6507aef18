"""Broken records of flights and of what surrounds them: each is caught by a named declaration, on a shortest trace."""

from __future__ import annotations

import pytest

from dune.breaking import caught
from dune.playing import dune
from kanly.model import require
from kanly.model.dune.arrivals import consequences
from kanly.model.dune.arrivals import intrusion as entries
from kanly.model.dune.flight import escrow as flight
from kanly.model.dune.flight.frames import drain
from kanly.model.dune.movement import arrival, legality, movement
from kanly.model.dune.movement.movement import end_movement, move
from kanly.model.dune.table import forces
from kanly.model.dune.table.board import Place, Territory
from kanly.model.dune.table.cards import Mode
from kanly.model.dune.table.factions import Faction, Group
from kanly.model.dune.table.flights import EndFrame, MoveFrame
from kanly.model.dune.table.kinds import Resume
from kanly.model.dune.table.movements import Arrival, Intrusion, Marker, Movement
from kanly.model.dune.table.state import Table
from kanly.model.dune.terror.discards import reveal_robbery
from kanly.model.dune.terror.entry import accept_alliance
from kanly.model.dune.turns import turn
from kanly.model.dune.turns.hand import play_hajr

Patch = pytest.MonkeyPatch
FLIGHT = "flight"


def test_a_flight_counts_a_group_that_moved_before_it_was_declared(monkeypatch: Patch) -> None:
    def take_off(g: Table, seat: Faction, mode: Mode) -> None:
        flight.take_off(g, seat, mode)
        assert g.flight is not None
        g.flight.starting += 1

    monkeypatch.setattr(movement, "take_off", take_off)
    caught(dune, FLIGHT, "flight-begins-with-the-card", "declare_flight", conjunct="starting")
    caught(dune, FLIGHT, "flight-counts-its-groups", "declare_flight", conjunct="moved")
    caught(dune, FLIGHT, "frame-counts-its-groups", "declare_flight", conjunct="moved")


def test_a_flight_is_of_another_turn(monkeypatch: Patch) -> None:
    def take_off(g: Table, seat: Faction, mode: Mode) -> None:
        flight.take_off(g, seat, mode)
        assert g.flight is not None
        g.flight.turn += 1

    monkeypatch.setattr(movement, "take_off", take_off)
    caught(dune, FLIGHT, "flight-is-of-this-turn", "declare_flight", conjunct="turn")
    caught(dune, FLIGHT, "frame-stands-alone", "declare_flight", conjunct="turn")


@pytest.mark.slow
def test_the_frame_is_of_another_seat() -> None:
    def ended(g: Table, seat: Faction) -> None:
        end_movement(g, seat)
        if isinstance(g.frame, EndFrame):
            g.frame.player = Faction.CHOAM

    caught(dune.variant({end_movement: ended}), FLIGHT, "frame-has-its-kind", "declare_flight", "end_movement")


def test_walking_counts_as_a_flight() -> None:
    def moved(g: Table, seat: Faction, origin: Place, to: Place, group: Group) -> None:
        move(g, seat, origin, to, group)
        g.flights += 1

    broken = dune.variant({move: moved})
    caught(broken, FLIGHT, "only-a-declaration-begins-a-flight", "move")
    caught(broken, FLIGHT, "ornithopter-is-played-once", "move")


@pytest.mark.slow
def test_a_hajr_in_the_air_begins_the_count_anew() -> None:
    def played(g: Table, seat: Faction) -> None:
        play_hajr(g, seat)
        if g.flight is not None:
            g.flight.starting = g.moved[seat]
            g.flight.completed = 0

    broken = dune.variant({play_hajr: played})
    caught(broken, FLIGHT, "flight-goes-on", "declare_flight", "play_hajr", conjunct="starting")


def test_nobody_notes_who_may_fly_second(monkeypatch: Patch) -> None:
    def save_remainder(g: Table, movement: Movement) -> None:
        """Nothing is noted."""

    monkeypatch.setattr(arrival, "save_remainder", save_remainder)
    caught(dune, FLIGHT, "second-group-is-known", "declare_flight")


def test_elite_forces_come_on_top_of_the_total(monkeypatch: Patch) -> None:
    usual = arrival.ask_choam

    def ask_choam(g: Table, movement: Movement, resume: Resume) -> None:
        usual(g, movement, resume)
        if isinstance(g.pending, Arrival):
            g.pending.movement.elite = movement.total + 1

    monkeypatch.setattr(arrival, "ask_choam", ask_choam)
    caught(dune, FLIGHT, "groups-add-up", "move", conjunct="declared")


def test_a_marker_that_moves_hides_nothing(monkeypatch: Patch) -> None:
    def relocate(g: Table, movement: Movement) -> None:
        forces.relocate(g, movement)
        if movement.no_field:
            g.worth = None

    monkeypatch.setattr(arrival, "relocate", relocate)
    caught(dune, FLIGHT, "marker-hides-something", "move")


def test_a_marker_gets_two_events(monkeypatch: Patch) -> None:
    def relocate(g: Table, movement: Movement) -> None:
        forces.relocate(g, movement)
        if movement.no_field and g.marker is not None:
            g.marker = Marker(place=movement.to, event=g.marker.event + 1)

    monkeypatch.setattr(arrival, "relocate", relocate)
    caught(dune, FLIGHT, "marker-moves-with-richese", "move")


def test_a_marker_leaves_from_wherever_it_is_said_to_be(monkeypatch: Patch) -> None:
    def marker_there(g: Table, movement: Movement) -> bool:
        return movement.player == Faction.RICHESE and g.marker is not None

    monkeypatch.setattr(legality, "marker_there", marker_there)
    caught(dune, FLIGHT, "only-from-where-one-stands", "move", conjunct="marker")


def test_a_promise_outlives_the_shipment(monkeypatch: Patch) -> None:
    def finish_promises(g: Table, seat: Faction) -> None:
        """The promise binds on."""

    monkeypatch.setattr(arrival, "finish_promises", finish_promises)
    caught(dune, FLIGHT, "moving-ends-shipment", "move", conjunct="promise of Richese")


def test_anybody_walks_at_any_time() -> None:
    def moved(g: Table, seat: Faction, origin: Place, to: Place, group: Group) -> None:
        turn.idle(g)
        arrival.declare(g, movement.declared(seat, origin, to, group))

    caught(dune.variant({move: moved}), FLIGHT, "only-on-ones-turn", "move", conjunct="turn")


def test_groups_walk_without_a_movement(monkeypatch: Patch) -> None:
    def has_a_move_left(g: Table, seat: Faction) -> None:
        """As many as one likes."""

    monkeypatch.setattr(movement, "has_a_move_left", has_a_move_left)
    caught(dune, FLIGHT, "walking-needs-a-movement", "move", "move", conjunct="movement left")


def test_the_seat_on_turn_goes_on_behind_a_frame(monkeypatch: Patch) -> None:
    def on_turn(g: Table, seat: Faction) -> None:
        require(g.active == seat, "it is another seat's turn")

    monkeypatch.setattr(movement, "on_turn", on_turn)
    caught(dune, "flight-range3", "frame-holds-everything-up", "declare_flight", "end_movement")


def test_choam_is_asked_about_its_ally(monkeypatch: Patch) -> None:
    def stranger(g: Table, seat: Faction, other: Faction) -> bool:
        return seat != other

    monkeypatch.setattr(arrival, "stranger", stranger)
    caught(dune, FLIGHT, "arrival-awaits-choam", "move", conjunct="stranger")


@pytest.mark.slow
def test_the_sisters_are_asked_about_where_they_do_not_fight(monkeypatch: Patch) -> None:
    def raise_intrusion(g: Table, movement: Movement) -> None:
        entries.raise_intrusion(g, movement)
        if g.pending is None and movement.to.territory == Territory.IMPERIAL_BASIN:
            g.pending = Intrusion(territory=Territory.IMPERIAL_BASIN, intruder=movement.player)

    monkeypatch.setattr(consequences, "raise_intrusion", raise_intrusion)
    caught(dune, FLIGHT, "intrusion-meets-fighters", "move")
    caught(dune, FLIGHT, "arrival-is-concluded", "declare_flight", "drain", conjunct="intrusion")
    caught(dune, FLIGHT, "advisors-are-there", "move", "step_aside", conjunct="Imperial Basin")


@pytest.mark.slow
def test_the_sisters_are_not_asked_behind_a_frame(monkeypatch: Patch) -> None:
    def raise_intrusion(g: Table, movement: Movement) -> None:
        """Nobody is asked."""

    monkeypatch.setattr(consequences, "raise_intrusion", raise_intrusion)
    caught(dune, FLIGHT, "arrival-is-concluded", "declare_flight", "drain", conjunct="intrusion")


@pytest.mark.slow
def test_an_arrival_keeps_the_low_rate() -> None:
    def drained(g: Table) -> None:
        kept = g.karama_rate if isinstance(g.frame, MoveFrame) else None
        drain(g)
        g.karama_rate = kept

    broken = dune.variant({drain: drained})
    caught(broken, FLIGHT, "arrival-is-concluded", "declare_flight", "drain", conjunct="low rate")


@pytest.mark.slow
def test_nobody_is_told_of_an_arrival(monkeypatch: Patch) -> None:
    def emit(event: object, to: object) -> None:
        """Nobody hears of it."""

    monkeypatch.setattr(consequences, "emit", emit)
    caught(dune, FLIGHT, "arrival-is-concluded", "declare_flight", "drain", conjunct="told")


@pytest.mark.slow
def test_an_arrival_ends_the_turn() -> None:
    def drained(g: Table) -> None:
        arrived = isinstance(g.frame, MoveFrame)
        drain(g)
        if arrived and g.to_move is not None and g.active is not None:
            g.to_move.discard(g.active)
            turn.advance(g)

    broken = dune.variant({drain: drained})
    caught(broken, FLIGHT, "arrival-is-concluded", "declare_flight", "drain", conjunct="turn")


def test_the_ally_is_lost_instead(monkeypatch: Patch) -> None:
    def meet_ally_deadline(g: Table, seat: Faction) -> None:
        ally = g.ally[seat]
        if ally is not None and seat not in g.fresh_alliance:
            for place in g.forces:
                turn.yield_to_ally(g, ally, seat, place)

    monkeypatch.setattr(turn, "meet_ally_deadline", meet_ally_deadline)
    caught(dune, "flight-guild-sapho", "others-stay", "decline_guild_turn", "move", "end_movement")


def test_an_alliance_binds_one_side() -> None:
    def accepted(g: Table, seat: Faction) -> None:
        accept_alliance(g, seat)
        g.ally[Faction.MORITANI] = None

    broken = dune.variant({accept_alliance: accepted})
    ways = ("ship", "offer_alliance", "accept_alliance")
    caught(broken, "terror-alliance-refused", "alliances-are-mutual", *ways)


def test_a_robbery_finds_no_card_to_draw() -> None:
    def revealed(g: Table, seat: Faction) -> None:
        reveal_robbery(g, seat)
        g.discard |= g.deck
        g.deck.clear()

    broken = dune.variant({reveal_robbery: revealed})
    caught(broken, "terror-during-flight", "deck-lasts", "declare_flight", "reveal_robbery")
