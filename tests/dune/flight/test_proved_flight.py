"""Broken rules and views of the flight that only a proof for all states of its scope can refute."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dune.playing import dune
from kanly.explorer.findings.sight import SightResult
from kanly.explorer.findings.status import Status
from kanly.explorer.prove.proofs.induction import Induction
from kanly.explorer.prove.proofs.obligations import ProofResult
from kanly.explorer.prove.proofs.sight import prove_sight
from kanly.explorer.trace.tracing import trace_model
from kanly.model import Model, is_present, whole
from kanly.model.dune.arrivals import intrusion as entries
from kanly.model.dune.table.factions import Faction
from kanly.model.dune.table.forces import stranger
from kanly.model.dune.table.movements import Movement
from kanly.model.dune.table.state import Table
from kanly.model.dune.view.table import TableView, view


def proved(model: Model, *claims: str) -> ProofResult:
    return Induction(trace_model(model.instance("flight"))).run(claims)


def seen(model: Model, *seats: str) -> SightResult:
    return prove_sight(trace_model(model.instance("flight")), seats=seats)


@pytest.mark.slow
def test_an_entry_inside_a_territory_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    """In this scenario no token lies in a territory of several sectors, so no sweep of it meets this one."""

    def meets_terror(g: Table, movement: Movement) -> bool:
        return is_present(g.terror[movement.to]) and stranger(g, movement.player, Faction.MORITANI)

    monkeypatch.setattr(entries, "meets_terror", meets_terror)
    check = "moves-inside-a-territory-enter-nothing"
    assert proved(dune, check).status_of(check) is Status.OPEN


def shows_the_worth_to_all(g: Table, seat: Faction) -> TableView:
    shown = view(g, seat)
    shown.worth = whole(g, "worth")
    return shown


def shows_the_tokens_to_all(g: Table, seat: Faction) -> TableView:
    shown = view(g, seat)
    shown.terror_kinds = {place: whole(g.terror, place) for place in g.terror}
    return shown


def shows_the_hand_of_choam(g: Table, seat: Faction) -> TableView:
    shown = view(g, seat)
    shown.hand = g.hand[Faction.CHOAM]
    return shown


@pytest.mark.slow
@pytest.mark.parametrize(
    "broken",
    [
        shows_the_tokens_to_all,
        shows_the_worth_to_all,
        shows_the_hand_of_choam,
    ],
)
def test_a_view_that_says_too_much_is_refuted(broken: Callable[[Table, Faction], TableView]) -> None:
    assert seen(dune.variant({view: broken}), "BENE_GESSERIT").status is Status.OPEN
