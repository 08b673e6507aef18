"""Who fights in which stronghold, and who is on whose side, as the rule book says it: counted from the forces alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from ....model import both, choose, either, exists, forall, has, negate, same, scope, truth, whole
from ....model.dune.table.board import Place, Territory
from ....model.dune.table.factions import Faction
from ....model.dune.table.forces import marker_in, standing
from ....model.dune.table.state import Table
from ...language.where import using

VICTORY: Final = using(Table.tech)
"""Where there is something to be said about victory."""

SISTERS: Final = Faction.BENE_GESSERIT


def is_there(g: Table, seat: Faction, territory: Territory) -> bool:
    """Whether a seat has a force or the marker in any part of a territory."""
    standing_there = exists(
        [place for place in scope(g, Place) if place.territory == territory], lambda place: standing(g, place, seat) > 0
    )
    return either(standing_there, both(seat == Faction.RICHESE, marker_in(g, territory)))


def alone_there(g: Table, seat: Faction, territory: Territory) -> bool:
    """Whether a seat is in a territory where no other seat has anybody."""
    others = [other for other in scope(g, Faction) if other != seat]
    return both(is_there(g, seat, territory), negate(exists(others, lambda other: is_there(g, other, territory))))


def occupies_with_fighters(g: Table, seat: Faction, territory: Territory) -> bool:
    """Whether a seat has fighters in a territory: whoever is there, but advisors who are not alone."""
    fighting = either(negate(has(g.advisors, territory)), alone_there(g, seat, territory))
    return both(is_there(g, seat, territory), choose(seat == SISTERS, fighting, True))


def of_one_side(g: Table, one: Faction, other: Faction) -> bool:
    """Whether two seats are the same or allies."""
    return either(one == other, same(whole(g.ally, one), other))


def real_strongholds(g: Table) -> list[tuple[Territory, bool]]:
    """The strongholds in scope, and whether each is on the board."""
    there = [territory for territory in scope(g, Territory) if territory.stronghold]
    return [(each, either(each != Territory.MOBILE_STRONGHOLD, g.mobile)) for each in there]


def all_hold(parts: Iterable[tuple[str, bool]]) -> tuple[bool, bool]:
    """An equivalence that says that all of these hold.

    What follows from one state alone is declared so: a proof supposes invariants of the states that it looks at, and
    asks of an equivalence whether it holds in each of them.
    """
    return forall([holds for _, holds in parts], truth), True


Occupation: TypeAlias = dict[Territory, dict[Faction, bool]]
"""Whether each seat has fighters in each territory."""


def occupation(g: Table) -> Occupation:
    """Who has fighters where."""
    return {
        territory: {seat: occupies_with_fighters(g, seat, territory) for seat in scope(g, Faction)}
        for territory in scope(g, Territory)
    }
