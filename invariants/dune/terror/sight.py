"""What each seat is shown of Terror tokens, entries and forced discards.

That nothing else follows from what is hidden is sight, which is proved for every seat; here it is said what must be
shown, and what must not even if it could be worked out.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....model import forall, same, scope, size
from ....model.dune.table.board import Place
from ....model.dune.table.factions import Faction
from ....model.dune.table.state import Table
from ....model.dune.view import table as looking
from ...language.conditions import Conjunct
from ...language.where import using
from ..laws import laws


@laws.invariant("tokens-are-moritanis-secret", clauses=["TER-34"], where=using(Table.entry))
def tokens_are_moritanis_secret(g: Table) -> Iterator[Conjunct]:
    """Only Moritani is shown which token lies where; a removed token is shown to all."""
    for seat in scope(g, Faction):
        shown = looking.view(g, seat)
        if seat != Faction.MORITANI:
            yield f"kinds to {seat.title}", forall(scope(g, Place), lambda p, v=shown: same(v.terror_kinds[p], None))
            yield f"supply to {seat.title}", size(shown.terror_supply) == 0
        yield f"removed to {seat.title}", shown.terror_removed == g.terror_removed


@laws.invariant("entry-is-public", clauses=["TER-34", "TER-41"], where=using(Table.entry))
def entry_is_public(g: Table) -> Iterator[Conjunct]:
    """Everybody is shown who came in where, how, and what the entry waits for."""
    for seat in scope(g, Faction):
        yield seat.title, lambda seat=seat: same(looking.view(g, seat).entry, g.entry)


@laws.invariant("private-faces-are-their-holders", clauses=["TER-34", "TER-43"], where=using(Table.face_down))
def private_faces_are_their_holders(g: Table) -> Iterator[Conjunct]:
    """Of the cards discarded in private, a seat is shown those that it held itself."""
    for seat in scope(g, Faction):
        yield seat.title, lambda seat=seat: looking.view(g, seat).face_down == g.face_down[seat]


@laws.invariant(
    "forced-discard-shows-only-that-it-waits",
    clauses=["TER-08", "TER-35", "TER-43"],
    when=lambda g: g.terror_frame is not None,
    where=using(Table.terror_frame),
)
def forced_discard_shows_only_that_it_waits(g: Table) -> Iterator[Conjunct]:
    """While a forced discard waits, everybody is shown that, no entry, and hands as large as they are now."""
    for seat in scope(g, Faction):
        shown = looking.view(g, seat)
        yield f"waits for {seat.title}", shown.automatic_continuation_pending
        yield f"no entry to {seat.title}", same(shown.entry, None)
        for other in scope(g, Faction):
            yield f"{other.title}'s hand to {seat.title}", shown.hand_sizes[other] == size(g.hand[other])
