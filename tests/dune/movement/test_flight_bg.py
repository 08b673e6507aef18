"""Worthless cards of the Bene Gesserit against a speed: used, let, stopped, and what becomes of the flight."""

from __future__ import annotations

from dune.playing import Play
from kanly.model.dune.arrivals.intrusion import stand_fast
from kanly.model.dune.flight.frames import drain
from kanly.model.dune.movement.karama import cancel_speed, pass_speed, pass_worthless, stop_worthless, use_worthless
from kanly.model.dune.movement.movement import declare_flight, end_movement, fly
from kanly.model.dune.scenarios.speed import Sisters
from kanly.model.dune.table.board import Place
from kanly.model.dune.table.cards import Card, Mode
from kanly.model.dune.table.factions import Faction, Group, Troop
from kanly.model.dune.table.flights import MoveFrame
from kanly.model.dune.table.kinds import Cause
from kanly.model.dune.table.movements import Conversion, Intrusion, SpeedResponse

FREMEN, HARKONNEN, IX, SISTERS = Faction.FREMEN, Faction.HARKONNEN, Faction.IX, Faction.BENE_GESSERIT
POLE, BASIN, WALL, MESA = Place.POLAR_SINK, Place.IMPERIAL_BASIN_8, Place.SHIELD_WALL_8, Place.PASTY_MESA_7


def flown(sisters: Sisters = Sisters.WORTHLESS) -> Play:
    """Fremen with the Ornithopter have declared a group that needs their speed."""
    play = Play("flight-bg", False, sisters)
    return play.take(declare_flight, seat=FREMEN, mode=Mode.TWO_GROUPS, origin=BASIN, to=MESA, group=Group.ONE)


def test_a_worthless_card_works_when_nobody_stops_it() -> None:
    play = flown().take(use_worthless, seat=SISTERS, card=Card.KULON)
    conversion = play.g.pending
    assert isinstance(conversion, Conversion)
    assert conversion.waiting == {HARKONNEN}, "the Fremen have no card left"
    assert conversion.response.waiting == {HARKONNEN}
    assert play.g.discard == {Card.KULON}
    play.take(pass_worthless, seat=HARKONNEN)
    assert play.told() == ["SpeedCancelled"]
    assert (play.g.slowed, play.g.moved[FREMEN], play.g.pending) == (FREMEN, 0, None)
    assert play.g.flight is not None


def test_its_discard_is_apart_from_the_discard_of_the_flight() -> None:
    play = flown().take(use_worthless, seat=SISTERS, card=Card.KULON).take(pass_worthless, seat=HARKONNEN)
    assert (play.g.batches, play.g.frame) == (0, None)
    play.take(fly, seat=FREMEN, origin=BASIN, to=WALL, group=Group.ONE, event=1)
    play.take(fly, seat=FREMEN, origin=BASIN, to=POLE, group=Group.ONE, event=1)
    frame = play.g.frame
    assert isinstance(frame, MoveFrame)
    assert (frame.batch.number, frame.batch.cause, frame.batch.card) == (1, Cause.ORNITHOPTER, Card.ORNITHOPTER)
    assert frame.batch.owner == FREMEN
    assert play.g.discard == {Card.KULON, Card.ORNITHOPTER}


def test_a_stopped_worthless_card_leaves_the_others_to_answer() -> None:
    play = flown().take(use_worthless, seat=SISTERS, card=Card.KULON).take(stop_worthless, seat=HARKONNEN)
    response = play.g.pending
    assert isinstance(response, SpeedResponse)
    assert response.waiting == {HARKONNEN}
    assert play.g.discard == {Card.KULON, Card.KARAMA}
    assert play.refused(use_worthless, seat=SISTERS, card=Card.KULON).startswith("the seat is not asked")
    play.take(pass_speed, seat=HARKONNEN)
    assert play.g.forces[MESA][FREMEN][Troop.ORDINARY] == 1
    assert isinstance(play.g.pending, Intrusion)
    play.take(stand_fast, seat=SISTERS)
    assert play.g.flight is not None
    assert play.g.flight.completed == 1


def test_stopping_it_completes_a_flight_when_nobody_else_is_left() -> None:
    play = Play("flight-bg", False, Sisters.TWO)
    play.take(declare_flight, seat=FREMEN, mode=Mode.TWO_GROUPS, origin=BASIN, to=POLE, group=Group.ONE)
    play.take(fly, seat=FREMEN, origin=BASIN, to=MESA, group=Group.ONE, event=1)
    play.take(pass_speed, seat=HARKONNEN).take(use_worthless, seat=SISTERS, card=Card.BALISET)
    play.take(pass_worthless, seat=HARKONNEN).take(stop_worthless, seat=FREMEN)
    assert isinstance(play.g.frame, MoveFrame)
    assert play.take(drain).told() == ["Moved"]
    assert isinstance(play.g.pending, Intrusion)


def test_a_real_karama_needs_no_leave() -> None:
    play = flown(Sisters.KARAMA).take(cancel_speed, seat=SISTERS)
    assert play.g.slowed == FREMEN
    assert play.g.hand[SISTERS] == {Card.KULON}


def test_only_the_bene_gesserit_and_only_worthless_cards() -> None:
    play = flown(Sisters.NOTHING)
    refused = play.refused(use_worthless, seat=HARKONNEN, card=Card.HAJR)
    assert refused == "only the Bene Gesserit use a worthless card as a Karama"
    assert play.refused(use_worthless, seat=SISTERS, card=Card.TRUTHTRANCE) == "the card is not worthless"


def test_ixian_speed_is_wrapped_alike() -> None:
    play = Play("flight-bg", True, Sisters.WORTHLESS)
    play.take(end_movement, seat=FREMEN)
    play.take(declare_flight, seat=IX, mode=Mode.TWO_GROUPS, origin=POLE, to=WALL, group=Group.ONE_ELITE)
    play.take(use_worthless, seat=SISTERS, card=Card.KULON).take(pass_worthless, seat=HARKONNEN)
    assert play.g.slowed == IX
    assert play.g.flight is not None
