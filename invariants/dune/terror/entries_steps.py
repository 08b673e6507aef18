"""An entry is one from beginning to end, and its arrival happens once."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import both, choose, either, implies, is_present, negate, same, scope, total
from ....model.dune.movement.shipment import ship
from ....model.dune.table.board import Place
from ....model.dune.table.entries import TerrorEntry
from ....model.dune.table.factions import Faction, Troop
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
from ..table.counted import marker_is_in


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


def opens(before: Table, step: Step, after: Table) -> bool:
    """Whether the step opens an entry."""
    return before.entry is None and before.terror_frame is None and after.entry is not None


@laws.step("entry-says-what-came-in", clauses=["TER-21", "TER-26", "TER-41"], where=using(Table.entries))
def entry_says_what_came_in(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """An entry says who came in, where, and how many, as the board shows it, or the note of a flown group's landing."""
    entry, landed = after.entry, before.landed
    if entry is None or not opens(before, step, after):
        yield "not opened", True
    elif landed is not None:
        yield "who landed", entry.entrant == landed.player
        yield "where it landed", entry.place == landed.to
        yield "how many landed", both(entry.amount == landed.total, entry.elite == landed.elite)
    else:
        was, now = before.forces[entry.place][entry.entrant], after.forces[entry.place][entry.entrant]
        marked = both(marker_is_in(after, entry.place), negate(marker_is_in(before, entry.place)))
        marker = choose(both(entry.entrant == Faction.RICHESE, marked), 1, 0)
        came = total(scope(before, Troop), lambda troop: now[troop] - was[troop]) + marker
        elite = now[Troop.ELITE] - was[Troop.ELITE] if Troop.ELITE in scope(before, Troop) else 0
        yield "somebody came in", came > 0
        yield "how many", entry.amount == came
        yield "elite", entry.elite == elite


@laws.step("entries-are-numbered-once", clauses=["TER-09"], where=using(Table.entries))
def entries_are_numbered_once(before: Table, step: Step, after: Table) -> bool:
    """A number is given when an entry opens, and when an old entry without one comes to its frame."""
    was = before.entry
    old = was is not None and was.event is None and after.terror_frame is not None
    return after.entries == before.entries + (1 if opens(before, step, after) or old else 0)


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
