"""Riding worms: the Fremen come in where they like, and may summon another worm while an entry is open."""

from __future__ import annotations

from ... import EVERYONE, Event, Int, emit, require, required, scope
from ..game import dune
from ..losses.tanks import lose_all
from ..table.board import Place
from ..table.cards import Card
from ..table.entries import Riding
from ..table.factions import Faction, Troop
from ..table.kinds import Entry, Onward
from ..table.limits import MOST_FORCES
from ..table.state import Table
from ..turns.hand import play
from .entry import open_terror, token_awaits
from .nexus import next_ride


class Rode(Event):
    """Fremen forces rode a worm."""

    origin: Place
    to: Place
    amount: int = Int(1, MOST_FORCES)


class WormSummoned(Event):
    """A worm was summoned, and took all but the Fremen forces there; a Nexus will follow."""

    place: Place


def ready_to_ride(g: Table, seat: Faction) -> Riding:
    """The rides, of which the present one has not been taken."""
    require(seat == Faction.FREMEN, "only Fremen ride worms")
    riding = required(g.riding, "nobody rides a worm")
    require(riding.ready, "no worm is ready to be ridden")
    return riding


@dune.action
def ride(g: Table, seat: Faction, origin: Place, to: Place, amount: int = Int(1, MOST_FORCES)) -> None:
    """Take the present ride, from the sand to anywhere."""
    riding = ready_to_ride(g, seat)
    require(not origin.territory.stronghold, "worms come up in the sand")
    require(origin != to, "a ride goes to another place")
    require(amount <= g.forces[origin][seat][Troop.ORDINARY], "the forces are not there")
    riding.ready = False
    g.ridden += 1
    g.forces[origin][seat][Troop.ORDINARY] -= amount
    g.forces[to][seat][Troop.ORDINARY] += amount
    emit(Rode(origin=origin, to=to, amount=amount), to=EVERYONE)
    if token_awaits(g, seat, to):
        open_terror(g, seat, to, Entry.RIDE, amount, 0, Onward.RIDE)
    else:
        next_ride(g)


@dune.action
def let_the_worm_go(g: Table, seat: Faction) -> None:
    """Do without the present ride."""
    ready_to_ride(g, seat).ready = False
    next_ride(g)


@dune.action
def summon_worm(g: Table, seat: Faction, place: Place) -> None:
    """Play a Thumper while an entry is open: a worm takes who stands in the sand there, and calls for a Nexus."""
    require(seat == Faction.FREMEN, "only Fremen summon a worm for a ride")
    require(g.terror_frame is None, "a forced discard has interrupted the entry")
    require(g.entry is not None, "a worm is summoned while an entry is open")
    riding = required(g.riding, "nobody rides a worm")
    require(not place.territory.stronghold, "worms come up in the sand")
    play(g, seat, Card.THUMPER)
    riding.summoned = True
    for other in scope(g, Faction):
        if other != Faction.FREMEN:
            lose_all(g, other, place)
    emit(WormSummoned(place=place), to=EVERYONE)
