"""Broken rules of the No-Field: each is caught by a named declaration, on a shortest trace."""

from __future__ import annotations

from typing import Final

import pytest

from dune.breaking import caught, missed
from dune.playing import dune
from kanly.explorer.findings.status import Status
from kanly.explorer.prove.proofs.sight import prove_sight
from kanly.explorer.trace.tracing import trace_model
from kanly.model import EVERYONE, emit, merged, require
from kanly.model.dune.arrivals.consequences import Moved
from kanly.model.dune.arrivals.no_field import reveal_no_field
from kanly.model.dune.flight import escrow as flight
from kanly.model.dune.losses import marker
from kanly.model.dune.movement import arrival
from kanly.model.dune.movement.arrival import MovementFailed, allow_arrival, forbid_arrival
from kanly.model.dune.table import forces
from kanly.model.dune.table.board import Place
from kanly.model.dune.table.factions import Faction, Troop
from kanly.model.dune.table.kinds import Resume, Worth
from kanly.model.dune.table.movements import Arrival, Marker, Movement
from kanly.model.dune.table.state import Table

Patch = pytest.MonkeyPatch
RICHESE = Faction.RICHESE
NO_FIELD = "flight-no-field"
stand_up_properly: Final = marker.stand_up


def test_marker_keeps_its_event(monkeypatch: Patch) -> None:
    def relocate(g: Table, movement: Movement) -> None:
        was = g.marker
        forces.relocate(g, movement)
        if movement.no_field and was is not None:
            g.marker = Marker(place=movement.to, event=was.event)

    monkeypatch.setattr(arrival, "relocate", relocate)
    caught(dune, NO_FIELD, "marker-gets-a-new-event", "move", conjunct="event")


def test_marker_stays_behind(monkeypatch: Patch) -> None:
    def relocate(g: Table, movement: Movement) -> None:
        was = g.marker
        forces.relocate(g, movement)
        g.marker = was

    monkeypatch.setattr(arrival, "relocate", relocate)
    caught(dune, NO_FIELD, "marker-counts-as-one", "move", conjunct="marker")
    caught(dune, NO_FIELD, "frame-says-that-a-marker-went", "declare_flight", conjunct="marker")


def test_marker_is_placed_as_a_force(monkeypatch: Patch) -> None:
    def ordinary(movement: Movement) -> int:
        return movement.total - movement.elite

    monkeypatch.setattr(forces, "ordinary", ordinary)
    caught(dune, NO_FIELD, "marker-counts-as-one", "move", conjunct="forces")


def test_moving_shows_what_the_marker_hides(monkeypatch: Patch) -> None:
    def relocate(g: Table, movement: Movement) -> None:
        forces.relocate(g, movement)
        if movement.no_field:
            g.shown_worth = g.worth

    monkeypatch.setattr(arrival, "relocate", relocate)
    caught(dune, NO_FIELD, "worth-is-shown-only-by-revealing", "move", conjunct="shown")


def test_marker_that_flies_is_noted_as_if_it_stayed(monkeypatch: Patch) -> None:
    @merged
    def note_the_marker(g: Table, movement: Movement) -> None:
        if g.marker is not None and movement.player == RICHESE:
            g.unflown_marker = g.marker.event

    monkeypatch.setattr(flight, "note_the_marker", note_the_marker)
    caught(dune, NO_FIELD, "first-group-notes-the-marker", "declare_flight", conjunct="noted")
    caught(dune, NO_FIELD, "second-marker-is-noted", "declare_flight", conjunct="event")


def test_marker_flies_twice(monkeypatch: Patch) -> None:
    def marker_has_not_flown(g: Table, movement: Movement) -> bool:
        return True

    monkeypatch.setattr("kanly.model.dune.movement.legality.marker_has_not_flown", marker_has_not_flown)
    caught(dune, NO_FIELD, "marker-flies-once", "declare_flight", "fly")


