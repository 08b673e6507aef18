"""Ixian speed as it is played: answered, let, cancelled, and what a flight has to do with it."""

from __future__ import annotations

from dune.playing import Play
from kanly.model import Accepted
from kanly.model.dune.flight.frames import drain
from kanly.model.dune.movement.karama import cancel_speed, pass_speed
from kanly.model.dune.movement.movement import declare_flight, end_movement, fly, move
from kanly.model.dune.scenarios.speed import Answer
from kanly.model.dune.table.board import Place
from kanly.model.dune.table.cards import Card, Mode
from kanly.model.dune.table.factions import Faction, Group, Troop
from kanly.model.dune.table.flights import EndFrame, MoveFrame
from kanly.model.dune.table.kinds import Resume
from kanly.model.dune.table.movements import SpeedResponse

IX, ATREIDES, HARKONNEN = Faction.IX, Faction.ATREIDES, Faction.HARKONNEN
POLE, BASIN, WALL, MESA = Place.POLAR_SINK, Place.IMPERIAL_BASIN_8, Place.SHIELD_WALL_8, Place.PASTY_MESA_7


def opened(answer: Answer = Answer.HARKONNEN) -> Play:
    return Play("flight-ix", answer)


def test_cyborgs_go_two_territories_when_everybody_lets_them() -> None:
    play = opened().take(move, seat=IX, origin=POLE, to=WALL, group=Group.ONE_ELITE)
    response = play.g.pending
    assert isinstance(response, SpeedResponse)
    assert response.waiting == {ATREIDES, HARKONNEN}
    assert play.g.forces[POLE][IX][Troop.ELITE] == 1
    play.take(pass_speed, seat=HARKONNEN)
    assert play.refused(pass_speed, seat=HARKONNEN) == "the seat is not asked, or has answered already"
    play.take(pass_speed, seat=ATREIDES)
    assert play.g.pending is None
    assert play.g.forces[WALL][IX][Troop.ELITE] == 1
    assert play.g.moved[IX] == 1


def test_suboids_by_themselves_go_one_and_along_with_cyborgs_two() -> None:
    play = opened()
    assert play.refused(move, seat=IX, origin=BASIN, to=MESA, group=Group.ONE) == "it is too far"
    assert isinstance(play.take(move, seat=IX, origin=BASIN, to=MESA, group=Group.ONE_OF_EACH).g.pending, SpeedResponse)


def test_nobody_is_asked_within_the_normal_range() -> None:
    play = opened().take(move, seat=IX, origin=POLE, to=BASIN, group=Group.ONE_ELITE)
    assert play.g.pending is None
    assert play.g.moved[IX] == 1


def test_the_fixed_range_of_three_asks_nobody() -> None:
    play = opened().take(declare_flight, seat=IX, mode=Mode.RANGE3, origin=POLE, to=WALL, group=Group.ONE_ELITE)
    assert isinstance(play.g.frame, MoveFrame)
    assert play.g.frame.resume == Resume.MOVER


def test_a_karama_costs_no_movement_and_leaves_the_flight() -> None:
    play = opened().take(declare_flight, seat=IX, mode=Mode.TWO_GROUPS, origin=POLE, to=WALL, group=Group.ONE_ELITE)
    play.take(cancel_speed, seat=HARKONNEN)
    g = play.g
    assert g.flight is not None
    assert (g.flight.event, g.flight.completed) == (1, 0)
    assert (g.moved[IX], g.forces[POLE][IX][Troop.ELITE], g.slowed) == (0, 1, IX)
    assert g.discard == {Card.KARAMA}
    assert play.refused(fly, seat=IX, origin=POLE, to=WALL, group=Group.ONE_ELITE, event=1) == "it is too far"
    play.take(fly, seat=IX, origin=POLE, to=BASIN, group=Group.ONE_ELITE, event=1)
    assert play.g.slowed is None
    assert play.g.flight is not None
    assert play.g.flight.completed == 1


def test_the_second_group_has_its_speed_again() -> None:
    play = opened(Answer.ATREIDES)
    play.take(declare_flight, seat=IX, mode=Mode.TWO_GROUPS, origin=POLE, to=WALL, group=Group.ONE_ELITE)
    play.take(cancel_speed, seat=ATREIDES)
    play.take(fly, seat=IX, origin=POLE, to=BASIN, group=Group.ONE_ELITE, event=1)
    play.take(fly, seat=IX, origin=BASIN, to=MESA, group=Group.ONE_OF_EACH, event=1)
    response = play.g.pending
    assert isinstance(response, SpeedResponse)
    assert response.waiting == {HARKONNEN}, "Atreides has no card left"
    play.take(pass_speed, seat=HARKONNEN)
    assert isinstance(play.g.frame, MoveFrame)
    assert play.g.frame.resume == Resume.ANSWER
    assert play.g.frame.batch.owner == IX
    assert play.take(drain).told() == ["Moved"]


def test_an_empty_flight_can_be_ended_after_its_speed_was_cancelled() -> None:
    play = opened().take(declare_flight, seat=IX, mode=Mode.TWO_GROUPS, origin=POLE, to=WALL, group=Group.ONE_ELITE)
    play.take(cancel_speed, seat=HARKONNEN).take(end_movement, seat=IX)
    assert isinstance(play.g.frame, EndFrame)
    assert play.g.frame.flight.completed == 0
    assert play.g.discard == {Card.KARAMA, Card.ORNITHOPTER}
    play.take(drain)
    assert play.g.slowed is None


def test_only_a_karama_cancels() -> None:
    play = opened(Answer.NOBODY).take(move, seat=IX, origin=POLE, to=WALL, group=Group.ONE_ELITE)
    assert play.refused(cancel_speed, seat=HARKONNEN) == "the card is not in that hand"
    assert play.refused(cancel_speed, seat=IX) == "the seat is not asked, or has answered already"
    assert play.refused(end_movement, seat=IX) == "a decision is open"


def test_a_trial_on_a_copy_retires_nothing() -> None:
    play = opened()
    before = play.slots
    tried = play.outcome(declare_flight, seat=IX, mode=Mode.RANGE3, origin=POLE, to=WALL, group=Group.ONE_ELITE)
    assert isinstance(tried, Accepted)
    assert play.slots == before
    assert (play.g.batches, play.g.discard, play.g.flight) == (0, set(), None)
