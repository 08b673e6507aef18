"""What stands in the way of the Fremen on the last turn."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import both, either, forall, has, negate, same, scope, size
from ....model.dune.table.board import Territory
from ....model.dune.table.factions import Faction
from ....model.dune.table.state import Table
from ....model.dune.victory.fremen import fremen_condition
from ...language.where import knowing
from ..laws import laws
from .occupation import VICTORY, all_hold, occupation, occupies_with_fighters

FREMEN, ECAZ = Faction.FREMEN, Faction.ECAZ
TABR, HABBANYA = Territory.SIETCH_TABR, Territory.HABBANYA_SIETCH
BOTH_SIETCHES = VICTORY & knowing(FREMEN, TABR, HABBANYA)


@laws.equivalence("others-in-the-sietches-block-the-fremen", clauses=["VIC-06", "VIC-17"], where=BOTH_SIETCHES)
def others_in_the_sietches_block_the_fremen(g: Table) -> tuple[bool, bool]:
    """Whoever else has fighters in one of the two sietches blocks, but Ecaz beside the Fremen in Sietch Tabr."""
    return all_hold(_others_in_the_sietches_block_the_fremen(g))


def _others_in_the_sietches_block_the_fremen(g: Table) -> Iterator[tuple[str, bool]]:
    shown = fremen_condition(g)
    for territory in scope(g, Territory):
        for seat in scope(g, Faction):
            fighting = occupies_with_fighters(g, seat, territory)
            if seat == FREMEN or territory not in (TABR, HABBANYA):
                expected = False
            elif seat == ECAZ and territory == TABR:
                expected = both(fighting, negate(occupies_with_fighters(g, FREMEN, TABR)))
            else:
                expected = fighting
            yield f"{seat.title} in {territory.title}", same(has(shown.blocking[territory], seat), expected)
    yield "qualifies", same(shown.qualifies, forall(scope(g, Territory), lambda t: size(shown.blocking[t]) == 0))


@laws.equivalence("ecaz-alone-in-tabr-is-unresolved", clauses=["VIC-06", "VIC-17"], where=BOTH_SIETCHES & knowing(ECAZ))
def ecaz_alone_in_tabr_is_unresolved(g: Table) -> tuple[bool, bool]:
    """What the rules leave open is said where it decides: where Ecaz alone in Sietch Tabr is all that blocks."""
    return all_hold(_ecaz_alone_in_tabr_is_unresolved(g))


def _ecaz_alone_in_tabr_is_unresolved(g: Table) -> Iterator[tuple[str, bool]]:
    shown = fremen_condition(g)
    fighters = occupation(g)
    alone = both(fighters[TABR][ECAZ], negate(fighters[TABR][FREMEN]))
    others = [seat for seat in scope(g, Faction) if seat not in (FREMEN, ECAZ)]
    nobody_else = forall(others, lambda seat: negate(either(fighters[TABR][seat], fighters[HABBANYA][seat])))
    decides = both(alone, both(nobody_else, negate(fighters[HABBANYA][ECAZ])))
    yield "said", same(shown.unresolved, decides)
    yield "blocks", negate(both(shown.unresolved, shown.qualifies))
