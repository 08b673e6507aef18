"""An open entry into a place with a Terror token: what it says, and how far it has come."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import choose, either, has, implies, is_present, scope, size, total
from ....model.dune.movement.movement import fly
from ....model.dune.movement.shipment import ship
from ....model.dune.table.cards import Card
from ....model.dune.table.factions import Faction
from ....model.dune.table.flights import MoveFrame
from ....model.dune.table.kinds import Entry, Onward, Phase, Source, Stage, Terror
from ....model.dune.table.limits import MOST_SPICE
from ....model.dune.table.state import Table
from ....model.dune.terror.discards import rob_card
from ...language.conditions import Conjunct
from ...language.where import playing, using
from ..laws import laws
from ..table.counted import may_hold


def opened(g: Table) -> bool:
    """Whether an entry waits for an answer."""
    return g.entry is not None


@laws.invariant("entry-is-of-now", clauses=["TER-20", "TER-21"], when=opened, where=using(Table.entry))
def entry_is_of_now(g: Table) -> Iterator[Conjunct]:
    """Somebody else than Moritani comes in, in the phase in which one can, with no more elite forces than forces."""
    entry = g.entry
    assert entry is not None
    yield "entrant", entry.entrant != Faction.MORITANI
    yield "elite", entry.elite <= entry.amount
    yield "phase", g.phase == (Phase.SPICE_BLOW if entry.cause == Entry.RIDE else Phase.MOVEMENT)
    yield "onward", (entry.onward == Onward.RIDE) == (entry.cause == Entry.RIDE)


@laws.invariant("entry-keeps-its-number", clauses=["TER-09"], when=opened, where=using(Table.entry))
def entry_keeps_its_number(g: Table) -> bool:
    """An open entry is the last one that was numbered, or an old one from when none was."""
    entry = g.entry
    assert entry is not None
    return entry.event == g.entries if entry.event is not None else g.entries == 0


@laws.invariant("entries-are-arrivals", clauses=["TER-01", "TER-09"], where=using(Table.entry))
def entries_are_arrivals(g: Table) -> bool:
    """There were no more entries than arrivals of others than Moritani: groups that moved, shipments, and rides."""
    shipped = size(g.shipped - {Faction.MORITANI})
    return opened_so_far(g) <= groups_of_others(g) + shipped + g.ridden


@laws.invariant(
    "entries-are-groups-where-nobody-ships",
    clauses=["TER-01", "TER-09"],
    where=using(Table.entry) & ~playing(ship),
)
def entries_are_groups_where_nobody_ships(g: Table) -> bool:
    """Where nobody ships, only moved groups and rides brought entries: who has moved counts as having shipped, too."""
    return opened_so_far(g) <= groups_of_others(g) + g.ridden


def opened_so_far(g: Table) -> int:
    """How many entries there have been: those with a number, and an open one without."""
    return g.entries + (1 if g.entry is not None and g.entry.event is None else 0)


def groups_of_others(g: Table) -> int:
    """How many groups of others than Moritani have moved, but for the one whose frame is still to be drained."""
    moved = total(scope(g, Faction), lambda seat: 0 if seat == Faction.MORITANI else g.moved[seat])
    kept_back = 1 if isinstance(g.frame, MoveFrame) and g.frame.movement.player != Faction.MORITANI else 0
    return moved - kept_back


@laws.invariant(
    "entry-stage-fits-its-token",
    clauses=["TER-01", "TER-03", "TER-04", "TER-06"],
    when=opened,
    where=using(Table.entry),
)
def entry_stage_fits_its_token(g: Table) -> Iterator[Conjunct]:
    """Cards and spice change hands only after the token that says so is revealed and gone."""
    entry = g.entry
    assert entry is not None
    robbing = entry.stage in (Stage.ROBBERY, Stage.DISCARD)
    yield "robbery", not robbing or Terror.ROBBERY in g.terror_removed
    yield "gift", entry.stage != Stage.GIFT or Terror.SABOTAGE in g.terror_removed


@laws.invariant("alliance-is-offered-once", clauses=["TER-01"], when=opened, where=using(Table.entry))
def alliance_is_offered_once(g: Table) -> bool:
    """An alliance that was refused is not offered again."""
    entry = g.entry
    assert entry is not None
    return entry.stage != Stage.REPLY or not entry.refused


@laws.invariant("overflow-is-above-the-limit", clauses=["TER-06", "TER-32"], when=opened, where=using(Table.entry))
def overflow_is_above_the_limit(g: Table) -> bool:
    """Moritani is made to discard only while it holds more than it may, or until a question is answered."""
    entry = g.entry
    assert entry is not None
    above = either(size(g.questions) > 0, size(g.hand[Faction.MORITANI]) > may_hold(g, Faction.MORITANI))
    return entry.stage != Stage.DISCARD or above


@laws.invariant("sabotage-takes-one-card", clauses=["TER-01", "TER-02", "TER-07"], where=using(Table.forced))
def sabotage_takes_one_card(g: Table) -> Iterator[Conjunct]:
    """The Sabotage has made somebody discard at most one card, and none before it was revealed."""
    revealed = has(g.terror_removed, Terror.SABOTAGE) if Terror.SABOTAGE in scope(g, Terror) else False
    yield "one card", g.forced[Source.SABOTAGE] <= choose(revealed, 1, 0)


@laws.invariant("robbery-draws-once", clauses=["TER-04", "TER-06"], where=using(Table.forced))
def robbery_draws_once(g: Table) -> Iterator[Conjunct]:
    """Until the Robbery has drawn its card it has made nobody discard, and then no more cards than there are."""
    overflows = g.forced[Source.ROBBERY_OVERFLOW]
    revealed = has(g.terror_removed, Terror.ROBBERY) if Terror.ROBBERY in scope(g, Terror) else False
    undrawn = g.entry is not None and g.entry.stage == Stage.ROBBERY
    yield "revealed", implies(overflows > 0, revealed)
    yield "drawn", implies(undrawn, overflows == 0)
    yield "cards", overflows + size(g.hand[Faction.MORITANI]) <= len(scope(g, Card))


@laws.invariant("one-thing-at-a-time", clauses=["ORN-60", "TER-10", "TER-24"], where=using(Table.entry))
def one_thing_at_a_time(g: Table) -> Iterator[Conjunct]:
    """A forced discard takes its entry off the table, and no other decision is open beside either."""
    frame, entry, pending = is_present(g.terror_frame), is_present(g.entry), is_present(g.pending)
    yield "frame and entry", not (frame and entry)
    yield "frame and decision", not (frame and pending)
    yield "entry and decision", not (entry and pending)
    yield "two frames", not (frame and g.frame is not None)


@laws.invariant("spice-is-conserved", clauses=["TER-01", "TER-06"], where=using(Table.spice))
def spice_is_conserved(g: Table) -> bool:
    """The bank and the seats, with what lies before their shields, never have more spice than there is in the game."""
    return g.bank + sum(g.spice.values()) + sum(g.bribes.values()) <= MOST_SPICE


@laws.invariant("deck-lasts", clauses=["ORN-44"], where=playing(rob_card, fly))
def deck_lasts(g: Table) -> bool:
    """While a Robbery may still come there is a card to draw, so that an Ornithopter is not dealt out again."""
    robbing = g.entry is not None and g.entry.stage == Stage.ROBBERY
    return either(size(g.deck) > 0, Terror.ROBBERY in g.terror_removed and not robbing)
