"""A Nullentropy Box as it is played: over an open decision, while the Ornithopter is in the air, or after it."""

from __future__ import annotations

from dune.playing import Play
from kanly.model.dune.flight.frames import drain
from kanly.model.dune.interruptions.nullentropy import open_box, put_back, take_from_the_discard
from kanly.model.dune.movement.arrival import allow_arrival
from kanly.model.dune.movement.karama import pass_speed
from kanly.model.dune.movement.movement import declare_flight, end_movement, fly, move
from kanly.model.dune.scenarios.interruptions import Holder
from kanly.model.dune.table.board import Place
from kanly.model.dune.table.cards import Card, Mode
from kanly.model.dune.table.factions import Faction, Group, Troop
from kanly.model.dune.table.flights import MoveFrame
from kanly.model.dune.table.kinds import Cause
from kanly.model.dune.table.movements import Arrival, SpeedResponse
from kanly.model.dune.view.table import TableView

FREMEN, HARKONNEN, CHOAM = Faction.FREMEN, Faction.HARKONNEN, Faction.CHOAM
POLE, BASIN, WALL = Place.POLAR_SINK, Place.IMPERIAL_BASIN_8, Place.SHIELD_WALL_8


def asked(holder: Holder) -> Play:
    """Fremen fly from the Imperial Basin to the Shield Wall, and CHOAM is to answer."""
    play = Play("flight-box", holder)
    return play.take(declare_flight, seat=FREMEN, mode=Mode.RANGE3, origin=BASIN, to=WALL, group=Group.ONE)


def seen(play: Play, seat: Faction) -> TableView:
    view = play.instance.view(play.slots, seat)
    assert isinstance(view, TableView)
    return view


def test_a_box_suspends_the_arrival_and_its_frame_puts_it_back() -> None:
    play = asked(Holder.CHOAM)
    decision = play.g.pending
    play.take(open_box, seat=CHOAM)
    assert play.g.pending is None
    assert play.g.box is not None
    assert play.g.box.parent == decision
    assert (play.g.spice[CHOAM], play.g.bank) == (0, 2)
    assert play.refused(allow_arrival, seat=CHOAM) == "a Nullentropy Box is being searched with"
    assert play.refused(end_movement, seat=FREMEN) == "a Nullentropy Box is being searched with"
    play.take(take_from_the_discard, seat=CHOAM, card=Card.HAJR)
    assert play.refused(allow_arrival, seat=CHOAM).startswith("a Nullentropy Box has interrupted")
    play.take(put_back)
    assert isinstance(play.g.pending, Arrival)
    assert play.g.pending == decision
    play.take(allow_arrival, seat=CHOAM)
    frame = play.g.frame
    assert isinstance(frame, MoveFrame)
    assert (frame.batch.number, frame.batch.cause, frame.batch.owner) == (2, Cause.ORNITHOPTER, FREMEN)
    assert play.g.discard == {Card.NULLENTROPY_BOX, Card.ORNITHOPTER}
    play.take(drain)
    assert play.g.retired == 2


def test_a_search_cannot_find_the_card_in_the_air() -> None:
    play = asked(Holder.HARKONNEN).take(open_box, seat=HARKONNEN)
    refused = play.refused(take_from_the_discard, seat=HARKONNEN, card=Card.ORNITHOPTER)
    assert refused == "the card is not on the discard pile"
    assert play.refused(take_from_the_discard, seat=HARKONNEN, card=Card.NULLENTROPY_BOX) == refused
    assert play.refused(take_from_the_discard, seat=CHOAM, card=Card.HAJR) == "it is another seat that searches"


def test_a_box_suspends_the_answers_to_a_speed() -> None:
    play = Play("flight-box", Holder.FREMEN)
    play.take(declare_flight, seat=FREMEN, mode=Mode.TWO_GROUPS, origin=POLE, to=WALL, group=Group.ONE)
    play.take(pass_speed, seat=HARKONNEN).take(open_box, seat=FREMEN)
    play.take(take_from_the_discard, seat=FREMEN, card=Card.HAJR).take(put_back)
    response = play.g.pending
    assert isinstance(response, SpeedResponse)
    assert response.waiting == {CHOAM}
    assert play.take(pass_speed, seat=CHOAM).g.flight is not None
    assert isinstance(play.g.pending, Arrival)


def test_what_was_taken_is_known_to_nobody_else() -> None:
    play = asked(Holder.HARKONNEN).take(open_box, seat=HARKONNEN)
    play.take(take_from_the_discard, seat=HARKONNEN, card=Card.HAJR)
    told = {sent.event: set(sent.seats) for sent in play.events}
    assert told == {"Searched": {"FREMEN", "HARKONNEN", "CHOAM"}, "Taken": {"HARKONNEN"}}
    assert seen(play, FREMEN).hand_sizes[HARKONNEN] == 2
    assert seen(play, FREMEN).discard == {Card.NULLENTROPY_BOX}
    assert seen(play, FREMEN).automatic_continuation_pending
    assert seen(play, FREMEN).decision is None


def test_the_ornithopter_comes_back_and_flies_under_another_number() -> None:
    play = Play("flight-box", Holder.HARKONNEN)
    play.take(declare_flight, seat=FREMEN, mode=Mode.RANGE3, origin=BASIN, to=POLE, group=Group.ONE).take(drain)
    play.take(open_box, seat=HARKONNEN).take(take_from_the_discard, seat=HARKONNEN, card=Card.ORNITHOPTER)
    assert seen(play, HARKONNEN).face_down == {Card.HAJR}
    assert seen(play, CHOAM).face_down == set()
    assert seen(play, CHOAM).face_down_sizes[HARKONNEN] == 1
    play.take(put_back).take(end_movement, seat=FREMEN)
    play.take(declare_flight, seat=HARKONNEN, mode=Mode.TWO_GROUPS, origin=BASIN, to=POLE, group=Group.ONE)
    assert play.g.flight is not None
    assert play.g.flight.event == 2
    stale = play.refused(fly, seat=HARKONNEN, origin=POLE, to=BASIN, group=Group.ONE, event=1)
    assert stale == "that flight is over; this is another one"


def test_a_search_must_be_paid_for() -> None:
    play = Play("flight-box", Holder.CHOAM)
    assert play.refused(open_box, seat=FREMEN) == "the card is not in that hand"
    play.take(move, seat=FREMEN, origin=BASIN, to=POLE, group=Group.ONE)
    assert play.g.forces[POLE][FREMEN][Troop.ORDINARY] == 2
    play.take(open_box, seat=CHOAM)
    assert play.refused(open_box, seat=CHOAM) == "a Nullentropy Box is being searched with"


def test_no_search_begins_between_a_flight_and_its_frame() -> None:
    play = Play("flight-box", Holder.CHOAM)
    play.take(declare_flight, seat=FREMEN, mode=Mode.RANGE3, origin=BASIN, to=POLE, group=Group.ONE)
    assert play.refused(open_box, seat=CHOAM).startswith("a discard has interrupted")
