"""Entries that wait for Ecaz: each meets an Ambassador, and one owner at most is asked."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import choose, count, has, is_present, lookup, negate, required, scope
from ....model.dune.arrivals.ambassadors import ITS_OWN
from ....model.dune.table.board import Place
from ....model.dune.table.entries import Embassy
from ....model.dune.table.factions import Faction
from ....model.dune.table.forces import stranger
from ....model.dune.table.kinds import Ambassador, Phase
from ....model.dune.table.state import Table
from ...language.conditions import Conjunct
from ...language.where import using
from ..laws import laws

EMBASSIES = using(Table.embassy)
"""Where an entry can wait for Ecaz."""


def waits(g: Table) -> bool:
    """Whether an entry waits for Ecaz."""
    return g.embassy is not None


def waiting(g: Table) -> Embassy:
    """The entry that waits for Ecaz."""
    return required(g.embassy, "no entry waits for Ecaz")


@laws.invariant("ambassador-custody", clauses=["ORN-13"], where=EMBASSIES)
def ambassador_custody(g: Table) -> Iterator[Conjunct]:
    """Every Ambassador is in one place on the board, or home with Ecaz."""
    for kind in scope(g, Ambassador):
        yield f"{kind.name} has one home", lambda kind=kind: homes(g, kind) == 1


def homes(g: Table, kind: Ambassador) -> int:
    """In how many places an Ambassador is."""
    on_board = count(scope(g, Place), lambda place: g.ambassadors[place] == kind)
    return on_board + choose(has(g.recalled, kind), 1, 0)


@laws.invariant("embassy-meets-an-ambassador", clauses=["ORN-13"], when=waits, where=EMBASSIES)
def embassy_meets_an_ambassador(g: Table) -> Iterator[Conjunct]:
    """Ecaz is asked in the movement phase about a stranger of the seat on turn, where one of its Ambassadors is."""
    embassy = waiting(g)
    yield "Ambassador", lambda: g.ambassadors[embassy.place] is not None
    yield "stranger", lambda: stranger(g, embassy.entrant, Faction.ECAZ)
    yield "not its own", lambda: not_its_own(g, embassy)
    yield "phase", g.phase == Phase.MOVEMENT
    yield "turn", lambda: g.active == embassy.entrant


def not_its_own(g: Table, embassy: Embassy) -> bool:
    """Whether the Ambassador is not to the entrant's own faction."""
    kind = g.ambassadors[embassy.place]
    return kind is None or negate(lookup(ITS_OWN, (kind, embassy.entrant)))


@laws.invariant("one-owner-is-asked", clauses=["ORN-13", "ORN-53"], where=EMBASSIES)
def one_owner_is_asked(g: Table) -> bool:
    """At most one of the Bene Gesserit, Moritani and Ecaz is asked at a time."""
    return count([g.pending, g.entry, g.embassy], is_present) <= 1
