"""Records of movement: groups that move, the marker among them, and the decisions that a movement waits for."""

from __future__ import annotations

from ... import Int, Record, Set
from .board import Place, Territory
from .factions import Faction
from .limits import MOST_FORCES, MOST_IN_A_GROUP


class Movement(Record):
    """A declared or completed movement of one group. Once completed it is evidence, never an instruction."""

    player: Faction
    origin: Place
    to: Place
    total: int = Int(1, MOST_IN_A_GROUP)
    elite: int = Int(0, MOST_FORCES)
    no_field: bool
    """Whether a No-Field marker goes along; it counts as one of the total. What it hides is not said."""


class Marker(Record):
    """The No-Field marker of Richese on the board."""

    place: Place
    event: int = Int(1, 7)
    """Renewed with every movement, so that nothing can refer to where the marker was."""


class Arrival(Record):
    """CHOAM may forbid a declared movement into a territory that it occupies."""

    movement: Movement


class SpeedResponse(Record):
    """The others may play a Karama against the faction speed that a declared movement needs."""

    movement: Movement
    waiting: set[Faction] = Set(Faction)
    """Who has still to answer. Whoever holds a card is asked, so that being asked tells nothing."""


class Conversion(Record):
    """The Bene Gesserit used a worthless card as a Karama against a speed; that in turn can be answered."""

    response: SpeedResponse
    """What the worthless card answers. It goes on if a Karama stops the Bene Gesserit."""
    waiting: set[Faction] = Set(Faction)


class Intrusion(Record):
    """The Bene Gesserit may turn their fighters in a territory into advisors, because somebody came in."""

    territory: Territory
    intruder: Faction
