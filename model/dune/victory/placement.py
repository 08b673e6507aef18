"""Moritani places a Terror token in the Mentat pause; a Karama may stop it.

When it is stopped, how the check of victory will come out is looked up at once, and used when that is settled.
"""

from __future__ import annotations

from ... import EVERYONE, Event, Secret, emit, require, required, scope
from ..game import dune
from ..table.board import Place
from ..table.cards import Card
from ..table.factions import Faction
from ..table.kinds import Terror
from ..table.mentat import Pause, Placement
from ..table.state import Table
from ..turns.hand import play
from .check import check_victory
from .mentat import CHOAM, MORITANI, after_placement, pausing, takes_a_token
from .quote import quote_victory


class TokenPlaced(Event):
    """Moritani has placed a Terror token, face down."""

    place: Place


class PlacementStopped(Event):
    """A Karama has stopped the placement; Moritani takes the token back."""

    seat: Faction


@dune.action
def place_token(g: Table, seat: Faction, place: Place, token: Terror = Secret()) -> None:
    """Moritani places a token in a stronghold that has none. Everybody else may stop it."""
    require(seat == MORITANI, "the decision is another seat's")
    pausing(g, Pause.PLACEMENT)
    require(token in g.terror_supply, "the token is not in the supply")
    require(takes_a_token(g, place), "the place takes no token")
    g.terror_supply.remove(token)
    g.terror[place] = token
    g.placement = Placement(place=place, waiting={other for other in scope(g, Faction) if other != seat})
    g.pause = Pause.ANSWERS
    emit(TokenPlaced(place=place), to=EVERYONE)


@dune.action
def place_no_token(g: Table, seat: Faction) -> None:
    """Moritani keeps its tokens."""
    require(seat == MORITANI, "the decision is another seat's")
    pausing(g, Pause.PLACEMENT)
    after_placement(g)


def answered(g: Table, seat: Faction) -> Placement:
    """The placement, which the seat may still stop."""
    pausing(g, Pause.ANSWERS)
    placement = required(g.placement, "no token has been placed")
    require(seat in placement.waiting, "the seat is not asked, or has answered already")
    return placement


@dune.action
def allow_placement(g: Table, seat: Faction) -> None:
    """Let the token lie. When everybody has, the pause goes on."""
    placement = answered(g, seat)
    placement.waiting.remove(seat)
    if not placement.waiting:
        g.placement = None
        after_placement(g)


@dune.action
def stop_placement(g: Table, seat: Faction) -> None:
    """Play a Karama: the token goes back to Moritani. What the check will say is looked up now, unless CHOAM plays."""
    placement = answered(g, seat)
    play(g, seat, Card.KARAMA)
    g.terror_supply.add(required(g.terror[placement.place], "no token lies there"))
    g.terror[placement.place] = None
    g.placement = None
    g.pause = Pause.DENIED
    if CHOAM not in scope(g, Faction):
        g.quote = quote_victory(g)
    emit(PlacementStopped(seat=seat), to=EVERYONE)


@dune.automatic
def settle_stopped_placement(g: Table) -> None:
    """What was looked up when the placement was stopped is done, and nothing is looked up again."""
    pausing(g, Pause.DENIED)
    if CHOAM in scope(g, Faction):
        g.pause = Pause.CHOAM
    else:
        quote = required(g.quote, "nothing was looked up")
        g.quote = None
        check_victory(g, quote)
