"""The public panel: what each side has towards victory, in words, made of what a seat is shown and of nothing else.

It tells counts and targets as they are on the board now, and never who will win.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from ... import View
from ..game import dune
from ..table.factions import Faction
from ..table.victories import FremenCondition, Progress
from .standings import StandingsView
from .table import TableView

WHEN: Final = (
    "Victory is checked at the end of the Mentat pause: after a Terror token that Moritani may place, and after "
    "CHOAM's Trip to Gamont, where they play. Until then the board can change."
)


@dune.panel
def panel(shown: Mapping[str, View], seat: Faction) -> str:
    """What a seat reads about victory."""
    table, standings = shown["view"], shown.get("standings")
    assert isinstance(table, TableView)
    lines = list(banner(table))
    if isinstance(standings, StandingsView):
        lines += [line for side in sides(standings.progress.values()) for line in side_lines(side)]
        if Faction.FREMEN in standings.progress:
            lines += fremen_lines(standings.fremen)
        if not lines[0].startswith("The game"):
            lines.append(WHEN)
    return "\n".join(lines)


def banner(table: TableView) -> Iterator[str]:
    """Who has won, once the game is over."""
    if table.winners:
        yield f"The game is over. {titles(table.winners)} won: {table.won.value}."


def sides(rows: Iterable[Progress]) -> Iterator[Progress]:
    """One row of each side: members of a side have equal rows."""
    told: set[Faction] = set()
    for row in rows:
        if row.player not in told:
            told |= set(row.members)
            yield row


def side_lines(row: Progress) -> Iterator[str]:
    """What a side has against what it needs."""
    count = len(row.strongholds) + row.tech_stronghold
    tokens = ", all Tech Tokens count as one" if row.tech_stronghold else ""
    held = f" ({', '.join(sorted(each.title for each in row.strongholds))}{tokens})" if count else ""
    yield f"{titles(row.members)}: {count} of {row.target} strongholds{held.replace('(, ', '(')}"
    if row.occupy_target:
        names = ", ".join(sorted(each.title for each in row.jointly_occupied))
        told = f": {names}" if names else ""
        yield f"  Current board: {len(row.jointly_occupied)} of {row.occupy_target} jointly held strongholds{told}"


def fremen_lines(condition: FremenCondition) -> Iterator[str]:
    """What stands in the way of the Fremen on the last turn."""
    blocking = {place.title: seats for place, seats in condition.blocking.items() if seats}
    if condition.qualifies or blocking:
        told = "; ".join(f"{titles(seats)} in {place}" for place, seats in sorted(blocking.items())) or "nobody"
        yield f"In the way of the Fremen on the last turn, if nobody has won by then: {told}"
    if condition.unresolved:
        yield "  The rules leave open whether Ecaz alone in Sietch Tabr is in the way."


def titles(seats: Iterable[Faction]) -> str:
    """The names of seats, in storm order."""
    return " and ".join(seat.title for seat in sorted(seats, key=tuple(Faction).index))
