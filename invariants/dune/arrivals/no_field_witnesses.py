"""What must be shown of No-Field markers, and of groups that merge."""

from __future__ import annotations

from ....model import both, exists, is_present, same, scope
from ....model.dune.arrivals.no_field import reveal_no_field
from ....model.dune.movement.arrival import MovementFailed, allow_arrival
from ....model.dune.scenarios.no_field import flight_no_field
from ....model.dune.table.board import Place
from ....model.dune.table.factions import Troop
from ....model.dune.table.flights import MoveFrame
from ....model.dune.table.kinds import Worth
from ....model.dune.table.state import Table
from ...language.steps import Step
from ...language.where import set_up_by
from ..laws import laws
from .no_field import RICHESE
from .no_field_steps import REVEALING


@laws.witness("groups-merge", clauses=["ORN-10", "ORN-40"], where=set_up_by(flight_no_field))
def groups_merge(g: Table) -> bool:
    """The first of two groups has come to others of its seat and kind, and only those others may fly second."""
    return exists(scope(g, Place), lambda place: exists(scope(g, Troop), lambda troop: merged_in(g, place, troop)))


def merged_in(g: Table, place: Place, troop: Troop) -> bool:
    """Whether some but not all of the flyer's forces of a kind in a place may fly second."""
    if g.flight is None or g.remainder is None:
        return False
    return both(g.remainder[place][troop] > 0, g.remainder[place][troop] < g.forces[place][g.flight.player][troop])


@laws.witness("quotas-are-typed", clauses=["ORN-10", "ORN-40"], where=set_up_by(flight_no_field))
def quotas_are_typed(g: Table) -> bool:
    """Both kinds stand in a place, and only the elite forces of them may fly second."""
    flight, remainder = g.flight, g.remainder
    if flight is None or remainder is None:
        return False
    return exists(
        scope(g, Place),
        lambda place: both(
            both(remainder[place][Troop.ELITE] > 0, remainder[place][Troop.ORDINARY] == 0),
            g.forces[place][flight.player][Troop.ORDINARY] > 0,
        ),
    )


@laws.witness("marker-flies-second", clauses=["ORN-11", "ORN-15", "ORN-40"], where=set_up_by(flight_no_field))
def marker_flies_second(g: Table) -> bool:
    """The marker has flown with the second of two groups."""
    return isinstance(g.frame, MoveFrame) and g.frame.movement.no_field and g.frame.flight.completed == 2


@laws.witness("five-fly-as-one", clauses=["ORN-11"], where=set_up_by(flight_no_field))
def five_fly_as_one(g: Table) -> bool:
    """A marker that hides five forces has flown by itself, as a group of one."""
    if not isinstance(g.frame, MoveFrame) or g.worth != Worth.FIVE:
        return False
    return g.frame.movement.no_field and g.frame.movement.total == 1


@laws.witness("marker-comes-in-by-an-answer", clauses=["ORN-11", "ORN-53"], where=set_up_by(flight_no_field))
def marker_comes_in_by_an_answer(before: Table, step: Step, after: Table) -> bool:
    """CHOAM's answer lets the marker in and completes the flight."""
    return step.took(allow_arrival) and isinstance(after.frame, MoveFrame) and after.frame.movement.no_field


@laws.witness("revealed-marker-is-legal-no-longer", clauses=["ORN-41", "ORN-44"], where=set_up_by(flight_no_field))
def revealed_marker_is_legal_no_longer(before: Table, step: Step, after: Table) -> bool:
    """CHOAM lets a group whose marker was turned over in between: nobody moves, and the flight stays in the air."""
    return step.took(allow_arrival) and step.emitted(MovementFailed) and after.flight is not None


@laws.witness("revealed-forces-may-fly", clauses=["ORN-10", "ORN-44", "ORN-62"], where=REVEALING)
def revealed_forces_may_fly(before: Table, step: Step, after: Table) -> bool:
    """A marker that has not flown is turned over between two groups, and what it hid may fly second."""
    return step.took(reveal_no_field) and is_present(after.remainder) and not same(after.remainder, before.remainder)


@laws.witness("revealed-forces-have-flown", clauses=["ORN-10", "ORN-44", "ORN-62"], where=REVEALING)
def revealed_forces_have_flown(before: Table, step: Step, after: Table) -> bool:
    """A marker that has flown is turned over between two groups, and what it hid may not fly again."""
    came = after.reserves[RICHESE] != before.reserves[RICHESE]
    return step.took(reveal_no_field) and is_present(after.remainder) and came and not is_present(before.unflown_marker)
