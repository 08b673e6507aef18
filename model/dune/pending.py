"""Open decisions: everything else waits until their owner has answered."""

from __future__ import annotations

from typing import TypeVar

from .. import Record, require
from .factions import Faction
from .table import Table

Decision = TypeVar("Decision", bound=Record)


def awaited(g: Table, seat: Faction, owner: Faction, kind: type[Decision]) -> Decision:
    """The open decision, which must be of this kind and belong to the seat that answers it."""
    require(g.frame is None, "a discard has interrupted something that must be settled first")
    require(seat == owner, "the decision is another seat's")
    found = g.pending
    require(isinstance(found, kind), "no such decision is open")
    assert isinstance(found, kind)
    return found
