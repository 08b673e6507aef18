"""The verdicts that a gate has gathered, one line each, from which they are told when it is ended from outside."""

from __future__ import annotations

import msgspec

from .verdict import Verdict


class Gathered(msgspec.Struct, array_like=True):
    """A verdict; the number of what it is about in the gate; how verdicts are told, and since when the gate runs.

    `began` is of the monotonic clock of the machine, in seconds.
    """

    subject: int
    verdict: Verdict
    for_people: bool
    quiet: bool
    verbose: bool
    began: float


def as_line(gathered: Gathered) -> bytes:
    """One line."""
    return msgspec.json.encode(gathered)


def from_line(line: bytes) -> Gathered:
    """What `as_line` has written."""
    return msgspec.json.decode(line, type=Gathered)
