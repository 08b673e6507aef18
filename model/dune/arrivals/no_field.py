"""No-Field: the face-down marker of Richese, which hides three numbers of forces behind one, and turning it over."""

from __future__ import annotations

from ... import EVERYONE, Event, choose, emit, merged, require, required
from ..game import dune
from ..table.board import Place
from ..table.factions import Faction, Troop
from ..table.kinds import Worth
from ..table.state import Table
from ..turns.turn import uninterrupted


class NoFieldRevealed(Event):
    """The No-Field marker was turned over; forces out of reserve take its place, as far as there are any."""

    place: Place
    worth: Worth


@dune.action
def reveal_no_field(g: Table, seat: Faction) -> None:
    """Richese turns its marker over, at any time: it lies open from now on, and what it hid stands where it lay."""
    require(seat == Faction.RICHESE, "only Richese has a No-Field")
    require(g.frame is None, "a discard has interrupted something that must be settled first")
    require(g.terror_frame is None, "a forced discard has interrupted an entry that must be settled first")
    uninterrupted(g)
    marker = required(g.marker, "no marker is on the board")
    worth = required(g.worth, "the marker hides nothing")
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
