"""Turning over the No-Field marker of Richese: what it hid comes out of reserve and stands where it lay."""

from __future__ import annotations

from ... import EVERYONE, Event, choose, emit, merged
from ..table.board import Place
from ..table.factions import Faction, Troop
from ..table.kinds import Worth
from ..table.state import Table


class NoFieldRevealed(Event):
    """The No-Field marker was turned over; forces out of reserve take its place, as far as there are any."""

    place: Place
    worth: Worth


@merged
def turn_over(g: Table) -> None:
    """The marker that is on the board lies open from now on, and what it hid stands where it lay."""
    marker, worth = g.marker, g.worth
    assert marker is not None
    assert worth is not None
    g.marker = None
    g.worth = None
    g.shown_worth = worth
    stand_up(g, marker.place, worth)
    emit(NoFieldRevealed(place=marker.place, worth=worth), to=EVERYONE)


@merged
def stand_up(g: Table, place: Place, worth: Worth) -> None:
    """Forces come out of reserve. If the marker could still fly with the second of two groups, now they can."""
    reserve = g.reserves[Faction.RICHESE][Troop.ORDINARY]
    number = choose(worth.value < reserve, worth.value, reserve)
    g.reserves[Faction.RICHESE][Troop.ORDINARY] -= number
    g.forces[place][Faction.RICHESE][Troop.ORDINARY] += number
    if g.remainder is not None and g.unflown_marker is not None:
        g.remainder[place][Troop.ORDINARY] += number
    g.unflown_marker = None
