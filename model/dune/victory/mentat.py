"""The Mentat pause: Inflation and bribes, the placement that Moritani is due, CHOAM's Trip to Gamont, and the check.

Victory is checked at the end of the pause and nowhere else: once Moritani has placed a Terror token, or may not, and
after CHOAM has said that it is done, if it plays.
"""

from __future__ import annotations

from ... import EVERYONE, Event, emit, exists, is_present, negate, require, scope, size
from ..game import dune
from ..table.board import Place
from ..table.factions import Faction
from ..table.kinds import Phase
from ..table.mentat import Inflation, Pause
from ..table.state import Table
from ..turns.turn import idle
from .check import check_victory
from .quote import quote_victory

CHOAM, MORITANI = Faction.CHOAM, Faction.MORITANI


class BribesReleased(Event):
    """Each seat has taken the bribes that lay before its shield."""


def pausing(g: Table, pause: Pause) -> None:
    """It is the Mentat pause, and it has come so far."""
    require(g.phase == Phase.MENTAT, "it is not the Mentat pause")
    require(g.pause == pause, "the Mentat pause is not there")


@dune.automatic
def reach_mentat(g: Table) -> None:
    """The Mentat pause follows shipment and movement: battles and collection are not part of this model."""
    idle(g)
    require(g.phase == Phase.BATTLE, "shipment and movement is not over")
    g.phase = Phase.MENTAT


@dune.automatic
def begin_mentat(g: Table) -> None:
    """Inflation goes on, bribes are taken, and Moritani may place a token if it has one; else the pause goes on."""
    pausing(g, Pause.DUE)
    advance_inflation(g)
    release_bribes(g)
    if placement_is_due(g):
        g.pause = Pause.PLACEMENT
    else:
        after_placement(g)


def advance_inflation(g: Table) -> None:
    """The Inflation token is turned over after its first turn, and goes back to CHOAM after its second."""
    g.inflation = Inflation.TURNED if g.inflation == Inflation.FRESH else None


def release_bribes(g: Table) -> None:
    """Everybody takes the spice that lies before its shield."""
    for seat in scope(g, Faction):
        g.spice[seat] += g.bribes[seat]
        g.bribes[seat] = 0
    emit(BribesReleased(), to=EVERYONE)


def placement_is_due(g: Table) -> bool:
    """Whether Moritani has a token to place, and there is a stronghold without one."""
    if MORITANI not in scope(g, Faction):
        return False
    free = exists(scope(g, Place), lambda place: takes_a_token(g, place))
    return size(g.terror_supply) > 0 and free


def takes_a_token(g: Table, place: Place) -> bool:
    """Whether a place is in a stronghold and has no Terror token."""
    return negate(is_present(g.terror[place])) if place.territory.stronghold else False


def after_placement(g: Table) -> None:
    """CHOAM has its say, where it plays; else victory is checked now."""
    if CHOAM in scope(g, Faction):
        g.pause = Pause.CHOAM
    else:
        check_victory(g, quote_victory(g))


@dune.action
def finish_mentat(g: Table, seat: Faction) -> None:
    """CHOAM is done: victory is checked, and the pause is over if nobody has won."""
    require(seat == CHOAM, "the decision is another seat's")
    pausing(g, Pause.CHOAM)
    check_victory(g, quote_victory(g))
