"""The next ride begins once, and a summoned Nexus comes before it."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import choose, is_present, negate, scope
from ....model.dune.table.board import Place
from ....model.dune.table.factions import Faction, Troop
from ....model.dune.table.state import Table
from ....model.dune.terror.nexus import NexusBegins, RideBegins, RidesOver, close_nexus, leave_alliance
from ....model.dune.terror.rides import ride, summon_worm
from ...language.conditions import Conjunct
from ...language.steps import Step
from ...language.where import playing, playing_any, using
from ..laws import laws


def rode(before: Table, step: Step, after: Table) -> bool:
    """Whether worms are ridden before the step."""
    return before.riding is not None


@laws.step("next-ride-begins-once", clauses=["TER-11", "TER-33"], when=rode, where=using(Table.riding))
def next_ride_begins_once(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """The next ride begins once, when the one before is over and no Nexus is due; after the last, the phase."""
    was, now = before.riding, after.riding
    assert was is not None
    begins = step.emitted(RideBegins)
    if now is not None:
        yield "one fewer", now.left == was.left - choose(begins, 1, 0)
        yield "ready", lambda: not begins or now.ready
        yield "not ready", lambda: begins or not now.ready or was.ready
        yield "ridden", after.ridden == before.ridden + (1 if step.took(ride) else 0)
    yield "over", step.emitted(RidesOver) == (now is None)
    yield "after the last", lambda: now is not None or was.left == 0
    yield "no Nexus is due", lambda: not was.summoned or not (begins or now is None)
    yield "no entry waits", lambda: not (begins or now is None) or (after.entry is None and after.terror_frame is None)


@laws.step("nexus-comes-before-the-next-ride", clauses=["TER-33"], when=rode, where=using(Table.riding))
def nexus_comes_before_the_next_ride(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """A Nexus is held once for the worms that were summoned, when the ride at hand is over; then the next begins."""
    was, now = before.riding, after.riding
    assert was is not None
    over = now is None or not (after.entry is not None or after.terror_frame is not None or now.ready)
    yield "begins", step.emitted(NexusBegins) == (was.summoned and over)
    yield "summoned", lambda: now is None or now.summoned == ((was.summoned and not over) or step.took(summon_worm))
    yield "held", lambda: now is None or now.nexus == ((was.summoned and over) or (was.nexus and not ends(step)))
    yield "ends", lambda: not was.nexus or step.took(close_nexus, leave_alliance)


def ends(step: Step) -> bool:
    """Whether the step ends a Nexus."""
    return step.took(close_nexus)


@laws.step("alliances-are-left-in-a-nexus", clauses=["TER-33"], where=playing(leave_alliance))
def alliances_are_left_in_a_nexus(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """While worms are ridden an alliance ends only in a Nexus."""
    held = before.riding is not None and before.riding.nexus
    for seat in scope(before, Faction):
        kept = not is_present(before.ally[seat]) or after.ally[seat] == before.ally[seat]
        yield seat.title, kept or held


@laws.step(
    "worms-come-up-in-the-sand",
    clauses=["TER-33"],
    when=lambda b, step, a: step.took(ride, summon_worm),
    where=playing_any(ride, summon_worm),
)
def worms_come_up_in_the_sand(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """The Fremen, and nobody else, call and ride worms, and never in a stronghold."""
    where = step["place"] if step.took(summon_worm) else step["origin"]
    yield "sand", negate(where.territory.stronghold)
    yield "Fremen", step["seat"] == Faction.FREMEN
    yield "somewhere else", step.took(summon_worm) or step["origin"] != step["to"]


@laws.step(
    "riders-arrive",
    clauses=["TER-25", "TER-33"],
    when=lambda b, step, a: step.took(ride),
    where=playing(ride),
)
def riders_arrive(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """As many Fremen as ride leave the sand and arrive; nobody else moves."""
    origin, to, amount = step["origin"], step["to"], step["amount"]
    for place in scope(before, Place):
        for seat in scope(before, Faction):
            rides = seat == Faction.FREMEN
            change = choose(place == to, amount, 0) - choose(place == origin, amount, 0) if rides else 0
            was, now = before.forces[place][seat], after.forces[place][seat]
            yield f"{seat.title} in {place.name}", now[Troop.ORDINARY] == was[Troop.ORDINARY] + change
