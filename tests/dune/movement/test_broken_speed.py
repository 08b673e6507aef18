"""Broken rules of speed: each is caught by a named declaration, on a shortest trace."""

from __future__ import annotations

import pytest

from dune.breaking import caught, missed
from dune.playing import dune
from kanly.model import Model
from kanly.model.dune.flight import escrow as flight
from kanly.model.dune.movement import arrival, karama, legality, movement, speed
from kanly.model.dune.movement.karama import cancel_speed, pass_speed
from kanly.model.dune.table.cards import Card
from kanly.model.dune.table.factions import Faction
from kanly.model.dune.table.flights import EndFrame
from kanly.model.dune.table.kinds import Resume
from kanly.model.dune.table.movements import Movement, SpeedResponse
from kanly.model.dune.table.state import Table
from kanly.model.dune.turns import turn
from kanly.model.dune.turns.pending import answers

Patch = pytest.MonkeyPatch


@pytest.mark.slow
def test_nobody_is_asked_about_a_speed(monkeypatch: Patch) -> None:
    def nobody(g: Table, movement: Movement) -> bool:
        return False

    monkeypatch.setattr(arrival, "may_be_answered", nobody)
    caught(dune, "flight-ix", "speed-is-answered-first", "move", conjunct="asked")
    missed(dune, "flight-ix", "speed-is-cancelled-in-the-air", "speed-completes-a-flight", "karama-unknown")


def test_everybody_is_asked_within_the_normal_range_too(monkeypatch: Patch) -> None:
    def always(g: Table, movement: Movement) -> bool:
        return True

    monkeypatch.setattr(arrival, "needs_speed", always)
    caught(dune, "flight-ix", "speed-is-answered-first", "move", conjunct="needed")
    caught(dune, "flight-ix", "range-of-three-asks-nobody", "declare_flight")
    caught(dune, "flight-ix", "speed-is-of-the-seat-on-turn", "move", conjunct="speed")


def test_the_mover_is_asked_itself(monkeypatch: Patch) -> None:
    def holds_a_card(g: Table, seat: Faction, actor: Faction) -> bool:
        return True

    monkeypatch.setattr(speed, "may_answer", holds_a_card)
    caught(dune, "flight-ix", "speed-is-of-the-seat-on-turn", "move", conjunct="not asked itself")
    caught(dune, "flight-ix", "speed-is-answered-first", "move", conjunct="Ixians is asked")


@pytest.mark.slow
def test_a_response_stays_open_without_anybody_to_answer(monkeypatch: Patch) -> None:
    def settle(g: Table, response: SpeedResponse) -> None:
        """Nothing goes on."""

    monkeypatch.setattr(karama, "settle", settle)
    caught(dune, "flight-ix", "somebody-is-asked", "move", "pass_speed", "pass_speed")
    caught(dune, "flight-ix", "movement-comes-to-an-end", "move")


def test_a_seat_answers_twice() -> None:
    def passes(g: Table, seat: Faction) -> None:
        response = g.pending
        assert isinstance(response, SpeedResponse) or response is None
        pass_speed(g, seat)
        if isinstance(g.pending, SpeedResponse):
            g.pending.waiting.add(seat)

    caught(dune.variant({pass_speed: passes}), "flight-ix", "answers-are-given-once", "move", "pass_speed")


def with_cancel(patch: Patch, broken: object) -> Model:
    patch.setattr(karama, "cancel", broken)
    return dune


@pytest.mark.slow
def test_a_cancelled_speed_uses_the_movement_up(monkeypatch: Patch) -> None:
    whole_cancel = karama.cancel

    def cancel(g: Table, movement: Movement) -> None:
        whole_cancel(g, movement)
        g.moved[movement.player] += 1

    check = "cancelled-speed-costs-no-movement"
    caught(with_cancel(monkeypatch, cancel), "flight-ix", check, "move", "cancel_speed", conjunct="moved")
    caught(dune, "flight-ix", "one-group-at-a-time", "move", "cancel_speed", conjunct="nobody moves")


