"""Steps: what a frame keeps back is done once, and nothing else with it."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import both, forall, is_present, same, scope
from ....model.dune.arrivals.consequences import Moved
from ....model.dune.arrivals.intrusion import intrudes, meets_ambassador, meets_terror
from ....model.dune.flight.frames import drain
from ....model.dune.table.board import Place, Territory
from ....model.dune.table.factions import Faction, Troop
from ....model.dune.table.flights import EndFrame, MoveFrame
from ....model.dune.table.forces import as_advisors, fighters
from ....model.dune.table.kinds import Line, Phase
from ....model.dune.table.movements import Intrusion
from ....model.dune.table.state import Table
from ....model.dune.turns.turn import TurnPassed
from ...language.declarations import Conjunct, Step
from ...language.where import using
from ..laws import laws


def drained(before: Table, step: Step, after: Table) -> bool:
    """Whether the step drains a frame."""
    return step.took(drain) and before.frame is not None


def arrived(before: Table, step: Step, after: Table) -> bool:
    """Whether the step drains the frame of a completed flight."""
    return step.took(drain) and isinstance(before.frame, MoveFrame)


def ended(before: Table, step: Step, after: Table) -> bool:
    """Whether the step drains the frame of a flight that was ended early."""
    return step.took(drain) and isinstance(before.frame, EndFrame)


def committed(before: Table, step: Step, after: Table) -> bool:
    """Whether a frame waits when the step is taken, whatever the step is."""
    return before.frame is not None


@laws.step(
    "prefix-never-happens-again", clauses=["ORN-14", "ORN-23", "Z3-02"], when=committed, where=using(Table.frame)
)
def prefix_never_happens_again(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """From its commit to its retirement a frame sees no group, card, count, marker or log line change.

    What has been committed is the flight, its discard, and in a completed flight the group that landed.
    """
    yield "discard pile", after.discard == before.discard
    yield "face down", forall(scope(before, Faction), lambda seat: after.face_down[seat] == before.face_down[seat])
    yield "hands", forall(scope(before, Faction), lambda seat: after.hand[seat] == before.hand[seat])
    yield "deck", after.deck == before.deck
    yield "cards out of the game", both(after.cache == before.cache, after.removed == before.removed)
    yield "moved", after.moved == before.moved
    yield "shipped", both(after.shipped == before.shipped, after.promised == before.promised)
    yield "flights", after.flights == before.flights
    yield "batches", after.batches == before.batches
    yield "completions", after.log[Line.COMPLETION] == before.log[Line.COMPLETION]
    yield "marker", same(after.marker, before.marker)
    yield "worth", same(after.worth, before.worth)
    yield "flight", lambda: after.flight is None
    yield "reserves", after.reserves == before.reserves
    yield "tokens", forall(scope(before, Place), lambda place: same(after.terror[place], before.terror[place]))
    yield "Ambassadors", forall(scope(before, Place), lambda place: same_ambassador(before, after, place))
    if isinstance(before.frame, MoveFrame):
        yield "forces", both(after.forces == before.forces, after.tanks == before.tanks)
    if after.frame is not None:
        yield "the frame itself", same(after.frame, before.frame)
    else:
        yield "retired", step.took(drain)


def same_ambassador(before: Table, after: Table, place: Place) -> bool:
    """Whether the same Ambassador is in a place as before, or still none."""
    return same(after.ambassadors[place], before.ambassadors[place])


@laws.step("frame-is-retired-first", clauses=["ORN-12", "ORN-14", "Z3-02"], when=drained, where=using(Table.frame))
def frame_is_retired_first(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """A drained frame is gone, and its number is retired."""
    yield "gone", after.frame is None
    yield "retired", after.retired == before.batches


@laws.step("arrival-is-concluded", clauses=["ORN-13", "ORN-14", "ORN-16"], when=arrived, where=using(Table.frame))
def arrival_is_concluded(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """A completed flight is concluded once: the low rate ends, the group is logged, and whoever must be asked is."""
    frame = before.frame
    assert isinstance(frame, MoveFrame)
    yield "low rate", after.karama_rate is None
    yield "logged", after.log[Line.MOVEMENT] == before.log[Line.MOVEMENT] + 1
    yield "told", step.emitted(Moved)
    yield "forces", after.forces == before.forces
    yield "turn", lambda: after.active == before.active
    yield "intrusion", lambda: isinstance(after.pending, Intrusion) == intrudes(before, frame.movement)
    yield "entry", lambda: is_present(after.entry) == meets_terror(before, frame.movement)
    yield "embassy", lambda: is_present(after.embassy) == meets_ambassador(before, frame.movement)


@laws.step("end-is-concluded", clauses=["ORN-22", "ORN-23"], when=ended, where=using(Table.frame))
def end_is_concluded(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """A flight ended early passes the turn on once: low rate and Sapho mark end, and no arrival is invented."""
    yield "low rate", after.karama_rate is None
    yield "no arrival logged", after.log[Line.MOVEMENT] == before.log[Line.MOVEMENT]
    yield "nobody is asked", after.pending is None and after.entry is None and after.embassy is None
    yield "told", step.emitted(TurnPassed)


def passed(before: Table, step: Step, after: Table) -> bool:
    """Whether the step passes the turn on."""
    return step.emitted(TurnPassed)


@laws.step("turn-passes-in-order", clauses=["ORN-22"], when=passed)
def turn_passes_in_order(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """The seat on turn, and no other, leaves the queue; the next in storm order follows, or Battle begins."""
    yield "queue", lambda: queue_without(before, after)
    yield "Sapho", lambda: after.sapho_last is None or after.sapho_last != before.active
    yield "next", lambda: next_is_first(after)


def queue_without(before: Table, after: Table) -> bool:
    """Whether the queue is as before without the seat that was on turn; an old save's began with that seat."""
    done, left = before.active, after.to_move
    if done is None or left is None:
        return False
    reached = False
    for seat in scope(before, Faction):
        reached = reached or done == seat
        waited = reached if before.to_move is None else seat in before.to_move
        if (seat in left) != (waited and seat != done):
            return False
    return True


