"""Whoever is asked answers, and nobody else."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import has
from ....model.dune.arrivals.ambassadors import leave_ambassador, use_ambassador
from ....model.dune.movement.karama import cancel_speed, pass_speed, pass_worthless, stop_worthless, use_worthless
from ....model.dune.table.factions import Faction
from ....model.dune.table.movements import Conversion, SpeedResponse
from ....model.dune.table.state import Table
from ...language.conditions import Conjunct
from ...language.steps import Step
from ...language.where import using
from ..laws import laws


@laws.step("decisions-are-their-owners", clauses=["ORN-65"], where=using(Table.pending))
def decisions_are_their_owners(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """Ecaz answers entries, and a response whoever is waited for."""
    if step.took(use_ambassador, leave_ambassador):
        yield "Ambassador", step["seat"] == Faction.ECAZ
    if step.took(pass_speed, cancel_speed, use_worthless):
        response = before.pending
        yield "speed", isinstance(response, SpeedResponse) and has(response.waiting, step["seat"])
    if step.took(pass_worthless, stop_worthless):
        conversion = before.pending
        yield "worthless card", isinstance(conversion, Conversion) and has(conversion.waiting, step["seat"])
