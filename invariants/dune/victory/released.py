"""Lone advisors count as fighters, and the Hidden Mobile Stronghold counts only where it is."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import both, exists, has, implies, negate, same, scope
from ....model.dune.table.board import Place, Territory
from ....model.dune.table.factions import Faction
from ....model.dune.table.forces import standing
from ....model.dune.table.state import Table
from ....model.dune.victory.progress import stronghold_progress
from ...language.conditions import Conjunct
from ...language.where import knowing, using
from ..laws import laws
from .occupation import SISTERS, VICTORY, all_hold, alone_there, is_there, of_one_side

MOBILE = Territory.MOBILE_STRONGHOLD


@laws.equivalence(
    "lone-advisors-are-released",
    clauses=["VIC-02"],
    where=VICTORY & using(Table.advisors) & knowing(SISTERS),
)
def lone_advisors_are_released(g: Table) -> tuple[bool, bool]:
    """Advisors are released where nobody else is, and what they hold then counts for their side."""
    return all_hold(_lone_advisors_are_released(g))


def _lone_advisors_are_released(g: Table) -> Iterator[tuple[str, bool]]:
    standings = stronghold_progress(g)
    for territory in scope(g, Territory):
        lone = both(has(g.advisors, territory), alone_there(g, SISTERS, territory))
        yield territory.title, same(has(standings.released, territory), lone)
        held = has(standings.progress[SISTERS].strongholds, territory)
        yield f"{territory.title} counts", implies(lone, held)


@laws.equivalence(
    "advisors-with-company-hold-nothing",
    clauses=["VIC-02", "VIC-04"],
    where=VICTORY & using(Table.advisors) & knowing(SISTERS),
)
def advisors_with_company_hold_nothing(g: Table) -> tuple[bool, bool]:
    """Advisors beside somebody else's forces occupy nothing, neither jointly nor where only they are of their side."""
    return all_hold(_advisors_with_company_hold_nothing(g))


def _advisors_with_company_hold_nothing(g: Table) -> Iterator[tuple[str, bool]]:
    row = stronghold_progress(g).progress[SISTERS]
    for territory in scope(g, Territory):
        company = both(has(g.advisors, territory), negate(alone_there(g, SISTERS, territory)))
        yield f"{territory.title} jointly", implies(company, negate(has(row.jointly_occupied, territory)))
        others = [other for other in scope(g, Faction) if other != SISTERS]
        mate = exists(others, lambda o, t=territory: both(of_one_side(g, SISTERS, o), is_there(g, o, t)))
        yield f"{territory.title} alone", implies(both(company, negate(mate)), negate(has(row.strongholds, territory)))


@laws.invariant("nobody-is-in-an-absent-stronghold", clauses=["VIC-16"], where=VICTORY & knowing(MOBILE))
def nobody_is_in_an_absent_stronghold(g: Table) -> Iterator[Conjunct]:
    """While the Hidden Mobile Stronghold is not on the board, nobody stands in it and it counts for nobody."""
    for place in scope(g, Place):
        if place.territory == MOBILE:
            for seat in scope(g, Faction):
                yield f"{seat.title} in {place.name}", implies(negate(g.mobile), standing(g, place, seat) == 0)
    rows = stronghold_progress(g).progress
    for seat in scope(g, Faction):
        yield f"count of {seat.title}", implies(negate(g.mobile), negate(has(rows[seat].strongholds, MOBILE)))
