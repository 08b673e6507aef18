"""The Ornithopter in the air: what it remembers of the forces, and how its card leaves escrow."""

from __future__ import annotations

from ... import EVERYONE, Event, Int, emit, merged
from ..table.cards import Card, Mode
from ..table.factions import Faction
from ..table.flights import Batch, Flight
from ..table.forces import typed
from ..table.kinds import Cause, Line
from ..table.movements import Movement
from ..table.state import Table


class FlightDeclared(Event):
    """An Ornithopter was played with a movement."""

    seat: Faction
    mode: Mode


class FlightCompleted(Event):
    """An Ornithopter is done and its card lies on the discard pile."""

    seat: Faction
    groups: int = Int(0, 2)


def take_off(g: Table, seat: Faction, mode: Mode) -> None:
    """Put the card, which has left the hand, in escrow: the flight that begins now holds it."""
    g.flights += 1
    g.flight = Flight(
        event=g.flights,
        player=seat,
        card=Card.ORNITHOPTER,
        turn=g.turn,
        mode=mode,
        starting=g.moved[seat],
        completed=0,
    )
    emit(FlightDeclared(seat=seat, mode=mode), to=EVERYONE)


def save_remainder(g: Table, movement: Movement) -> None:
    """Before the first of two groups leaves, note which forces the second may take: all but those of the first."""
    g.remainder = {place: there[movement.player] for place, there in g.forces.items()}
    for troop, number in typed(g, movement):
        g.remainder[movement.origin][troop] -= number
    note_the_marker(g, movement)


@merged
def note_the_marker(g: Table, movement: Movement) -> None:
    """The second of two groups may take a No-Field marker along that has not moved since the first left without it."""
    if g.marker is not None and movement.player == Faction.RICHESE and not movement.no_field:
        g.unflown_marker = g.marker.event


@merged
def count_group(g: Table, flight: Flight) -> None:
    """A group has flown. The second of two comes on top of what its player may move."""
    flight.completed += 1
    if flight.completed == 2:
        g.allowance[flight.player] += 1


def retire(g: Table, flight: Flight) -> Batch:
    """End a flight: its card goes from escrow to the discard pile. Returns the receipt of that discard."""
    g.discard.add(flight.card)
    g.flight = None
    g.remainder = None
    g.unflown_marker = None
    g.batches += 1
    g.log[Line.COMPLETION] += 1
    emit(FlightCompleted(seat=flight.player, groups=flight.completed), to=EVERYONE)
    return Batch(number=g.batches, cause=Cause.ORNITHOPTER, card=flight.card, owner=flight.player, public=True)
