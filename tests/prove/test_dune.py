"""The flight of the Ornithopter, proved for all states of its scenario, and broken rules of it refuted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kanly.explorer.cli.frame.obligations import proof_verdict
from kanly.explorer.cli.frame.selection import bundled
from kanly.explorer.findings.leaks import Channel
from kanly.explorer.findings.status import Status
from kanly.explorer.prove.formulas.solver import Budget
from kanly.explorer.prove.proofs.induction import Induction
from kanly.explorer.prove.proofs.sight import prove_sight
from kanly.explorer.trace.tracing import trace_model
from kanly.invariants import applicable, holds
from kanly.model import Accepted, Instance
from kanly.model.dune.movement.movement import declare_flight, end_movement
from kanly.model.dune.table.board import Place
from kanly.model.dune.table.cards import Card, Mode
from kanly.model.dune.table.factions import Faction, Group
from kanly.model.dune.table.state import Table
from kanly.model.dune.view.table import TableView, view

dune = bundled("dune")


def flight(**replaced: Any) -> Instance:
    return dune.instance("flight", replaced)


@pytest.mark.slow
def test_every_card_is_in_one_place_in_all_states_of_the_flight() -> None:
    result = Induction(trace_model(flight())).run(["custody"])
    assert result.status is Status.HOLDS
    assert result.uses("custody") <= {"custody"}


@pytest.mark.slow
def test_everything_that_is_declared_of_the_flight_is_proved() -> None:
    verdict = proof_verdict(trace_model(flight()), Budget(), "kanly prove dune:flight")
    assert verdict.status == "holds"
    assert {check.status for check in verdict.invariants} == {"holds"}
    assert {f"sight of {faction.name}" for faction in flight().seats.members} <= {
        check.id for check in verdict.invariants
    }


def end_and_keep_the_card(g: Table, seat: Faction) -> None:
    flown = g.flight
    end_movement(g, seat)
    if flown is not None:
        g.hand[seat].add(flown.card)


def declare_and_keep_the_card(g: Table, seat: Faction, mode: Mode, origin: Place, to: Place, group: Group) -> None:
    declare_flight(g, seat, mode, origin, to, group)
    g.hand[seat].add(Card.ORNITHOPTER)


def declare_with_a_used_event(g: Table, seat: Faction, mode: Mode, origin: Place, to: Place, group: Group) -> None:
    declare_flight(g, seat, mode, origin, to, group)
    g.flights -= 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rule", "broken", "goal"),
    [
        (end_movement, end_and_keep_the_card, "custody"),
        (declare_flight, declare_and_keep_the_card, "custody"),
        (declare_flight, declare_with_a_used_event, "flights-are-numbered"),
    ],
)
def test_a_broken_rule_is_refuted_by_a_step_that_goes_as_shown(
    rule: Callable[..., Any], broken: Callable[..., Any], goal: str
) -> None:
    instance = dune.variant({rule: broken}).instance("flight")
    result = Induction(trace_model(instance)).run([goal])
    (example,) = (each for each in result.examples if each.goal == goal)
    assert example.action is not None
    assert example.action.action.rule is broken
    outcome = instance.step(example.before, example.action, example.codes)
    assert isinstance(outcome, Accepted)
    assert outcome.slots == example.after
    (declaration,) = (each for each in applicable(instance) if each.id == goal)
    assert holds(declaration, instance.state(example.before))[0]
    assert not holds(declaration, instance.state(outcome.slots))[0]


def show_the_hand_of_choam(g: Table, seat: Faction) -> TableView:
    shown = view(g, seat)
    shown.hand = g.hand[Faction.CHOAM]
    return shown


@pytest.mark.slow
def test_a_view_of_another_hand_is_a_leak_to_everybody_else() -> None:
    instance = dune.variant({view: show_the_hand_of_choam}).instance("flight")
    found = prove_sight(trace_model(instance)).leaks
    leaks = [leak for leak in found if leak.channel not in (Channel.WITHHELD, Channel.LEARNING)]
    assert {(leak.seat, leak.channel) for leak in leaks} == {
        (member.name, Channel.VIEW) for member in instance.seats.members if member is not Faction.CHOAM
    }
    assert all("hand.CHOAM" in {path for path, _, _ in leak.hidden} for leak in leaks)
