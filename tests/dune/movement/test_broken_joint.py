"""Broken rules of who shares places with whom: each is caught by a named declaration, on a shortest trace."""

from __future__ import annotations

import pytest

from dune.breaking import caught, missed
from dune.playing import dune
from kanly.model import both
from kanly.model.dune.movement import legality
from kanly.model.dune.table.board import Territory
from kanly.model.dune.table.factions import Faction
from kanly.model.dune.table.forces import allied
from kanly.model.dune.table.state import Table
from kanly.model.dune.turns import turn

Patch = pytest.MonkeyPatch
JOINT = "joint-occupation"


def nobody(g: Table, one: Faction, other: Faction) -> bool:
    return False


def test_ecaz_and_its_ally_must_part(monkeypatch: Patch) -> None:
    monkeypatch.setattr(turn, "one_occupant", nobody)
    caught(dune, JOINT, "allies-part", "end_movement")
    missed(dune, JOINT, "joint-occupation-lasts")


def test_no_allies_must_part(monkeypatch: Patch) -> None:
    monkeypatch.setattr(turn, "one_occupant", allied)
    caught(dune, JOINT, "allies-part", "end_movement")


def test_ecaz_and_its_ally_take_the_room_of_two(monkeypatch: Patch) -> None:
    def stands_with_nobody(g: Table, seat: Faction, there: Territory) -> bool:
        return False

    monkeypatch.setattr(legality, "stands_with_ecaz", stands_with_nobody)
    missed(dune, JOINT, "another-comes-to-ecaz-and-its-ally")
    monkeypatch.setattr(legality, "one_occupant", nobody)
    missed(dune, JOINT, "an-ally-of-ecaz-joins-it-beside-another")


def test_any_two_allies_are_one_occupant(monkeypatch: Patch) -> None:
    monkeypatch.setattr(legality, "one_occupant", allied)
    caught(dune, JOINT, "only-where-there-is-room", "move")


def test_a_stronghold_holds_three(monkeypatch: Patch) -> None:
    room = legality.has_room

    def has_room(g: Table, seat: Faction, there: Territory) -> bool:
        return True if there == Territory.CARTHAG else room(g, seat, there)

    monkeypatch.setattr(legality, "has_room", has_room)
    caught(dune, JOINT, "only-where-there-is-room", "move")


def test_ecaz_is_one_with_everybody(monkeypatch: Patch) -> None:
    def one(g: Table, one: Faction, other: Faction) -> bool:
        return both(Faction.ECAZ in (one, other), one != other)

    monkeypatch.setattr(legality, "one_occupant", one)
    caught(dune, JOINT, "only-where-there-is-room", "move", "end_movement", "move")
