"""Truthtrances as they are played: over an open decision, one after the other, answered truly."""

from __future__ import annotations

from dune.playing import Play
from kanly.model.dune.flight.frames import drain
from kanly.model.dune.interruptions.nullentropy import open_box, put_back, take_from_the_discard
from kanly.model.dune.interruptions.truthtrance import answer_truly, ask_truthtrance
from kanly.model.dune.movement.arrival import allow_arrival, forbid_arrival
from kanly.model.dune.movement.movement import declare_flight, end_movement, move
from kanly.model.dune.scenarios.interruptions import Doubt
from kanly.model.dune.table.board import Place
from kanly.model.dune.table.cards import Card, Mode
from kanly.model.dune.table.factions import Faction, Group
from kanly.model.dune.table.flights import MoveFrame
from kanly.model.dune.table.movements import Arrival

ATREIDES, HARKONNEN, CHOAM = Faction.ATREIDES, Faction.HARKONNEN, Faction.CHOAM
POLE, BASIN, WALL = Place.POLAR_SINK, Place.IMPERIAL_BASIN_8, Place.SHIELD_WALL_8


def flown(doubt: Doubt = Doubt.TWO) -> Play:
    """Atreides fly to the Shield Wall and ask CHOAM whether it holds the Baliset."""
    play = Play("flight-truthtrance", doubt)
    play.take(declare_flight, seat=ATREIDES, mode=Mode.RANGE3, origin=POLE, to=WALL, group=Group.ONE)
    assert isinstance(play.g.pending, Arrival)
    return play.take(ask_truthtrance, seat=ATREIDES, card=Card.TRUTHTRANCE, asked=CHOAM, about=Card.BALISET)


def test_a_question_locks_the_decision() -> None:
    play = flown()
    assert play.refused(allow_arrival, seat=CHOAM) == "a question must be answered first"
    assert play.refused(forbid_arrival, seat=CHOAM) == "a question must be answered first"
    assert play.refused(end_movement, seat=ATREIDES) == "a decision is open"
    assert isinstance(play.g.pending, Arrival)
    assert play.g.flight is not None
    assert play.g.flight.card == Card.ORNITHOPTER


def test_the_answer_is_the_truth() -> None:
    play = flown()
    assert play.refused(answer_truly, seat=CHOAM, yes=False) == "the answer is not the truth"
    assert play.refused(answer_truly, seat=HARKONNEN, yes=False) == "another seat is asked"
    assert play.take(answer_truly, seat=CHOAM, yes=True).told() == ["Answered", "Discarded"]
    assert play.g.discard == {Card.TRUTHTRANCE}
    flown(Doubt.HARMLESS).take(answer_truly, seat=CHOAM, yes=False)


def test_the_decision_goes_on_and_completes_the_flight() -> None:
    play = flown(Doubt.HARMLESS).take(answer_truly, seat=CHOAM, yes=False).take(allow_arrival, seat=CHOAM)
    frame = play.g.frame
    assert isinstance(frame, MoveFrame)
    assert frame.batch.number == 1
    assert play.g.discard == {Card.TRUTHTRANCE, Card.ORNITHOPTER}
    asked = play.refused(ask_truthtrance, seat=CHOAM, card=Card.SECOND_TRUTHTRANCE, asked=ATREIDES, about=Card.BALISET)
    assert asked.startswith("a discard has interrupted")
    assert play.take(drain).g.frame is None


def test_questions_queue_up_and_are_answered_in_turn() -> None:
    play = flown()
    play.take(ask_truthtrance, seat=HARKONNEN, card=Card.SECOND_TRUTHTRANCE, asked=ATREIDES, about=Card.ORNITHOPTER)
    assert play.refused(answer_truly, seat=ATREIDES, yes=False) == "another seat is asked"
    play.take(answer_truly, seat=CHOAM, yes=True)
    assert play.refused(allow_arrival, seat=CHOAM) == "a question must be answered first"
    play.take(answer_truly, seat=ATREIDES, yes=False)
    assert play.g.discard == {Card.TRUTHTRANCE, Card.SECOND_TRUTHTRANCE}, "a card in the air is in no hand"
    play.take(forbid_arrival, seat=CHOAM)
    assert play.g.flight is not None


def test_a_question_locks_the_turn_as_well() -> None:
    play = Play("flight-truthtrance", Doubt.TWO)
    play.take(ask_truthtrance, seat=HARKONNEN, card=Card.SECOND_TRUTHTRANCE, asked=ATREIDES, about=Card.ORNITHOPTER)
    refused = play.refused(move, seat=ATREIDES, origin=POLE, to=BASIN, group=Group.ONE)
    assert refused == "a question must be answered first"
    play.take(answer_truly, seat=ATREIDES, yes=True)
    play.take(move, seat=ATREIDES, origin=POLE, to=BASIN, group=Group.ONE)


def test_what_is_no_truthtrance_asks_nothing() -> None:
    play = Play("flight-truthtrance", Doubt.TWO)
    refused = play.refused(ask_truthtrance, seat=ATREIDES, card=Card.ORNITHOPTER, asked=CHOAM, about=Card.BALISET)
    assert refused == "the card is no Truthtrance"
    refused = play.refused(ask_truthtrance, seat=ATREIDES, card=Card.TRUTHTRANCE, asked=ATREIDES, about=Card.BALISET)
    assert refused == "one asks another seat"


def test_a_search_and_a_question_do_not_interrupt_each_other() -> None:
    play = flown()
    assert play.refused(open_box, seat=HARKONNEN) == "a question must be answered first"
    play.take(answer_truly, seat=CHOAM, yes=True).take(open_box, seat=HARKONNEN)
    question = {"seat": HARKONNEN, "card": Card.SECOND_TRUTHTRANCE, "asked": ATREIDES, "about": Card.BALISET}
    assert play.refused(ask_truthtrance, **question) == "a Nullentropy Box is being searched with"
    play.take(take_from_the_discard, seat=HARKONNEN, card=Card.TRUTHTRANCE)
    assert play.refused(ask_truthtrance, **question).startswith("a Nullentropy Box has interrupted")
    play.take(put_back)
    play.take(ask_truthtrance, seat=HARKONNEN, card=Card.TRUTHTRANCE, asked=CHOAM, about=Card.BALISET)
    play.take(ask_truthtrance, **question)
    assert len(list(play.g.questions)) == 2
    assert isinstance(play.g.pending, Arrival)
