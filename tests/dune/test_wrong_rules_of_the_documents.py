"""Four wrong rules that the documents forbid: each is caught by sweep and by proof, by a law that names its clause."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dune.playing import answer, dune
from kanly.explorer.findings.status import Status
from kanly.explorer.prove.proofs.induction import Induction
from kanly.explorer.trace.tracing import trace_model
from kanly.model import Model, scope
from kanly.model.dune.flight import escrow
from kanly.model.dune.movement import arrival, movement
from kanly.model.dune.movement.arrival import allow_arrival
from kanly.model.dune.table.cards import Card
from kanly.model.dune.table.factions import Faction
from kanly.model.dune.table.flights import Batch, Flight
from kanly.model.dune.table.kinds import Source
from kanly.model.dune.table.state import Table
from kanly.model.dune.terror import discards
from kanly.model.dune.terror.discards import ForcedDiscard
from kanly.model.dune.view import table as looking
from kanly.model.dune.view.table import TableView, view

Patch = pytest.MonkeyPatch


def anybody_answers(monkeypatch: Patch) -> Model:
    """CHOAM's question is answered by another seat."""

    def allow(g: Table, seat: Faction) -> None:
        allow_arrival(g, Faction.CHOAM)

    return dune.variant({allow_arrival: allow})


def a_hajr_is_lost(monkeypatch: Patch) -> Model:
    """A retirement discards a Hajr as well."""
    retire = escrow.retire

    def retires(g: Table, flight: Flight) -> Batch:
        batch = retire(g, flight)
        for seat in scope(g, Faction):
            if Card.HAJR in g.hand[seat]:
                g.hand[seat].remove(Card.HAJR)
                g.discard.add(Card.HAJR)
        return batch

    for module in (arrival, movement):
        monkeypatch.setattr(module, "retire", retires)
    return dune


def no_hand_is_shown(monkeypatch: Patch) -> Model:
    """No view shows a hand."""

    def blank(g: Table, seat: Faction) -> TableView:
        shown = view(g, seat)
        shown.hand.clear()
        return shown

    monkeypatch.setattr(looking, "view", blank)
    return dune.variant({view: blank})


def moritani_is_blamed(monkeypatch: Patch) -> Model:
    """A public line blames Moritani for the discard of a Sabotage."""

    def blame(*, seat: Faction, source: Source) -> ForcedDiscard:
        return ForcedDiscard(seat=Faction.MORITANI, source=source)

    monkeypatch.setattr(discards, "ForcedDiscard", blame)
    return dune


@pytest.mark.slow
@pytest.mark.parametrize(
    ("wrong", "scenario", "law", "clause"),
    [
        (anybody_answers, "flight-choam", "choam-answers-arrivals", "ORN-65"),
        (a_hajr_is_lost, "flight", "landing-retires-the-card-alone", "ORN-66"),
        (a_hajr_is_lost, "flight", "early-end-retires-the-card-alone", "ORN-66"),
        (no_hand_is_shown, "terror-sabotage", "hands-are-their-owners", "ORN-64"),
        (moritani_is_blamed, "terror-sabotage", "forced-discards-are-told-truly", "TER-45"),
    ],
)
def test_it_is_caught_by_sweep_and_by_proof(
    wrong: Callable[[Patch], Model], scenario: str, law: str, clause: str, monkeypatch: Patch
) -> None:
    model = wrong(monkeypatch)
    found = answer(model, scenario, law)
    assert found.status is Status.VIOLATED
    assert clause in found.declaration.clauses
    proof = Induction(trace_model(model.instance(scenario))).run([law])
    assert proof.status_of(law) is not Status.HOLDS
