"""The No-Field as it is played: flown, walked, let by CHOAM, turned over, and groups of two kinds that merge."""

from __future__ import annotations

import pytest

from dune.playing import Play
from kanly.model.dune.arrivals.no_field import reveal_no_field
from kanly.model.dune.flight.frames import drain
from kanly.model.dune.movement.arrival import allow_arrival
from kanly.model.dune.movement.movement import declare_flight, end_movement, fly, move
from kanly.model.dune.table.board import Place
from kanly.model.dune.table.cards import Card, Mode
from kanly.model.dune.table.factions import Faction, Group, Troop
from kanly.model.dune.table.flights import MoveFrame
from kanly.model.dune.table.kinds import Worth
from kanly.model.dune.table.movements import Arrival

EMPEROR, CHOAM, RICHESE = Faction.EMPEROR, Faction.CHOAM, Faction.RICHESE
BASIN, NEXT_BASIN, CARTHAG = Place.IMPERIAL_BASIN_9, Place.IMPERIAL_BASIN_10, Place.CARTHAG


def opened(worth: Worth = Worth.THREE, sardaukar: bool = False) -> Play:
    return Play("flight-no-field", sardaukar, worth, True)


def flown(group: Group, worth: Worth = Worth.THREE, origin: Place = BASIN, to: Place = NEXT_BASIN) -> Play:
    return opened(worth).take(
        declare_flight, seat=RICHESE, mode=Mode.TWO_GROUPS, origin=origin, to=to, group=group
    )  # fmt: skip


@pytest.mark.parametrize("worth", list(Worth))
def test_a_marker_flies_as_one_whatever_it_hides(worth: Worth) -> None:
    play = opened(worth).take(
        declare_flight, seat=RICHESE, mode=Mode.RANGE3, origin=BASIN, to=NEXT_BASIN, group=Group.ONE_WITH_MARKER
    )
    frame, marker = play.g.frame, play.g.marker
    assert isinstance(frame, MoveFrame)
    assert marker is not None
    assert (frame.movement.total, frame.movement.elite, frame.movement.no_field) == (2, 0, True)
    assert (marker.place, marker.event) == (NEXT_BASIN, 2)
    assert (play.g.worth, play.g.shown_worth) == (worth, None)
    assert play.g.forces[NEXT_BASIN][RICHESE][Troop.ORDINARY] == 2
    play.take(drain)
    assert play.g.marker is not None
    assert play.g.marker.event == 2


def test_nobody_else_is_shown_what_flies() -> None:
    one, other = (flown(Group.MARKER, worth) for worth in (Worth.NONE, Worth.FIVE))
    for seat in (EMPEROR, CHOAM):
        assert one.instance.view_slots(one.slots, seat) == other.instance.view_slots(other.slots, seat)
    assert one.instance.view_slots(one.slots, RICHESE) != other.instance.view_slots(other.slots, RICHESE)


def test_a_marker_that_flew_first_does_not_fly_second() -> None:
    play = flown(Group.MARKER)
    assert play.g.unflown_marker is None
    again = play.refused(fly, seat=RICHESE, origin=NEXT_BASIN, to=BASIN, group=Group.MARKER, event=1)
    assert again == "these forces have flown already"


def test_a_marker_that_stayed_flies_second_with_its_event() -> None:
    play = flown(Group.ONE)
    assert play.g.unflown_marker == 1
    play.take(fly, seat=RICHESE, origin=BASIN, to=NEXT_BASIN, group=Group.MARKER, event=1)
    assert isinstance(play.g.frame, MoveFrame)
    assert play.g.frame.movement.total == 1
    assert play.g.unflown_marker is None


