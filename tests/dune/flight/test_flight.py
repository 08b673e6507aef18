"""Flights as they are played: declared, completed, ended early, forbidden, refused."""

from __future__ import annotations

import pytest

from dune.playing import Play
from kanly.model.dune.arrivals.intrusion import stand_fast, step_aside
from kanly.model.dune.flight.frames import drain
from kanly.model.dune.movement.arrival import allow_arrival, forbid_arrival
from kanly.model.dune.movement.movement import declare_flight, end_movement, fly, move
from kanly.model.dune.scenarios.flight import Opening
from kanly.model.dune.table.board import Place
from kanly.model.dune.table.cards import Card, Mode
from kanly.model.dune.table.factions import Faction, Group, Troop
from kanly.model.dune.table.flights import EndFrame, MoveFrame
from kanly.model.dune.table.kinds import Line, Phase, Resume, Terror, Worth
from kanly.model.dune.table.movements import Arrival, Intrusion
from kanly.model.dune.terror.effects import reveal_terror
from kanly.model.dune.terror.entry import leave_terror
from kanly.model.dune.turns.hand import buy_low_rate, play_hajr
from kanly.model.dune.view.table import TableView

RICHESE, CHOAM, MORITANI, SISTERS = Faction.RICHESE, Faction.CHOAM, Faction.MORITANI, Faction.BENE_GESSERIT
BASIN, OTHER_BASIN = Place.IMPERIAL_BASIN_9, Place.IMPERIAL_BASIN_10
POLE, CARTHAG, NORTH = Place.POLAR_SINK, Place.CARTHAG, Place.CIELAGO_NORTH_1


def opened(
    opening: Opening = Opening.USUAL, worth: Worth = Worth.NONE, token: Terror = Terror.EXTORTION, baliset: bool = True
) -> Play:
    return Play("flight", opening, worth, token, baliset)


def test_a_declaration_puts_the_card_in_escrow() -> None:
    play = opened().take(
        declare_flight, seat=RICHESE, mode=Mode.TWO_GROUPS, origin=BASIN, to=OTHER_BASIN, group=Group.ONE
    )
    flight = play.g.flight
    assert flight is not None
    assert (flight.event, flight.player, flight.card, flight.turn) == (1, RICHESE, Card.ORNITHOPTER, 1)
    assert (flight.mode, flight.starting, flight.completed) == (Mode.TWO_GROUPS, 0, 1)
    assert Card.ORNITHOPTER not in play.g.hand[RICHESE]
    assert Card.ORNITHOPTER not in play.g.discard


def test_range_three_completes_with_one_group_and_stops_at_its_frame() -> None:
    play = opened().take(declare_flight, seat=RICHESE, mode=Mode.RANGE3, origin=NORTH, to=OTHER_BASIN, group=Group.ONE)
    frame = play.g.frame
    assert isinstance(frame, MoveFrame)
    assert play.told() == ["FlightDeclared", "FlightCompleted"]
    assert play.g.flight is None
    assert play.g.discard == {Card.ORNITHOPTER}
    assert (frame.batch.card, frame.batch.owner, frame.batch.public) == (Card.ORNITHOPTER, RICHESE, True)
    assert play.g.forces[OTHER_BASIN][RICHESE][Troop.ORDINARY] == 1
    assert play.g.log[Line.COMPLETION] == 1
    assert play.g.moved[RICHESE] == 1
    moves_logged = play.g.log[Line.MOVEMENT]
    play.take(drain)
    assert play.told() == ["Moved"]
    assert play.g.frame is None
    assert play.g.log[Line.MOVEMENT] == moves_logged + 1
    assert play.g.moved[RICHESE] == 1
    assert play.g.active == RICHESE


