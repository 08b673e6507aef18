"""What stands in the way of the Fremen on the last turn: others' fighters in its two sietches.

Ecaz beside the Fremen in Sietch Tabr does not. That is not extended to Ecaz alone there, nor to another stronghold.
"""

from __future__ import annotations

from typing import Final

from ... import both, either, forall, negate, scope
from ..table.board import Territory
from ..table.factions import Faction
from ..table.state import Table
from ..table.victories import FremenCondition
from .settled import Fighting, fighting

FREMEN, ECAZ, TABR = Faction.FREMEN, Faction.ECAZ, Territory.SIETCH_TABR

SIETCHES: Final = (TABR, Territory.HABBANYA_SIETCH)
"""Where others' fighters are in the way."""


def fremen_condition(g: Table) -> FremenCondition:
    """Whether the Fremen could win the last turn by their sietches, and who prevents it. Nothing private is read."""
    settled = fighting(g)
    blocking = {place: blockers(settled, place) for place in settled}
    every = [(place, seat) for place in settled for seat in blocking[place]]
    free = forall(every, lambda each: negate(blocking[each[0]][each[1]]))
    others = forall(every, lambda each: either(each == (TABR, ECAZ), negate(blocking[each[0]][each[1]])))
    seated = FREMEN in scope(g, Faction)
    return FremenCondition(
        qualifies=both(seated, free),
        blocking={place: {seat for seat in blocking[place] if blocking[place][seat]} for place in settled},
        unresolved=both(seated, both(others, negate(free))),
    )


def blockers(settled: Fighting, place: Territory) -> dict[Faction, bool]:
    """Whether the fighters of each seat in a territory are in the way of the Fremen."""
    fighters = settled[place]
    in_the_way = {seat: there if place in SIETCHES and seat != FREMEN else False for seat, there in fighters.items()}
    if place == TABR and ECAZ in fighters and FREMEN in fighters:
        in_the_way[ECAZ] = both(fighters[ECAZ], negate(fighters[FREMEN]))
    return in_the_way
