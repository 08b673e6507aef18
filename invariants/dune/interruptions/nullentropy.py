"""A search with a Nullentropy Box: everything else waits for it."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import either, exists, forall, has, scope, size
from ....model.dune.interruptions.nullentropy import open_box
from ....model.dune.table.cards import Card
from ....model.dune.table.factions import Faction
from ....model.dune.table.kinds import Cause, Phase, Source
from ....model.dune.table.state import Table
from ...language.conditions import Conjunct
from ...language.where import playing, using
from ..laws import laws

SEARCHES = playing(open_box)
"""Where a Nullentropy Box can be played."""


@laws.invariant(
    "search-suspends-everything", clauses=["ORN-50", "ORN-60"], when=lambda g: g.box is not None, where=SEARCHES
)
def search_suspends_everything(g: Table) -> Iterator[Conjunct]:
    """While a search goes on, no decision is open, no frame waits, and it is the movement phase."""
    yield "decision", g.pending is None
    yield "frame", g.frame is None
    yield "its own frame", g.box_frame is None
    yield "phase", g.phase == Phase.MOVEMENT


@laws.invariant("search-without-decisions", clauses=["ORN-50"], where=SEARCHES & ~using(Table.pending))
def search_without_decisions(g: Table) -> Iterator[Conjunct]:
    """Where nobody is ever to decide, neither a search nor its frame has suspended a decision."""
    yield "search", g.box is None or g.box.parent is None
    yield "frame", g.box_frame is None or g.box_frame.parent is None


@laws.invariant(
    "search-frame-stands-alone", clauses=["ORN-50", "ORN-60"], when=lambda g: g.box_frame is not None, where=SEARCHES
)
def search_frame_stands_alone(g: Table) -> Iterator[Conjunct]:
    """While the frame of a search waits, no decision is open and no flight's frame waits with it."""
    yield "decision", g.pending is None
    yield "frame", g.frame is None
    yield "phase", g.phase == Phase.MOVEMENT


@laws.invariant(
    "search-receipt-names-the-box", clauses=["ORN-50"], when=lambda g: g.box_frame is not None, where=SEARCHES
)
def search_receipt_names_the_box(g: Table) -> Iterator[Conjunct]:
    """The receipt of a search is of the Box alone, which lies open on the discard pile."""
    frame = g.box_frame
    assert frame is not None
    yield "cause", frame.batch.cause == Cause.BOX
    yield "card", frame.batch.card == Card.NULLENTROPY_BOX
    yield "face", frame.batch.public
    yield "number", frame.batch.number == g.batches
    yield "in the discard pile", has(g.discard, Card.NULLENTROPY_BOX)


@laws.invariant("box-is-used-once", clauses=["ORN-50"], where=SEARCHES)
def box_is_used_once(g: Table) -> bool:
    """A search has been completed exactly if the Box is discarded."""
    face_down = exists(scope(g, Faction), lambda seat: has(g.face_down[seat], Card.NULLENTROPY_BOX))
    return (g.boxes == 1) == either(has(g.discard, Card.NULLENTROPY_BOX), face_down)


@laws.invariant("something-is-searched", clauses=["ORN-50"], when=lambda g: g.box is not None, where=SEARCHES)
def something_is_searched(g: Table) -> bool:
    """A search goes on only over a discard pile that has a card to take."""
    return size(g.discard) + sum(size(cards) for cards in g.face_down.values()) > 0


@laws.invariant("faces-are-turned-by-a-search", clauses=["ORN-50"], where=SEARCHES)
def faces_are_turned_by_a_search(g: Table) -> bool:
    """Cards lie face down on the discard pile only after a search, or where a Terror token has forced a discard."""
    none = forall(scope(g, Faction), lambda seat: size(g.face_down[seat]) == 0)
    forced = exists(scope(g, Source), lambda source: g.forced[source] > 0)
    return either(none, either(g.boxes == 1, forced))
