"""Broken arrivals of advisors, and interruptions that are refused: each is caught or missed by a named declaration."""

from __future__ import annotations

import pytest

from dune.breaking import caught, missed
from dune.playing import dune
from kanly.model import require
from kanly.model.dune.arrivals import consequences
from kanly.model.dune.arrivals.intrusion import raise_intrusion
from kanly.model.dune.interruptions.nullentropy import open_box
from kanly.model.dune.interruptions.truthtrance import ask_truthtrance
from kanly.model.dune.movement import arrival
from kanly.model.dune.table.cards import Card
from kanly.model.dune.table.factions import Faction
from kanly.model.dune.table.forces import relocate
from kanly.model.dune.table.kinds import Resume
from kanly.model.dune.table.movements import Movement
from kanly.model.dune.table.state import Table

Patch = pytest.MonkeyPatch
ADVISORS = "flight-advisors"
SECOND = ("declare_flight", "stand_fast", "fly")


@pytest.mark.slow
def test_arriving_turns_advisors_into_fighters(monkeypatch: Patch) -> None:
    def arrive(g: Table, movement: Movement) -> None:
        relocate(g, movement)
        if movement.player == Faction.BENE_GESSERIT:
            g.advisors.discard(movement.to.territory)

    monkeypatch.setattr(arrival, "relocate", arrive)
    caught(dune, ADVISORS, "advisors-turn-by-an-answer-alone", "declare_flight")
    missed(dune, ADVISORS, "flight-arrives-as-advisors")


def test_a_sector_move_intrudes_on_nobody(monkeypatch: Patch) -> None:
    def intrude(g: Table, movement: Movement) -> None:
        if movement.origin.territory != movement.to.territory:
            raise_intrusion(g, movement)

    monkeypatch.setattr(consequences, "raise_intrusion", intrude)
    missed(dune, ADVISORS, "sector-move-intrudes")
    caught(dune, ADVISORS, "arrival-is-concluded", *SECOND, "drain", conjunct="intrusion")


@pytest.mark.slow
def test_searches_and_questions_come_before_arrivals_alone() -> None:
    def opened(g: Table, seat: Faction) -> None:
        require(g.pending is None, "a decision is open")
        open_box(g, seat)

    def asked(g: Table, seat: Faction, card: Card, asked: Faction, about: Card) -> None:
        require(g.pending is None, "a decision is open")
        ask_truthtrance(g, seat, card, asked, about)

    suspended = ("search-suspends-an-intrusion", "search-suspends-a-worthless-card")
    missed(dune.variant({open_box: opened}), ADVISORS, *suspended)
    locked = ("question-locks-a-speed", "question-locks-a-worthless-card", "question-locks-an-intrusion")
    missed(dune.variant({ask_truthtrance: asked}), ADVISORS, *locked)


@pytest.mark.slow
def test_a_landing_says_that_somebody_else_goes_on(monkeypatch: Patch) -> None:
    def complete(g: Table, movement: Movement, resume: Resume) -> None:
        proper(g, movement, Resume.MOVER)

    proper = arrival.complete
    monkeypatch.setattr(arrival, "complete", complete)
    caught(dune, "flight-ix", "landing-says-who-goes-on", "declare_flight", "fly", "pass_speed", "pass_speed")
