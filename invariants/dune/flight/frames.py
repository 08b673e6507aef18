"""What a frame and its receipt say, and that there is at most one."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import both, count, has, is_present, size
from ....model.dune.arrivals.intrusion import intrudes, meets_ambassador, meets_terror
from ....model.dune.table.cards import Card
from ....model.dune.table.flights import EndFrame, MoveFrame
from ....model.dune.table.forces import ordinary
from ....model.dune.table.kinds import Cause, Line, Phase
from ....model.dune.table.movements import Arrival, Movement
from ....model.dune.table.state import Table
from ...language.conditions import Conjunct
from ...language.where import using
from ..laws import laws
from ..table.decisions import decision


def framed(g: Table) -> bool:
    """Whether a frame waits to be drained."""
    return g.frame is not None


@laws.invariant("one-frame-at-a-time", clauses=["ORN-12", "ORN-14", "ORN-24"])
def one_frame_at_a_time(g: Table) -> Iterator[Conjunct]:
    """Every interruption is over, but for the one whose frame waits; each ended a flight or a search, or was forced."""
    waiting = count([g.frame, g.terror_frame, g.box_frame], is_present)
    yield "retired", g.batches == g.retired + waiting
    yield "a completion each", g.batches == g.log[Line.COMPLETION] + sum(g.forced.values()) + g.boxes


@laws.invariant("frame-stands-alone", clauses=["ORN-12", "ORN-21", "ORN-60"], when=framed, where=using(Table.frame))
def frame_stands_alone(g: Table) -> Iterator[Conjunct]:
    """While a frame waits no flight is live and no decision is open, and it is the movement phase of its player."""
    frame = g.frame
    assert frame is not None
    yield "flight", g.flight is None
    yield "decision", lambda: g.pending is None and g.entry is None and g.embassy is None and g.terror_frame is None
    yield "interruption", lambda: g.box is None and g.box_frame is None and size(g.questions) == 0
    yield "phase", g.phase == Phase.MOVEMENT
    yield "player", lambda: g.active == frame.flight.player
    yield "turn", frame.flight.turn == g.turn


@laws.invariant("receipt-names-the-escrow-card", clauses=["ORN-05"], when=framed, where=using(Table.frame))
def receipt_names_the_escrow_card(g: Table) -> Iterator[Conjunct]:
    """The receipt is of the flight's one card, which lies open on the discard pile and which its player held."""
    frame = g.frame
    assert frame is not None
    yield "cause", frame.batch.cause == Cause.ORNITHOPTER
    yield "card", both(frame.batch.card == frame.flight.card, frame.flight.card == Card.ORNITHOPTER)
    yield "owner", frame.batch.owner == frame.flight.player
    yield "face", frame.batch.public
    yield "number", frame.batch.number == g.batches
    yield "in the discard pile", has(g.discard, frame.batch.card)


@laws.invariant(
    "frame-counts-its-groups", clauses=["ORN-12", "ORN-14", "ORN-20"], when=framed, where=using(Table.frame)
)
def frame_counts_its_groups(g: Table) -> Iterator[Conjunct]:
    """A completed flight carried all its groups, one that was ended early did not, and both were counted once."""
    frame = g.frame
    assert frame is not None
    flight = frame.flight
    yield "moved", g.moved[flight.player] == flight.starting + flight.completed
    yield "event", flight.event == g.flights
    if isinstance(frame, MoveFrame):
        yield "all", flight.completed == flight.mode.groups
    else:
        yield "not all", flight.completed < flight.mode.groups


@laws.invariant("frame-has-its-kind", clauses=["ORN-15", "ORN-23"], when=framed, where=using(Table.frame))
def frame_has_its_kind(g: Table) -> bool:
    """A completed flight's frame holds its own player's movement, an early end's its player."""
    frame = g.frame
    assert frame is not None
    if isinstance(frame, EndFrame):
        return frame.player == frame.flight.player
    return frame.movement.player == frame.flight.player


@laws.invariant("groups-add-up", clauses=["ORN-11", "ORN-15"])
def groups_add_up(g: Table) -> Iterator[Conjunct]:
    """In a movement that waits or is evidence, the elite forces and the marker are among the total."""
    frame, declared = g.frame, decision(g)
    if isinstance(frame, MoveFrame):
        yield "frame", ordinary(frame.movement) >= 0
    if isinstance(declared, Arrival):
        yield "declared", ordinary(declared.movement) >= 0


@laws.invariant("frame-asks-one-owner", clauses=["ORN-13", "ORN-17"], when=framed, where=using(Table.frame))
def frame_asks_one_owner(g: Table) -> bool:
    """What a frame keeps back asks at most one owner for a decision, so that none is dropped."""
    frame = g.frame
    return not isinstance(frame, MoveFrame) or asks_one_owner(g, frame.movement)


def asks_one_owner(g: Table, movement: Movement) -> bool:
    """Whether an arrival concerns at most one of the Bene Gesserit, Moritani and Ecaz."""
    concerned = [intrudes(g, movement), meets_terror(g, movement), meets_ambassador(g, movement)]
    return count(concerned, lambda asked: asked) <= 1
