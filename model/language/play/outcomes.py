"""What becomes of a step: accepted with what was reported, rejected, or a fault of the rule."""

from __future__ import annotations

import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias

from ..base.errors import message_of
from ..base.source import is_authors
from ..base.termination import EndlessError, loop_at
from ..classes.record_domains import RecordDomain
from ..values.cells import Cells

Slots: TypeAlias = tuple[int, ...]
"""A state: one code for each slot."""


@dataclass(frozen=True, slots=True)
class Sent:
    """An event as it was reported: its class, its content slot by slot, and the seats and onlookers that were told."""

    event: str
    slots: Slots
    seats: tuple[str, ...]
    domain: RecordDomain = field(compare=False, repr=False)

    @property
    def content(self) -> Mapping[str, object]:
        """The content as JSON data."""
        return self.domain.dump(Cells(self.slots), 0)


@dataclass(frozen=True, slots=True)
class Accepted:
    """The action was taken: the next state, and what was reported."""

    slots: Slots
    events: tuple[Sent, ...]


@dataclass(frozen=True)
class Rejected:
    """A guard did not hold: nothing changed."""

    reason: str


rejected = lru_cache(maxsize=1024)(Rejected)
"""Most steps are rejected, for one of a few reasons."""


@dataclass(frozen=True)
class Fault:
    """The rule itself failed: an exception, or a value outside its domain. A finding."""

    kind: str
    message: str
    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.kind}: {self.message} ({self.file}:{self.line})"


def fault_of(error: BaseException) -> Fault:
    """The finding that an exception in a rule is, at the innermost line of the model's own code."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if is_authors(frame.filename)] or frames
    if isinstance(error, RecursionError):
        return Fault("RecursionError", "recursion without end", *_first_repeated(own))
    if isinstance(error, EndlessError):
        return Fault("the rule does not end", "bound its loops", *loop_at(own))
    at = getattr(error, "at", None)
    if at is not None:
        return Fault("out of domain", message_of(error), *at)
    kind = "out of domain" if type(error).__name__ == "DomainError" else type(error).__name__
    message = message_of(error.args[0] if isinstance(error, KeyError) and error.args else error)
    return Fault(kind, message, own[-1].filename, own[-1].lineno or 0)


def _first_repeated(frames: Sequence[traceback.FrameSummary]) -> tuple[str, int]:
    """Where a recursion begins; where it ends is a matter of how much room there was."""
    seen: set[tuple[str, int]] = set()
    for frame in frames:
        place = (frame.filename, frame.lineno or 0)
        if place in seen:
            return place
        seen.add(place)
    return frames[-1].filename, frames[-1].lineno or 0
