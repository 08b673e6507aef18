"""Open decisions are somebody's, and about something that is there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from ....model import is_present, scope
from ....model.dune.arrivals.intrusion import stand_fast, step_aside
from ....model.dune.movement.arrival import allow_arrival, forbid_arrival
from ....model.dune.table.factions import Faction
from ....model.dune.table.forces import fighters, stranger
from ....model.dune.table.kinds import Phase, Stage
from ....model.dune.table.movements import Arrival, Conversion, Intrusion, SpeedResponse
from ....model.dune.table.state import Table
from ....model.dune.terror.entry import leave_terror
from ...language.conditions import Conjunct
from ...language.where import playing, using
from ..laws import laws

Decision: TypeAlias = Arrival | Intrusion | SpeedResponse | Conversion


def decision(g: Table) -> Decision | None:
    """The open decision, or the one that a search or its frame is to put back."""
    if g.box is not None:
        return g.box.parent
    if g.box_frame is not None:
        return g.box_frame.parent
    return g.pending


@laws.invariant(
    "decisions-are-of-the-movement-phase",
    clauses=["ORN-53"],
    when=lambda g: decision(g) is not None,
    where=using(Table.pending),
)
def decisions_are_of_the_movement_phase(g: Table) -> bool:
    """Decisions are open, or suspended, only during shipment and movement."""
    return g.phase == Phase.MOVEMENT


@laws.invariant(
    "arrival-awaits-choam",
    clauses=["ORN-41"],
    when=lambda g: isinstance(decision(g), Arrival),
    where=playing(allow_arrival),
)
def arrival_awaits_choam(g: Table) -> Iterator[Conjunct]:
    """CHOAM is asked about a movement of the seat on turn, a stranger that has a movement left, flown or not."""
    arrival = decision(g)
    assert isinstance(arrival, Arrival)
    movement = arrival.movement
    yield "player", lambda: g.active == movement.player
    yield "stranger", lambda: Faction.CHOAM in scope(g, Faction) and stranger(g, movement.player, Faction.CHOAM)
    yield "enters", movement.origin.territory != movement.to.territory
    yield "left", lambda: g.flight is not None or g.moved[movement.player] < g.allowance[movement.player]


def is_to_be_answered(g: Table) -> bool:
    """Whether nothing has to be settled before an open decision is answered."""
    return g.frame is None and g.box is None and g.box_frame is None and not g.questions


@laws.decision(
    "choam-answers-arrivals",
    answers=(allow_arrival, forbid_arrival),
    clauses=["ORN-65"],
    when=lambda g: isinstance(g.pending, Arrival) and is_to_be_answered(g),
)
def choam_answers_arrivals(g: Table) -> Faction:
    """CHOAM, and nobody else, lets a declared movement happen or forbids it."""
    return Faction.CHOAM


@laws.decision(
    "the-bene-gesserit-answer-intrusions",
    answers=(step_aside, stand_fast),
    clauses=["ORN-65"],
    when=lambda g: isinstance(g.pending, Intrusion) and is_to_be_answered(g),
)
def the_bene_gesserit_answer_intrusions(g: Table) -> Faction:
    """The Bene Gesserit, and nobody else, step aside or stand fast where somebody has come in."""
    return Faction.BENE_GESSERIT


@laws.invariant(
    "intrusion-meets-fighters",
    clauses=["ORN-13"],
    when=lambda g: isinstance(decision(g), Intrusion),
    where=playing(stand_fast),
)
def intrusion_meets_fighters(g: Table) -> bool:
    """The Bene Gesserit are asked about a territory where they have fighters."""
    intrusion = decision(g)
    assert isinstance(intrusion, Intrusion)
    if Faction.BENE_GESSERIT not in scope(g, Faction):
        return False
    return fighters(g, Faction.BENE_GESSERIT, intrusion.territory) > 0


@laws.invariant(
    "entry-meets-a-token",
    clauses=["ORN-13"],
    when=lambda g: g.entry is not None,
    where=playing(leave_terror),
)
def entry_meets_a_token(g: Table) -> Iterator[Conjunct]:
    """Until the token is revealed, Moritani is asked about a stranger in a place where one lies."""
    entry = g.entry
    assert entry is not None
    hidden = entry.stage in (Stage.OFFER, Stage.REPLY)
    yield "token", lambda: not hidden or is_present(g.terror[entry.place])
    yield "stranger", lambda: not hidden or stranger(g, entry.entrant, Faction.MORITANI)
