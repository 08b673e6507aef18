"""Panels and bots that go wrong: each is found by a named law of what a panel says, or of what bots choose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from dune.playing import Play, dune
from kanly.explorer.battery.conformance import Finding, Test, conformance, panel, policies
from kanly.explorer.findings.status import Status
from kanly.invariants.dune.victory import choices
from kanly.model import Offer
from kanly.model.dune.bots import scoring
from kanly.model.dune.scenarios.victory.boards import Held, Tech
from kanly.model.dune.table.board import Place
from kanly.model.dune.table.factions import Faction, Group, Troop
from kanly.model.dune.table.victories import Progress
from kanly.model.dune.view import panel as page

Patch = pytest.MonkeyPatch
NOBODY, ONE, OTHER, BOTH, RIVAL, ALL = Held
lines_of, banner_of = page.side_lines, page.banner


def found(scenario: str, test: Test) -> Finding:
    """What a test of the battery says of a scenario."""
    (finding,) = conformance(dune.instance(scenario), most=60, tests=(test,))
    return finding


def without_counts(row: Progress) -> Iterator[str]:
    yield from (line.replace(f"{row.target} strongholds", "the strongholds") for line in lines_of(row))


def without_joint_counts(row: Progress) -> Iterator[str]:
    yield next(lines_of(row))


def every_seat_apart(rows: Iterable[Progress]) -> Iterator[Progress]:
    yield from rows


def ahead_of_time(table: Any) -> Iterator[str]:
    yield from banner_of(table) if table.winners else ["Atreides will win."]


def always_near(board: object, warning: int) -> bool:
    return True


def without_an_end(table: Any) -> Iterator[str]:
    yield "Nobody yet."


@pytest.mark.parametrize(
    ("name", "instead", "law"),
    [
        ("side_lines", without_counts, "panel-counts-towards-targets, count of "),
        ("side_lines", without_joint_counts, "panel-counts-towards-targets, joint count of "),
        ("sides", every_seat_apart, "panel-counts-towards-targets, one line of "),
        ("WHEN", "Victory is checked when Mentat begins.", "panel-says-when-victory-is-checked, "),
        ("banner", ahead_of_time, "panel-foretells-nobody, before the end"),
    ],
)
def test_what_a_panel_gets_wrong(name: str, instead: object, law: str, monkeypatch: Patch) -> None:
    assert found("turn-to-mentat", panel).status is Status.HOLDS
    monkeypatch.setattr(page, name, instead)
    finding = found("turn-to-mentat", panel)
    assert (finding.status, law in finding.message) == (Status.VIOLATED, True), finding.message


@pytest.mark.parametrize(
    ("whose", "place", "wrong"),
    [
        (Faction.ECAZ, Place.CARTHAG, "rival"),
        (Faction.ATREIDES, Place.CARTHAG, "rival"),
        (Faction.HARKONNEN, Place.ARRAKEEN, "last"),
        (Faction.HARKONNEN, Place.CARTHAG, "counts"),
    ],
)
def test_a_trip_that_weakens_no_rival(whose: Faction, place: Place, wrong: str) -> None:
    play = Play("victory-ecaz", True, False, NOBODY, BOTH, RIVAL, NOBODY, False, Tech.NOWHERE)
    shown = play.instance.shown(play.slots, Faction.ECAZ)
    trip = Offer("play_gamont", {"seat": Faction.ECAZ, "whose": whose, "place": place, "troop": Troop.ORDINARY})
    told = dict(choices.gamont_weakens_a_rival(shown, Faction.ECAZ, (trip,), trip))
    assert not told[wrong]


def test_a_panel_that_does_not_say_who_has_won(monkeypatch: Patch) -> None:
    monkeypatch.setattr(page, "banner", without_an_end)
    assert "panel-foretells-nobody, " in found("mentat-storm-order", panel).message


def test_bots_that_take_the_guilds_turn_for_nothing(monkeypatch: Patch) -> None:
    monkeypatch.setattr(scoring, "near", always_near)
    assert "guild-waits-where-nobody-is-near: policy hard" in found("guild-interrupted", policies).message


def test_bots_that_leave_out_the_last_joint_stronghold(monkeypatch: Patch) -> None:
    assert found("turn-to-mentat", policies).status is Status.HOLDS
    monkeypatch.setattr(scoring, "JOIN", -100)
    assert "last-joint-stronghold-is-taken, taken: policy hard" in found("turn-to-mentat", policies).message


def test_the_last_force_of_a_joint_stronghold_stays_unless_nothing_else_is_offered() -> None:
    play = Play("victory-ecaz", True, False, NOBODY, OTHER, BOTH, NOBODY, False, Tech.NOWHERE)
    shown = play.instance.shown(play.slots, Faction.ECAZ)
    leave, stay = (
        Offer("move", {"seat": Faction.ECAZ, "origin": origin, "to": Place.ARRAKEEN, "group": Group.ONE})
        for origin in (Place.TUEKS_SIETCH, Place.POLAR_SINK)
    )
    assert not choices.joint_strongholds_are_kept(shown, Faction.ECAZ, (leave, stay), leave)
    assert choices.joint_strongholds_are_kept(shown, Faction.ECAZ, (leave, stay), stay)
    assert choices.joint_strongholds_are_kept(shown, Faction.ECAZ, (leave, leave), leave)