def test_two_groups_complete_with_the_second() -> None:
    play = opened().take(
        declare_flight, seat=RICHESE, mode=Mode.TWO_GROUPS, origin=NORTH, to=POLE, group=Group.ONE_WITH_MARKER
    )
    assert isinstance(play.g.pending, Intrusion)
    play.take(stand_fast, seat=SISTERS)
    assert play.g.remainder is not None
    assert play.g.remainder[BASIN][Troop.ORDINARY] == 1
    assert play.g.remainder[POLE][Troop.ORDINARY] == 0
    again = play.refused(fly, seat=RICHESE, origin=POLE, to=NORTH, group=Group.ONE, event=1)
    assert again == "these forces have flown already"
    play.take(fly, seat=RICHESE, origin=BASIN, to=OTHER_BASIN, group=Group.ONE, event=1)
    assert isinstance(play.g.frame, MoveFrame)
    assert play.g.remainder is None
    assert play.g.moved[RICHESE] == 2


def test_what_follows_an_arrival_comes_in_order() -> None:
    play = opened(Opening.OLD_SAVE).take(
        declare_flight, seat=RICHESE, mode=Mode.RANGE3, origin=NORTH, to=CARTHAG, group=Group.ONE
    )
    assert play.g.karama_rate == RICHESE
    play.take(allow_arrival, seat=CHOAM)
    assert play.g.karama_rate == RICHESE
    play.take(drain)
    assert play.told() == ["Moved"]
    assert play.g.karama_rate is None
    entry = play.g.entry
    assert entry is not None
    assert (entry.entrant, entry.place) == (RICHESE, CARTHAG)
    play.take(reveal_terror, seat=MORITANI, landing=0)
    assert play.g.terror_removed == {Terror.EXTORTION}
    assert play.g.extorted


def test_a_sneak_attack_lands_forces() -> None:
    play = opened(token=Terror.SNEAK_ATTACK)
    play.take(declare_flight, seat=RICHESE, mode=Mode.RANGE3, origin=NORTH, to=CARTHAG, group=Group.ONE)
    play.take(allow_arrival, seat=CHOAM).take(drain)
    assert play.refused(reveal_terror, seat=MORITANI, landing=2) == "not so many forces in reserve"
    play.take(reveal_terror, seat=MORITANI, landing=1)
    assert play.g.forces[CARTHAG][MORITANI][Troop.ORDINARY] == 1


def test_moritani_may_leave_a_token_where_it_is() -> None:
    play = opened().take(declare_flight, seat=RICHESE, mode=Mode.RANGE3, origin=BASIN, to=CARTHAG, group=Group.ONE)
    play.take(allow_arrival, seat=CHOAM).take(drain).take(leave_terror, seat=MORITANI)
    assert play.g.terror[CARTHAG] == Terror.EXTORTION
    assert play.g.entry is None


def test_changing_the_sector_only_enters_nothing() -> None:
    play = opened().take(declare_flight, seat=RICHESE, mode=Mode.RANGE3, origin=BASIN, to=OTHER_BASIN, group=Group.ONE)
    play.take(drain)
    assert play.told() == ["Moved"]
    assert play.g.pending is None


def test_an_answer_of_choam_completes_a_flight_that_is_not_its_own() -> None:
    play = opened().take(declare_flight, seat=RICHESE, mode=Mode.RANGE3, origin=BASIN, to=CARTHAG, group=Group.ONE)
    assert isinstance(play.g.pending, Arrival)
    assert play.g.flight is not None
    play.take(allow_arrival, seat=CHOAM)
    frame = play.g.frame
    assert isinstance(frame, MoveFrame)
    assert (frame.batch.owner, frame.resume) == (RICHESE, Resume.ANSWER)


def test_the_baliset_keeps_the_card_in_escrow_for_another_movement() -> None:
    play = opened().take(declare_flight, seat=RICHESE, mode=Mode.RANGE3, origin=BASIN, to=CARTHAG, group=Group.ONE)
    play.take(forbid_arrival, seat=CHOAM)
    assert play.g.discard == {Card.BALISET}
    assert play.g.flight is not None
    assert play.g.flight.completed == 0
    assert play.g.moved[RICHESE] == 0
    assert play.g.forces[BASIN][RICHESE][Troop.ORDINARY] == 1
    play.take(fly, seat=RICHESE, origin=BASIN, to=OTHER_BASIN, group=Group.ONE, event=1)
    assert isinstance(play.g.frame, MoveFrame)


