"""Which saves are accepted in which a forced discard waits to be settled.

Nothing is checked by acting again: where the entrant's forces stand now, and who is whose ally, plays no part.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....model import exists, forall, has, is_present, negate, scope, size
from ....model.dune.table.board import Place
from ....model.dune.table.entries import TerrorFrame
from ....model.dune.table.factions import Faction
from ....model.dune.table.kinds import Cause, Entry, Onward, Phase, Source, Stage, Terror
from ....model.dune.table.state import Table
from ...language.conditions import Conjunct
from ...language.where import using
from ..laws import laws
from ..table.counted import may_hold


def waits(g: Table) -> bool:
    """Whether the frame of a forced discard waits to be drained."""
    return g.terror_frame is not None


def waiting(g: Table) -> TerrorFrame:
    """The frame of a forced discard."""
    assert g.terror_frame is not None
    return g.terror_frame


@laws.save_rule("forced-discard-is-of-now", clauses=["TER-20", "TER-42"], when=waits, where=using(Table.terror_frame))
def forced_discard_is_of_now(g: Table) -> Iterator[Conjunct]:
    """The frame is of this turn and phase, with one private receipt, of the cause of its source."""
    frame = waiting(g)
    yield "$.terror_frame.turn", frame.turn == g.turn
    yield "$.terror_frame.phase", frame.phase == g.phase
    yield "$.terror_frame.batch.public", not frame.batch.public
    yield "$.terror_frame.batch.cause", (frame.batch.cause == Cause.SABOTAGE) == (frame.source == Source.SABOTAGE)
    yield "$.terror_frame.batch.cause", frame.batch.cause in (Cause.SABOTAGE, Cause.ROBBERY)


@laws.save_rule(
    "forced-discard-has-its-seats", clauses=["TER-21", "TER-42"], when=waits, where=using(Table.terror_frame)
)
def forced_discard_has_its_seats(g: Table) -> Iterator[Conjunct]:
    """The token was Moritani's, somebody else came in, in the phase in which one can, and the counts add up."""
    frame = waiting(g)
    riding = frame.entry.cause == Entry.RIDE
    yield "$.terror_frame.owner", frame.owner == Faction.MORITANI
    yield "$.terror_frame.entry.entrant", frame.entry.entrant != Faction.MORITANI
    yield "$.terror_frame.entry.elite", frame.entry.elite <= frame.entry.amount
    yield "$.terror_frame.entry.cause", g.phase == (Phase.SPICE_BLOW if riding else Phase.MOVEMENT)
    yield "$.terror_frame.entry.onward", (frame.entry.onward == Onward.RIDE) == riding


@laws.save_rule(
    "forced-discard-has-its-token", clauses=["TER-22", "TER-42"], when=waits, where=using(Table.terror_frame)
)
def forced_discard_has_its_token(g: Table) -> Iterator[Conjunct]:
    """The token of the frame's source is out of the game, and nowhere else."""
    frame = waiting(g)
    for source, kind in ((Source.SABOTAGE, Terror.SABOTAGE), (Source.ROBBERY_OVERFLOW, Terror.ROBBERY)):
        if kind not in scope(g, Terror):
            yield "$.terror_frame.source", frame.source != source
        else:
            yield "$.terror_removed", frame.source != source or has(g.terror_removed, kind)
            yield "$.terror", frame.source != source or not lies_anywhere(g, kind)
            yield "$.terror_supply", frame.source != source or not has(g.terror_supply, kind)


def lies_anywhere(g: Table, kind: Terror) -> bool:
    """Whether a token is on the board."""
    return exists(scope(g, Place), lambda place: g.terror[place] == kind)


@laws.save_rule(
    "forced-discard-fits-the-hand", clauses=["TER-08", "TER-23", "TER-42"], when=waits, where=using(Table.terror_frame)
)
def forced_discard_fits_the_hand(g: Table) -> Iterator[Conjunct]:
    """A Sabotage took a card of the entrant, an overflow one of Moritani above its limit; the hand is one smaller."""
    frame = waiting(g)
    sabotage = frame.source == Source.SABOTAGE
    former = frame.batch.owner
    yield "$.terror_frame.entry.stage", frame.entry.stage == (Stage.OFFER if sabotage else Stage.DISCARD)
    yield "$.terror_frame.batch.owner", former == (frame.entry.entrant if sabotage else Faction.MORITANI)
    yield "$.terror_frame.hand_before", frame.hand_before == size(g.hand[former]) + 1
    yield "$.terror_frame.hand_before", sabotage or frame.hand_before > may_hold(g, Faction.MORITANI)


@laws.save_rule(
    "forced-discard-stands-alone", clauses=["TER-10", "TER-24", "TER-42"], when=waits, where=using(Table.terror_frame)
)
def forced_discard_stands_alone(g: Table) -> Iterator[Conjunct]:
    """Nothing else waits, and the discarded card lies face down as its holder's discard, and nowhere else."""
    frame = waiting(g)
    card = frame.batch.card
    yield "$.entry", g.entry is None
    yield "$.pending", g.pending is None
    yield "$.frame", g.frame is None
    yield "$.box", g.box is None
    yield "$.box_frame", g.box_frame is None
    yield "$.questions", size(g.questions) == 0
    yield "$.face_down", has(g.face_down[frame.batch.owner], card)
    yield "$.hand", forall(scope(g, Faction), lambda seat: negate(has(g.hand[seat], card)))
    for name in ("deck", "discard", "cache", "removed"):
        yield f"$.{name}", not has(getattr(g, name), card)
    yield "$.flight.card", lambda: g.flight is None or g.flight.card != card


@laws.save_rule(
    "forced-discard-is-the-last",
    clauses=["SAV-05", "TER-09", "TER-26", "TER-42"],
    when=waits,
    where=using(Table.terror_frame),
)
def forced_discard_is_the_last(g: Table) -> Iterator[Conjunct]:
    """The frame is of the last entry and of the last discard, which is not retired; an old one is refused."""
    frame = waiting(g)
    yield "$.terror_frame.entry.event", lambda: frame.entry.event is not None and frame.entry.event == g.entries
    yield "$.terror_frame.batch.number", frame.batch.number == g.batches
    yield "$.retired", g.retired + 1 == g.batches
    yield "$.forced", g.forced[frame.source] > 0


@laws.save_rule("forced-discard-holds-up-the-ride", clauses=["TER-33"], when=waits, where=using(Table.riding))
def forced_discard_holds_up_the_ride(g: Table) -> Iterator[Conjunct]:
    """Behind the entry of a ride, the rides go on: none is ready, and no Nexus is held yet."""
    riding = g.riding
    yield "$.riding", is_present(riding) == (waiting(g).entry.cause == Entry.RIDE)
    if riding is not None:
        yield "$.riding.ready", not riding.ready
        yield "$.riding.nexus", not riding.nexus
