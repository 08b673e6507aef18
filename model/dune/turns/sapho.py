"""Juice of Sapho: whoever drinks it ships and moves first or last, whatever the storm order says."""

from __future__ import annotations

from ... import require
from ..game import dune
from ..table.cards import Card
from ..table.factions import Faction
from ..table.kinds import Phase
from ..table.state import Table
from .hand import play
from .turn import advance, ask_the_guild, idle, make_up_queue, on_turn


def untouched(g: Table, seat: Faction) -> None:
    """The seat has done nothing in its turn yet."""
    require(seat not in g.shipped, "the seat on turn has shipped")
    require(g.moved[seat] == 0, "the seat on turn has moved")
    require(g.flight is None, "the seat on turn flies")
    require(g.karama_rate is None, "the seat on turn has bought the low rate")


@dune.action
def go_last(g: Table, seat: Faction) -> None:
    """The seat on turn lets everybody else in the queue ship and move before it."""
    on_turn(g, seat)
    untouched(g, seat)
    play(g, seat, Card.JUICE_OF_SAPHO)
    make_up_queue(g, seat)
    g.sapho_last = seat
    advance(g)


@dune.action
def go_first(g: Table, seat: Faction) -> None:
    """A seat in the queue takes the turn of another that has done nothing in it yet, and that has its own later."""
    idle(g)
    require(g.phase == Phase.MOVEMENT, "it is not the phase of shipment and movement")
    active = g.active
    require(active is not None, "nobody is on turn")
    assert active is not None
    require(active != seat, "it is the seat's own turn")
    untouched(g, active)
    make_up_queue(g, active)
    require(g.to_move is not None and seat in g.to_move, "the seat has had its turn")
    play(g, seat, Card.JUICE_OF_SAPHO)
    g.active = seat
    ask_the_guild(g)
