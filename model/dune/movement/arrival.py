"""From a declared movement to a completed one: a speed may be cancelled in between, and CHOAM may have a say."""

from __future__ import annotations

from ... import EVERYONE, Event, both, emit, require, scope, size
from ..arrivals.consequences import conclude
from ..flight.escrow import count_group, retire, save_remainder
from ..game import dune
from ..table.board import Place
from ..table.cards import Card, Mode
from ..table.factions import Faction
from ..table.flights import MoveFrame
from ..table.forces import fighters, relocate, stranger
from ..table.kinds import Resume
from ..table.movements import Arrival, Movement
from ..table.state import Table
from ..turns.hand import play
from ..turns.pending import awaited
from ..turns.turn import finish_promises
from .legality import conditions, legal, needs_speed
from .speed import ask_about_speed, may_be_answered


class ChoamAsked(Event):
    """A declared movement waits for CHOAM. Everybody is told, so nothing that CHOAM hides may decide it."""

    seat: Faction
    to: Place


class MovementFailed(Event):
    """A declared movement does not take place: CHOAM forbade it, or it was legal no longer."""

    seat: Faction


def choam_has_a_say(g: Table, movement: Movement) -> bool:
    """Whether CHOAM, with fighters where a stranger is about to enter and a card in hand, must be asked.

    Which cards CHOAM holds is its secret, so it is asked whether it holds the Baliset or not.
    """
    if Faction.CHOAM not in scope(g, Faction):
        return False
    enters = movement.origin.territory != movement.to.territory
    in_the_way = both(enters, fighters(g, Faction.CHOAM, movement.to.territory) > 0)
    can_answer = both(stranger(g, movement.player, Faction.CHOAM), size(g.hand[Faction.CHOAM]) > 0)
    return both(in_the_way, can_answer)


def declare(g: Table, movement: Movement) -> None:
    """Judge a movement; then those who may cancel the speed it needs are asked, then CHOAM, or it is completed."""
    for holds, otherwise in conditions(g, movement):
        require(holds, otherwise)
    if needs_speed(g, movement) and may_be_answered(g, movement):
        ask_about_speed(g, movement)
    else:
        ask_choam(g, movement, Resume.MOVER)


def ask_choam(g: Table, movement: Movement, resume: Resume) -> None:
    """Ask CHOAM about a movement that is legal, or complete it at once."""
    if choam_has_a_say(g, movement):
        g.pending = Arrival(movement=movement)
        emit(ChoamAsked(seat=movement.player, to=movement.to), to=EVERYONE)
    else:
        complete(g, movement, resume)


def go_on(g: Table, movement: Movement) -> None:
    """A declared movement that nobody has cancelled comes to CHOAM, if it is still legal; if not, no group moves."""
    if legal(g, movement):
        ask_choam(g, movement, Resume.ANSWER)
    else:
        emit(MovementFailed(seat=movement.player), to=EVERYONE)


def complete(g: Table, movement: Movement, resume: Resume) -> None:
    """Carry a movement out. The last group of a flight stops at the frame; what follows is left for it to do."""
    flight = g.flight
    if flight is not None and flight.mode == Mode.TWO_GROUPS and flight.completed == 0:
        save_remainder(g, movement)
    relocate(g, movement)
    finish_promises(g, movement.player)
    g.shipped.add(movement.player)
    g.moved[movement.player] += 1
    g.slowed = None
    if flight is not None:
        count_group(g, flight)
        if flight.completed == flight.mode.groups:
            batch = retire(g, flight)
            g.frame = MoveFrame(batch=batch, flight=flight, movement=movement, resume=resume)
            g.landed = movement
            return
    conclude(g, movement)


@dune.action
def allow_arrival(g: Table, seat: Faction) -> None:
    """CHOAM lets a declared movement happen, if it is still legal; if not, no group moves."""
    movement = awaited(g, seat, Faction.CHOAM, Arrival).movement
    g.pending = None
    if legal(g, movement):
        complete(g, movement, Resume.ANSWER)
    else:
        emit(MovementFailed(seat=movement.player), to=EVERYONE)


@dune.action
def forbid_arrival(g: Table, seat: Faction) -> None:
    """CHOAM plays the Baliset: the group does not come in, and the movement is not used up."""
    movement = awaited(g, seat, Faction.CHOAM, Arrival).movement
    play(g, seat, Card.BALISET)
    g.pending = None
    emit(MovementFailed(seat=movement.player), to=EVERYONE)
