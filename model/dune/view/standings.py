"""What everybody is shown of victory: what each side has towards it, and what stands in the way of the Fremen."""

from __future__ import annotations

from ... import Map, Set, View
from ..game import dune
from ..table.board import Territory
from ..table.factions import Faction
from ..table.groups import STANDINGS
from ..table.state import Table
from ..table.victories import FremenCondition, Progress
from ..victory.fremen import fremen_condition
from ..victory.progress import stronghold_progress


class StandingsView(View):
    """Progress as it is on the settled board: the same for every seat."""

    released: set[Territory] = Set(Territory)
    progress: dict[Faction, Progress] = Map(Faction, Progress)
    fremen: FremenCondition


@dune.view(uses=STANDINGS)
def standings(g: Table, seat: Faction) -> StandingsView:
    """Everybody is shown the same, and nothing private is read for it."""
    found = stronghold_progress(g)
    return StandingsView(released=found.released, progress=found.progress, fremen=fremen_condition(g))
