"""Saves in which a forced discard waits: which are accepted, and where the others are faulty."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dune.playing import Play
from kanly.explorer.battery.acceptance import refusals_of
from kanly.model.dune.movement.shipment import ship
from kanly.model.dune.scenarios.terror.cards import Holding
from kanly.model.dune.scenarios.terror.corners import ATREIDES, EIGHT_CARDS, MORITANI
from kanly.model.dune.table.board import Place
from kanly.model.dune.table.cards import Card
from kanly.model.dune.table.kinds import Terror
from kanly.model.dune.terror.discards import discard_overflow, resume_entry, reveal_robbery, reveal_sabotage, rob_card

Edit = dict[str, Any]


def sabotaged() -> Play:
    play = Play("terror-sabotage", Terror.EXTORTION, True).take(ship, seat=ATREIDES, to=Place.CARTHAG, amount=1)
    return play.take(reveal_sabotage, seat=MORITANI, victim=Card.HAJR)


def overflowed() -> Play:
    play = Play("terror-robbery", Holding.FULL).take(ship, seat=ATREIDES, to=Place.CARTHAG, amount=1)
    play.take(reveal_robbery, seat=MORITANI).take(rob_card, seat=MORITANI, card=EIGHT_CARDS[6])
    return play.take(discard_overflow, seat=MORITANI, card=EIGHT_CARDS[1])


def refused(play: Play, edits: Edit) -> set[tuple[str, str]]:
    """The rule and the path of each fault that edits of the save bring in."""
    save = json.loads(play.instance.to_json(play.slots))
    for path, value in edits.items():
        *outer, last = path.split(".")
        place = save
        for name in outer:
            place = place[name]
        place[last] = value
    loaded = play.instance.from_json(json.dumps(save))
    return {(each.rule, each.path) for each in refusals_of(play.instance, loaded)}


@pytest.mark.parametrize("play", [sabotaged(), overflowed()], ids=["sabotage", "overflow"])
def test_a_save_of_play_is_accepted(play: Play) -> None:
    assert refused(play, {}) == set()


SABOTAGE_FAULTS: list[tuple[Edit, str, str]] = [
    ({"terror_frame.turn": 2}, "forced-discard-is-of-now", "$.terror_frame.turn"),
    ({"phase": "BATTLE"}, "forced-discard-is-of-now", "$.terror_frame.phase"),
    ({"terror_frame.batch.public": True}, "forced-discard-is-of-now", "$.terror_frame.batch.public"),
    ({"terror_frame.batch.cause": "ROBBERY"}, "forced-discard-is-of-now", "$.terror_frame.batch.cause"),
    ({"terror_frame.owner": "CHOAM"}, "forced-discard-has-its-seats", "$.terror_frame.owner"),
    ({"terror_frame.entry.entrant": "MORITANI"}, "forced-discard-has-its-seats", "$.terror_frame.entry.entrant"),
    ({"terror_frame.entry.elite": 2}, "forced-discard-has-its-seats", "$.terror_frame.entry.elite"),
    ({"terror_frame.source": "ROBBERY_OVERFLOW"}, "forced-discard-has-its-token", "$.terror_frame.source"),
    ({"terror_removed": []}, "forced-discard-has-its-token", "$.terror_removed"),
    ({"terror.CARTHAG": "SABOTAGE", "terror_removed": []}, "forced-discard-has-its-token", "$.terror_removed"),
    ({"terror.CARTHAG": "SABOTAGE"}, "forced-discard-has-its-token", "$.terror"),
    ({"terror_frame.entry.stage": "GIFT"}, "forced-discard-fits-the-hand", "$.terror_frame.entry.stage"),
    ({"terror_frame.batch.owner": "MORITANI"}, "forced-discard-fits-the-hand", "$.terror_frame.batch.owner"),
    ({"terror_frame.hand_before": 3}, "forced-discard-fits-the-hand", "$.terror_frame.hand_before"),
    ({"hand.ATREIDES": ["HAJR", "KARAMA"]}, "forced-discard-fits-the-hand", "$.terror_frame.hand_before"),
    ({"hand.ATREIDES": ["HAJR", "KARAMA"]}, "forced-discard-stands-alone", "$.hand"),
    ({"deck": ["HAJR", "KULON"]}, "forced-discard-stands-alone", "$.deck"),
    ({"face_down.ATREIDES": []}, "forced-discard-stands-alone", "$.face_down"),
    ({"terror_frame.batch.card": "KULON"}, "forced-discard-stands-alone", "$.face_down"),
    ({"terror_frame.entry.event": None}, "forced-discard-is-the-last", "$.terror_frame.entry.event"),
    ({"terror_frame.entry.event": 2}, "forced-discard-is-the-last", "$.terror_frame.entry.event"),
    ({"terror_frame.batch.number": 2}, "forced-discard-is-the-last", "$.terror_frame.batch.number"),
    ({"retired": 1}, "forced-discard-is-the-last", "$.retired"),
    ({"forced.SABOTAGE": 0}, "forced-discard-is-the-last", "$.forced"),
]


@pytest.mark.parametrize(("edits", "rule", "path"), SABOTAGE_FAULTS)
def test_an_edited_sabotage_is_refused(edits: Edit, rule: str, path: str) -> None:
    assert (rule, path) in refused(sabotaged(), edits)


@pytest.mark.parametrize(
    ("edits", "rule", "path"),
    [
        ({"terror_frame.hand_before": 4}, "forced-discard-fits-the-hand", "$.terror_frame.hand_before"),
        ({"terror_frame.entry.stage": "OFFER"}, "forced-discard-fits-the-hand", "$.terror_frame.entry.stage"),
        ({"terror_frame.batch.owner": "ATREIDES"}, "forced-discard-fits-the-hand", "$.terror_frame.batch.owner"),
        ({"terror_frame.source": "SABOTAGE"}, "forced-discard-has-its-token", "$.terror_frame.source"),
        ({"terror_supply": ["ROBBERY"]}, "forced-discard-has-its-token", "$.terror_supply"),
    ],
)
def test_an_edited_overflow_is_refused(edits: Edit, rule: str, path: str) -> None:
    assert (rule, path) in refused(overflowed(), edits)


def test_an_entry_beside_its_frame_is_refused() -> None:
    play = sabotaged()
    entry = json.loads(play.instance.to_json(play.slots))["terror_frame"]["entry"]
    assert ("forced-discard-stands-alone", "$.entry") in refused(play, {"entry": entry})


def test_a_settled_frame_that_is_put_back_is_refused() -> None:
    play = sabotaged()
    old = json.loads(play.instance.to_json(play.slots))["terror_frame"]
    play.take(resume_entry)
    faults = refused(play, {"terror_frame": old, "entry": None})
    assert ("forced-discard-is-the-last", "$.retired") in faults


def test_where_forces_stand_now_and_who_is_allied_plays_no_part() -> None:
    gone = {"forces.CARTHAG.ATREIDES.ORDINARY": 0, "tanks.ATREIDES.ORDINARY": 1}
    assert refused(sabotaged(), gone) == set()


def test_a_number_from_before_an_old_entry_is_refused() -> None:
    play = Play("terror-legacy-event", Terror.ROBBERY, False, EIGHT_CARDS[6])
    assert refused(play, {}) == set()
    assert "entry-keeps-its-number" in {rule for rule, _ in refused(play, {"entries": 1})}


def test_an_arrival_of_nobody_is_accepted() -> None:
    assert refused(sabotaged(), {"terror_frame.entry.amount": 0}) == set()
