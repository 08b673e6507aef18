"""Arrivals that ask somebody else, or about something else: each is caught by its law."""

from __future__ import annotations

from typing import Any

import pytest

from dune.playing import answer, dune
from kanly.explorer.findings.status import Status
from kanly.model.dune.arrivals import consequences, intrusion
from kanly.model.dune.table.factions import Faction
from kanly.model.dune.table.movements import Intrusion, Movement
from kanly.model.dune.table.state import Table
from kanly.model.dune.terror import entry

Patch = pytest.MonkeyPatch
ENTRIES = "flight-entries"


def caught(check: str, conjunct: str) -> None:
    result = answer(dune, ENTRIES, check)
    assert (result.status, result.conjunct) == (Status.VIOLATED, conjunct)


def test_nobody_is_asked_about_an_intrusion(monkeypatch: Patch) -> None:
    def unseen(g: Table, movement: Movement) -> None:
        """Nobody is asked."""

    monkeypatch.setattr(consequences, "raise_intrusion", unseen)
    caught("an-arrival-asks-whom-it-must", "Bene Gesserit")


@pytest.mark.slow
def test_an_intrusion_is_blamed_on_somebody_else(monkeypatch: Patch) -> None:
    def blamed(*, territory: Any, intruder: Faction) -> Intrusion:
        return Intrusion(territory=territory, intruder=Faction.MORITANI)

    monkeypatch.setattr(intrusion, "Intrusion", blamed)
    caught("what-is-asked-is-about-the-arrival", "intruder")


@pytest.mark.parametrize(("position", "value", "conjunct"), [(4, 3, "amount"), (1, Faction.ECAZ, "entrant")])
def test_an_entry_says_something_else(position: int, value: Any, conjunct: str, monkeypatch: Patch) -> None:
    open_terror: Any = entry.open_terror

    def opened(*arguments: Any) -> None:
        open_terror(*arguments[:position], value, *arguments[position + 1 :])

    monkeypatch.setattr(intrusion, "open_terror", opened)
    caught("what-is-asked-is-about-the-arrival", conjunct)
