"""What must be shown of flights, and of what leaves them alone."""

from __future__ import annotations

from ....model import choose, has, lookup
from ....model.dune.arrivals.no_field import reveal_no_field
from ....model.dune.flight.frames import drain
from ....model.dune.interruptions.truthtrance import answer_truly, ask_truthtrance
from ....model.dune.movement.arrival import allow_arrival, forbid_arrival
from ....model.dune.movement.karama import cancel_speed
from ....model.dune.movement.movement import fly, move
from ....model.dune.scenarios.entries import flight_entries
from ....model.dune.scenarios.flight import flight
from ....model.dune.scenarios.flights import flight_holders, flight_range3, flight_two_groups
from ....model.dune.scenarios.sisters import flight_advisors
from ....model.dune.scenarios.speed import flight_bg
from ....model.dune.table.board import DISTANCE
from ....model.dune.table.cards import Mode
from ....model.dune.table.factions import Faction
from ....model.dune.table.flights import EndFrame, MoveFrame
from ....model.dune.table.kinds import Resume
from ....model.dune.table.movements import Intrusion
from ....model.dune.table.state import Table
from ....model.dune.terror.discards import give_card, reveal_sabotage
from ....model.dune.terror.effects import reveal_terror
from ....model.dune.turns.hand import play_hajr
from ...language.steps import Step
from ...language.where import knowing, playing, set_up_by, using
from ..laws import laws
from .flights import SABOTAGED


@laws.witness("first-of-two", clauses=["ORN-40"], where=playing(fly) & knowing(Mode.TWO_GROUPS))
def first_of_two(g: Table) -> bool:
    """The first of two groups has flown and the card is still in the air."""
    return g.flight is not None and g.flight.completed == 1


@laws.witness("both-modes-complete", clauses=["ORN-03"], where=playing(fly) & knowing(Mode.TWO_GROUPS))
def both_modes_complete(g: Table) -> bool:
    """A flight of two groups comes to its frame."""
    return isinstance(g.frame, MoveFrame) and g.frame.flight.mode == Mode.TWO_GROUPS


@laws.witness(
    "range-of-three-completes",
    clauses=["ORN-03"],
    where=using(Table.flight) & knowing(Mode.RANGE3),
)
def range_of_three_completes(g: Table) -> bool:
    """A flight of range three comes to its frame."""
    return isinstance(g.frame, MoveFrame) and g.frame.flight.mode == Mode.RANGE3


@laws.witness("another-holder-flies", clauses=["ORN-03"], where=set_up_by(flight))
def another_holder_flies(g: Table) -> bool:
    """Somebody else than Richese flies."""
    return g.flight is not None and g.flight.player != Faction.RICHESE


@laws.witness("second-flight-of-a-turn-counts", clauses=["ORN-01"], where=set_up_by(flight))
def flight_after_a_move(g: Table) -> bool:
    """A flight begins after its player has moved a group on foot."""
    return g.flight is not None and g.flight.starting == 1


@laws.witness(
    "empty-flight-ends",
    clauses=["ORN-20"],
    where=using(Table.flight) & (playing(forbid_arrival) | playing(cancel_speed) | set_up_by(flight_holders)),
)
def empty_flight_ends(g: Table) -> bool:
    """A flight that carried nobody is ended early."""
    return isinstance(g.frame, EndFrame) and g.frame.flight.completed == 0


@laws.witness("half-flight-ends", clauses=["ORN-20"], where=playing(fly) & knowing(Mode.TWO_GROUPS))
def half_flight_ends(g: Table) -> bool:
    """A flight of two groups is ended early after the first."""
    return isinstance(g.frame, EndFrame) and g.frame.flight.completed == 1


@laws.witness("answer-completes-a-flight", clauses=["ORN-05", "ORN-53"], where=playing(allow_arrival))
def answer_completes_a_flight(before: Table, step: Step, after: Table) -> bool:
    """CHOAM's answer completes a flight that is not its own."""
    return (
        step.took(allow_arrival)
        and isinstance(after.frame, MoveFrame)
        and after.frame.resume == Resume.ANSWER
        and after.frame.batch.owner != step["seat"]
    )


@laws.witness("baliset-keeps-a-flight-up", clauses=["ORN-41"], where=playing(forbid_arrival))
def baliset_keeps_a_flight_up(before: Table, step: Step, after: Table) -> bool:
    """The Baliset stops a group and the flight stays in the air."""
    return step.took(forbid_arrival) and after.flight is not None


@laws.witness("flight-meets-terror", clauses=["ORN-13", "ORN-53"], where=playing(reveal_terror, drain))
def flight_meets_terror(before: Table, step: Step, after: Table) -> bool:
    """Draining a completed flight's frame lets Moritani spring a token."""
    return step.took(drain) and after.entry is not None


@laws.witness(
    "flight-intrudes",
    clauses=["ORN-13"],
    where=set_up_by(flight, flight_bg, flight_entries),
)
def flight_intrudes(before: Table, step: Step, after: Table) -> bool:
    """Draining a completed flight's frame lets the Bene Gesserit step aside."""
    return step.took(drain) and isinstance(after.pending, Intrusion)


@laws.witness("sector-move-intrudes", clauses=["ORN-16"], where=set_up_by(flight_advisors))
def sector_move_intrudes(before: Table, step: Step, after: Table) -> bool:
    """A completed flight that only changed the sector lets the Bene Gesserit, who fight there, step aside."""
    frame = before.frame
    if not step.took(drain) or not isinstance(frame, MoveFrame):
        return False
    inside = frame.movement.origin.territory == frame.movement.to.territory
    return inside and isinstance(after.pending, Intrusion)


