"""Fremen speed as it is played: past everybody's answers, and then past CHOAM."""

from __future__ import annotations

from dune.playing import Play
from kanly.model.dune.flight.frames import drain
from kanly.model.dune.movement.arrival import allow_arrival, forbid_arrival
from kanly.model.dune.movement.karama import cancel_speed, pass_speed
from kanly.model.dune.movement.movement import declare_flight, end_movement, fly, move
from kanly.model.dune.scenarios.speed import Secrets
from kanly.model.dune.table.board import Place
from kanly.model.dune.table.cards import Card, Mode
from kanly.model.dune.table.factions import Faction, Group, Troop
from kanly.model.dune.table.flights import MoveFrame
from kanly.model.dune.table.kinds import Resume
from kanly.model.dune.table.movements import Arrival, SpeedResponse

FREMEN, HARKONNEN, CHOAM = Faction.FREMEN, Faction.HARKONNEN, Faction.CHOAM
POLE, BASIN, WALL, MESA = Place.POLAR_SINK, Place.IMPERIAL_BASIN_8, Place.SHIELD_WALL_8, Place.PASTY_MESA_7


def opened(secrets: Secrets = Secrets.BOTH) -> Play:
    return Play("flight-fremen", secrets)


def let(play: Play) -> Play:
    """Harkonnen and CHOAM let the Fremen use their speed."""
    return play.take(pass_speed, seat=HARKONNEN).take(pass_speed, seat=CHOAM)


def test_every_fremen_group_has_the_speed() -> None:
    play = opened().take(move, seat=FREMEN, origin=BASIN, to=MESA, group=Group.ONE)
    assert isinstance(play.g.pending, SpeedResponse)
    assert let(play).g.forces[MESA][FREMEN][Troop.ORDINARY] == 1


def test_choam_answers_after_the_speed_was_let() -> None:
    play = opened().take(declare_flight, seat=FREMEN, mode=Mode.TWO_GROUPS, origin=POLE, to=WALL, group=Group.ONE)
    let(play)
    assert isinstance(play.g.pending, Arrival)
    assert play.g.flight is not None
    play.take(forbid_arrival, seat=CHOAM)
    assert play.g.slowed is None
    assert play.g.discard == {Card.BALISET}
    play.take(fly, seat=FREMEN, origin=BASIN, to=MESA, group=Group.ONE_ELITE, event=1)
    assert isinstance(play.g.pending, SpeedResponse)
    assert play.g.pending.waiting == {HARKONNEN}, "CHOAM has no card left"


def test_two_answers_complete_a_flight_one_after_the_other() -> None:
    play = opened().take(declare_flight, seat=FREMEN, mode=Mode.TWO_GROUPS, origin=BASIN, to=POLE, group=Group.ONE)
    play.take(fly, seat=FREMEN, origin=BASIN, to=WALL, group=Group.ONE_ELITE, event=1).take(allow_arrival, seat=CHOAM)
    frame = play.g.frame
    assert isinstance(frame, MoveFrame)
    assert (frame.resume, frame.batch.owner, frame.flight.completed) == (Resume.ANSWER, FREMEN, 2)
    assert play.refused(end_movement, seat=FREMEN).startswith("a discard has interrupted")
    assert play.take(drain).told() == ["Moved"]


def test_a_slowed_group_forbidden_by_choam_is_still_slowed() -> None:
    play = opened(Secrets.CHOAM)
    play.take(declare_flight, seat=FREMEN, mode=Mode.TWO_GROUPS, origin=POLE, to=WALL, group=Group.ONE)
    play.take(cancel_speed, seat=CHOAM)
    play.take(fly, seat=FREMEN, origin=BASIN, to=WALL, group=Group.ONE, event=1).take(forbid_arrival, seat=CHOAM)
    assert play.g.slowed == FREMEN
    assert play.refused(fly, seat=FREMEN, origin=POLE, to=WALL, group=Group.ONE, event=1) == "it is too far"


def test_a_declaration_with_the_event_of_no_flight_changes_nothing() -> None:
    play = opened().take(declare_flight, seat=FREMEN, mode=Mode.TWO_GROUPS, origin=BASIN, to=POLE, group=Group.ONE)
    before = play.slots
    refused = play.refused(fly, seat=FREMEN, origin=BASIN, to=POLE, group=Group.ONE_ELITE, event=2)
    assert refused == "that flight is over; this is another one"
    assert play.slots == before
