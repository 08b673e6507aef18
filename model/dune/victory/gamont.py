"""A Trip to Gamont: CHOAM sends a force of anybody home, before victory is checked; a Karama may stop it."""

from __future__ import annotations

from ... import EVERYONE, Event, emit, require, required, scope
from ..game import dune
from ..table.board import Place
from ..table.cards import Card
from ..table.factions import Faction, Troop
from ..table.mentat import Gamont, Pause
from ..table.state import Table
from ..turns.hand import play
from .mentat import CHOAM, pausing


class SentHome(Event):
    """A force has gone back to its reserves."""

    seat: Faction
    place: Place


class GamontStopped(Event):
    """A Karama has stopped the Trip to Gamont, which lies on the discard pile all the same."""

    seat: Faction


@dune.action
def play_gamont(g: Table, seat: Faction, whose: Faction, place: Place, troop: Troop) -> None:
    """CHOAM discards the card and says which force is to go home. Everybody else may stop it."""
    require(seat == CHOAM, "the decision is another seat's")
    pausing(g, Pause.CHOAM)
    require(g.forces[place][whose][troop] > 0, "no such force stands there")
    play(g, seat, Card.TRIP_TO_GAMONT)
    waiting = {other for other in scope(g, Faction) if other != seat}
    g.gamont = Gamont(seat=whose, place=place, troop=troop, waiting=waiting)
    g.pause = Pause.GAMONT


def answered(g: Table, seat: Faction) -> Gamont:
    """The Trip to Gamont, which the seat may still stop."""
    pausing(g, Pause.GAMONT)
    gamont = required(g.gamont, "no Trip to Gamont has been played")
    require(seat in gamont.waiting, "the seat is not asked, or has answered already")
    return gamont


@dune.action
def allow_gamont(g: Table, seat: Faction) -> None:
    """Let the force go home. When everybody has, it does, and CHOAM goes on."""
    gamont = answered(g, seat)
    gamont.waiting.remove(seat)
    if not gamont.waiting:
        g.gamont = None
        g.pause = Pause.CHOAM
        g.forces[gamont.place][gamont.seat][gamont.troop] -= 1
        g.reserves[gamont.seat][gamont.troop] += 1
        emit(SentHome(seat=gamont.seat, place=gamont.place), to=EVERYONE)


@dune.action
def stop_gamont(g: Table, seat: Faction) -> None:
    """Play a Karama: nobody goes home, and CHOAM goes on without the card."""
    answered(g, seat)
    play(g, seat, Card.KARAMA)
    g.gamont = None
    g.pause = Pause.CHOAM
    emit(GamontStopped(seat=seat), to=EVERYONE)
