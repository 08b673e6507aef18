"""What must be shown of the order of turns."""

from __future__ import annotations

from ....model import both, is_present, scope, size
from ....model.dune.flight.frames import drain
from ....model.dune.interruptions.nullentropy import open_box
from ....model.dune.interruptions.truthtrance import ask_truthtrance
from ....model.dune.table.board import Place
from ....model.dune.table.factions import Faction
from ....model.dune.table.flights import EndFrame
from ....model.dune.table.kinds import Phase, Timing
from ....model.dune.table.state import Table
from ....model.dune.turns.turn import LostToTheTanks, TurnPassed
from ...language.steps import Step
from ...language.where import playing, using
from ..laws import laws
from .order import GUILD
from .order_steps import SAPHO
from .turn_witnesses import beside_its_ally

FLYING_GUILD = GUILD & using(Table.flight)
"""Where the Guild chooses its time, and somebody may fly."""


def out_of_order(g: Table) -> bool:
    """Whether the Guild is on turn although another seat waits in storm order."""
    if g.active != Faction.GUILD or g.to_move is None:
        return False
    others = [seat in g.to_move for seat in scope(g, Faction) if seat != Faction.GUILD]
    return any(others)


@laws.witness("granted-guild-flight-ends-early", clauses=["ORN-21", "ORN-35"], where=FLYING_GUILD)
def granted_guild_flight_ends_early(g: Table) -> bool:
    """A frame of an early end waits while the Guild is on turn out of the order, with others before it in the queue."""
    return isinstance(g.frame, EndFrame) and g.guild == Timing.GRANTED and out_of_order(g)


@laws.witness("draining-asks-the-guild", clauses=["ORN-22"], where=FLYING_GUILD)
def draining_asks_the_guild(before: Table, step: Step, after: Table) -> bool:
    """Draining the frame of an early end leaves the Guild to choose its time."""
    return step.took(drain) and after.guild == Timing.ASKED


@laws.witness("draining-ends-a-granted-turn", clauses=["ORN-22", "ORN-35"], where=FLYING_GUILD)
def draining_ends_a_granted_turn(before: Table, step: Step, after: Table) -> bool:
    """Draining the frame of the Guild's early end gives the turn back to the seat that the Guild went before."""
    ended = step.took(drain) and isinstance(before.frame, EndFrame)
    return ended and before.guild == Timing.GRANTED and is_present(after.active)


@laws.witness("old-save-asks-the-guild", clauses=["ORN-22", "ORN-35"], where=FLYING_GUILD)
def old_save_asks_the_guild(before: Table, step: Step, after: Table) -> bool:
    """Draining a frame makes up the queue of an old save, and the Guild is asked."""
    return step.took(drain) and before.to_move is None and after.guild == Timing.ASKED


@laws.witness("guild-comes-last", clauses=["ORN-22"], where=SAPHO)
def guild_comes_last(g: Table) -> bool:
    """The Guild has drunk to be last, and its turn has come."""
    return g.sapho_last == Faction.GUILD and g.active == Faction.GUILD


@laws.witness("last-one-flies-to-an-early-end", clauses=["ORN-21", "ORN-22", "ORN-35"], where=SAPHO)
def last_one_flies_to_an_early_end(before: Table, step: Step, after: Table) -> bool:
    """Draining the frame of an early end clears the Sapho mark of its player, and Battle begins."""
    return step.took(drain) and is_present(before.sapho_last) and after.phase == Phase.BATTLE


@laws.witness("guild-goes-before-the-last-one", clauses=["ORN-22"], where=SAPHO)
def guild_goes_before_the_last_one(g: Table) -> bool:
    """The Guild goes before the seat that chose to be last."""
    return g.guild == Timing.GRANTED and g.sapho_last is not None and g.sapho_last != Faction.GUILD


@laws.witness("first-one-flies", clauses=["ORN-22"], where=SAPHO)
def first_one_flies(g: Table) -> bool:
    """A seat that chose to be first flies while one before it in storm order waits, which did not choose to be last."""
    first = scope(g, Faction)[0]
    if g.flight is None or g.to_move is None or g.guild == Timing.GRANTED or g.sapho_last == first:
        return False
    return g.active != first and first in g.to_move


@laws.witness("a-question-comes-before-the-guild", clauses=["ORN-51", "ORN-60"], where=GUILD & playing(ask_truthtrance))
def a_question_comes_before_the_guild(g: Table) -> bool:
    """A question is open while the Guild is asked about a turn."""
    return both(g.guild == Timing.ASKED, size(g.questions) > 0)


@laws.witness("a-search-comes-before-the-guild", clauses=["ORN-50", "ORN-60"], where=GUILD & playing(open_box))
def a_search_comes_before_the_guild(g: Table) -> bool:
    """A search goes on while the Guild is asked about a turn."""
    return both(g.guild == Timing.ASKED, is_present(g.box))


@laws.witness("allies-part-behind-a-frame", clauses=["ORN-22"], where=FLYING_GUILD)
def allies_part_behind_a_frame(before: Table, step: Step, after: Table) -> bool:
    """Draining an early end's frame sends forces beside an ally to the tanks, and the Guild is asked."""
    return both(step.took(drain) and step.emitted(LostToTheTanks), after.guild == Timing.ASKED)


@laws.witness("new-allies-stay-behind-a-frame", clauses=["ORN-22"], where=FLYING_GUILD)
def new_allies_stay_behind_a_frame(before: Table, step: Step, after: Table) -> bool:
    """A new ally ends its movement beside its ally by draining a frame, and loses nobody."""
    seat = before.active
    if seat is None or seat not in before.fresh_alliance or not step.took(drain) or not step.emitted(TurnPassed):
        return False
    return any(beside_its_ally(after, seat, place) for place in scope(before, Place))
