"""CHOAM lets a flight come in or not; what it lets come in may be legal no longer. Played, and broken."""

from __future__ import annotations

import pytest

from dune.breaking import caught, missed
from dune.playing import Play, dune
from kanly.model import require
from kanly.model.dune.arrivals.no_field import reveal_no_field
from kanly.model.dune.movement.arrival import allow_arrival, forbid_arrival
from kanly.model.dune.movement.movement import declare_flight, end_movement, fly
from kanly.model.dune.table.board import Place
from kanly.model.dune.table.cards import Card, Mode
from kanly.model.dune.table.factions import Faction, Group, Troop
from kanly.model.dune.table.flights import EndFrame, MoveFrame
from kanly.model.dune.table.kinds import Resume, Worth
from kanly.model.dune.table.state import Table

CHOAM, RICHESE, HARKONNEN = Faction.CHOAM, Faction.RICHESE, Faction.HARKONNEN
POLE, BASIN, CARTHAG = Place.POLAR_SINK, Place.IMPERIAL_BASIN_9, Place.CARTHAG


def asked(group: Group, hidden: Worth = Worth.NONE, mode: Mode = Mode.RANGE3) -> Play:
    """Richese flies to Carthag, where CHOAM with the Baliset has a say."""
    play = Play("flight-choam", hidden, True).take(end_movement, seat=HARKONNEN)
    return play.take(declare_flight, seat=RICHESE, mode=mode, origin=BASIN, to=CARTHAG, group=group)


def test_choam_lets_a_flight_complete_and_its_player_keeps_the_receipt() -> None:
    frame = asked(Group.ONE).take(allow_arrival, seat=CHOAM).g.frame
    assert isinstance(frame, MoveFrame)
    assert (frame.batch.owner, frame.resume) == (RICHESE, Resume.ANSWER)


def test_a_flight_kept_out_by_the_baliset_goes_elsewhere_or_ends() -> None:
    play = asked(Group.ONE).take(forbid_arrival, seat=CHOAM)
    assert play.told() == ["Discarded", "MovementFailed"]
    assert play.g.flight is not None
    assert play.g.moved[RICHESE] == 0
    slots = play.slots
    assert isinstance(play.take(end_movement, seat=RICHESE).g.frame, EndFrame)
    play.slots = slots
    play.take(fly, seat=RICHESE, origin=BASIN, to=POLE, group=Group.ONE, event=1)
    assert isinstance(play.g.frame, MoveFrame)


def test_a_marker_turned_over_while_choam_is_asked_cannot_come_in_any_more() -> None:
    play = asked(Group.MARKER, Worth.THREE).take(reveal_no_field, seat=RICHESE)
    before = play.g.forces[CARTHAG][RICHESE][Troop.ORDINARY]
    play.take(allow_arrival, seat=CHOAM)
    assert play.told() == ["MovementFailed"]
    assert play.g.flight is not None
    assert (play.g.flight.completed, play.g.moved[RICHESE]) == (0, 0)
    assert play.g.forces[CARTHAG][RICHESE][Troop.ORDINARY] == before
    assert Card.BALISET in play.g.hand[CHOAM]


def test_a_group_that_does_not_need_the_marker_still_comes_in() -> None:
    play = asked(Group.ONE, Worth.THREE).take(reveal_no_field, seat=RICHESE).take(allow_arrival, seat=CHOAM)
    assert isinstance(play.g.frame, MoveFrame)


DECLARED = ("end_movement", "declare_flight")


@pytest.mark.slow
def test_what_is_legal_no_longer_uses_up_a_movement() -> None:
    def allow(g: Table, seat: Faction) -> None:
        player, moved = g.active, sum(g.moved.values())
        allow_arrival(g, seat)
        assert player is not None
        if sum(g.moved.values()) == moved:
            g.moved[player] += 1

    broken = dune.variant({allow_arrival: allow})
    actions = ("end_movement", "move", "reveal_no_field", "allow_arrival")
    caught(broken, "flight-choam", "choam-decides-about-the-declared-group", *actions, conjunct="moved")
    caught(broken, "flight-choam", "failed-arrival-costs-nothing", *actions, conjunct="moved")


def test_a_forbidden_flight_loses_its_card() -> None:
    def forbid(g: Table, seat: Faction) -> None:
        forbid_arrival(g, seat)
        if g.flight is not None:
            g.discard.add(g.flight.card)
            g.flight = None

    broken = dune.variant({forbid_arrival: forbid})
    actions = (*DECLARED, "forbid_arrival")
    caught(broken, "flight-choam", "failed-arrival-costs-nothing", *actions, conjunct="flight")


@pytest.mark.slow
def test_nothing_can_be_turned_over_while_choam_is_asked() -> None:
    def reveal(g: Table, seat: Faction) -> None:
        require(g.pending is None, "a decision is open")
        reveal_no_field(g, seat)

    broken = dune.variant({reveal_no_field: reveal})
    missed(broken, "flight-choam", "flight-is-legal-no-longer")


@pytest.mark.slow
def test_a_marker_turned_over_keeps_its_flight_from_any_other_group() -> None:
    def allow(g: Table, seat: Faction) -> None:
        require(g.shown_worth is None, "a marker was turned over")
        allow_arrival(g, seat)

    missed(dune.variant({allow_arrival: allow}), "flight-choam", "flight-is-still-legal")


@pytest.mark.slow
def test_a_flight_that_was_kept_out_cannot_go_on() -> None:
    def flown(g: Table, seat: Faction, origin: Place, to: Place, group: Group, event: int) -> None:
        require(Card.BALISET not in g.discard, "the flight was kept out")
        fly(g, seat, origin, to, group, event)

    flown.__defaults__ = fly.__defaults__
    missed(dune.variant({fly: flown}), "flight-choam", "another-group-after-a-baliset")
