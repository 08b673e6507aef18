"""The speed of Fremen and Ixians: who may go two territories, and that others may answer before somebody does."""

from __future__ import annotations

from ... import EVERYONE, Event, both, either, emit, exists, merged, negate, scope, size
from ..table.board import Place
from ..table.factions import Faction
from ..table.movements import Conversion, Movement, SpeedResponse
from ..table.state import Table


class SpeedUsed(Event):
    """A declared movement needs the speed of its faction and waits until nobody wants to cancel that."""

    seat: Faction
    to: Place


def may_be_fast(g: Table, movement: Movement) -> bool:
    """Whether the group has its faction's speed: any of the Fremen, and Ixians that have a cyborg among them.

    Once a Karama has cancelled the speed, the next group has to do without it.
    """
    player = movement.player
    fast = either(player == Faction.FREMEN, both(player == Faction.IX, movement.elite > 0))
    return both(fast, negate(is_slowed(g, player)))


@merged
def is_slowed(g: Table, seat: Faction) -> bool:
    """Whether the speed of a seat has been cancelled."""
    return g.slowed == seat


def may_answer(g: Table, seat: Faction, actor: Faction) -> bool:
    """Whether a seat is asked to answer what another one does: it holds a card, whichever card that is."""
    return both(seat != actor, size(g.hand[seat]) > 0)


def may_be_answered(g: Table, movement: Movement) -> bool:
    """Whether anybody is asked about a speed."""
    return exists(scope(g, Faction), lambda seat: may_answer(g, seat, movement.player))


def ask_about_speed(g: Table, movement: Movement) -> None:
    """Let all others answer the speed that a declared movement needs, before any group leaves."""
    g.pending = SpeedResponse(movement=movement, waiting=set())
    for seat in scope(g, Faction):
        ask(g, seat, movement.player)
    emit(SpeedUsed(seat=movement.player, to=movement.to), to=EVERYONE)


@merged
def ask(g: Table, seat: Faction, actor: Faction) -> None:
    """Let a seat answer what the actor does, if it may."""
    response = g.pending
    assert isinstance(response, SpeedResponse | Conversion)
    if may_answer(g, seat, actor):
        response.waiting.add(seat)