@pytest.mark.slow
def test_a_cancelled_speed_cancels_the_flight(monkeypatch: Patch) -> None:
    whole_cancel = karama.cancel

    def cancel(g: Table, movement: Movement) -> None:
        whole_cancel(g, movement)
        if g.flight is not None:
            g.hand[g.flight.player].add(g.flight.card)
            g.flight = None

    broken = with_cancel(monkeypatch, cancel)
    actions = ("declare_flight", "cancel_speed")
    caught(broken, "flight-ix", "cancelled-speed-costs-no-movement", *actions, conjunct="flight")
    caught(broken, "flight-ix", "flight-ends-in-two-places", *actions)
    missed(broken, "flight-ix", "speed-is-cancelled-in-the-air", "slowed-group-flies-on")


def test_a_cancelled_speed_is_forgotten(monkeypatch: Patch) -> None:
    whole_cancel = karama.cancel

    def cancel(g: Table, movement: Movement) -> None:
        whole_cancel(g, movement)
        g.slowed = None

    broken = with_cancel(monkeypatch, cancel)
    caught(broken, "flight-ix", "slowness-ends-with-a-group", "move", "cancel_speed", conjunct="from the Karama")
    caught(broken, "flight-ix", "cancelled-speed-costs-no-movement", "move", "cancel_speed", conjunct="slowed")


@pytest.mark.slow
def test_a_slowed_group_is_as_fast_as_before(monkeypatch: Patch) -> None:
    def nobody(g: Table, seat: Faction) -> bool:
        return False

    monkeypatch.setattr(speed, "is_slowed", nobody)
    check = "slowed-group-keeps-to-the-normal-range"
    caught(dune, "flight-ix", check, "move", "cancel_speed", "move", conjunct="range")
    caught(dune, "flight-ix", "only-within-range", "move", "cancel_speed", "move")


@pytest.mark.slow
def test_a_seat_stays_slowed_after_its_turn(monkeypatch: Patch) -> None:
    def pass_the_turn(g: Table, seat: Faction) -> None:
        kept = g.slowed == seat
        turn.pass_the_turn(g, seat)
        if kept:
            g.slowed = seat

    monkeypatch.setattr(movement, "pass_the_turn", pass_the_turn)
    caught(dune, "flight-ix", "slowed-seat-is-on-turn", "move", "cancel_speed", "end_movement")
    caught(dune, "flight-ix", "slowness-ends-with-a-group", "move", "cancel_speed", "end_movement")


@pytest.mark.slow
def test_a_let_movement_is_dropped(monkeypatch: Patch) -> None:
    def go_on(g: Table, movement: Movement) -> None:
        """The movement is forgotten."""

    monkeypatch.setattr(karama, "go_on", go_on)
    caught(dune, "flight-ix", "unanswered-speed-goes-on", "move", "pass_speed", "pass_speed")
    missed(dune, "flight-ix", "speed-completes-a-flight")


def test_a_speed_is_cancelled_without_a_karama() -> None:
    def cancels(g: Table, seat: Faction) -> None:
        karama.cancel(g, answers(g, seat, SpeedResponse).movement)

    broken = dune.variant({cancel_speed: cancels})
    caught(broken, "flight-ix", "karama-is-discarded", "move", "cancel_speed")


@pytest.mark.slow
def test_choam_is_passed_over_after_a_speed(monkeypatch: Patch) -> None:
    def go_on(g: Table, movement: Movement) -> None:
        if legality.legal(g, movement):
            arrival.complete(g, movement, Resume.ANSWER)

    monkeypatch.setattr(karama, "go_on", go_on)
    missed(dune, "flight-fremen", "speed-comes-to-choam")


@pytest.mark.slow
def test_only_those_who_hold_a_karama_are_asked(monkeypatch: Patch) -> None:
    """Being asked would give a hand away."""

    def may_answer(g: Table, seat: Faction, actor: Faction) -> bool:
        return seat != actor and Card.KARAMA in g.hand[seat]

    monkeypatch.setattr(speed, "may_answer", may_answer)
    caught(dune, "flight-ix", "speed-is-answered-first", "move", conjunct="Atreides is asked")
    missed(dune, "flight-ix", "karama-unknown")


def test_a_karama_makes_a_frame() -> None:
    def cancels(g: Table, seat: Faction) -> None:
        cancel_speed(g, seat)
        if g.flight is not None:
            live = g.flight
            g.frame = EndFrame(batch=flight.retire(g, live), flight=live, player=live.player)

    broken = dune.variant({cancel_speed: cancels})
    actions = ("declare_flight", "cancel_speed")
    caught(broken, "flight-ix", "only-flights-make-frames", *actions, conjunct="movement")
