"""The Mentat pause: how far it has come, and what may wait in it for an answer."""

from __future__ import annotations

from enum import Enum
from typing import Final

from ... import Record, Set
from .board import Place
from .factions import Faction, Troop

MOST_BRIBES: Final = 3
"""How much spice a seat takes as bribes in one turn, at most."""


class Pause(Enum):
    """How far the Mentat pause has come: whom it waits for, and for what."""

    DUE = "it begins"
    PLACEMENT = "Moritani may place a Terror token"
    ANSWERS = "others may stop the placement"
    DENIED = "a placement was stopped, and that is to be settled"
    CHOAM = "CHOAM may play a Trip to Gamont, and ends the pause"
    GAMONT = "others may stop the Trip to Gamont"
    OVER = "the game is over"


class Inflation(Enum):
    """The Inflation token of CHOAM: it works for a turn, is turned over, and works the other way for the next."""

    FRESH = "as it was put down"
    TURNED = "turned over"


class Placement(Record):
    """A Terror token that has been placed, and may still be stopped. Which one it is, Moritani alone knows."""

    place: Place
    waiting: set[Faction] = Set(Faction)
    """The seats that have still to answer."""


class Gamont(Record):
    """A Trip to Gamont that has been played: whose force it sends back to the reserves, and from where."""

    seat: Faction
    place: Place
    troop: Troop
    waiting: set[Faction] = Set(Faction)
