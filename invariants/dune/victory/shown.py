"""What everybody is shown of victory: progress once, as it is, and alike for all."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import same, scope
from ....model.dune.table.board import Territory
from ....model.dune.table.factions import Faction
from ....model.dune.table.state import Table
from ....model.dune.victory.fremen import fremen_condition
from ....model.dune.victory.progress import stronghold_progress
from ....model.dune.view.standings import standings
from ..laws import laws
from .occupation import VICTORY, all_hold


@laws.equivalence("everybody-is-shown-the-same-progress", clauses=["VIC-15", "VIC-18"], where=VICTORY)
def everybody_is_shown_the_same_progress(g: Table) -> tuple[bool, bool]:
    """Each seat is shown the rows of all, as they are, and the condition of the Fremen."""
    return all_hold(_everybody_is_shown_the_same_progress(g))


def _everybody_is_shown_the_same_progress(g: Table) -> Iterator[tuple[str, bool]]:
    found, fremen = stronghold_progress(g), fremen_condition(g)
    for seat in scope(g, Faction):
        shown = standings(g, seat)
        yield "released", shown.released == found.released
        yield "fremen", same(shown.fremen.qualifies, fremen.qualifies)
        yield "unresolved", same(shown.fremen.unresolved, fremen.unresolved)
        for territory in scope(g, Territory):
            yield territory.title, shown.fremen.blocking[territory] == fremen.blocking[territory]
        for other in scope(g, Faction):
            row, expected = shown.progress[other], found.progress[other]
            yield "player", row.player == other
            yield "members", row.members == expected.members
            yield "strongholds", row.strongholds == expected.strongholds
            yield "joint", row.jointly_occupied == expected.jointly_occupied
            yield "tokens", same(row.tech_stronghold, expected.tech_stronghold)
            yield "target", row.target == expected.target
            yield "joint target", row.occupy_target == expected.occupy_target
            yield "success", same(row.qualifies, expected.qualifies)
