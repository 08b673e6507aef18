"""Worm rides one after the other, and the Nexus that a summoned worm calls before the next of them."""

from __future__ import annotations

from ... import EVERYONE, Event, emit, merged, require, required, scope
from ..game import dune
from ..table.factions import Faction
from ..table.kinds import Phase
from ..table.state import Table
from ..turns.turn import advance


class RideBegins(Event):
    """The Fremen may ride the next worm."""


class NexusBegins(Event):
    """A Nexus is held: alliances may be left."""


class AllianceLeft(Event):
    """Two allies are allies no longer."""

    seat: Faction


class RidesOver(Event):
    """Every worm has been ridden, and shipment and movement begins."""


@merged
def next_ride(g: Table) -> None:
    """The present ride is over. A Nexus that was summoned comes first, then the next ride; then the phase moves on."""
    riding = required(g.riding, "nobody rides a worm")
    if riding.summoned:
        riding.summoned = False
        riding.nexus = True
        emit(NexusBegins(), to=EVERYONE)
    elif riding.left > 0:
        riding.left -= 1
        riding.ready = True
        emit(RideBegins(), to=EVERYONE)
    else:
        g.riding = None
        begin_shipment_and_movement(g)
        emit(RidesOver(), to=EVERYONE)


def begin_shipment_and_movement(g: Table) -> None:
    """All seats queue up to ship and move. The phases in between are not part of this model."""
    g.phase = Phase.MOVEMENT
    g.to_move = set(scope(g, Faction))
    advance(g)


@dune.action
def leave_alliance(g: Table, seat: Faction) -> None:
    """In a Nexus a seat may leave its alliance."""
    require(in_nexus(g), "no Nexus is being held")
    ally = required(g.ally[seat], "the seat has no ally")
    g.ally[seat] = None
    g.ally[ally] = None
    g.fresh_alliance.discard(seat)
    g.fresh_alliance.discard(ally)
    emit(AllianceLeft(seat=seat), to=EVERYONE)


@dune.automatic
def close_nexus(g: Table) -> None:
    """The Nexus is over, and the next ride begins."""
    require(in_nexus(g), "no Nexus is being held")
    assert g.riding is not None
    g.riding.nexus = False
    next_ride(g)


@merged
def in_nexus(g: Table) -> bool:
    """Whether a Nexus is being held."""
    return g.riding is not None and g.riding.nexus