@pytest.mark.parametrize(("worth", "number"), [(Worth.NONE, 0), (Worth.THREE, 1), (Worth.FIVE, 1)])
def test_a_marker_turned_over_is_as_many_as_it_hid_and_as_there_are(worth: Worth, number: int) -> None:
    play = opened(worth).take(reveal_no_field, seat=RICHESE)
    assert play.told() == ["NoFieldRevealed"]
    assert (play.g.marker, play.g.worth, play.g.shown_worth) == (None, None, worth)
    assert play.g.forces[BASIN][RICHESE][Troop.ORDINARY] == 1 + number
    assert play.g.reserves[RICHESE][Troop.ORDINARY] == 1 - number
    assert play.refused(reveal_no_field, seat=RICHESE) == "no marker is on the board"
    assert play.refused(reveal_no_field, seat=CHOAM) == "only Richese has a No-Field"


def test_what_an_unflown_marker_hid_may_fly_second() -> None:
    play = flown(Group.ONE).take(reveal_no_field, seat=RICHESE)
    assert play.g.flight is not None
    assert play.g.remainder is not None
    assert play.g.remainder[BASIN][Troop.ORDINARY] == 1
    play.take(fly, seat=RICHESE, origin=BASIN, to=NEXT_BASIN, group=Group.ONE, event=1)
    assert play.g.frame is not None


def test_what_a_flown_marker_hid_may_not() -> None:
    play = flown(Group.ONE_WITH_MARKER).take(reveal_no_field, seat=RICHESE)
    assert play.g.forces[NEXT_BASIN][RICHESE][Troop.ORDINARY] == 3
    assert play.g.remainder is not None
    assert play.g.remainder[NEXT_BASIN][Troop.ORDINARY] == 1


def test_a_marker_waits_for_choam_and_may_be_turned_over_meanwhile() -> None:
    play = flown(Group.MARKER, to=CARTHAG)
    assert isinstance(play.g.pending, Arrival)
    play.take(reveal_no_field, seat=RICHESE).take(allow_arrival, seat=CHOAM)
    assert play.told() == ["MovementFailed"]
    assert play.g.flight is not None
    assert (play.g.flight.completed, play.g.moved[RICHESE]) == (0, 0)
    assert Card.ORNITHOPTER not in play.g.discard


def test_a_frame_is_settled_before_a_marker_is_turned_over() -> None:
    play = opened().take(declare_flight, seat=RICHESE, mode=Mode.RANGE3, origin=BASIN, to=NEXT_BASIN, group=Group.ONE)
    assert play.refused(reveal_no_field, seat=RICHESE).startswith("a discard has interrupted")


def test_groups_of_two_kinds_merge_and_keep_their_quotas() -> None:
    play = opened(sardaukar=True)
    play.take(
        declare_flight, seat=EMPEROR, mode=Mode.TWO_GROUPS, origin=BASIN, to=NEXT_BASIN, group=Group.ONE_OF_EACH
    )  # fmt: skip
    assert play.g.remainder is not None
    assert play.g.forces[NEXT_BASIN][EMPEROR] == {Troop.ORDINARY: 1, Troop.ELITE: 2}
    assert play.g.remainder[NEXT_BASIN] == {Troop.ORDINARY: 0, Troop.ELITE: 1}
    second = {"seat": EMPEROR, "origin": NEXT_BASIN, "to": BASIN, "event": 1}
    assert play.refused(fly, **second, group=Group.ONE) == "these forces have flown already"
    assert play.refused(fly, **second, group=Group.ONE_OF_EACH) == "these forces have flown already"
    play.take(fly, **second, group=Group.ONE_ELITE)
    assert isinstance(play.g.frame, MoveFrame)
    assert (play.g.frame.movement.total, play.g.frame.movement.elite) == (1, 1)


def test_a_marker_is_nobody_elses_and_walks_as_well() -> None:
    play = opened(sardaukar=True)
    step = {"origin": BASIN, "to": NEXT_BASIN, "group": Group.MARKER}
    assert play.refused(move, seat=EMPEROR, **step) == "the forces are not there"
    play.take(end_movement, seat=EMPEROR).take(move, seat=RICHESE, **step)
    assert play.g.marker is not None
    assert play.g.marker.event == 2
