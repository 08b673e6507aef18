"""Which saves are accepted in which the frame of a flight waits to be settled.

Nothing is checked by acting again: no way is judged a second time. A frame is held against the counts, the discard
pile and the note of the group that landed, each of which says in its own words what has happened already.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....model import count, exists, has, implies, is_present, negate, same, scope, size
from ....model.dune.table.cards import Card
from ....model.dune.table.factions import Faction, Troop
from ....model.dune.table.flights import EndFrame, MoveFrame
from ....model.dune.table.forces import ordinary
from ....model.dune.table.kinds import Cause, Phase
from ....model.dune.table.movements import Movement
from ....model.dune.table.state import Table
from ...language.conditions import Conjunct
from ...language.where import using
from ..laws import laws

FRAMES = using(Table.frame)
"""Where the frame of a flight can wait."""


def waits(g: Table) -> bool:
    """Whether the frame of a flight waits to be drained."""
    return g.frame is not None


def arrived(g: Table) -> bool:
    """Whether that frame is of a completed flight."""
    return isinstance(g.frame, MoveFrame)


def ended(g: Table) -> bool:
    """Whether that frame is of a flight that was ended early."""
    return isinstance(g.frame, EndFrame)


def waiting(g: Table) -> MoveFrame | EndFrame:
    """The frame of a flight."""
    assert g.frame is not None
    return g.frame


def landing(g: Table) -> Movement:
    """The movement that a completed flight's frame holds as evidence."""
    assert isinstance(g.frame, MoveFrame)
    return g.frame.movement


@laws.save_rule("saved-frame-is-of-this-turn", clauses=["ORN-30", "ORN-61"], when=waits, where=FRAMES)
def saved_frame_is_of_this_turn(g: Table) -> Iterator[Conjunct]:
    """The frame is of this movement phase and turn, of the last flight, and its player is on turn."""
    flight = waiting(g).flight
    yield "$.phase", g.phase == Phase.MOVEMENT
    yield "$.frame.flight.player", lambda: g.active == flight.player
    yield "$.frame.flight.turn", flight.turn == g.turn
    yield "$.frame.flight.event", flight.event == g.flights
    yield "$.frame.flight.card", flight.card == Card.ORNITHOPTER


@laws.save_rule("saved-receipt-is-of-the-flight", clauses=["ORN-31"], when=waits, where=FRAMES)
def saved_receipt_is_of_the_flight(g: Table) -> Iterator[Conjunct]:
    """The receipt is open, of the end of a flight, of the flight's card, and of the seat that had held it."""
    frame = waiting(g)
    yield "$.frame.batch.cause", frame.batch.cause == Cause.ORNITHOPTER
    yield "$.frame.batch.owner", frame.batch.owner == frame.flight.player
    yield "$.frame.batch.card", frame.batch.card == frame.flight.card
    yield "$.frame.batch.public", frame.batch.public


@laws.save_rule("saved-discard-lies-once", clauses=["ORN-31"], when=waits, where=FRAMES)
def saved_discard_lies_once(g: Table) -> Iterator[Conjunct]:
    """The discarded card lies face up on the discard pile and is nowhere else; no flight is in the air."""
    card = waiting(g).flight.card
    yield "$.discard", has(g.discard, card)
    yield "$.hand", negate(exists(scope(g, Faction), lambda seat: has(g.hand[seat], card)))
    yield "$.face_down", negate(exists(scope(g, Faction), lambda seat: has(g.face_down[seat], card)))
    yield "$.deck", negate(has(g.deck, card))
    yield "$.cache", negate(has(g.cache, card))
    yield "$.removed", negate(has(g.removed, card))
    yield "$.flight", lambda: g.flight is None
    yield "$.remainder", lambda: g.remainder is None


@laws.save_rule("saved-groups-are-counted", clauses=["ORN-32"], when=waits, where=FRAMES)
def saved_groups_are_counted(g: Table) -> Iterator[Conjunct]:
    """The player moved what it had moved before and what flew: all the mode carries, or less at an early end."""
    frame = waiting(g)
    flight = frame.flight
    if isinstance(frame, MoveFrame):
        yield "$.frame.flight.completed", flight.completed == flight.mode.groups
    else:
        yield "$.frame.flight.completed", flight.completed < flight.mode.groups
    yield "$.frame.flight.starting", g.moved[flight.player] == flight.starting + flight.completed
    yield "$.frame.flight.starting", flight.starting < g.allowance[flight.player]


