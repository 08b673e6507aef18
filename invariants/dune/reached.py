"""What the scenarios must show, and that every turn comes to an end."""

from __future__ import annotations

from ...model import choose, exists, lookup, scope
from ...model.dune.flight.frames import drain
from ...model.dune.movement.arrival import allow_arrival, forbid_arrival
from ...model.dune.movement.karama import cancel_speed
from ...model.dune.movement.movement import end_movement, fly
from ...model.dune.scenarios.entries import flight_entries
from ...model.dune.scenarios.flight import flight
from ...model.dune.scenarios.flights import flight_holders, flight_range3, flight_two_groups
from ...model.dune.scenarios.speed import flight_bg
from ...model.dune.table.board import DISTANCE, Place, Territory
from ...model.dune.table.cards import Mode
from ...model.dune.table.factions import Faction
from ...model.dune.table.flights import EndFrame, MoveFrame
from ...model.dune.table.forces import fighters, standing
from ...model.dune.table.kinds import Phase, Resume
from ...model.dune.table.movements import Intrusion
from ...model.dune.table.state import Table
from ...model.dune.terror.effects import reveal_terror
from ...model.dune.turns.turn import LostToTheTanks
from ..language.declarations import Step
from ..language.where import knowing, playing, set_up_by, using
from .laws import laws


@laws.progress("movement-comes-to-an-end", clauses=["ORN-13", "ORN-22", "ORN-53"])
def movement_comes_to_an_end(g: Table) -> bool:
    """However the movement phase is played, Battle can begin with nothing left open."""
    return g.phase == Phase.BATTLE


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


@laws.witness("flight-inside-a-territory", clauses=["ORN-16"], where=set_up_by(flight))
def flight_inside_a_territory(g: Table) -> bool:
    """A completed flight only changed the sector."""
    return isinstance(g.frame, MoveFrame) and g.frame.movement.origin.territory == g.frame.movement.to.territory


@laws.witness("marker-flies", clauses=["ORN-11", "ORN-15"], where=set_up_by(flight))
def marker_flies(g: Table) -> bool:
    """A completed flight carried the No-Field marker."""
    return isinstance(g.frame, MoveFrame) and g.frame.movement.no_field


@laws.witness("allies-are-lost", clauses=["ORN-22"], where=set_up_by(flight))
def allies_are_lost(before: Table, step: Step, after: Table) -> bool:
    """Draining an early end's frame sends forces beside an ally to the tanks."""
    return step.took(drain) and step.emitted(LostToTheTanks)


def beside_its_ally(g: Table, seat: Faction, place: Place) -> bool:
    """Whether a seat and its ally both have forces in a place that they may not share."""
    ally = g.ally[seat]
    if ally is None or place.territory == Territory.POLAR_SINK:
        return False
    return standing(g, place, seat) > 0 and fighters(g, ally, place.territory) > 0


@laws.witness("new-allies-stay", clauses=["ORN-22"], where=set_up_by(flight))
def new_allies_stay(before: Table, step: Step, after: Table) -> bool:
    """A new ally ends its movement beside its ally and loses nobody."""
    seat = before.active
    if seat is None or seat not in before.fresh_alliance or not step.took(end_movement):
        return False
    return exists(scope(before, Place), lambda place: beside_its_ally(before, seat, place))


@laws.witness("old-save-gets-its-queue", clauses=["ORN-22"], where=set_up_by(flight))
def old_save_gets_its_queue(before: Table, step: Step, after: Table) -> bool:
    """Draining an early end's frame makes up the queue that an old save does not have."""
    return step.took(drain) and before.to_move is None and after.to_move is not None


@laws.witness("open-rate-at-a-frame", clauses=["ORN-13", "ORN-22"], where=set_up_by(flight))
def open_rate_at_a_frame(g: Table) -> bool:
    """A low rate is still open while a frame waits."""
    return g.frame is not None and g.karama_rate is not None


@laws.witness("battle-begins", clauses=["ORN-22"], where=using(Table.frame))
def battle_begins(before: Table, step: Step, after: Table) -> bool:
    """Draining a frame lets Battle begin."""
    return step.took(drain) and after.phase == Phase.BATTLE


@laws.witness("holder-flies", clauses=["ORN-03"], where=set_up_by(flight_holders))
def holder_flies(g: Table) -> bool:
    """The holder that was chosen completes a flight in the mode that was chosen."""
    return isinstance(g.frame, MoveFrame) and g.frame.flight.player == g.holder and g.frame.flight.mode == g.mode


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
