"""Nobody appears or disappears, the No-Field marker is one, and alliances are mutual."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import implies, is_present, same, scope, total
from ....model.dune.table.board import Place, Territory
from ....model.dune.table.factions import Faction, Troop
from ....model.dune.table.forces import presence
from ....model.dune.table.state import Table
from ...language.conditions import Conjunct
from ..laws import laws


@laws.invariant("forces-are-conserved", clauses=["ORN-10", "ORN-14"])
def forces_are_conserved(g: Table) -> Iterator[Conjunct]:
    """A faction's forces are on the board, in reserve or in the tanks, as many as it brought."""
    for seat in scope(g, Faction):
        for troop in scope(g, Troop):
            yield f"{troop.value} forces of {seat.title}", counted(g, seat, troop) == g.mustered[seat][troop]


def counted(g: Table, seat: Faction, troop: Troop) -> int:
    """How many forces of one kind a seat has anywhere."""
    on_board = total(scope(g, Place), lambda place: g.forces[place][seat][troop])
    return on_board + g.reserves[seat][troop] + g.tanks[seat][troop]


@laws.invariant("marker-hides-something", clauses=["ORN-11"])
def marker_hides_something(g: Table) -> bool:
    """The No-Field marker is on the board exactly when it hides a number of forces."""
    return same(is_present(g.marker), is_present(g.worth))


@laws.invariant("marker-moves-with-richese", clauses=["ORN-11", "ORN-14"])
def marker_moves_with_richese(g: Table) -> bool:
    """The marker got at most one new event for each group that Richese moved."""
    if Faction.RICHESE not in scope(g, Faction):
        return g.marker is None
    return g.marker is None or g.marker.event <= 1 + g.moved[Faction.RICHESE]


@laws.invariant("advisors-are-there", clauses=["ORN-13"])
def advisors_are_there(g: Table) -> Iterator[Conjunct]:
    """Where the Bene Gesserit are advisors, they have forces."""
    for territory in scope(g, Territory):
        yield territory.title, implies(territory in g.advisors, lambda t=territory: sisters_in(g, t) > 0)


def sisters_in(g: Table, territory: Territory) -> int:
    """How many Bene Gesserit forces stand in a territory."""
    return presence(g, Faction.BENE_GESSERIT, territory) if Faction.BENE_GESSERIT in scope(g, Faction) else 0


@laws.invariant("alliances-are-mutual", clauses=["ORN-22"])
def alliances_are_mutual(g: Table) -> Iterator[Conjunct]:
    """An ally's ally is oneself, and only allies can be new allies."""
    for seat in scope(g, Faction):
        yield f"ally of {seat.title}", lambda seat=seat: mutual(g, seat)
        yield f"new ally {seat.title}", lambda seat=seat: seat not in g.fresh_alliance or g.ally[seat] is not None


def mutual(g: Table, seat: Faction) -> bool:
    """Whether a seat has no ally, or one that has it as its ally."""
    ally = g.ally[seat]
    return ally is None or (ally != seat and g.ally[ally] == seat)
