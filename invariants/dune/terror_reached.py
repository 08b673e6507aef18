"""What the scenarios of Terror tokens must show."""

from __future__ import annotations

from ...model.dune.factions import Faction
from ...model.dune.table import Source, Stage, Table
from ...model.dune.terror_discards import resume_entry, reveal_sabotage
from ..language.declarations import Step
from .laws import laws, playing


@laws.witness("sabotage-waits", clauses=["TER-02", "TER-10"], scenarios=playing(reveal_sabotage))
def sabotage_waits(g: Table) -> bool:
    """A Sabotage has taken a card, and its frame waits."""
    return g.terror_frame is not None and g.terror_frame.source == Source.SABOTAGE


@laws.witness("sabotage-comes-to-a-gift", clauses=["TER-03", "TER-30"], scenarios=["terror-sabotage"])
def sabotage_comes_to_a_gift(before: Table, step: Step, after: Table) -> bool:
    """Behind a Sabotage Moritani may give a card."""
    return step.took(resume_entry) and after.entry is not None and after.entry.stage == Stage.GIFT


@laws.witness("sabotage-is-all", clauses=["TER-03"], scenarios=["terror-sabotage"])
def sabotage_is_all(before: Table, step: Step, after: Table) -> bool:
    """Behind a Sabotage Moritani has nothing to give, and the entry is over."""
    return step.took(resume_entry) and not before.hand[Faction.MORITANI] and after.entry is None
