"""What a command has gathered, in lines from which it is told when the command is ended from outside."""

from __future__ import annotations

from typing import Any

import msgspec

from .verdict import Verdict


class Gathered(msgspec.Struct, array_like=True):
    """A verdict of a gate; the number of what it is about; how verdicts are told, and since when the gate runs.

    `began` is of the monotonic clock of the machine, in seconds.
    """

    subject: int
    verdict: Verdict
    for_people: bool
    quiet: bool
    verbose: bool
    began: float


class Listing(msgspec.Struct, array_like=True):
    """The clauses of a model with their checks, as they stand once some of its scenarios are explored."""

    model: str
    clauses: list[dict[str, Any]]
    without_clause: list[str]
    """The declarations that name no clause."""
    explored: int
    scenarios: int
    for_people: bool
    quiet: bool


def as_line(gathered: Gathered | Listing) -> bytes:
    """One line."""
    return msgspec.json.encode(gathered)


def verdict_in(line: bytes) -> Gathered:
    """The verdict that `as_line` has written."""
    return msgspec.json.decode(line, type=Gathered)


def listing_in(line: bytes) -> Listing:
    """The clauses that `as_line` has written."""
    return msgspec.json.decode(line, type=Listing)
