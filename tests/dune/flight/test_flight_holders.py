"""Whoever holds the Ornithopter flies it, in either mode; one group comes far, two come apart and merge."""

from __future__ import annotations

from itertools import product

import pytest

from dune.playing import Play, dune
from kanly.explorer.findings.status import Status
from kanly.explorer.sweep.answers.exploring import explore
from kanly.invariants import applicable
from kanly.model.dune.flight.frames import drain
from kanly.model.dune.movement.movement import declare_flight, end_movement, fly, move
from kanly.model.dune.scenarios.flights import Deal, Start
from kanly.model.dune.table.board import Place
from kanly.model.dune.table.cards import Card, Mode
from kanly.model.dune.table.factions import Faction, Group, Troop
from kanly.model.dune.table.flights import MoveFrame
from kanly.model.dune.turns.hand import buy_low_rate, play_hajr

ATREIDES, EMPEROR, HARKONNEN = Faction.ATREIDES, Faction.EMPEROR, Faction.HARKONNEN
POLE, BASIN = Place.POLAR_SINK, Place.IMPERIAL_BASIN_9


@pytest.mark.slow
@pytest.mark.parametrize(("holder", "mode"), list(product(Faction, Mode)))
def test_every_holder_flies_in_both_modes(holder: Faction, mode: Mode) -> None:
    instance = dune.instance("flight-holders", {"holder": holder, "mode": mode})
    assert holder in instance.seats.members
    found = explore(instance, declared=applicable(instance), sample=10)
    assert found.status is Status.HOLDS, [check for check in found.checks if check.status is not Status.HOLDS]
    assert 150 < found.states < 2500


def test_a_group_flies_three_territories_and_no_farther() -> None:
    play = Play("flight-range3", Start.USUAL)
    assert play.refused(move, seat=ATREIDES, origin=POLE, to=Place.SIETCH_TABR, group=Group.ONE) == "it is too far"
    there = {"seat": ATREIDES, "mode": Mode.RANGE3, "group": Group.TWO}
    far = play.refused(declare_flight, **there, origin=POLE, to=Place.HABBANYA_SIETCH)
    assert far == "it is too far"
    play.take(declare_flight, **there, origin=POLE, to=Place.SIETCH_TABR)
    frame = play.g.frame
    assert isinstance(frame, MoveFrame)
    assert frame.flight.completed == 1
    assert play.g.forces[Place.SIETCH_TABR][ATREIDES][Troop.ORDINARY] == 2
    assert play.g.discard == {Card.ORNITHOPTER}
    play.take(drain).take(play_hajr, seat=ATREIDES)
    assert play.refused(fly, seat=ATREIDES, origin=POLE, to=BASIN, group=Group.ONE, event=1) == (
        "no Ornithopter is in the air"
    )


def test_the_storm_is_flown_around_and_not_through() -> None:
    play = Play("flight-range3", Start.STORM)
    there = {"seat": ATREIDES, "mode": Mode.RANGE3, "group": Group.ONE}
    assert play.refused(declare_flight, **there, origin=POLE, to=Place.CARTHAG).startswith("the storm is over")
    play.take(declare_flight, **there, origin=POLE, to=Place.SIETCH_TABR)


def test_a_completed_flight_finishes_promises_and_leaves_the_low_rate_to_the_frame() -> None:
    play = Play("flight-range3", Start.SHIPPING).take(buy_low_rate, seat=ATREIDES)
    there = {"seat": ATREIDES, "mode": Mode.RANGE3, "group": Group.ONE}
    play.take(declare_flight, **there, origin=POLE, to=BASIN)
    assert not play.g.promised
    assert play.g.karama_rate == ATREIDES
    assert play.take(drain).g.karama_rate is None


def test_a_flight_that_was_kept_out_goes_on_or_ends() -> None:
    play = Play("flight-range3", Start.PREVENTED)
    tabr = Place.SIETCH_TABR
    play.take(fly, seat=EMPEROR, origin=tabr, to=POLE, group=Group.ONE, event=1)
    assert isinstance(play.g.frame, MoveFrame)
    ended = Play("flight-range3", Start.PREVENTED).take(end_movement, seat=EMPEROR)
    assert ended.g.frame is not None
    assert ended.g.frame.flight.completed == 0


def test_elite_and_ordinary_forces_are_noted_apart_before_the_first_group_leaves() -> None:
    play = Play("flight-two-groups", Deal.EMPEROR).take(end_movement, seat=ATREIDES)
    home, city = Place.IMPERIAL_BASIN_8, Place.ARRAKEEN
    both_ways = {"seat": EMPEROR, "mode": Mode.TWO_GROUPS}
    play.take(declare_flight, **both_ways, origin=home, to=city, group=Group.ONE_OF_EACH)
    remainder = play.g.remainder
    assert remainder is not None
    assert dict(remainder[home].items()) == {Troop.ORDINARY: 1, Troop.ELITE: 0}
    assert dict(remainder[city].items()) == {Troop.ORDINARY: 1, Troop.ELITE: 1}
    assert dict(play.g.forces[city][EMPEROR].items()) == {Troop.ORDINARY: 2, Troop.ELITE: 2}
    on = {"seat": EMPEROR, "event": 1, "origin": city, "to": home}
    assert play.refused(fly, **on, group=Group.TWO) == "these forces have flown already"
    assert play.refused(fly, **on, group=Group.TWO_ELITE) == "these forces have flown already"
    play.take(fly, **on, group=Group.ONE_OF_EACH)
    assert isinstance(play.g.frame, MoveFrame)
    assert play.g.moved[EMPEROR] == 2