@pytest.mark.slow
def test_group_that_is_legal_no_longer_is_counted() -> None:
    def allow(g: Table, seat: Faction) -> None:
        arrival = g.pending
        allow_arrival(g, seat)
        assert isinstance(arrival, Arrival)
        if g.pending is None and g.frame is None and g.moved[arrival.movement.player] == 0:
            g.moved[arrival.movement.player] = 1

    actions = ("move", "reveal_no_field", "allow_arrival")
    broken = dune.variant({allow_arrival: allow})
    caught(broken, NO_FIELD, "allowed-group-is-placed-as-declared", *actions, conjunct="counted")


@pytest.mark.slow
def test_group_that_is_legal_no_longer_ends_the_flight() -> None:
    def allow(g: Table, seat: Faction) -> None:
        live = g.flight
        allow_arrival(g, seat)
        if live is not None and g.frame is None and g.flight is not None and g.flight.completed == live.completed:
            g.flight = None

    actions = ("declare_flight", "reveal_no_field", "allow_arrival")
    broken = dune.variant({allow_arrival: allow})
    caught(broken, NO_FIELD, "allowed-group-is-placed-as-declared", *actions, conjunct="flight")


def test_marker_brings_the_whole_reserve(monkeypatch: Patch) -> None:
    def stand_up(g: Table, place: Place, worth: Worth) -> None:
        stand_up_properly(g, place, Worth.FIVE)

    monkeypatch.setattr(marker, "stand_up", stand_up)
    caught(dune, NO_FIELD, "revealed-marker-stands-up", "reveal_no_field", conjunct="there")


def test_forces_of_a_flown_marker_may_fly_again(monkeypatch: Patch) -> None:
    @merged
    def stand_up(g: Table, place: Place, worth: Worth) -> None:
        was = g.forces[place][RICHESE][Troop.ORDINARY]
        flown = g.unflown_marker is None
        stand_up_properly(g, place, worth)
        if g.remainder is not None and flown:
            g.remainder[place][Troop.ORDINARY] += g.forces[place][RICHESE][Troop.ORDINARY] - was

    monkeypatch.setattr(marker, "stand_up", stand_up)
    caught(dune, NO_FIELD, "revealed-marker-stands-up", "declare_flight", "reveal_no_field", conjunct="quota")


@pytest.mark.slow
def test_forbidden_group_may_fly_again() -> None:
    def forbid(g: Table, seat: Faction) -> None:
        forbid_arrival(g, seat)
        if g.remainder is not None and g.flight is not None:
            player = g.flight.player
            g.remainder = {place: there[player] for place, there in g.forces.items()}

    actions = ("declare_flight", "fly", "forbid_arrival")
    caught(dune.variant({forbid_arrival: forbid}), NO_FIELD, "quotas-last", *actions, conjunct="forces")


@pytest.mark.slow
def test_marker_waits_for_all_decisions() -> None:
    def reveal(g: Table, seat: Faction) -> None:
        require(g.pending is None, "a decision is open")
        reveal_no_field(g, seat)

    missed(dune.variant({reveal_no_field: reveal}), NO_FIELD, "revealed-marker-is-legal-no-longer")


@pytest.mark.slow
def test_told_total_gives_the_worth_away(monkeypatch: Patch) -> None:
    def conclude(g: Table, movement: Movement) -> None:
        total = movement.total + (1 if movement.no_field and g.worth == Worth.FIVE else 0)
        emit(Moved(seat=movement.player, origin=movement.origin, to=movement.to, total=total), to=EVERYONE)

    monkeypatch.setattr(arrival, "conclude", conclude)
    assert prove_sight(trace_model(dune.instance(NO_FIELD)), seats=("CHOAM",)).status is Status.OPEN


def test_failed_group_is_told(monkeypatch: Patch) -> None:
    """Whoever is told that a group failed may rely on it."""

    def complete(g: Table, movement: Movement, resume: Resume) -> None:
        emit(MovementFailed(seat=movement.player), to=EVERYONE)
        completed(g, movement, resume)

    completed = arrival.complete
    monkeypatch.setattr(arrival, "complete", complete)
    actions = ("move", "allow_arrival")
    caught(dune, NO_FIELD, "allowed-group-is-placed-as-declared", *actions, conjunct="counted")
