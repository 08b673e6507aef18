"""An intrusion is answered once, and the answer turns nobody else than the fighters in question into advisors."""

from __future__ import annotations

from collections.abc import Iterator

from ....model.dune.arrivals.ambassadors import AmbassadorActed, leave_ambassador, use_ambassador
from ....model.dune.arrivals.intrusion import Advised, stand_fast, step_aside
from ....model.dune.table.movements import Intrusion
from ....model.dune.table.state import Table
from ...language.changes import changes_only
from ...language.conditions import Conjunct
from ...language.steps import Step
from ...language.where import playing
from ..laws import laws
from .ambassadors import EMBASSIES

INTRUSIONS = playing(step_aside, stand_fast)
"""Where the Bene Gesserit can be asked about an intrusion."""


def answers(before: Table, step: Step, after: Table) -> bool:
    """Whether the step is the answer to an intrusion."""
    return step.took(step_aside, stand_fast)


@laws.step("intrusions-are-answered-once", clauses=["ORN-13", "ORN-65"], when=answers, where=INTRUSIONS)
def intrusions_are_answered_once(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """An answer ends the intrusion; fighters that step aside are advisors there, and nothing else changes."""
    intrusion = before.pending
    assert isinstance(intrusion, Intrusion)
    there = intrusion.territory
    aside = step.took(step_aside)
    yield "over", after.pending is None
    yield "advisors", after.advisors == (before.advisors | {there} if aside else before.advisors)
    yield from changes_only(before, after, "pending", ("advisors", there))


@laws.told("advisors-are-told", Advised, clauses=["ORN-13"], where=INTRUSIONS)
def advisors_are_told(before: Table, step: Step, after: Table) -> Advised | None:
    """Everybody is told where the Bene Gesserit have stepped aside."""
    intrusion = before.pending
    if not step.took(step_aside) or not isinstance(intrusion, Intrusion):
        return None
    return Advised(territory=intrusion.territory)


@laws.told("ambassadors-are-told", AmbassadorActed, clauses=["ORN-13"], where=EMBASSIES)
def ambassadors_are_told(before: Table, step: Step, after: Table) -> AmbassadorActed | None:
    """Everybody is told which Ambassador has acted, where, and against whom."""
    embassy = before.embassy
    if not step.took(use_ambassador) or embassy is None:
        return None
    kind = before.ambassadors[embassy.place]
    return None if kind is None else AmbassadorActed(kind=kind, place=embassy.place, entrant=embassy.entrant)


@laws.step(
    "an-ambassador-may-be-left",
    clauses=["ORN-13"],
    when=lambda before, step, after: step.took(leave_ambassador),
    where=EMBASSIES,
)
def an_ambassador_may_be_left(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """Leaving an Ambassador ends the entry, and nothing else."""
    yield "over", after.embassy is None
    yield from changes_only(before, after, "embassy")
