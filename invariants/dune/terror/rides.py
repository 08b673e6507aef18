"""Worm rides: one after the other."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import choose, count
from ....model.dune.table.kinds import Entry, Phase
from ....model.dune.table.state import Table
from ...language.conditions import Conjunct
from ...language.where import using
from ..laws import laws


@laws.invariant("rides-are-of-the-spice-blow", clauses=["TER-33"], where=using(Table.riding))
def rides_are_of_the_spice_blow(g: Table) -> Iterator[Conjunct]:
    """Worms are ridden in the phase of the spice blow, and at most three of them."""
    riding = g.riding
    yield "phase", (riding is not None) == (g.phase == Phase.SPICE_BLOW)
    yield "number", lambda: riding is None or g.ridden + riding.left + choose(riding.ready, 1, 0) <= 3


@laws.invariant("ride-is-at-one-point", clauses=["TER-33"], where=using(Table.riding))
def ride_is_at_one_point(g: Table) -> Iterator[Conjunct]:
    """While worms are ridden, either one is ready, or a Nexus is held, or somebody who rode in awaits an answer."""
    riding = g.riding
    entry = g.entry is not None and g.entry.cause == Entry.RIDE
    frame = g.terror_frame is not None and g.terror_frame.entry.cause == Entry.RIDE
    if riding is None:
        yield "no entry", not entry and not frame
    else:
        yield "one", count([riding.ready, riding.nexus, entry, frame], lambda holds: holds) == 1
        yield "no Nexus in a Nexus", not (riding.nexus and riding.summoned)
        yield "nobody has to move yet", g.to_move is None
