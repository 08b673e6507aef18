"""What the seat on turn may do with its forces: move a group, fly one, fly another, or be done."""

from __future__ import annotations

from ... import Int, require
from ..flight.escrow import retire, take_off
from ..game import dune
from ..table.board import Place
from ..table.cards import Card, Mode
from ..table.factions import Faction, Group
from ..table.flights import EndFrame
from ..table.movements import Movement
from ..table.state import Table
from ..turns.hand import give_up
from ..turns.turn import finish_promises, on_turn, pass_the_turn
from .arrival import declare


def declared(seat: Faction, origin: Place, to: Place, group: Group) -> Movement:
    """The movement that a player declares."""
    return Movement(player=seat, origin=origin, to=to, total=group.total, elite=group.elite, no_field=group.no_field)


def has_a_move_left(g: Table, seat: Faction) -> None:
    """The seat has not moved all the groups it may move."""
    require(g.moved[seat] < g.allowance[seat], "the seat has no movement left")


@dune.action
def move(
    g: Table,
    seat: Faction,
    origin: Place,
    to: Place,
    group: Group,
) -> None:
    """Move a group on foot, or with the ornithopters of a city."""
    on_turn(g, seat)
    require(g.flight is None, "an Ornithopter is in the air: the next group flies")
    has_a_move_left(g, seat)
    declare(g, declared(seat, origin, to, group))


@dune.action
def declare_flight(
    g: Table,
    seat: Faction,
    mode: Mode,
    origin: Place,
    to: Place,
    group: Group,
) -> None:
    """Play the Ornithopter with a movement. It is never played without one."""
    on_turn(g, seat)
    require(g.flight is None, "an Ornithopter is in the air already")
    has_a_move_left(g, seat)
    give_up(g, seat, Card.ORNITHOPTER)
    take_off(g, seat, mode)
    declare(g, declared(seat, origin, to, group))


@dune.action
def fly(
    g: Table,
    seat: Faction,
    origin: Place,
    to: Place,
    group: Group,
    event: int = Int(1, 2),
) -> None:
    """Fly the next group of the flight with this event: the second of two, or one instead of a movement that failed."""
    on_turn(g, seat)
    flight = g.flight
    require(flight is not None, "no Ornithopter is in the air")
    assert flight is not None
    require(flight.event == event, "that flight is over; this is another one")
    declare(g, declared(seat, origin, to, group))


@dune.action
def end_movement(g: Table, seat: Faction) -> None:
    """Be done with shipment and movement. A flight still in the air ends here, however many groups it carried."""
    on_turn(g, seat)
    finish_promises(g, seat)
    flight = g.flight
    if flight is None:
        pass_the_turn(g, seat)
    else:
        g.frame = EndFrame(batch=retire(g, flight), flight=flight, player=seat)
