"""Forces that are lost: all that a seat has in one place goes to the tanks, a No-Field marker like what it hid."""

from __future__ import annotations

from ... import merged, scope
from ..table.board import Place
from ..table.factions import Faction, Troop
from ..table.forces import marker_at, presence
from ..table.state import Table
from .marker import turn_over


@merged
def lose_all(g: Table, seat: Faction, place: Place) -> None:
    """Send all forces of a seat in a place to the tanks, with those that a No-Field marker there has hidden."""
    if seat == Faction.RICHESE and marker_at(g, place):
        turn_over(g)
    for troop in scope(g, Troop):
        g.tanks[seat][troop] += g.forces[place][seat][troop]
        g.forces[place][seat][troop] = 0
        if g.remainder is not None and g.flight is not None and g.flight.player == seat:
            g.remainder[place][troop] = 0
    if seat == Faction.BENE_GESSERIT and presence(g, seat, place.territory) == 0:
        g.advisors.discard(place.territory)
