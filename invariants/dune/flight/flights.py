"""The live flight, and its card in escrow."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import both, choose, either, exists, forall, has, is_present, scope
from ....model.dune.movement.movement import fly
from ....model.dune.table.board import Place
from ....model.dune.table.cards import Card, Mode
from ....model.dune.table.factions import Faction, Troop
from ....model.dune.table.kinds import Line, Phase
from ....model.dune.table.state import Table
from ....model.dune.terror.discards import reveal_sabotage
from ...language.conditions import Conjunct
from ...language.where import knowing, playing, using
from ..laws import laws


def flying(g: Table) -> bool:
    """Whether a flight is live."""
    return g.flight is not None


@laws.invariant("flight-is-of-this-turn", clauses=["ORN-01", "ORN-03"], when=flying, where=using(Table.flight))
def flight_is_of_this_turn(g: Table) -> Iterator[Conjunct]:
    """A flight in the air is of this movement phase, its player is on turn, and it holds the Ornithopter."""
    flight = g.flight
    assert flight is not None
    yield "phase", g.phase == Phase.MOVEMENT
    yield "player", lambda: g.active == flight.player
    yield "turn", flight.turn == g.turn
    yield "card", flight.card == Card.ORNITHOPTER


@laws.invariant(
    "flight-counts-its-groups", clauses=["ORN-01", "ORN-04", "ORN-40"], when=flying, where=using(Table.flight)
)
def flight_counts_its_groups(g: Table) -> Iterator[Conjunct]:
    """The player moved what it had moved before the flight and what the flight carried, which is not all yet."""
    flight = g.flight
    assert flight is not None
    yield "moved", g.moved[flight.player] == flight.starting + flight.completed
    yield "not all", flight.completed < flight.mode.groups
    yield "a movement was left", flight.starting < g.allowance[flight.player]


@laws.invariant("flights-are-numbered", clauses=["ORN-04", "ORN-12"], where=using(Table.flight))
def flights_are_numbered(g: Table) -> Iterator[Conjunct]:
    """Each flight that was declared has been completed once, but for one in the air, which has the last number."""
    in_the_air = 0 if g.flight is None else 1
    yield "completed", g.log[Line.COMPLETION] + in_the_air == g.flights
    yield "last number", lambda: g.flight is None or g.flight.event == g.flights


@laws.invariant("ornithopter-is-played-once", clauses=["ORN-04", "ORN-20"], where=using(Table.flight))
def ornithopter_is_played_once(g: Table) -> bool:
    """A flight was declared exactly if the Ornithopter is in the air or discarded, but for searches and force.

    A search can bring it back from the discard pile, and a Terror token can have it discarded without a flight.
    """
    face_down = exists(scope(g, Faction), lambda seat: has(g.face_down[seat], Card.ORNITHOPTER))
    played = choose(either(has(g.discard, Card.ORNITHOPTER), face_down), 1, 0) + choose(is_present(g.flight), 1, 0)
    return both(played <= g.flights + sum(g.forced.values()), g.flights <= played + g.boxes)


@laws.invariant("second-group-is-known", clauses=["ORN-10", "ORN-40"], where=using(Table.flight))
def second_group_is_known(g: Table) -> bool:
    """Which forces may fly second is noted exactly between the two groups of a flight."""
    between = g.flight is not None and g.flight.mode == Mode.TWO_GROUPS and g.flight.completed == 1
    return (g.remainder is not None) == between


@laws.invariant(
    "second-group-is-there",
    clauses=["ORN-10", "ORN-40"],
    when=lambda g: g.remainder is not None,
    where=playing(fly) & knowing(Mode.TWO_GROUPS),
)
def second_group_is_there(g: Table) -> Iterator[Conjunct]:
    """The forces that may fly second stand where they were noted."""
    flight, remainder = g.flight, g.remainder
    assert flight is not None
    assert remainder is not None
    for place in scope(g, Place):
        yield place.name, at_most(g, flight.player, place, remainder[place])


def at_most(g: Table, seat: Faction, place: Place, left: dict[Troop, int]) -> bool:
    """Whether a seat has at least so many forces of each kind in a place."""
    return forall(scope(g, Troop), lambda troop: left[troop] <= g.forces[place][seat][troop])


SABOTAGED = playing(fly, reveal_sabotage)
"""Where a Sabotage may come between two flown groups."""


@laws.invariant(
    "escrow-is-never-forced",
    clauses=["ORN-02", "ORN-44"],
    when=lambda g: g.flight is not None and g.terror_frame is not None,
    where=SABOTAGED,
)
def escrow_is_never_forced(g: Table) -> bool:
    """A card that was forced from a hand while a flight is in the air is another one than the flight's."""
    assert g.flight is not None
    assert g.terror_frame is not None
    return g.terror_frame.batch.card != g.flight.card