@laws.witness("flight-arrives-as-advisors", clauses=["ORN-10", "ORN-17"], where=set_up_by(flight_advisors))
def flight_arrives_as_advisors(before: Table, step: Step, after: Table) -> bool:
    """A group of the Bene Gesserit lands among their own advisors, is one of them, and nobody is asked about that."""
    frame = before.frame
    if not step.took(drain) or not isinstance(frame, MoveFrame) or frame.movement.player != Faction.BENE_GESSERIT:
        return False
    return has(after.advisors, frame.movement.to.territory) and after.pending is None


@laws.witness("flight-inside-a-territory", clauses=["ORN-16"], where=set_up_by(flight))
def flight_inside_a_territory(g: Table) -> bool:
    """A completed flight only changed the sector."""
    return isinstance(g.frame, MoveFrame) and g.frame.movement.origin.territory == g.frame.movement.to.territory


@laws.witness("marker-flies", clauses=["ORN-11", "ORN-15"], where=set_up_by(flight))
def marker_flies(g: Table) -> bool:
    """A completed flight carried the No-Field marker."""
    return isinstance(g.frame, MoveFrame) and g.frame.movement.no_field


@laws.witness("holder-flies", clauses=["ORN-03"], where=set_up_by(flight_holders))
def holder_flies(g: Table) -> bool:
    """The holder that was chosen completes a flight in the mode that was chosen."""
    return isinstance(g.frame, MoveFrame) and g.frame.flight.player == g.holder and g.frame.flight.mode == g.mode


@laws.witness("three-groups-with-a-hajr-first", clauses=["ORN-03"], where=set_up_by(flight_two_groups))
def three_groups_with_a_hajr_first(before: Table, step: Step, after: Table) -> bool:
    """After a Hajr a seat walks with a group, and then flies with two."""
    return step.took(fly) and isinstance(after.frame, MoveFrame) and after.frame.flight.starting == 1


@laws.witness("three-groups-with-a-flight-first", clauses=["ORN-03"], where=set_up_by(flight_two_groups))
def three_groups_with_a_flight_first(before: Table, step: Step, after: Table) -> bool:
    """A seat flies with two groups, and then walks with a third, which a Hajr allows."""
    return step.took(move) and before.moved[step["seat"]] == 2


@laws.witness("holder-comes-far", clauses=["ORN-03"], where=set_up_by(flight_range3, flight_holders))
def holder_comes_far(g: Table) -> bool:
    """A completed flight carried a group as far as its mode allows."""
    if not isinstance(g.frame, MoveFrame):
        return False
    way = lookup(DISTANCE, (g.frame.movement.origin, g.frame.movement.to, g.storm))
    return way == choose(g.frame.flight.mode == Mode.RANGE3, 3, 1)


@laws.witness(
    "flight-of-nobody-ends", clauses=["ORN-20"], where=set_up_by(flight_range3, flight_two_groups, flight_holders)
)
def flight_of_nobody_ends(g: Table) -> bool:
    """A flight whose only group was kept from coming in is ended early."""
    return isinstance(g.frame, EndFrame) and g.frame.flight.completed == 0


SPARED = playing(fly, reveal_sabotage, reveal_no_field, ask_truthtrance)
"""Where, besides, a marker is turned over and questions are asked."""


@laws.witness("sabotage-between-two-groups", clauses=["ORN-40", "ORN-44"], where=SABOTAGED)
def sabotage_between_two_groups(g: Table) -> bool:
    """A Sabotage has taken a card of the flyer after the first of two groups, and the Ornithopter is in the air."""
    forced = g.terror_frame
    if g.flight is None or forced is None:
        return False
    return g.flight.completed == 1 and forced.batch.owner == g.flight.player


@laws.witness("sabotaged-flight-goes-on", clauses=["ORN-44"], where=SABOTAGED)
def sabotaged_flight_goes_on(before: Table, step: Step, after: Table) -> bool:
    """After a Sabotage the second group flies and completes the flight."""
    return step.took(fly) and before.retired > 0 and isinstance(after.frame, MoveFrame)


@laws.witness("gift-while-flying", clauses=["ORN-44"], where=SPARED)
def gift_while_flying(before: Table, step: Step, after: Table) -> bool:
    """The flyer is given a card between two groups."""
    return step.took(give_card) and after.flight is not None


@laws.witness("answer-while-flying", clauses=["ORN-44"], where=SPARED)
def answer_while_flying(before: Table, step: Step, after: Table) -> bool:
    """A question is answered between two groups."""
    return step.took(answer_truly) and after.flight is not None


@laws.witness("marker-turned-over-while-flying", clauses=["ORN-44"], where=SPARED)
def marker_turned_over_while_flying(before: Table, step: Step, after: Table) -> bool:
    """The marker is turned over between two groups, while Moritani may still spring its token."""
    return step.took(reveal_no_field) and after.flight is not None and after.entry is not None


@laws.witness("hajr-while-flying", clauses=["ORN-44"], where=SPARED)
def hajr_while_flying(before: Table, step: Step, after: Table) -> bool:
    """A Hajr is played between two groups."""
    return step.took(play_hajr) and after.flight is not None
