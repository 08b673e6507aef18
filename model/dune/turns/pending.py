"""Open decisions: everything else waits until their owner has answered."""

from __future__ import annotations

from typing import TypeVar

from ... import Record, require
from ..table.factions import Faction
from ..table.movements import Conversion, SpeedResponse
from ..table.state import Table
from .turn import uninterrupted

Decision = TypeVar("Decision", bound=Record)
Response = TypeVar("Response", bound=SpeedResponse | Conversion)


def awaited(g: Table, seat: Faction, owner: Faction, kind: type[Decision]) -> Decision:
    """The open decision, which must be of this kind and belong to the seat that answers it."""
    require(g.frame is None, "a discard has interrupted something that must be settled first")
    uninterrupted(g)
    require(seat == owner, "the decision is another seat's")
    found = g.pending
    require(isinstance(found, kind), "no such decision is open")
    assert isinstance(found, kind)
    return found


def answers(g: Table, seat: Faction, kind: type[Response]) -> Response:
    """The open response, which must be of this kind and still wait for the seat that answers it."""
    require(g.frame is None, "a discard has interrupted something that must be settled first")
    uninterrupted(g)
    found = g.pending
    require(isinstance(found, kind), "no such response is open")
    assert isinstance(found, kind)
    require(seat in found.waiting, "the seat is not asked, or has answered already")
    return found
