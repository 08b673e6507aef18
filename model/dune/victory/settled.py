"""The settled board: lone advisors are released, and the fighters in each stronghold are counted.

Whoever counts anything towards victory asks this module. A No-Field marker is one force, whatever it hides. The storm
plays no part: opponents who cannot fight in a stronghold because of it contest the stronghold all the same.
"""

from __future__ import annotations

from typing import TypeAlias

from ... import both, either, forall, has, negate, scope
from ..table.board import Territory
from ..table.factions import Faction
from ..table.forces import as_advisors, presence
from ..table.state import Table


def strongholds(g: Table) -> list[Territory]:
    """The strongholds in scope, the Hidden Mobile Stronghold among them whether it is placed or not."""
    return [territory for territory in scope(g, Territory) if territory.stronghold]


def on_the_board(g: Table, stronghold: Territory) -> bool:
    """Whether a stronghold is there at all: the Hidden Mobile Stronghold has to be placed."""
    return either(stronghold != Territory.MOBILE_STRONGHOLD, g.mobile)


Fighting: TypeAlias = dict[Territory, dict[Faction, bool]]
"""Whether each seat has fighters in each territory of the settled board."""


def fighting(g: Table) -> Fighting:
    """Who has fighters where on the settled board."""
    return {territory: fighting_in(g, territory) for territory in scope(g, Territory)}


def fighting_in(g: Table, territory: Territory) -> dict[Faction, bool]:
    """Who has fighters in a territory of the settled board: whoever is there, but for advisors that stay advisors."""
    there = present(g, territory)
    free = released(g, territory, there)
    return {
        seat: both(is_there, either(negate(as_advisors(g, seat, territory)), free)) for seat, is_there in there.items()
    }


def present(g: Table, territory: Territory) -> dict[Faction, bool]:
    """Which seats have anybody in a territory, advisors and a marker included."""
    return {seat: presence(g, seat, territory) > 0 for seat in scope(g, Faction)}


def released(g: Table, territory: Territory, there: dict[Faction, bool]) -> bool:
    """Whether the Bene Gesserit are advisors in a territory, and nobody else is there: they are fighters again."""
    if Faction.BENE_GESSERIT not in there:
        return False
    alone = forall(there, lambda seat: either(seat == Faction.BENE_GESSERIT, negate(there[seat])))
    return both(both(has(g.advisors, territory), there[Faction.BENE_GESSERIT]), alone)