def next_is_first(after: Table) -> bool:
    """Whether the seat on turn is the first one waiting in storm order, one that chose to be last left out.

    The Guild is asked about its time, so it has no place in that order and comes when only the last one is left.
    """
    for seat in scope(after, Faction):
        if seat == Faction.GUILD:
            continue
        if after.to_move is not None and seat in after.to_move and after.sapho_last != seat:
            return after.active == seat
    if after.sapho_last is None and guild_is_left(after):
        return after.active == Faction.GUILD
    return after.active == after.sapho_last and (after.active is not None or after.phase == Phase.BATTLE)


def guild_is_left(g: Table) -> bool:
    """Whether the Guild has still to ship and move."""
    return Faction.GUILD in scope(g, Faction) and g.to_move is not None and Faction.GUILD in g.to_move


@laws.step("allies-part", clauses=["ORN-22"], when=passed)
def allies_part(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """At the end of its movement a seat loses the fighters it has beside its ally's, unless they are new allies."""
    seat = before.active
    if seat is not None:
        for place in scope(before, Place):
            for troop in scope(before, Troop):
                yield f"{troop.value} in {place.name}", lambda p=place, t=troop: parted(before, after, seat, p, t)


def parted(before: Table, after: Table, seat: Faction, place: Place, troop: Troop) -> bool:
    """Whether the seat's forces of one kind in a place are lost exactly if they must be."""
    due = must_part(before, seat, place)
    return after.forces[place][seat][troop] == (0 if due else before.forces[place][seat][troop])


def must_part(g: Table, seat: Faction, place: Place) -> bool:
    """Whether a seat has to leave a place because its ally's fighters are there."""
    ally = g.ally[seat]
    if ally is None or seat in g.fresh_alliance or place.territory == Territory.POLAR_SINK:
        return False
    return bool(fighters(g, ally, place.territory) > 0) and not as_advisors(g, seat, place.territory)


@laws.step("others-stay", clauses=["ORN-22"], when=passed)
def others_stay(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """When the turn passes, nobody loses forces but the seat that was on turn."""
    for seat in scope(before, Faction):
        yield seat.title, lambda seat=seat: before.active == seat or stays(before, after, seat)


def stays(before: Table, after: Table, seat: Faction) -> bool:
    """Whether a seat's forces are where they were."""
    return forall(scope(before, Place), lambda place: after.forces[place][seat] == before.forces[place][seat])
