"""Records of interruptions: a search with a Nullentropy Box, its frame, and the question of a Truthtrance."""

from __future__ import annotations

from ... import OneOf, Option, Record
from .cards import Card
from .factions import Faction
from .flights import Batch
from .movements import Arrival, Conversion, Intrusion, SpeedResponse


class Search(Record):
    """A Nullentropy Box is opened and paid for: its player is to take a card out of the discard pile."""

    seat: Faction
    parent: Arrival | Intrusion | SpeedResponse | Conversion | None = Option(
        OneOf(Arrival, Intrusion, SpeedResponse, Conversion)
    )
    """The decision that was open and has to wait; None if the seat on turn had the choice."""


class BoxFrame(Record):
    """A search is over and the Box lies on the discard pile; the decision that it suspended is still to come back."""

    batch: Batch
    parent: Arrival | Intrusion | SpeedResponse | Conversion | None = Option(
        OneOf(Arrival, Intrusion, SpeedResponse, Conversion)
    )


class Question(Record):
    """A Truthtrance asks a seat whether it holds a card. Until the true answer is given, nothing else happens."""

    asker: Faction
    asked: Faction
    about: Card
    card: Card
    """The Truthtrance, which is discarded with the answer."""
