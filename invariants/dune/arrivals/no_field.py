"""The No-Field marker behind a frame, and between the groups of a flight."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import is_present
from ....model.dune.table.factions import Faction
from ....model.dune.table.flights import MoveFrame
from ....model.dune.table.movements import Movement
from ....model.dune.table.state import Table
from ...language.conditions import Conjunct
from ...language.where import using
from ..laws import laws

MARKED = using(Table.marker, Table.moved)
"""Where there is a No-Field marker, and groups move."""


RICHESE = Faction.RICHESE


def marker_came(after: Table, movement: Movement) -> bool:
    """Whether the marker lies where the group went."""
    return after.marker is not None and after.marker.place == movement.to


@laws.invariant(
    "frame-says-that-a-marker-went",
    clauses=["ORN-15"],
    when=lambda g: isinstance(g.frame, MoveFrame) and g.frame.movement.no_field,
    where=MARKED,
)
def frame_says_that_a_marker_went(g: Table) -> Iterator[Conjunct]:
    """A frame that says a marker went along is of Richese, whose marker lies where the group went."""
    assert isinstance(g.frame, MoveFrame)
    movement = g.frame.movement
    yield "player", movement.player == RICHESE
    yield "marker", lambda: marker_came(g, movement)


@laws.invariant(
    "second-marker-is-noted",
    clauses=["ORN-10", "ORN-11", "ORN-40", "ORN-62"],
    when=lambda g: g.unflown_marker is not None,
    where=MARKED,
)
def second_marker_is_noted(g: Table) -> Iterator[Conjunct]:
    """A marker that may fly second is noted between the groups of a flight of Richese, with the event it still has."""
    yield "between the groups", is_present(g.remainder)
    yield "player", lambda: g.flight is not None and g.flight.player == RICHESE
    yield "event", lambda: g.marker is not None and g.marker.event == g.unflown_marker
