"""Shipment: forces come out of reserve and are paid for before anything else happens."""

from __future__ import annotations

from typing import Final

from ... import EVERYONE, Event, Int, choose, emit, require
from ..game import dune
from ..table.board import Place
from ..table.factions import Faction, Troop
from ..table.kinds import Entry, Onward
from ..table.limits import MOST_FORCES
from ..table.state import Table
from ..terror.entry import open_terror, token_awaits
from ..turns.turn import finish_promises, on_turn
from .legality import has_room

TO_A_STRONGHOLD: Final = 1
"""What it costs to ship a force to a stronghold."""

ELSEWHERE: Final = 2
"""What it costs to ship a force to any other place."""


class Shipped(Event):
    """Forces have come to the planet."""

    seat: Faction
    to: Place
    amount: int = Int(1, MOST_FORCES)


@dune.action
def ship(g: Table, seat: Faction, to: Place, amount: int = Int(1, MOST_FORCES)) -> None:
    """Pay for a shipment and place it; whoever owns something there is asked only then."""
    on_turn(g, seat)
    require(seat not in g.shipped, "the shipment is over")
    require(amount <= g.reserves[seat][Troop.ORDINARY], "not so many forces in reserve")
    require(to.sector != g.storm.value, "the storm is over the place")
    require(has_room(g, seat, to.territory), "the stronghold is full")
    cost = amount * choose(to.territory.stronghold, TO_A_STRONGHOLD, ELSEWHERE)
    require(cost <= g.spice[seat], "not so much spice")
    g.spice[seat] -= cost
    g.bank += cost
    g.reserves[seat][Troop.ORDINARY] -= amount
    g.forces[to][seat][Troop.ORDINARY] += amount
    finish_promises(g, seat)
    g.shipped.add(seat)
    emit(Shipped(seat=seat, to=to, amount=amount), to=EVERYONE)
    if token_awaits(g, seat, to):
        open_terror(g, seat, to, Entry.SHIPMENT, amount, 0, Onward.TURN)
