"""A Sabotage between two flown groups, and whatever else leaves the flight alone."""

from __future__ import annotations

from dune.playing import Play
from kanly.model.dune.arrivals.no_field import reveal_no_field
from kanly.model.dune.flight.frames import drain
from kanly.model.dune.interruptions.truthtrance import answer_truly, ask_truthtrance
from kanly.model.dune.movement.movement import declare_flight, end_movement, fly
from kanly.model.dune.table.board import Place
from kanly.model.dune.table.cards import Card, Mode
from kanly.model.dune.table.factions import Faction, Group
from kanly.model.dune.table.flights import EndFrame, Flight, MoveFrame
from kanly.model.dune.table.kinds import Stage, Worth
from kanly.model.dune.terror.discards import give_card, give_nothing, resume_entry, reveal_sabotage
from kanly.model.dune.turns.hand import play_hajr

RICHESE, MORITANI = Faction.RICHESE, Faction.MORITANI
BASIN, CARTHAG = Place.IMPERIAL_BASIN_9, Place.CARTHAG


def entered(armed: bool = True) -> Play:
    """The first of two groups has come upon the Sabotage."""
    play = Play("flight-sabotage", Worth.THREE, armed)
    return play.take(
        declare_flight, seat=RICHESE, mode=Mode.TWO_GROUPS, origin=BASIN, to=CARTHAG, group=Group.ONE_WITH_MARKER
    )


def in_the_air(play: Play) -> Flight:
    flight = play.g.flight
    assert flight is not None
    assert (flight.event, flight.completed, flight.card) == (1, 1, Card.ORNITHOPTER)
    assert Card.ORNITHOPTER not in play.g.discard
    return flight


def test_a_sabotage_takes_a_hand_card_and_never_the_one_in_escrow() -> None:
    play = entered()
    assert (
        play.refused(reveal_sabotage, seat=MORITANI, victim=Card.ORNITHOPTER) == "the entrant does not hold that card"
    )
    play.take(reveal_sabotage, seat=MORITANI, victim=Card.HAJR)
    assert play.g.terror_frame is not None
    assert (play.g.terror_frame.batch.card, play.g.terror_frame.batch.owner) == (Card.HAJR, RICHESE)
    in_the_air(play)
    play.take(resume_entry)
    in_the_air(play)
    assert play.g.entry is not None
    assert play.g.entry.stage == Stage.GIFT


def test_with_only_the_card_in_escrow_left_there_is_nothing_to_take() -> None:
    play = entered().take(reveal_no_field, seat=RICHESE)
    play.take(reveal_sabotage, seat=MORITANI, victim=Card.HAJR).take(resume_entry)
    play.take(give_nothing, seat=MORITANI)
    assert play.g.hand[RICHESE] == set()
    in_the_air(play)


def test_a_gift_leaves_the_flight_and_the_second_group_flies() -> None:
    play = entered().take(reveal_sabotage, seat=MORITANI, victim=Card.HAJR).take(resume_entry)
    play.take(give_card, seat=MORITANI, card=Card.TRUTHTRANCE)
    in_the_air(play)
    play.take(fly, seat=RICHESE, origin=BASIN, to=CARTHAG, group=Group.ONE, event=1)
    assert isinstance(play.g.frame, MoveFrame)
    assert (play.g.frame.batch.number, play.g.frame.batch.owner) == (2, RICHESE)
    play.take(drain)
    assert play.g.retired == 2


def test_questions_markers_and_other_cards_leave_the_flight() -> None:
    play = entered(armed=False).take(reveal_no_field, seat=RICHESE)
    in_the_air(play)
    play.take(ask_truthtrance, seat=RICHESE, card=Card.TRUTHTRANCE, asked=MORITANI, about=Card.KULON)
    assert play.refused(reveal_sabotage, seat=MORITANI, victim=Card.HAJR) == "a question must be answered first"
    play.take(answer_truly, seat=MORITANI, yes=False)
    in_the_air(play)
    play.take(reveal_sabotage, seat=MORITANI, victim=Card.HAJR).take(resume_entry)
    assert play.g.entry is None, "Moritani has nothing to give"
    in_the_air(play)
    play.take(end_movement, seat=RICHESE)
    assert isinstance(play.g.frame, EndFrame)


def test_a_hajr_played_in_the_air_changes_nothing_of_the_flight() -> None:
    play = entered().take(reveal_sabotage, seat=MORITANI, victim=Card.HAJR)
    assert play.refused(play_hajr, seat=RICHESE).startswith("a forced discard has interrupted")
    play = Play("flight-sabotage", Worth.NONE, False)
    play.take(declare_flight, seat=RICHESE, mode=Mode.TWO_GROUPS, origin=BASIN, to=CARTHAG, group=Group.ONE)
    play.take(reveal_sabotage, seat=MORITANI, victim=Card.TRUTHTRANCE).take(resume_entry).take(play_hajr, seat=RICHESE)
    in_the_air(play)
    assert play.g.allowance[RICHESE] == 2