@pytest.mark.parametrize("carried", [0, 1])
def test_ending_early_discards_first_and_passes_the_turn_when_drained(carried: int) -> None:
    play = opened()
    mode = Mode.TWO_GROUPS if carried else Mode.RANGE3
    to = OTHER_BASIN if carried else CARTHAG
    play.take(declare_flight, seat=RICHESE, mode=mode, origin=BASIN, to=to, group=Group.ONE)
    if not carried:
        play.take(forbid_arrival, seat=CHOAM)
    play.take(end_movement, seat=RICHESE)
    frame = play.g.frame
    assert isinstance(frame, EndFrame)
    assert frame.flight.completed == carried
    assert Card.ORNITHOPTER in play.g.discard
    assert play.g.active == RICHESE
    assert play.g.to_move == {RICHESE, MORITANI}
    play.take(drain)
    assert play.told() == ["TurnPassed"]
    assert play.g.active == MORITANI
    assert play.g.to_move == {MORITANI}
    play.take(end_movement, seat=MORITANI)
    assert play.g.phase == Phase.BATTLE
    assert play.g.active is None


def test_without_a_flight_ending_opens_no_frame() -> None:
    play = opened().take(end_movement, seat=RICHESE)
    assert play.g.frame is None
    assert play.g.batches == 0
    assert play.g.active == MORITANI


def test_an_old_save_gets_its_queue_when_the_turn_passes() -> None:
    play = opened(Opening.OLD_SAVE)
    assert play.g.to_move is None
    play.take(end_movement, seat=RICHESE)
    assert play.g.to_move == {MORITANI}
    assert play.g.promised == set()


@pytest.mark.parametrize(("opening", "left"), [(Opening.ALLIED, 0), (Opening.NEWLY_ALLIED, 1)])
def test_allies_must_part_unless_they_are_new(opening: Opening, left: int) -> None:
    play = opened(opening).take(
        declare_flight, seat=RICHESE, mode=Mode.TWO_GROUPS, origin=BASIN, to=CARTHAG, group=Group.ONE
    )
    play.take(leave_terror, seat=MORITANI).take(end_movement, seat=RICHESE)
    assert play.g.forces[CARTHAG][RICHESE][Troop.ORDINARY] == 1
    play.take(drain)
    assert play.g.forces[CARTHAG][RICHESE][Troop.ORDINARY] == left
    assert play.g.tanks[RICHESE][Troop.ORDINARY] == 1 - left
    assert play.g.forces[CARTHAG][CHOAM][Troop.ORDINARY] == 1


def test_the_sisters_may_step_aside() -> None:
    play = opened().take(declare_flight, seat=RICHESE, mode=Mode.RANGE3, origin=NORTH, to=POLE, group=Group.ONE)
    play.take(drain).take(step_aside, seat=SISTERS)
    assert play.g.advisors == {POLE.territory}


def test_the_marker_flies_without_saying_what_it_hides() -> None:
    plays = [opened(worth=worth) for worth in (Worth.NONE, Worth.FIVE)]
    for play in plays:
        play.take(declare_flight, seat=RICHESE, mode=Mode.RANGE3, origin=NORTH, to=BASIN, group=Group.ONE_WITH_MARKER)
        frame, marker = play.g.frame, play.g.marker
        assert isinstance(frame, MoveFrame)
        assert marker is not None
        assert (frame.movement.total, frame.movement.no_field) == (2, True)
        assert (marker.place, marker.event) == (BASIN, 2)
        assert play.g.forces[BASIN][RICHESE][Troop.ORDINARY] == 2
    one, other = plays
    for seat in (CHOAM, MORITANI, SISTERS):
        assert one.instance.view_slots(one.slots, seat) == other.instance.view_slots(other.slots, seat)
    assert one.instance.view_slots(one.slots, RICHESE) != other.instance.view_slots(other.slots, RICHESE)


def test_another_card_and_the_low_rate_leave_a_flight_alone() -> None:
    play = opened(Opening.SUPPLIED).take(buy_low_rate, seat=RICHESE)
    play.take(declare_flight, seat=RICHESE, mode=Mode.TWO_GROUPS, origin=BASIN, to=OTHER_BASIN, group=Group.ONE)
    play.take(play_hajr, seat=RICHESE)
    assert play.g.flight is not None
    assert play.refused(buy_low_rate, seat=RICHESE) == "the shipment is over"


