"""What must be shown of entries: alliances, and entries of old saves."""

from __future__ import annotations

from ....model.dune.scenarios.terror.nested import terror_legacy_event
from ....model.dune.table.entries import TerrorEntry
from ....model.dune.table.kinds import Stage
from ....model.dune.table.state import Table
from ....model.dune.terror.entry import accept_alliance
from ...language.steps import Step
from ...language.where import playing, set_up_by
from ..laws import laws


def is_at(entry: TerrorEntry | None, stage: Stage) -> bool:
    """Whether there is an entry at a stage."""
    return entry is not None and entry.stage == stage


@laws.witness("alliance-is-made", clauses=["TER-01"], where=playing(accept_alliance))
def alliance_is_made(before: Table, step: Step, after: Table) -> bool:
    """The entrant accepts the alliance and the token is never seen."""
    return step.took(accept_alliance) and after.terror_removed == before.terror_removed


@laws.witness("old-entry-gets-its-number", clauses=["TER-09"], where=set_up_by(terror_legacy_event))
def old_entry_gets_its_number(before: Table, step: Step, after: Table) -> bool:
    """An old entry without a number gets one when its frame is made."""
    unnumbered = before.entry is not None and before.entry.event is None
    return unnumbered and after.terror_frame is not None and after.terror_frame.entry.event is not None


@laws.witness("old-entry-ends-without-a-number", clauses=["TER-09"], where=set_up_by(terror_legacy_event))
def old_entry_ends_without_a_number(before: Table, step: Step, after: Table) -> bool:
    """An old entry that discards nothing never gets a number."""
    unnumbered = before.entry is not None and before.entry.event is None
    return unnumbered and after.entries == 0 and after.entry is None and after.terror_frame is None
