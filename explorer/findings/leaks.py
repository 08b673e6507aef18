"""Leaks: two states or steps that are the same to a seat as far as it goes, and are not in what is compared."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

from ...model import Slots
from .traces import Move, Trace

Difference: TypeAlias = tuple[str, str, str]
"""What differs, and how it is in one case and in the other."""


class Channel(Enum):
    """How a seat comes to see something."""

    VIEW = "view"
    OFFER = "offered actions"
    EVENTS = "events"
    LEARNING = "knowledge"
    """What the seat may know after a step, beyond what it knew and what the step discloses to it."""
    WITHHELD = "withheld"
    """What the seat may know of a state, and its view does not show."""


OF_STEPS: Final = (Channel.EVENTS, Channel.LEARNING)
"""The channels by which steps are compared, and not states."""


def breach(seat: str, channel: Channel, named: str) -> str:
    """What is wrong when a channel is not as it has to be, in words; the channel is called as it is `named`."""
    if channel is Channel.WITHHELD:
        return f"the view of {seat} does not show all that it may know"
    if channel is Channel.LEARNING:
        return f"{seat} comes to know more than it knew and is told by its {named}"
    return f"{seat} is given more than it may know by {named}"


Output: TypeAlias = tuple[Channel, str]
"""What a seat is given by a channel; of what belongs to steps, the name of the action."""


@dataclass(frozen=True)
class Leak:
    """Two states side by side, with the step taken in each where it is steps that are compared."""

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
