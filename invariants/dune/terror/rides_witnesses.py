"""What must be shown of worm rides and the Nexus."""

from __future__ import annotations

from ....model.dune.scenarios.terror.nested import terror_worm_nexus
from ....model.dune.table.kinds import Phase
from ....model.dune.table.state import Table
from ....model.dune.terror.discards import resume_entry
from ....model.dune.terror.nexus import NexusBegins, RideBegins, RidesOver, close_nexus
from ....model.dune.terror.rides import summon_worm
from ...language.steps import Step
from ...language.where import set_up_by
from ..laws import laws


@laws.witness("nexus-follows-a-forced-discard", clauses=["TER-33"], where=set_up_by(terror_worm_nexus))
def nexus_follows_a_forced_discard(before: Table, step: Step, after: Table) -> bool:
    """Behind a forced discard the entry is over, and the summoned Nexus opens before the remaining ride."""
    left = after.riding is not None and after.riding.left == 1
    return step.took(resume_entry) and step.emitted(NexusBegins) and after.entry is None and left


@laws.witness("ride-follows-a-nexus", clauses=["TER-33"], where=set_up_by(terror_worm_nexus))
def ride_follows_a_nexus(before: Table, step: Step, after: Table) -> bool:
    """A Nexus is over and the remaining ride begins."""
    over = after.riding is not None and not after.riding.nexus
    return step.took(close_nexus) and step.emitted(RideBegins) and over


@laws.witness("phase-follows-a-nexus", clauses=["TER-33"], where=set_up_by(terror_worm_nexus))
def phase_follows_a_nexus(before: Table, step: Step, after: Table) -> bool:
    """A Nexus after the last ride is over and the phase moves on."""
    return step.took(close_nexus) and step.emitted(RidesOver) and after.phase == Phase.MOVEMENT


@laws.witness("worm-changes-the-board", clauses=["TER-25", "TER-33"], where=set_up_by(terror_worm_nexus))
def worm_changes_the_board(before: Table, step: Step, after: Table) -> bool:
    """A worm is summoned while an entry waits, and forces elsewhere are lost."""
    return step.took(summon_worm) and before.entry is not None and after.tanks != before.tanks
