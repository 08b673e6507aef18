"""What follows a completed movement: the suffix that a flight's frame keeps back until it is drained."""

from __future__ import annotations

from ... import EVERYONE, Event, Int, emit
from ..table.board import Place
from ..table.factions import Faction
from ..table.kinds import Entry, Line
from ..table.limits import MOST_IN_A_GROUP
from ..table.movements import Movement
from ..table.state import Table
from .intrusion import open_entry, raise_intrusion


class Moved(Event):
    """A group has moved. What a marker hides is not said."""

    seat: Faction
    origin: Place
    to: Place
    total: int = Int(1, MOST_IN_A_GROUP)


def conclude(g: Table, movement: Movement) -> None:
    """What is due after a movement, in this order. It takes the movement as a fact and never judges it again."""
    g.karama_rate = None
    g.log[Line.MOVEMENT] += 1
    emit(Moved(seat=movement.player, origin=movement.origin, to=movement.to, total=movement.total), to=EVERYONE)
    raise_intrusion(g, movement)
    open_entry(g, movement, Entry.MOVEMENT)
