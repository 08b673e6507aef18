"""Leaks: two states that a seat may not tell apart and yet can, because it sees something different in each."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from ...model import Slots
from .traces import Move, Trace

Difference: TypeAlias = tuple[str, str, str]
"""What differs, and how it is in one case and in the other."""


class Channel(Enum):
    """How a seat comes to see something."""

    VIEW = "view"
    OFFER = "offered actions"
    EVENTS = "events"


Output: TypeAlias = tuple[Channel, str]
"""What a seat is given by a channel; of events, the name of the action that sends them."""


@dataclass(frozen=True)
class Leak:
    """Two states side by side, with the step taken in each where events tell them apart."""

    seat: str
    channel: Channel
    one: Slots
    other: Slots
    hidden: tuple[Difference, ...]
    """What differs between the states; the seat may know none of it."""
    seen: tuple[Difference, ...]
    """What the seat sees differ."""
    moves: tuple[Move, Move] | None = None
    plays: tuple[Trace, Trace] | None = None
    """A play to each of the states, without the moves above; None where the states need not be reached."""


@dataclass(frozen=True)
class OtherPlay:
    """What makes a leak of a play: another one, which looks different to a seat that may not tell the two apart.

    What is compared are the states that they lead to, or, for events, their last steps.
    """

    seat: str
    channel: Channel
    trace: Trace
