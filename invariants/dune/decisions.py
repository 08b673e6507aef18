"""Open decisions are somebody's, and about something that is there."""

from __future__ import annotations

from collections.abc import Iterator

from ...model import is_present, scope
from ...model.dune.arrival import allow_arrival
from ...model.dune.entries import leave_terror, stand_fast
from ...model.dune.factions import Faction
from ...model.dune.forces import fighters, stranger
from ...model.dune.table import Arrival, Intrusion, Phase, Table, TerrorEntry
from ..language.declarations import Conjunct
from .laws import laws, playing


@laws.invariant("decisions-are-of-the-movement-phase", when=lambda g: g.pending is not None)
def decisions_are_of_the_movement_phase(g: Table) -> bool:
    """Decisions are open only during shipment and movement."""
    return g.phase == Phase.MOVEMENT


@laws.invariant(
    "arrival-awaits-choam",
    clauses=["ORN-41"],
    when=lambda g: isinstance(g.pending, Arrival),
    scenarios=playing(allow_arrival),
)
def arrival_awaits_choam(g: Table) -> Iterator[Conjunct]:
    """CHOAM is asked about a movement of the seat on turn, a stranger that has a movement left, flown or not."""
    assert isinstance(g.pending, Arrival)
    movement = g.pending.movement
    yield "player", lambda: g.active == movement.player
    yield "stranger", lambda: Faction.CHOAM in scope(g, Faction) and stranger(g, movement.player, Faction.CHOAM)
    yield "enters", movement.origin.territory != movement.to.territory
    yield "left", lambda: g.flight is not None or g.moved[movement.player] < g.allowance[movement.player]


@laws.invariant(
    "intrusion-meets-fighters",
    clauses=["ORN-13"],
    when=lambda g: isinstance(g.pending, Intrusion),
    scenarios=playing(stand_fast),
)
def intrusion_meets_fighters(g: Table) -> bool:
    """The Bene Gesserit are asked about a territory where they have fighters."""
    assert isinstance(g.pending, Intrusion)
    if Faction.BENE_GESSERIT not in scope(g, Faction):
        return False
    return fighters(g, Faction.BENE_GESSERIT, g.pending.territory) > 0


@laws.invariant(
    "entry-meets-a-token",
    clauses=["ORN-13"],
    when=lambda g: isinstance(g.pending, TerrorEntry),
    scenarios=playing(leave_terror),
)
def entry_meets_a_token(g: Table) -> Iterator[Conjunct]:
    """Moritani is asked about a stranger in a place where a Terror token lies."""
    assert isinstance(g.pending, TerrorEntry)
    entry = g.pending
    yield "token", lambda: is_present(g.terror[entry.place])
    yield "stranger", lambda: Faction.MORITANI in scope(g, Faction) and stranger(g, entry.entrant, Faction.MORITANI)
