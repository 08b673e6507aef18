"""What must be shown of Ambassadors."""

from __future__ import annotations

from ....model import both, is_present, negate
from ....model.dune.arrivals.ambassadors import use_ambassador
from ....model.dune.flight.frames import drain
from ....model.dune.movement.movement import fly, move
from ....model.dune.table.factions import Faction
from ....model.dune.table.flights import MoveFrame
from ....model.dune.table.kinds import Ambassador
from ....model.dune.table.state import Table
from ...language.steps import Step
from ..laws import laws
from .ambassadors import EMBASSIES


@laws.witness("flight-meets-an-ambassador", clauses=["ORN-13", "ORN-53"], where=EMBASSIES)
def flight_meets_an_ambassador(before: Table, step: Step, after: Table) -> bool:
    """Draining a completed flight's frame asks Ecaz whether its Ambassador acts."""
    return step.took(drain) and after.embassy is not None


@laws.witness("every-ambassador-acts", clauses=["ORN-13"], where=EMBASSIES)
def every_ambassador_acts(before: Table, step: Step, after: Table) -> bool:
    """The Ambassador to Tleilaxu brings forces of Ecaz back."""
    return step.took(use_ambassador) and after.tanks != before.tanks


@laws.witness("first-group-meets-an-ambassador", clauses=["ORN-13", "ORN-40"], where=EMBASSIES)
def first_group_meets_an_ambassador(g: Table) -> bool:
    """The first of two groups has met an Ambassador, and the card is still in the air."""
    return g.embassy is not None and g.flight is not None


@laws.witness("own-ambassador-lets-in", clauses=["ORN-13"], where=EMBASSIES)
def own_ambassador_lets_in(before: Table, step: Step, after: Table) -> bool:
    """The Emperor comes in where the Ambassador to the Emperor is, and nobody is asked."""
    if not step.took(move, fly) or step["seat"] != Faction.EMPEROR:
        return False
    return both(before.ambassadors[step["to"]] == Ambassador.EMPEROR, negate(is_present(after.embassy)))


@laws.witness("sector-move-beside-a-token-opens-nothing", clauses=["ORN-16"], where=EMBASSIES)
def sector_move_beside_a_token_opens_nothing(before: Table, step: Step, after: Table) -> bool:
    """A group flies to another sector of its territory where a Terror token lies, and its frame asks nobody."""
    frame = before.frame
    if not step.took(drain) or not isinstance(frame, MoveFrame):
        return False
    inside = frame.movement.origin.territory == frame.movement.to.territory
    return both(inside, both(is_present(before.terror[frame.movement.to]), negate(is_present(after.entry))))
