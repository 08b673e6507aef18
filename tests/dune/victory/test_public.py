"""Progress is public: a page that shows all of it shows only what everybody may know, whatever is hidden."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

import pytest

from dune.playing import dune
from kanly.explorer.findings.leaks import Channel
from kanly.explorer.findings.status import Status
from kanly.explorer.prove.proofs.sight import prove_sight
from kanly.explorer.trace.tracing import trace_model
from kanly.model import Model, View, choose
from kanly.model.dune.table.board import Territory
from kanly.model.dune.table.factions import Faction
from kanly.model.dune.table.forces import presence
from kanly.model.dune.table.kinds import Worth
from kanly.model.dune.table.state import Table
from kanly.model.dune.table.victories import FremenCondition, Standings
from kanly.model.dune.victory import settled
from kanly.model.dune.victory.fremen import fremen_condition
from kanly.model.dune.victory.progress import stronghold_progress


class Onlooker(Enum):
    """Who has no seat, and may know what everybody may."""

    PAGE = "page"


class Page(View):
    """All of progress."""

    standings: Standings
    fremen: FremenCondition


def page(g: Table, viewer: Onlooker) -> Page:
    return Page(standings=stronghold_progress(g), fremen=fremen_condition(g))


def shown_to_a_page() -> Model:
    """The model with a public page that shows progress and nothing else."""
    model = replace(dune, onlookers=Onlooker, views=dict(dune.views))
    model.view(page)
    return model


def sight_of_the_page(scenario: str) -> Status:
    """Whether what the page is shown follows from what everybody may know, in every two states of the scope."""
    result = prove_sight(trace_model(shown_to_a_page().instance(scenario)), seats=["PAGE"])
    return next(each.status for each in result.answers if each.channel is Channel.VIEW)


@pytest.mark.parametrize(
    "scenario",
    [
        pytest.param("victory-no-field", marks=pytest.mark.slow),
        pytest.param("victory-fremen", marks=pytest.mark.slow),
        pytest.param("victory-advisors", marks=pytest.mark.slow),
    ],
)
def test_progress_depends_on_nothing_private(scenario: str) -> None:
    assert sight_of_the_page(scenario) is Status.HOLDS


@pytest.mark.slow
def test_progress_that_counts_what_a_marker_hides_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def counted(g: Table, seat: Faction, territory: Territory) -> int:
        hidden = g.worth is not None and g.worth != Worth.NONE
        return choose(seat == Faction.RICHESE and not hidden, 0, presence(g, seat, territory))

    monkeypatch.setattr(settled, "presence", counted)
    assert sight_of_the_page("victory-no-field") in (Status.OPEN, Status.VIOLATED)
