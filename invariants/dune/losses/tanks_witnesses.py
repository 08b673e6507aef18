"""What must be shown of tokens and worms that take forces."""

from __future__ import annotations

from ....model.dune.scenarios.terror.forces import terror_between_groups, terror_ride_overflow
from ....model.dune.table.factions import Faction, Troop
from ....model.dune.table.kinds import Entry, Source, Stage
from ....model.dune.table.state import Table
from ....model.dune.terror.effects import reveal_terror
from ....model.dune.terror.rides import summon_worm
from ...language.steps import Step
from ...language.where import set_up_by
from ..laws import laws
from ..terror.entries_witnesses import is_at


@laws.witness("atomics-between-two-groups", clauses=["ORN-40"], where=set_up_by(terror_between_groups))
def atomics_between_two_groups(before: Table, step: Step, after: Table) -> bool:
    """The first of two groups is lost to Atomics; the Ornithopter stays in the air, and others may fly second."""
    lost = step.took(reveal_terror) and after.tanks != before.tanks
    return lost and after.flight is not None and after.remainder is not None


@laws.witness(
    "a-marker-is-lost-between-two-groups", clauses=["ORN-40", "ORN-62"], where=set_up_by(terror_between_groups)
)
def a_marker_is_lost_between_two_groups(before: Table, step: Step, after: Table) -> bool:
    """Atomics take a marker that could have flown second."""
    return step.took(reveal_terror) and before.unflown_marker is not None and after.marker is None


@laws.witness("elite-forces-meet-a-sabotage", clauses=["TER-21", "TER-41"], where=set_up_by(terror_between_groups))
def elite_forces_meet_a_sabotage(g: Table) -> bool:
    """A forced discard waits behind the entry of an elite force beside an ordinary one."""
    frame = g.terror_frame
    return frame is not None and frame.entry.elite == 1 and frame.entry.amount == 2


@laws.witness("a-marker-alone-is-sabotaged", clauses=["TER-41"], where=set_up_by(terror_between_groups))
def a_marker_alone_is_sabotaged(g: Table) -> bool:
    """A forced discard waits behind the entry of a No-Field marker alone, which counts as one."""
    frame = g.terror_frame
    alone = frame is not None and g.forces[frame.entry.place][Faction.RICHESE][Troop.ORDINARY] == 1
    return alone and frame is not None and frame.entry.entrant == Faction.RICHESE and frame.entry.amount == 1


@laws.witness("a-ride-overflows", clauses=["TER-33"], where=set_up_by(terror_ride_overflow))
def a_ride_overflows(g: Table) -> bool:
    """The forced discard of an overflow waits behind the entry of a ride, and a Nexus is due."""
    frame = g.terror_frame
    inside = frame is not None and frame.entry.cause == Entry.RIDE and frame.source == Source.ROBBERY_OVERFLOW
    return inside and g.riding is not None and g.riding.summoned


@laws.witness("a-rider-is-offered-an-alliance", clauses=["TER-33"], where=set_up_by(terror_ride_overflow))
def a_rider_is_offered_an_alliance(g: Table) -> bool:
    """Whoever rode in is offered an alliance, while a Nexus is due."""
    return is_at(g.entry, Stage.REPLY) and g.riding is not None and g.riding.summoned


@laws.witness("a-worm-takes-a-marker", clauses=["TER-25", "ORN-62"], where=set_up_by(terror_ride_overflow))
def a_worm_takes_a_marker(before: Table, step: Step, after: Table) -> bool:
    """A worm comes up where nothing but the marker of Richese lies, and what it hid is lost."""
    return step.took(summon_worm) and before.marker is not None and after.tanks[Faction.RICHESE][Troop.ORDINARY] > 0


@laws.witness("advisors-are-left-by-a-worm", clauses=["ORN-13"], where=set_up_by(terror_ride_overflow))
def advisors_are_left_by_a_worm(before: Table, step: Step, after: Table) -> bool:
    """A worm takes advisors in one place of a territory, and those in another stay advisors."""
    taken = after.tanks[Faction.BENE_GESSERIT][Troop.ORDINARY] > before.tanks[Faction.BENE_GESSERIT][Troop.ORDINARY]
    return step.took(summon_worm) and taken and bool(after.advisors)
