"""An entry is one from beginning to end, and its arrival happens once."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import either, implies, is_present, same, scope
from ....model.dune.movement.shipment import ship
from ....model.dune.table.board import Place
from ....model.dune.table.entries import TerrorEntry
from ....model.dune.table.factions import Faction
from ....model.dune.table.state import Table
from ....model.dune.terror.discards import (
    discard_overflow,
    give_card,
    give_nothing,
    resume_entry,
    reveal_robbery,
    reveal_sabotage,
    rob_card,
    rob_spice,
)
from ....model.dune.terror.effects import reveal_terror
from ....model.dune.terror.entry import accept_alliance, leave_terror, offer_alliance, refuse_alliance
from ...language.conditions import Conjunct
from ...language.steps import Step
from ...language.where import playing, using
from ..laws import laws


def is_the_same(one: TerrorEntry, other: TerrorEntry) -> bool:
    """Whether two entries are one, however far it has come."""
    arrival = one.entrant == other.entrant and one.place == other.place and one.cause == other.cause
    return arrival and one.amount == other.amount and one.elite == other.elite and one.onward == other.onward


@laws.step("entry-is-one-from-beginning-to-end", clauses=["TER-09", "TER-41"], where=using(Table.terror_frame))
def entry_is_one_from_beginning_to_end(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """From its opening on, an entry keeps what it says, and its number; an old one gets its number with its frame."""
    entry, frame = before.entry, after.terror_frame
    if entry is not None and after.entry is not None:
        yield "the same", lambda: after.entry is not None and is_the_same(entry, after.entry)
        yield "number", lambda: after.entry is not None and same(after.entry.event, entry.event)
        yield "refused", not entry.refused or after.entry.refused
    if entry is not None and frame is not None:
        yield "the same in the frame", lambda: after.terror_frame is not None and is_the_same(entry, frame.entry)
        yield "number in the frame", lambda: number_in_the_frame(before, after)
        yield "stage in the frame", lambda: frame.entry.stage == entry.stage


def number_in_the_frame(before: Table, after: Table) -> bool:
    """Whether the entry in a new frame has the number that it had, or a new one if it had none."""
    entry, frame = before.entry, after.terror_frame
    if entry is None or frame is None or frame.entry.event is None:
        return False
    if entry.event is None:
        return frame.entry.event == before.entries + 1
    return frame.entry.event == entry.event


@laws.step("entries-are-numbered-once", clauses=["TER-09"], where=using(Table.entries))
def entries_are_numbered_once(before: Table, step: Step, after: Table) -> bool:
    """A number is given when an entry opens, and when an old entry without one comes to its frame."""
    was = before.entry
    opens = was is None and before.terror_frame is None and after.entry is not None
    old = was is not None and was.event is None and after.terror_frame is not None
    return after.entries == before.entries + (1 if opens or old else 0)


@laws.step("arrivals-happen-once", clauses=["TER-01", "TER-03"], where=playing(resume_entry, ship))
def arrivals_happen_once(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """While an entry or its frame waits nobody ships: the arrival behind it was paid and placed before."""
    busy = is_present(before.entry) or is_present(before.terror_frame)
    yield "shipped", implies(busy, after.shipped == before.shipped)
    for seat in scope(before, Faction):
        for place in scope(before, Place):
            sprung = step.took(reveal_terror)
            yield (
                f"{seat.title} in {place.name}",
                implies(busy, either(sprung, same_forces(before, after, seat, place))),
            )


def same_forces(before: Table, after: Table, seat: Faction, place: Place) -> bool:
    """Whether a seat's forces in a place are as they were."""
    return after.forces[place][seat] == before.forces[place][seat]


@laws.step("terror-decisions-are-their-owners", clauses=["TER-44"], where=using(Table.entry))
def terror_decisions_are_their_owners(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """Moritani decides about its tokens, what they take and what it gives; the entrant decides about an alliance."""
    at_first = step.took(leave_terror, offer_alliance, reveal_terror, reveal_sabotage, reveal_robbery)
    if at_first or step.took(rob_spice, rob_card, discard_overflow, give_card, give_nothing):
        yield "Moritani", step["seat"] == Faction.MORITANI
    if step.took(accept_alliance, refuse_alliance):
        yield "entrant", before.entry is not None and before.entry.entrant == step["seat"]
