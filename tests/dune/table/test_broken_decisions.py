"""Decisions that another seat takes, discards that take more along, and untrue words: each is caught by its law."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dune.breaking import a_card, missed
from dune.playing import actions_to, answer, dune
from kanly.explorer.findings.status import Status
from kanly.explorer.prove.proofs.induction import Induction
from kanly.explorer.trace.tracing import trace_model
from kanly.model import EVERYONE, Event, emit, require, required
from kanly.model.dune.arrivals.intrusion import stand_fast
from kanly.model.dune.movement.arrival import allow_arrival
from kanly.model.dune.movement.karama import pass_speed, settle
from kanly.model.dune.movement.movement import end_movement
from kanly.model.dune.table.factions import Faction
from kanly.model.dune.table.kinds import Source, Stage
from kanly.model.dune.table.movements import Arrival, Intrusion, SpeedResponse
from kanly.model.dune.table.state import Table
from kanly.model.dune.terror import discards
from kanly.model.dune.terror.discards import ForcedDiscard, discard_overflow, reveal_robbery
from kanly.model.dune.terror.entry import TerrorRevealed, finish, leave_terror, refuse_alliance, wait_for

FORCED = "forced-discards-are-told-truly"
EARLY_END = "early-end-retires-the-card-alone"


def anybody_stands_fast(g: Table, seat: Faction) -> None:
    require(isinstance(g.pending, Intrusion), "no such decision is open")
    g.pending = None


def anybody_allows(g: Table, seat: Faction) -> None:
    require(isinstance(g.pending, Arrival), "no such decision is open")
    g.pending = None


def anybody_passes(g: Table, seat: Faction) -> None:
    response = g.pending
    require(isinstance(response, SpeedResponse), "no such response is open")
    assert isinstance(response, SpeedResponse)
    response.waiting.discard(seat)
    settle(g, response)


def anybody_leaves(g: Table, seat: Faction) -> None:
    entry = required(g.entry, "no entry waits")
    require(entry.stage == Stage.OFFER, "the entry waits for something else")
    finish(g)


def anybody_refuses(g: Table, seat: Faction) -> None:
    entry = required(g.entry, "no entry waits")
    require(entry.stage == Stage.REPLY, "the entry waits for something else")
    entry.refused = True
    wait_for(g, Stage.OFFER)


def ends_with_a_second_card(g: Table, seat: Faction) -> None:
    flying = g.flight is not None
    end_movement(g, seat)
    if flying:
        for card in a_card(g, seat):
            g.hand[seat].remove(card)
            g.discard.add(card)


def reveals_in_the_wrong_place(g: Table, seat: Faction) -> None:
    entry = required(g.entry, "no entry waits")
    kind = required(g.terror[entry.place], "no token lies there")
    reveal_robbery(g, seat)
    for place in g.terror:
        if place != entry.place:
            emit(TerrorRevealed(kind=kind, place=place), to=EVERYONE)


def blames_somebody_else(g: Table, seat: Faction, card: object) -> None:
    discard_overflow(g, seat, card)  # pyright: ignore[reportArgumentType]
    emit(ForcedDiscard(seat=Faction.ATREIDES, source=Source.ROBBERY_OVERFLOW), to=EVERYONE)


@pytest.mark.parametrize(
    ("rule", "broken", "scenario", "check", "conjunct"),
    [
        (pass_speed, anybody_passes, "flight-ix", "decisions-are-their-owners", "speed"),
        (leave_terror, anybody_leaves, "terror-sabotage", "terror-decisions-are-their-owners", "Moritani"),
        (refuse_alliance, anybody_refuses, "terror-alliance-refused", "terror-decisions-are-their-owners", "entrant"),
        (
            end_movement,
            ends_with_a_second_card,
            "flight-ix",
            EARLY_END,
            "hand is unchanged",
        ),
        (reveal_robbery, reveals_in_the_wrong_place, "terror-robbery", "tokens-are-told-truly", "told once"),
        (discard_overflow, blames_somebody_else, "terror-robbery", FORCED, "told once"),
    ],
)
def test_it_is_caught_by_its_law(
    rule: Callable[..., None], broken: Callable[..., None], scenario: str, check: str, conjunct: str
) -> None:
    result = answer(dune.variant({rule: broken}), scenario, check)
    assert (result.status, result.conjunct) == (Status.VIOLATED, conjunct)
    assert actions_to(result)[-1] == rule.__name__


@pytest.mark.parametrize("field", ["seat", "source"])
def test_a_public_line_that_is_not_true_is_caught(field: str, monkeypatch: pytest.MonkeyPatch) -> None:
    of_another = field == "seat"

    def lie(*, seat: Faction, source: Source) -> ForcedDiscard:
        if of_another:
            return ForcedDiscard(seat=Faction.ATREIDES, source=source)
        return ForcedDiscard(seat=seat, source=Source.SABOTAGE)

    monkeypatch.setattr(discards, "ForcedDiscard", lie)
    result = answer(dune, "terror-robbery", FORCED)
    assert (result.status, result.conjunct) == (Status.VIOLATED, f"{field} is told truly")


def test_the_face_of_a_discard_that_everybody_sees_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def to_everybody(event: Event, to: object) -> None:
        emit(event, to=EVERYONE)

    monkeypatch.setattr(discards, "emit", to_everybody)
    result = answer(dune, "terror-robbery", "the-face-is-told-to-its-owner")
    assert (result.status, result.conjunct) == (Status.VIOLATED, "told to whom it must be")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rule", "broken", "scenario", "check"),
    [
        pytest.param(
            stand_fast, anybody_stands_fast, "flight-bg", "the-bene-gesserit-answer-intrusions", marks=pytest.mark.slow
        ),
        (allow_arrival, anybody_allows, "flight-choam", "choam-answers-arrivals"),
    ],
)
def test_an_answer_of_somebody_else_is_offered_in_play_and_by_proof(
    rule: Callable[..., None], broken: Callable[..., None], scenario: str, check: str
) -> None:
    result = answer(dune.variant({rule: broken}), scenario, check)
    assert result.status is Status.VIOLATED
    assert result.conjunct.endswith("cannot answer unasked")
    proof = Induction(trace_model(dune.variant({rule: broken}).instance(scenario))).run([check])
    assert proof.status_of(check) is Status.OPEN


@pytest.mark.slow
def test_a_cancelled_flight_that_cannot_end_is_missed() -> None:
    def ended(g: Table, seat: Faction) -> None:
        require(g.slowed is None or g.flight is None, "the next group has to fly")
        end_movement(g, seat)

    missed(dune.variant({end_movement: ended}), "flight-ix", "cancelled-flight-ends-early")
