"""Saves with a flight or its frame: every reachable one is accepted, every edit of one field is noticed or harmless."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from dune.playing import Play
from kanly.explorer.battery.acceptance import refusals_of
from kanly.explorer.cli.application import app
from kanly.model import Accepted, Instance, SaveError, Slots
from kanly.model.dune.flight.frames import drain
from kanly.model.dune.movement.arrival import allow_arrival, forbid_arrival
from kanly.model.dune.movement.movement import declare_flight, end_movement, fly
from kanly.model.dune.scenarios.flight import Opening
from kanly.model.dune.table.board import Place
from kanly.model.dune.table.cards import Mode
from kanly.model.dune.table.factions import Faction, Group
from kanly.model.dune.table.kinds import Terror, Worth

CHOAM, RICHESE = Faction.CHOAM, Faction.RICHESE
BASIN, NEXT_BASIN, CARTHAG = Place.IMPERIAL_BASIN_9, Place.IMPERIAL_BASIN_10, Place.CARTHAG
NORTH, POLE = Place.CIELAGO_NORTH_1, Place.POLAR_SINK


def opened() -> Play:
    return Play("flight", Opening.USUAL, Worth.FIVE, Terror.EXTORTION, True)


def declared(mode: Mode, origin: Place, to: Place, group: Group = Group.ONE) -> Play:
    return opened().take(declare_flight, seat=RICHESE, mode=mode, origin=origin, to=to, group=group)


def completed() -> Play:
    return declared(Mode.RANGE3, BASIN, POLE)


def allowed() -> Play:
    return declared(Mode.RANGE3, BASIN, CARTHAG).take(allow_arrival, seat=CHOAM)


def with_the_marker() -> Play:
    return declared(Mode.RANGE3, NORTH, BASIN, Group.ONE_WITH_MARKER)


def second_of_two() -> Play:
    play = declared(Mode.TWO_GROUPS, BASIN, NEXT_BASIN)
    return play.take(fly, seat=RICHESE, origin=NORTH, to=POLE, group=Group.MARKER, event=1)


def ended_empty() -> Play:
    play = declared(Mode.RANGE3, BASIN, CARTHAG).take(forbid_arrival, seat=CHOAM)
    return play.take(end_movement, seat=RICHESE)


def ended_half() -> Play:
    return declared(Mode.TWO_GROUPS, BASIN, NEXT_BASIN).take(end_movement, seat=RICHESE)


FRAMES = [completed, allowed, with_the_marker, second_of_two, ended_empty, ended_half]


def edits(instance: Instance, slots: Slots, field: str) -> Iterator[tuple[str, Slots]]:
    """Every way to give one part of a field another value."""
    for index, slot in enumerate(instance.slots):
        if slot.path == field or slot.path.startswith((f"{field}.", f"{field}?", f"{field}:")):
            for code in range(slot.count):
                if code != slots[index]:
                    yield slot.path, (*slots[:index], code, *slots[index + 1 :])


def drained(instance: Instance, slots: Slots) -> object:
    outcome = instance.step(slots, instance.action("drain"), ())
    return (outcome.slots, outcome.events) if isinstance(outcome, Accepted) else outcome


def refused_at(instance: Instance, slots: Slots) -> list[str]:
    """The paths at which a save is refused; none when it is accepted."""
    try:
        found = instance.from_json(instance.to_json(slots))
    except SaveError as error:
        return [error.path]
    return [refusal.path for refusal in refusals_of(instance, found)]


@pytest.mark.parametrize("framed", FRAMES)
def test_a_saved_frame_is_accepted_and_comes_back(framed: Any) -> None:
    play = framed()
    assert play.g.frame is not None
    assert refused_at(play.instance, play.slots) == []
    assert play.instance.from_json(play.instance.to_json(play.slots)) == play.slots


def told(path: str) -> str:
    """A part of the state as a save names it."""
    return "$." + path.replace("MoveFrame.", "").replace("EndFrame.", "").replace("?", "")


SEEN_ELSEWHERE = {
    "$.frame": "$.retired",
    "$.frame.flight.mode": "$.frame.flight.completed",
    "$.frame.flight.completed": "$.frame.flight.starting",
}
"""Edits that are noticed at what no longer fits them."""

HARMLESS = {
    completed: {"$.frame.resume"},
    allowed: {"$.frame.resume"},
    with_the_marker: {"$.frame.resume"},
    second_of_two: {"$.frame.resume"},
    ended_empty: {"$.frame.flight.mode"},
    ended_half: set[str](),
}
"""What draining never reads: who goes on afterwards, and which way nobody flew."""


@pytest.mark.parametrize("framed", FRAMES)
def test_every_edit_of_a_saved_frame_is_refused_or_harmless(framed: Any) -> None:
    play = framed()
    instance, slots = play.instance, play.slots
    harmless: set[str] = set()
    tried = 0
    for path, edited in edits(instance, slots, "frame"):
        refused = refused_at(instance, edited)
        if refused:
            assert path.endswith("kind") or {told(path), SEEN_ELSEWHERE.get(told(path))} & set(refused), (path, refused)
            tried += 1
        elif instance.canonical(edited) != slots:
            assert drained(instance, edited) == drained(instance, slots), path
            harmless.add(told(path))
    assert harmless == HARMLESS[framed]
    assert tried > 40


@pytest.mark.parametrize("framed", FRAMES)
def test_what_a_frame_is_held_against_cannot_be_edited_either(framed: Any) -> None:
    play = framed()
    for field in ("landed", "batches", "retired", "flights", "moved.RICHESE", "phase", "turn", "active"):
        for path, edited in edits(play.instance, play.slots, field):
            if play.instance.canonical(edited) == edited:
                assert refused_at(play.instance, edited), path


@pytest.mark.parametrize("framed", FRAMES)
def test_a_second_copy_of_the_discarded_card_is_refused(framed: Any) -> None:
    play = framed()
    save: dict[str, Any] = json.loads(play.instance.to_json(play.slots))
    for pile in ("deck", "cache", "removed"):
        doubled = {**save, pile: ["ORNITHOPTER", *save[pile]]}
        refused = refusals_of(play.instance, play.instance.from_json(json.dumps(doubled)))
        assert {f"$.{pile}"} <= {refusal.path for refusal in refused}
    hands = {**save["hand"], "MORITANI": ["ORNITHOPTER"]}
    refused = refusals_of(play.instance, play.instance.from_json(json.dumps({**save, "hand": hands})))
    assert {"$.hand", "$.hand.MORITANI"} <= {refusal.path for refusal in refused}
    assert {"ORN-31"} <= {clause for refusal in refused for clause in refusal.clauses}
    gone = {**save, "discard": [card for card in save["discard"] if card != "ORNITHOPTER"]}
    assert "$.discard" in refused_at_text(play, gone)


def refused_at_text(play: Play, save: dict[str, Any]) -> list[str]:
    """The paths at which the save rules refuse edited JSON data."""
    return [each.path for each in refusals_of(play.instance, play.instance.from_json(json.dumps(save)))]


@pytest.mark.parametrize("framed", FRAMES)
def test_a_retired_frame_put_back_is_refused(framed: Any) -> None:
    play = framed()
    before: dict[str, Any] = json.loads(play.instance.to_json(play.slots))
    play.take(drain)
    after: dict[str, Any] = json.loads(play.instance.to_json(play.slots))
    assert refused_at_text(play, after) == []
    assert "$.retired" in refused_at_text(play, {**after, "frame": before["frame"]})
    with_the_note = {**after, "frame": before["frame"], "landed": before["landed"]}
    assert "$.retired" in refused_at_text(play, with_the_note)
    again = {**before, "batches": before["batches"] + 1, "retired": before["retired"] + 1}
    assert "$.frame.batch.number" in refused_at_text(play, again)


def test_a_flight_in_the_air_is_held_against_the_counts() -> None:
    play = declared(Mode.TWO_GROUPS, BASIN, NEXT_BASIN)
    assert refused_at(play.instance, play.slots) == []
    harmless = {
        path
        for path, edited in edits(play.instance, play.slots, "flight")
        if play.instance.canonical(edited) == edited and not refused_at(play.instance, edited)
    }
    assert harmless == set()


def test_a_declared_movement_beside_a_frame_is_refused() -> None:
    asked = declared(Mode.RANGE3, BASIN, CARTHAG)
    open_decision = json.loads(asked.instance.to_json(asked.slots))["pending"]
    play = completed()
    save: dict[str, Any] = json.loads(play.instance.to_json(play.slots))
    assert "$.pending" in refused_at_text(play, {**save, "pending": open_decision})


def test_an_open_low_rate_and_an_old_queue_are_accepted() -> None:
    play = Play("flight", Opening.OLD_SAVE, Worth.NONE, Terror.EXTORTION, True)
    play.take(declare_flight, seat=RICHESE, mode=Mode.RANGE3, origin=BASIN, to=CARTHAG, group=Group.ONE)
    play.take(forbid_arrival, seat=CHOAM).take(end_movement, seat=RICHESE)
    assert play.g.to_move is None
    assert play.g.karama_rate == RICHESE
    assert refused_at(play.instance, play.slots) == []


def test_the_command_names_the_rule_its_clauses_and_the_path(tmp_path: Path) -> None:
    play = completed()
    saved = tmp_path / "save.json"
    saved.write_text(play.instance.to_json(play.slots))
    accepted = CliRunner().invoke(app, ["validate", "dune:flight", str(saved)])
    assert (accepted.exit_code, accepted.output.splitlines()[0]) == (0, "accepted by dune:flight")
    save: dict[str, Any] = json.loads(saved.read_text())
    save["frame"]["flight"]["turn"] += 1
    saved.write_text(json.dumps(save))
    refused = CliRunner().invoke(app, ["validate", "dune:flight", str(saved)])
    assert refused.exit_code == 1
    told = "refused $.frame.flight.turn: saved-frame-is-of-this-turn [ORN-30, ORN-61]: The frame is"
    assert refused.output.startswith(told)


UNFRAMED_FAULTS: list[tuple[dict[str, Any], str]] = [
    ({"forces.POLAR_SINK.RICHESE.ORDINARY": 1}, "forces-are-conserved"),
    ({"ally.RICHESE": "MORITANI"}, "alliances-are-mutual"),
    ({"log.MOVEMENT": 1}, "movement-is-logged-once"),
    ({"active": None}, "somebody-is-on-turn"),
    ({"terror.CARTHAG": None}, "token-custody"),
    ({"entries": 3}, "entries-are-groups-where-nobody-ships"),
    ({"entries": 5}, "entries-are-arrivals"),
]
"""Edits of a save without a frame, which no rule of saves looks at, and an invariant that each breaks."""


@pytest.mark.parametrize(("edits", "invariant"), UNFRAMED_FAULTS)
def test_a_save_that_breaks_an_invariant_is_refused(edits: dict[str, Any], invariant: str) -> None:
    play = opened()
    save: dict[str, Any] = json.loads(play.instance.to_json(play.slots))
    for path, value in edits.items():
        *outer, last = path.split(".")
        reduce(getitem, outer, save)[last] = value
    refused = refusals_of(play.instance, play.instance.from_json(json.dumps(save)))
    assert invariant in {each.rule for each in refused}
    assert not any(each.rule.startswith("saved-") for each in refused)


def test_the_rules_of_saves_are_named_before_the_invariants() -> None:
    play = completed()
    save: dict[str, Any] = json.loads(play.instance.to_json(play.slots))
    doubled = {**save, "deck": ["ORNITHOPTER", *save["deck"]]}
    refused = refusals_of(play.instance, play.instance.from_json(json.dumps(doubled)))
    rules = [each.rule for each in refused]
    assert rules[:2] == ["saved-discard-lies-once", "saved-cards-lie-once"]
    assert [each.clauses for each in refused if each.rule == "custody"] == [("ORN-02", "SAV-05", "Z3-01")]
    assert any("ORNITHOPTER" in each.message for each in refused if each.rule == "custody")


EVERY_RULE = {
    "saved-frame-is-of-this-turn": "$.frame.flight.turn",
    "saved-receipt-is-of-the-flight": "$.frame.batch.owner",
    "saved-discard-lies-once": "$.discard",
    "saved-groups-are-counted": "$.frame.flight.starting",
    "saved-landing-is-the-last-group": "$.frame.movement.origin",
    "saved-landing-is-a-group": "$.frame.movement.total",
    "saved-frame-leaves-nothing-to-move": "$.entry",
    "saved-early-end-keeps-the-queue": "$.frame.player",
    "saved-frame-is-the-last": "$.frame.batch.number",
    "saved-interruptions-are-counted": "$.retired",
    "saved-landing-has-its-frame": "$.landed",
    "saved-flight-is-in-the-air": "$.flight.completed",
    "saved-cards-lie-once": "$.hand.RICHESE",
}
"""For each rule of saves a path at which it refuses an edit of one field."""


@pytest.mark.slow
def test_each_rule_of_saves_refuses_an_edit() -> None:
    refusing: set[tuple[str, str]] = set()
    for play in (completed(), ended_half(), declared(Mode.TWO_GROUPS, BASIN, NEXT_BASIN)):
        for field in ("frame", "landed", "retired", "entry", "discard", "hand.RICHESE", "flight"):
            for _, edited in edits(play.instance, play.slots, field):
                state = play.instance.canonical(edited)
                refusing |= {(each.rule, each.path) for each in refusals_of(play.instance, state)}
    assert set(EVERY_RULE.items()) <= refusing, set(EVERY_RULE.items()) - refusing
