"""What a bot reads off what its seat is shown: who stands where, and how near each side is to victory.

All of it is public, and the same for all profiles. Where a scenario has no standings, nobody is near to anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ... import View
from ..table.board import Territory
from ..table.factions import Faction
from ..table.victories import Progress
from ..view.standings import StandingsView
from ..view.table import TableView


@dataclass(frozen=True)
class Board:
    """The table as one seat is shown it."""

    seat: Faction
    table: TableView
    rows: Mapping[Faction, Progress]
    """What the side of each seat has towards victory; nothing where the scenario does not count that."""

    def stands_in(self, seat: Faction, territory: Territory) -> int:
        """How many forces of a seat everybody sees in a territory."""
        places = [place for place in self.table.forces if place.territory == territory]
        marker = any(self.table.marker[place] for place in places) and seat == Faction.RICHESE
        return sum(sum(self.table.forces[place][seat].values()) for place in places) + marker

    def side_of(self, seat: Faction) -> frozenset[Faction]:
        """A seat and its ally: the side that its victory is counted for."""
        ally = self.table.ally[seat]
        return frozenset({seat} if ally is None else {seat, ally})

    @property
    def side(self) -> frozenset[Faction]:
        """The side of the seat itself."""
        return self.side_of(self.seat)

    def rivals(self) -> Iterator[Faction]:
        """One seat of each side that is not the seat's own."""
        told: set[Faction] = set(self.side)
        for seat in self.rows:
            if seat not in told:
                told |= self.side_of(seat)
                yield seat

    def distance(self, seat: Faction) -> int:
        """How many strongholds the side of a seat still needs, by the nearer of its two ways; many without any."""
        row = self.rows.get(seat)
        if row is None:
            return len(Territory)
        ordinary = row.target - len(row.strongholds) - row.tech_stronghold
        if not row.occupy_target:
            return max(ordinary, 0)
        return max(min(ordinary, row.occupy_target - len(row.jointly_occupied)), 0)

    def holds(self, seat: Faction, territory: Territory) -> bool:
        """Whether a stronghold counts for the side of a seat."""
        return seat in self.rows and territory in self.rows[seat].strongholds

    def is_joint(self, seat: Faction, territory: Territory) -> bool:
        """Whether Ecaz and its ally, one of them the seat, hold a stronghold together."""
        return seat in self.rows and territory in self.rows[seat].jointly_occupied

    def would_join(self, territory: Territory) -> bool:
        """Whether the seat's forces, coming into a stronghold, would hold it together with Ecaz or Ecaz's ally."""
        row = self.rows.get(self.seat)
        if row is None or not row.occupy_target or not territory.stronghold:
            return False
        others = [other for other in self.rows if self.stands_in(other, territory) > 0]
        mate = self.side - {self.seat}
        return self.stands_in(self.seat, territory) == 0 and frozenset(others) == mate

    def last_force_leaves(self, territory: Territory, number: int) -> bool:
        """Whether a territory would be left without any force of the seat if so many went."""
        return self.stands_in(self.seat, territory) <= number


def read(shown: Mapping[str, View], seat: Faction) -> Board:
    """The board that a seat is shown."""
    table, standings = shown["view"], shown.get("standings")
    assert isinstance(table, TableView)
    rows = standings.progress if isinstance(standings, StandingsView) else {}
    return Board(seat, table, rows)