@laws.save_rule("saved-landing-is-the-last-group", clauses=["ORN-33"], when=arrived, where=FRAMES)
def saved_landing_is_the_last_group(g: Table) -> Iterator[Conjunct]:
    """The movement of a completed flight is that of the group that landed last, part by part."""
    movement, landed = landing(g), g.landed
    yield "$.frame.movement.player", movement.player == waiting(g).flight.player
    yield "$.landed", landed is not None
    if landed is not None:
        for name in ("player", "origin", "to", "total", "elite", "no_field"):
            yield f"$.frame.movement.{name}", same(getattr(movement, name), getattr(landed, name))


@laws.save_rule("saved-landing-is-a-group", clauses=["ORN-33"], when=arrived, where=FRAMES)
def saved_landing_is_a_group(g: Table) -> Iterator[Conjunct]:
    """The group went to another place outside of the storm, and is all there; what a marker hides is not asked."""
    movement = landing(g)
    there = g.forces[movement.to][movement.player]
    yield "$.frame.movement.to", movement.origin != movement.to
    yield "$.frame.movement.to", movement.to.sector != g.storm.value
    yield "$.frame.movement.total", ordinary(movement) >= 0
    yield "$.frame.movement.total", ordinary(movement) <= there[Troop.ORDINARY]
    yield "$.frame.movement.elite", movement.elite <= (there[Troop.ELITE] if Troop.ELITE in scope(g, Troop) else 0)
    yield "$.frame.movement.no_field", implies(movement.no_field, lambda: marker_is_there(g, movement))


def marker_is_there(g: Table, movement: Movement) -> bool:
    """Whether the No-Field marker is the player's and lies where the group landed."""
    if movement.player != Faction.RICHESE or g.marker is None:
        return False
    return g.marker.place == movement.to


@laws.save_rule("saved-frame-leaves-nothing-to-move", clauses=["ORN-34"], when=waits, where=FRAMES)
def saved_frame_leaves_nothing_to_move(g: Table) -> Iterator[Conjunct]:
    """No declared movement and no other decision is open that could do the same once more."""
    yield "$.pending", g.pending is None
    yield "$.entry", g.entry is None
    yield "$.embassy", g.embassy is None
    yield "$.terror_frame", g.terror_frame is None
    yield "$.box", g.box is None
    yield "$.box_frame", g.box_frame is None
    yield "$.questions", size(g.questions) == 0
    yield "$.slowed", lambda: g.slowed is None or g.slowed == waiting(g).flight.player


@laws.save_rule("saved-early-end-keeps-the-queue", clauses=["ORN-23", "ORN-35"], when=ended, where=FRAMES)
def saved_early_end_keeps_the_queue(g: Table) -> Iterator[Conjunct]:
    """An early end is its own player's, still in the queue wherever in it, if there is one; and nothing landed."""
    frame = waiting(g)
    assert isinstance(frame, EndFrame)
    queue = g.to_move
    yield "$.frame.player", frame.player == frame.flight.player
    yield "$.landed", g.landed is None
    yield "$.to_move", queue is None or has(queue, frame.player)


@laws.save_rule("saved-frame-is-the-last", clauses=["ORN-36", "ORN-61", "SAV-05"], when=waits, where=FRAMES)
def saved_frame_is_the_last(g: Table) -> Iterator[Conjunct]:
    """The frame is of the last discard, and that interruption is not over: a frame that was settled is refused."""
    yield "$.frame.batch.number", waiting(g).batch.number == g.batches
    yield "$.retired", g.retired + 1 == g.batches


@laws.save_rule("saved-interruptions-are-counted", clauses=["ORN-36"])
def saved_interruptions_are_counted(g: Table) -> Iterator[Conjunct]:
    """Every discard that interrupted something is settled, but for the one whose frame waits: none goes missing."""
    frames = count([g.frame, g.terror_frame, g.box_frame], is_present)
    yield "$.retired", g.retired + frames == g.batches


@laws.save_rule("saved-landing-has-its-frame", clauses=["ORN-33", "ORN-36"], where=FRAMES)
def saved_landing_has_its_frame(g: Table) -> Iterator[Conjunct]:
    """Only while the frame of a completed flight waits is it noted which group landed."""
    yield "$.landed", lambda: g.landed is None or isinstance(g.frame, MoveFrame)
