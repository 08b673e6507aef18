"""Wrong pages of progress: one that is not the same for all, or tells something private, is noticed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dune.playing import dune, swept
from kanly.explorer.findings.leaks import Channel
from kanly.explorer.findings.status import Status
from kanly.explorer.prove.proofs.sight import prove_sight
from kanly.explorer.trace.tracing import trace_model
from kanly.invariants.dune.victory import shown
from kanly.model import either
from kanly.model.dune.table.board import Territory
from kanly.model.dune.table.factions import Faction
from kanly.model.dune.table.kinds import Worth
from kanly.model.dune.table.state import Table
from kanly.model.dune.table.victories import FremenCondition, Progress
from kanly.model.dune.victory.fremen import fremen_condition
from kanly.model.dune.victory.progress import stronghold_progress
from kanly.model.dune.view.standings import StandingsView, standings

Page = Callable[[Table, Faction], StandingsView]


def page(g: Table, row_of: Callable[[Faction], Progress], fremen: FremenCondition) -> StandingsView:
    """The page with these rows and this condition of the Fremen."""
    found = stronghold_progress(g)
    return StandingsView(
        released=found.released, progress={each: row_of(each) for each in found.progress}, fremen=fremen
    )


def shows_nothing_of_others(g: Table, seat: Faction) -> StandingsView:
    rows = stronghold_progress(g).progress
    unknown = Progress(
        player=seat, members=set(), strongholds=set(), tech_stronghold=False, target=3, jointly_occupied=set(),
        occupy_target=0, qualifies=False,
    )  # fmt: skip
    return page(g, lambda each: rows[each] if each == seat else unknown, fremen_condition(g))


def shows_every_row_as_its_own(g: Table, seat: Faction) -> StandingsView:
    rows = stronghold_progress(g).progress
    return page(g, lambda each: with_success(rows[each], seat, rows[each].qualifies), fremen_condition(g))


def hides_who_blocks(g: Table, seat: Faction) -> StandingsView:
    rows, found = stronghold_progress(g).progress, fremen_condition(g)
    nobody: dict[Territory, set[Faction]] = {place: set() for place in found.blocking}
    return page(
        g, rows.__getitem__, FremenCondition(qualifies=found.qualifies, blocking=nobody, unresolved=found.unresolved)
    )


def foretells_by_the_prediction(g: Table, seat: Faction) -> StandingsView:
    rows = stronghold_progress(g).progress
    said = g.prediction is not None and g.prediction.turn == g.turn
    return page(g, lambda each: with_success(rows[each], each, either(rows[each].qualifies, said)), fremen_condition(g))


def counts_what_the_marker_hides(g: Table, seat: Faction) -> StandingsView:
    rows = stronghold_progress(g).progress
    many = g.worth == Worth.FIVE
    return page(g, lambda each: with_success(rows[each], each, either(rows[each].qualifies, many)), fremen_condition(g))


def with_success(row: Progress, player: Faction, qualifies: bool) -> Progress:
    """A row of another player, with another answer to whether its side qualifies."""
    return Progress(
        player=player, members=row.members, strongholds=row.strongholds, tech_stronghold=row.tech_stronghold,
        target=row.target, jointly_occupied=row.jointly_occupied, occupy_target=row.occupy_target, qualifies=qualifies,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("broken", "scenario"),
    [
        (shows_nothing_of_others, "victory-fremen"),
        (shows_every_row_as_its_own, "victory-fremen"),
        (hides_who_blocks, "victory-fremen"),
        pytest.param(foretells_by_the_prediction, "mentat-joint", marks=pytest.mark.slow),
        pytest.param(counts_what_the_marker_hides, "victory-no-field", marks=pytest.mark.slow),
    ],
)
def test_a_page_that_is_not_progress_is_noticed(broken: Page, scenario: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shown, "standings", broken)
    (found,) = swept(dune, scenario, "everybody-is-shown-the-same-progress").checks
    assert found.status is Status.VIOLATED


@pytest.mark.slow
@pytest.mark.parametrize(
    ("broken", "scenario"),
    [(foretells_by_the_prediction, "mentat-joint"), (counts_what_the_marker_hides, "victory-no-field")],
)
def test_a_page_that_tells_something_private_is_a_leak(broken: Page, scenario: str) -> None:
    instance = dune.variant({standings: broken}).instance(scenario)
    leaks = prove_sight(trace_model(instance), seats=["HARKONNEN"]).leaks
    assert Channel.VIEW in {leak.channel for leak in leaks}
