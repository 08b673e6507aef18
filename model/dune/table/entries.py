"""Records of entries: what waits for Ecaz or Moritani, the frame of a forced discard, and worm rides."""

from __future__ import annotations

from ... import Int, Option, Record
from .board import Place
from .cards import Card
from .factions import Faction
from .flights import Batch
from .kinds import Entry, Onward, Phase, Source, Stage
from .limits import MOST_FORCES, MOST_IN_A_GROUP


class Embassy(Record):
    """Somebody came in where an Ambassador is; Ecaz decides whether it acts."""

    entrant: Faction
    place: Place


class TerrorEntry(Record):
    """Somebody came in where a Terror token lies. Everybody may know the entry; only the token's kind is secret."""

    event: int | None = Option(Int(1, 31))
    """The number of the entry, the same from beginning to end; None in a save from before entries were numbered."""
    entrant: Faction
    place: Place
    cause: Entry
    amount: int = Int(0, MOST_IN_A_GROUP)
    """How many came in, a marker counted as one: evidence of the arrival, not of who is there now."""
    elite: int = Int(0, MOST_FORCES)
    stage: Stage
    refused: bool
    """Whether an alliance was offered and refused, so that the token must be revealed."""
    onward: Onward


class TerrorFrame(Record):
    """A Terror token made somebody discard a card; what is left of the entry is still due."""

    batch: Batch
    source: Source
    owner: Faction
    """Whose token it was: Moritani."""
    entry: TerrorEntry
    """The entry as it was when the card was discarded; it is off the table until the frame is drained."""
    hand_before: int = Int(0, len(Card))
    """How many cards the former holder had before this one was discarded."""
    turn: int = Int(1, 10)
    phase: Phase


class Riding(Record):
    """Worms have come up and the Fremen ride them, one ride after the other."""

    left: int = Int(0, 2)
    """How many rides are to begin after the present one."""
    ready: bool
    """The present ride has not been taken yet."""
    summoned: bool
    """A summoned worm calls a Nexus, to be held before the next ride."""
    nexus: bool
    """A Nexus is being held."""
