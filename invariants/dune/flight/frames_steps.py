"""What a frame keeps back is done once, and nothing else with it."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import Int, both, either, forall, is_present, same, scope
from ....model.dune.arrivals.consequences import Moved
from ....model.dune.flight.frames import drain
from ....model.dune.interruptions.nullentropy import put_back
from ....model.dune.table.board import Place
from ....model.dune.table.factions import Faction
from ....model.dune.table.flights import EndFrame, MoveFrame
from ....model.dune.table.kinds import Line
from ....model.dune.table.movements import Intrusion
from ....model.dune.table.state import Table
from ....model.dune.terror.discards import resume_entry
from ....model.dune.turns.turn import TurnPassed
from ...language.conditions import Conjunct
from ...language.steps import Step
from ...language.where import using
from ..laws import MOVING, laws
from ..table.counted import meets_ambassador, meets_sisters, meets_token


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


@laws.once(
    "frames-are-drained-once", drain, resume_entry, put_back,
    key=Int(1, 15), shown=lambda g, number: number <= g.retired, clauses=["ORN-14", "ORN-23", "Z3-02"],
)  # fmt: skip
def frames_are_drained_once(before: Table, step: Step, after: Table) -> int | None:
    """What a discard has interrupted goes on once: its receipt is retired, and is never used again."""
    for frame in (before.frame, before.terror_frame, before.box_frame):
        if frame is not None:
            return frame.batch.number
    return None


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
    yield "flight", lambda: after.flight is None
    yield "tokens", forall(scope(before, Place), lambda place: same(after.terror[place], before.terror[place]))
    yield "Ambassadors", forall(scope(before, Place), lambda place: same_ambassador(before, after, place))
    if isinstance(before.frame, MoveFrame):
        yield "forces", both(after.forces == before.forces, after.tanks == before.tanks)
        yield "marker", same(after.marker, before.marker)
        yield "worth", same(after.worth, before.worth)
        yield "reserves", after.reserves == before.reserves
    if after.frame is not None:
        yield "the frame itself", same(after.frame, before.frame)
    else:
        yield "retired", step.took(drain)


def same_ambassador(before: Table, after: Table, place: Place) -> bool:
    """Whether the same Ambassador is in a place as before, or still none."""
    return same(after.ambassadors[place], before.ambassadors[place])


@laws.step(
    "frame-is-retired-first", clauses=["ORN-12", "ORN-14", "ORN-61", "Z3-02"], when=drained, where=using(Table.frame)
)
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
    player, origin, to = frame.movement.player, frame.movement.origin, frame.movement.to
    yield "intrusion", lambda: isinstance(after.pending, Intrusion) == meets_sisters(before, player, to)
    yield "entry", lambda: is_present(after.entry) == meets_token(before, player, origin, to)
    yield "embassy", lambda: is_present(after.embassy) == meets_ambassador(before, player, origin, to)


@laws.step("end-is-concluded", clauses=["ORN-22", "ORN-23"], when=ended, where=using(Table.frame))
def end_is_concluded(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """A flight ended early passes the turn on once: low rate and Sapho mark end, and no arrival is invented."""
    yield "low rate", after.karama_rate is None
    yield "no arrival logged", after.log[Line.MOVEMENT] == before.log[Line.MOVEMENT]
    yield "nobody is asked", after.pending is None and after.entry is None and after.embassy is None
    yield "told", step.emitted(TurnPassed)


@laws.step("receipts-are-never-merged", clauses=["ORN-50", "ORN-54"], where=MOVING)
def receipts_are_never_merged(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """A step makes at most one receipt, and none while another is waiting to be settled."""
    made = after.batches - before.batches
    yield "one", either(made == 0, made == 1)
    yield "one after the other", either(made == 0, before.batches == before.retired)