def test_after_a_walk_a_hajr_allows_a_flight() -> None:
    play = opened(Opening.SUPPLIED).take(move, seat=RICHESE, origin=BASIN, to=OTHER_BASIN, group=Group.ONE)
    flight = {"seat": RICHESE, "mode": Mode.RANGE3, "origin": OTHER_BASIN, "to": NORTH, "group": Group.ONE}
    assert play.refused(declare_flight, **flight) == "the seat has no movement left"
    play.take(play_hajr, seat=RICHESE).take(declare_flight, **flight)
    frame = play.g.frame
    assert frame is not None
    assert (frame.flight.starting, frame.flight.completed) == (1, 1)
    assert play.g.moved[RICHESE] == 2


def flown(**changed: object) -> dict[str, object]:
    flight = {"seat": RICHESE, "mode": Mode.TWO_GROUPS, "origin": BASIN, "to": OTHER_BASIN, "group": Group.ONE}
    return {**flight, **changed}


@pytest.mark.parametrize(
    ("opening", "wrong", "reason"),
    [
        (Opening.USUAL, {"seat": MORITANI}, "it is another seat's turn"),
        (Opening.BORROWED, {}, "it is another seat's turn"),
        (Opening.BORROWED, {"seat": MORITANI}, "the forces are not there"),
        (Opening.PROMISED_CARD, {}, "the card is promised to somebody and may not be played"),
        (Opening.USUAL, {"group": Group.TWO}, "the forces are not there"),
        (Opening.USUAL, {"group": Group.MARKER}, "the forces are not there"),
        (Opening.USUAL, {"to": BASIN}, "a group moves to another place"),
        (Opening.USUAL, {"to": NORTH}, "it is too far"),
        (Opening.STORM, {"to": CARTHAG}, "the storm is over one end of the way"),
    ],
)
def test_a_wrong_declaration_is_refused_as_a_whole(opening: Opening, wrong: dict[str, object], reason: str) -> None:
    play = opened(opening)
    before = play.slots
    assert play.refused(declare_flight, **flown(**wrong)) == reason
    assert play.slots == before


def test_the_card_is_not_played_twice_and_not_by_somebody_without_it() -> None:
    play = opened().take(declare_flight, **flown())
    assert play.refused(declare_flight, **flown()) == "an Ornithopter is in the air already"
    assert play.refused(move, seat=RICHESE, origin=BASIN, to=POLE, group=Group.ONE) == (
        "an Ornithopter is in the air: the next group flies"
    )
    late = play.refused(fly, seat=RICHESE, origin=NORTH, to=POLE, group=Group.ONE, event=2)
    assert late == "that flight is over; this is another one"
    borrowed = opened(Opening.BORROWED).take(end_movement, seat=MORITANI)
    assert borrowed.g.phase == Phase.BATTLE


def test_while_a_frame_or_a_decision_waits_nobody_moves() -> None:
    play = opened().take(declare_flight, **flown(mode=Mode.RANGE3))
    assert play.refused(end_movement, seat=RICHESE).startswith("a discard has interrupted")
    play = opened().take(declare_flight, **flown(to=CARTHAG))
    assert play.refused(end_movement, seat=RICHESE) == "a decision is open"
    assert play.refused(forbid_arrival, seat=MORITANI) == "the decision is another seat's"
    assert play.refused(stand_fast, seat=SISTERS) == "no such decision is open"


def test_choam_is_asked_whatever_it_holds() -> None:
    bare = opened(baliset=False).take(declare_flight, **flown(to=CARTHAG))
    assert isinstance(bare.g.pending, Arrival)
    assert bare.refused(forbid_arrival, seat=CHOAM) == "the card is not in that hand"


def test_a_view_shows_that_something_waits_and_not_what() -> None:
    play = opened().take(declare_flight, **flown(mode=Mode.RANGE3))
    view = play.instance.view(play.slots, CHOAM)
    assert isinstance(view, TableView)
    assert view.automatic_continuation_pending
    assert view.hand == {Card.BALISET}
    assert view.hand_sizes[RICHESE] == 0
    assert not hasattr(view, "frame")
