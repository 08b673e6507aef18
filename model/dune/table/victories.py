"""What victory is made of: Tech Tokens, what a side has towards victory, the Fremen's condition, and who has won."""

from __future__ import annotations

from enum import Enum
from typing import Final

from ... import Int, Map, Record, Set
from .board import Territory
from .factions import Faction

OCCUPY_TARGET: Final = 3
"""How many strongholds Ecaz and its ally win with when they occupy each of them together."""


class TechToken(Enum):
    """A Tech Token. All three with one owner count as one stronghold."""

    AXLOTL_TANKS = "Axlotl Tanks"
    HEIGHLINERS = "Heighliners"
    SPICE_PRODUCTION = "Spice Production"


class Progress(Record):
    """What the side of a seat has towards victory. Members of a side have equal rows but for `player`."""

    player: Faction
    members: set[Faction] = Set(Faction)
    """The seat and its ally."""
    strongholds: set[Territory] = Set(Territory)
    """The strongholds where a member has fighters and nobody else has any."""
    tech_stronghold: bool
    """Whether one member owns all Tech Tokens, which counts as one more stronghold."""
    target: int = Int(3, 4)
    jointly_occupied: set[Territory] = Set(Territory)
    """The strongholds where Ecaz and its ally both have fighters and nobody else has any; of another side, none."""
    occupy_target: int = Int(0, OCCUPY_TARGET)
    """How many of these win; 0 for a side that is not Ecaz with an ally, which cannot win by them."""
    qualifies: bool
    """Whether the side has reached one of its targets. Nobody has won by that: it is looked at in the Mentat pause."""


class Standings(Record):
    """The settled board, and what every seat has towards victory on it."""

    released: set[Territory] = Set(Territory)
    """Where lone advisors count as fighters."""
    progress: dict[Faction, Progress] = Map(Faction, Progress)


class FremenCondition(Record):
    """What the Fremen may win by when nobody else has won by the last turn. It is a fallback, and not yet a win."""

    qualifies: bool
    blocking: dict[Territory, set[Faction]] = Map(Territory, Set(Faction))
    """Whose fighters stand in the way, and where."""
    unresolved: bool
    """Ecaz alone in Sietch Tabr is all that stands in the way. The rules leave open whether it does; here it does."""


class Prediction(Record):
    """What the Bene Gesserit wrote down before the first turn: who will win, and in which turn."""

    faction: Faction
    turn: int = Int(1, 10)


class Way(Enum):
    """How a game was won, if it was."""

    NOT_WON = "nobody has won"
    STRONGHOLDS = "a side held enough strongholds"
    PREDICTION = "the Bene Gesserit had predicted it"
    FREMEN = "nobody had won by the last turn, and the Fremen's sietches were free"
    GUILD = "nobody had won by the last turn, and the Guild had kept the way open"
    MOST = "nobody had won by the last turn, and neither Fremen nor Guild played: the most strongholds decide"


class Quote(Record):
    """How the check of victory comes out on a board. It is internal: it has looked at the prediction."""

    winners: set[Faction] = Set(Faction)
    """Who wins, all members of the side; nobody if the game goes on, or ends without a winner."""
    way: Way
    released: set[Territory] = Set(Territory)
    """Where lone advisors become fighters."""
