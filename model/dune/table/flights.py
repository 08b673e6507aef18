"""Records of flights: the Ornithopter in the air, the receipt of its discard, and the frames behind that."""

from __future__ import annotations

from ... import Int, Record
from .cards import Card, Mode
from .factions import Faction
from .kinds import Cause, Resume
from .limits import MOST_GROUPS
from .movements import Movement


class Flight(Record):
    """An Ornithopter in the air. While it is the live flight, its card is in escrow: played, and in no pile."""

    event: int = Int(1, 2)
    player: Faction
    card: Card
    turn: int = Int(1, 10)
    mode: Mode
    starting: int = Int(0, MOST_GROUPS)
    """How many groups the player had moved this turn before the flight was declared."""
    completed: int = Int(0, 2)
    """How many groups it has carried."""


class Batch(Record):
    """The receipt of one fresh discard that interrupted something."""

    number: int = Int(1, 15)
    cause: Cause
    card: Card
    owner: Faction
    """Who had held the card, whoever made the discard happen."""
    public: bool
    """Whether everybody sees the face."""


class MoveFrame(Record):
    """A flight's last group has arrived and its card is discarded; the movement's consequences are still due."""

    batch: Batch
    flight: Flight
    movement: Movement
    resume: Resume


class EndFrame(Record):
    """A flight was cut short by the end of its player's movement; the turn has still to pass on."""

    batch: Batch
    flight: Flight
    player: Faction
