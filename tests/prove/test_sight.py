"""Sight: what the solver proves of two copies, and the leaks it finds, each confirmed by running."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kanly.explorer.findings.leaks import Channel
from kanly.explorer.findings.sight import SightResult
from kanly.explorer.findings.status import Status
from kanly.explorer.prove.formulas.solver import Budget
from kanly.explorer.prove.proofs.sight import prove_sight
from kanly.explorer.trace.tracing import trace_model
from kanly.invariants.games.card_table import laws as card_laws
from kanly.invariants.games.two_phase_commit import laws as commit_laws
from kanly.model import EVERYONE, Instance, ModelError, emit, require
from kanly.model.games.card_table import Drew, Seat, Table, card_table, retire, view
from kanly.model.games.two_phase_commit import two_phase_commit
from leaking import (
    LEAKS,
    confirmed,
    fail_for_the_first_card,
    reject_for_the_first_card,
    show_all_hands,
    show_what_does_not_fit,
)

DECLARED = (card_laws, commit_laws)
"""Looked up by name; importing them declares them."""


def sight(instance: Instance, **options: Any) -> SightResult:
    return prove_sight(trace_model(instance), **options)


@pytest.mark.parametrize(
    "instance",
    [
        card_table.instance(),
        pytest.param(card_table.instance(None, {"cards": 8, "seats": 3, "hand_limit": 4}), marks=pytest.mark.slow),
        two_phase_commit.instance(),
    ],
    ids=["card-table", "larger-card-table", "two-phase-commit"],
)
def test_the_bundled_models_keep_their_secrets(instance: Instance) -> None:
    result = sight(instance)
    assert result.status is Status.HOLDS
    assert {answer.seat for answer in result.answers} == {member.name for member in instance.seats.members}


@pytest.mark.parametrize("viewer", [fail_for_the_first_card, reject_for_the_first_card, show_what_does_not_fit])
def test_nothing_is_proved_of_a_view_that_can_fail(viewer: Callable[..., Any]) -> None:
    result = sight(card_table.variant({view: viewer}).instance())
    assert result.status is Status.OPEN
    assert all("cannot be made in every state" in answer.reason for answer in result.answers)
    assert all(answer.fails_in is not None for answer in result.answers)


@pytest.mark.parametrize(("rule", "broken", "channel"), LEAKS)
def test_a_leak_is_shown_by_two_states(rule: Callable[..., Any], broken: Callable[..., Any], channel: Channel) -> None:
    instance = card_table.variant({rule: broken}).instance()
    result = sight(instance)
    assert result.status is Status.OPEN
    leaks = [leak for leak in result.leaks if leak.channel is not Channel.WITHHELD]
    assert {leak.channel for leak in leaks} == {channel}
    assert all(confirmed(instance, leak) for leak in leaks)
    assert all(leak.hidden and leak.seen for leak in result.leaks)


def test_the_owner_of_a_hand_is_not_leaked_to() -> None:
    instance = card_table.variant({view: show_all_hands}).instance()
    assert {leak.seat for leak in sight(instance).leaks} == {"ANN"}


def retire_and_say_what(g: Table) -> None:
    require(g.escrow is not None, "nothing is in escrow")
    assert g.escrow is not None
    emit(Drew(seat=Seat.ANN, card=g.escrow), to=EVERYONE)
    g.discard.add(g.escrow)
    g.escrow = None


def test_what_everybody_may_know_may_be_told() -> None:
    instance = card_table.variant({retire: retire_and_say_what}).instance()
    assert sight(instance).status is Status.HOLDS


def test_one_seat_can_be_asked_for() -> None:
    instance = card_table.instance()
    assert {answer.seat for answer in sight(instance, seats=["BOB"]).answers} == {"BOB"}
    with pytest.raises(ModelError, match="EVE"):
        sight(instance, seats=["EVE"])


def test_no_time_is_no_proof() -> None:
    instance = card_table.variant({view: show_all_hands}).instance()
    result = sight(instance, budget=Budget(total=0.0))
    assert result.status is Status.INCONCLUSIVE
    assert not result.leaks
