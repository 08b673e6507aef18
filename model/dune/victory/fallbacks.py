"""Who wins when nobody has won by the last turn: the Fremen, else the Guild; where neither plays, the most strongholds.

The Fremen need their two sietches free of others (`fremen`), and by some versions of the rules more. Where the Fremen
play without the Guild and their sietches are not free, nobody wins: the rules name nobody.
"""

from __future__ import annotations

from typing import Final

from ... import both, choose, count, either, exists, forall, has, negate, scope
from ..table.board import Territory
from ..table.factions import Faction
from ..table.forces import allied
from ..table.state import Table
from ..table.variants import Ties
from ..table.victories import Way
from .fremen import fremen_condition
from .order import Seats, place_of
from .progress import side_of, stronghold_progress
from .settled import fighting

LAST_TURN: Final = 10

FREMEN, GUILD = Faction.FREMEN, Faction.GUILD


def fallback(g: Table) -> tuple[Seats, Way]:
    """Who would win now if it were decided by this, and how."""
    seats = scope(g, Faction)
    if FREMEN not in seats and GUILD not in seats:
        most = with_the_most(g)
        return most, choose(exists(most, lambda seat: most[seat]), Way.MOST, Way.NOT_WON)
    free = fremen_win(g)
    fremen_side = side_of(g, FREMEN)
    winners = {seat: choose(free, fremen_side[seat], wins_with_the_guild(g, seat)) for seat in seats}
    return winners, choose(free, Way.FREMEN, Way.GUILD if GUILD in seats else Way.NOT_WON)


def fremen_win(g: Table) -> bool:
    """Whether nothing stands in the way of the Fremen."""
    seats = scope(g, Faction)
    if FREMEN not in seats or (g.sietches.needs_guild and GUILD not in seats):
        return False
    shown = fremen_condition(g)
    free = either(shown.qualifies, both(g.ecaz_tolerated, shown.unresolved))
    fighters = fighting(g)
    barred = [
        fighters[Territory.TUEKS_SIETCH][seat]
        for seat in g.sietches.barred
        if seat in seats and Territory.TUEKS_SIETCH in fighters
    ]
    return both(free, forall(barred, negate))


def wins_with_the_guild(g: Table, seat: Faction) -> bool:
    """Whether a seat is the Guild, or its ally if that wins with it."""
    if GUILD not in scope(g, Faction):
        return False
    return either(seat == GUILD, both(g.guild_shares, allied(g, GUILD, seat)))


def with_the_most(g: Table) -> Seats:
    """Who stands in the most strongholds in which no opponent has fighters; of equals all, or the first."""
    rows, fighters = stronghold_progress(g).progress, fighting(g)
    held = {
        seat: count(fighters, lambda each, row=row: both(has(row.strongholds, each), fighters[each][row.player]))
        for seat, row in rows.items()
    }
    most = {seat: both(held[seat] > 0, forall(held, lambda other, n=held[seat]: n >= held[other])) for seat in held}
    if g.ties == Ties.ALL:
        return most
    return {
        seat: both(
            most[seat],
            forall(most, lambda other, s=seat: either(negate(most[other]), place_of(g, s) <= place_of(g, other))),
        )
        for seat in most
    }
