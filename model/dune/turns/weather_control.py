"""Weather Control: whoever plays it on its turn says how far the storm travels, at most ten sectors."""

from __future__ import annotations

from typing import Final

from ... import EVERYONE, Event, emit, lookup, require
from ..game import dune
from ..table.board import SECTORS, Sector
from ..table.cards import Card
from ..table.factions import Faction
from ..table.state import Table
from .hand import play
from .turn import on_turn

REACH: Final = 10
"""How many sectors the storm travels at most."""

AHEAD: Final = {(start, end): (end.value - start.value) % SECTORS for start in Sector for end in Sector}
"""How many sectors the storm travels from one sector to another."""


class StormMoved(Event):
    """A Weather Control has moved the storm."""

    seat: Faction
    to: Sector


@dune.action
def play_weather_control(g: Table, seat: Faction, to: Sector) -> None:
    """Move the storm to a sector that it reaches, or leave it where it is. The next movement is judged by that."""
    on_turn(g, seat)
    require(lookup(AHEAD, (g.storm, to)) <= REACH, "the storm travels at most ten sectors")
    play(g, seat, Card.WEATHER_CONTROL)
    g.storm = to
    emit(StormMoved(seat=seat, to=to), to=EVERYONE)
