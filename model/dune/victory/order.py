"""Storm order: which of several seats or sides comes first."""

from __future__ import annotations

from typing import Final, TypeAlias

from ... import both, choose, either, forall, lookup, negate, scope
from ..table.factions import Faction
from ..table.state import Table
from ..table.variants import Ranking
from .progress import side_of

Seats: TypeAlias = dict[Faction, bool]
"""Whether each seat is one of those in question."""

SEATS: Final = len(Faction)

STORM_ORDER: Final = {
    (first, seat): (tuple(Faction).index(seat) - tuple(Faction).index(first)) % SEATS
    for first in Faction
    for seat in Faction
}
"""How many places around the table a seat comes after the first in storm order."""


def place_of(g: Table, seat: Faction) -> int:
    """How late a seat is in storm order, from 0."""
    return lookup(STORM_ORDER, (g.first, seat))


def place_of_side(g: Table, seat: Faction) -> int:
    """How late the side of a seat is in storm order: as its earliest member, or as the member that is listed first."""
    side = side_of(g, seat)
    earliest, listed = SEATS, SEATS
    for other in scope(g, Faction):
        place = place_of(g, other)
        earliest = choose(both(side[other], place < earliest), place, earliest)
        listed = choose(both(side[other], listed == SEATS), place, listed)
    return listed if g.ranking == Ranking.FIRST_LISTED else earliest


def first_of(g: Table, seats: Seats) -> Seats:
    """Those of the side that comes first in storm order, among the seats in question."""
    places = {seat: place_of_side(g, seat) for seat in seats}
    return {
        seat: both(
            seats[seat],
            forall(seats, lambda other, place=places[seat]: either(negate(seats[other]), place <= places[other])),
        )
        for seat in seats
    }
