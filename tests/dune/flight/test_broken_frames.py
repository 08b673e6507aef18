"""Broken rules around a frame and its holder: each is caught by a named declaration, on a shortest trace."""

from __future__ import annotations

import pytest

from dune.breaking import caught, missed
from dune.playing import dune
from kanly.model import require
from kanly.model.dune.flight.frames import drain
from kanly.model.dune.movement import arrival, legality, movement
from kanly.model.dune.movement.movement import declare_flight, end_movement, fly, move
from kanly.model.dune.table.board import Place
from kanly.model.dune.table.cards import Card, Mode
from kanly.model.dune.table.factions import Faction, Group
from kanly.model.dune.table.flights import EndFrame, Flight, MoveFrame
from kanly.model.dune.table.kinds import Resume
from kanly.model.dune.table.movements import Movement
from kanly.model.dune.table.state import Table
from kanly.model.dune.turns.hand import play_hajr

Patch = pytest.MonkeyPatch
LOST = "terror-between-groups"


@pytest.mark.slow
def test_a_range_of_three_that_is_no_longer_than_a_walk(monkeypatch: Patch) -> None:
    monkeypatch.setattr(legality, "allowed_range", legality.walking_range)
    missed(dune, "flight-range3", "holder-comes-far")


@pytest.mark.slow
def test_a_flight_of_nobody_that_cannot_end() -> None:
    def ended(g: Table, seat: Faction) -> None:
        require(g.flight is None or g.flight.completed > 0, "nobody has flown yet")
        end_movement(g, seat)

    missed(dune.variant({end_movement: ended}), "flight-range3", "flight-of-nobody-ends")


def test_a_card_that_only_the_guild_can_fly_with() -> None:
    def declared(g: Table, seat: Faction, mode: Mode, origin: Place, to: Place, group: Group) -> None:
        require(seat == Faction.GUILD, "only the Guild flies")
        declare_flight(g, seat, mode, origin, to, group)

    def flown(g: Table, seat: Faction, origin: Place, to: Place, group: Group, event: int) -> None:
        require(seat == Faction.GUILD, "only the Guild flies")
        fly(g, seat, origin, to, group, event)

    flown.__defaults__ = fly.__defaults__
    missed(dune.variant({declare_flight: declared, fly: flown}), "flight-holders", "holder-flies")


def flown_alike(g: Table, flight: Flight) -> None:
    flight.completed += 1


def test_a_second_group_counts_against_what_may_move(monkeypatch: Patch) -> None:
    monkeypatch.setattr(arrival, "count_group", flown_alike)
    caught(dune, LOST, "hajr-and-second-groups-add-up", "declare_flight", "fly")
    caught(dune, LOST, "nobody-moves-more-than-it-may", "declare_flight", "fly")


@pytest.mark.slow
def test_a_hajr_is_worth_nothing_after_a_flight_or_before_one(monkeypatch: Patch) -> None:
    monkeypatch.setattr(arrival, "count_group", flown_alike)
    missed(dune, "flight-two-groups", "three-groups-with-a-flight-first")

    def flown(g: Table, seat: Faction, mode: Mode, origin: Place, to: Place, group: Group) -> None:
        require(g.moved[seat] == 0, "a flight comes before all else")
        declare_flight(g, seat, mode, origin, to, group)

    missed(dune.variant({declare_flight: flown}), "flight-two-groups", "three-groups-with-a-hajr-first")


def test_every_group_allows_another(monkeypatch: Patch) -> None:
    def count_group(g: Table, flight: Flight) -> None:
        flight.completed += 1
        g.allowance[flight.player] += 1

    monkeypatch.setattr(arrival, "count_group", count_group)
    caught(dune, LOST, "hajr-and-second-groups-add-up", "declare_flight")
    caught(dune, LOST, "allowances-have-their-flights", "declare_flight")


def test_a_hajr_is_worth_two(monkeypatch: Patch) -> None:
    def hajr(g: Table, seat: Faction) -> None:
        play_hajr(g, seat)
        g.allowance[seat] += 1

    broken = dune.variant({play_hajr: hajr})
    caught(broken, "flight-sabotage", "hajr-and-second-groups-add-up", "play_hajr")
    caught(broken, "flight-sabotage", "allowances-have-their-cards", "play_hajr")


def test_a_landing_is_noted_that_was_not(monkeypatch: Patch) -> None:
    def complete(g: Table, movement: Movement, resume: Resume) -> None:
        arrival_complete(g, movement, resume)
        if g.landed is not None and isinstance(g.frame, MoveFrame):
            g.landed.total += 1
            g.frame.movement.total += 1

    arrival_complete = arrival.complete
    monkeypatch.setattr(arrival, "complete", complete)
    caught(dune, LOST, "landing-is-what-moved", "declare_flight")


@pytest.mark.slow
def test_a_card_is_lost_while_its_frame_is_drained() -> None:
    def drained(g: Table) -> None:
        drain(g)
        g.deck.discard(Card.HAJR)

    broken = dune.variant({drain: drained})
    caught(broken, "flight-range3", "prefix-never-happens-again", "declare_flight", "drain", conjunct="deck")


def test_a_shipment_is_open_again_when_the_frame_is_drained() -> None:
    def drained(g: Table) -> None:
        drain(g)
        g.shipped.clear()

    broken = dune.variant({drain: drained})
    caught(broken, "flight-range3", "prefix-never-happens-again", "declare_flight", "drain", conjunct="shipped")


@pytest.mark.slow
def test_a_group_walks_while_a_frame_waits(monkeypatch: Patch) -> None:
    def on_turn(g: Table, seat: Faction) -> None:
        require(g.active == seat, "it is another seat's turn")

    monkeypatch.setattr(movement, "on_turn", on_turn)
    caught(dune, "flight-range3", "prefix-never-happens-again", "end_movement", "move", conjunct="moved")


@pytest.mark.slow
def test_a_frame_is_replaced_by_another() -> None:
    def moved(g: Table, seat: Faction, origin: Place, to: Place, group: Group) -> None:
        frame = g.frame
        if isinstance(frame, EndFrame):
            g.frame = EndFrame(batch=frame.batch, flight=frame.flight, player=seat)
        else:
            move(g, seat, origin, to, group)

    broken = dune.variant({move: moved})
    caught(broken, "flight-range3", "prefix-never-happens-again", "end_movement", "move", conjunct="the frame itself")
