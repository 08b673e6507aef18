"""Whose turn it is to ship and move, and how the turn passes on until Battle begins."""

from __future__ import annotations

from ... import EVERYONE, Event, emit, merged, require, scope, size
from ..losses.tanks import lose_all
from ..table.board import Place, Territory
from ..table.factions import Faction
from ..table.forces import as_advisors, fighters, one_occupant, seen_in
from ..table.kinds import Phase, Timing
from ..table.state import Table


class TurnPassed(Event):
    """A seat is done with its shipment and movement; the next one, if any, begins."""

    seat: Faction


class LostToTheTanks(Event):
    """Forces that stood with an ally's at the end of their seat's movement are lost."""

    seat: Faction
    place: Place


def idle(g: Table) -> None:
    """Nobody's decision is open and nothing is waiting to be settled."""
    require(g.frame is None, "a discard has interrupted something that must be settled first")
    require(g.pending is None, "a decision is open")
    require(g.terror_frame is None, "a forced discard has interrupted an entry that must be settled first")
    require(g.entry is None, "an entry waits for an answer")
    require(g.embassy is None, "an entry waits for Ecaz")
    require(g.guild != Timing.ASKED, "the Guild is asked whether it takes its turn now")
    uninterrupted(g)


def uninterrupted(g: Table) -> None:
    """No search is going on or to be settled, and no question is open."""
    require(g.box is None, "a Nullentropy Box is being searched with")
    require(g.box_frame is None, "a Nullentropy Box has interrupted something that must be settled first")
    require(size(g.questions) == 0, "a question must be answered first")


def on_turn(g: Table, seat: Faction) -> None:
    """The seat is the one to ship and move, and nothing is in its way."""
    idle(g)
    require(g.phase == Phase.MOVEMENT, "it is not the phase of shipment and movement")
    require(g.active == seat, "it is another seat's turn")


def finish_promises(g: Table, seat: Faction) -> None:
    """What a seat has promised about its shipment, and not used, binds nobody any more."""
    g.promised.discard(seat)


def pass_the_turn(g: Table, seat: Faction) -> None:
    """What follows the end of a seat's movement, in this order."""
    g.karama_rate = None
    make_up_queue(g, seat)
    meet_ally_deadline(g, seat)
    assert g.to_move is not None
    g.to_move.remove(seat)
    forget_sapho(g, seat)
    g.slowed = None
    emit(TurnPassed(seat=seat), to=EVERYONE)
    advance(g)


@merged
def make_up_queue(g: Table, seat: Faction) -> None:
    """A save from before there was a queue: everybody from the active seat on, in storm order, has still to move."""
    if g.to_move is None:
        g.to_move = set()
        reached = False
        for other in scope(g, Faction):
            reached = reached or other == seat
            if reached:
                g.to_move.add(other)


@merged
def meet_ally_deadline(g: Table, seat: Faction) -> None:
    """Forces beside an ally's go to the tanks, except at the Polar Sink; an alliance of this turn has still time.

    Ecaz and its ally are one occupant and need not part: they may hold a place together until the Mentat pause.
    """
    ally = g.ally[seat]
    if ally is not None and seat not in g.fresh_alliance and not one_occupant(g, seat, ally):
        for place in scope(g, Place):
            if place.territory != Territory.POLAR_SINK:
                yield_to_ally(g, seat, ally, place)


@merged
def yield_to_ally(g: Table, seat: Faction, ally: Faction, place: Place) -> None:
    """Send a seat's fighters in one place to the tanks when its ally has fighters in the territory."""
    if seen_in(g, place, seat) == 0 or as_advisors(g, seat, place.territory):
        return
    if fighters(g, ally, place.territory) > 0:
        lose_all(g, seat, place)
        emit(LostToTheTanks(seat=seat, place=place), to=EVERYONE)


@merged
def forget_sapho(g: Table, seat: Faction) -> None:
    """A seat that a Juice of Sapho made the last one has had its turn."""
    if g.sapho_last == seat:
        g.sapho_last = None


@merged
def advance(g: Table) -> None:
    """The next seat in storm order moves; one that chose to be last comes after all others; then Battle begins.

    The Guild has no place in that order: it is asked before each other seat's turn, and moves when no other is left.
    """
    g.active = None
    for seat in scope(g, Faction):
        if g.active is None and waits_in_order(g, seat):
            g.active = seat
    if g.active is None:
        g.active = g.sapho_last
    if g.active is None and guild_waits(g):
        g.active = Faction.GUILD
    if g.active is None:
        g.phase = Phase.BATTLE
    ask_the_guild(g)


@merged
def ask_the_guild(g: Table) -> None:
    """Before anybody else's turn the Guild, if it has still to move, is asked whether it goes first."""
    g.guild = Timing.ASKED if guild_waits(g) and g.active != Faction.GUILD else Timing.UNASKED


def waits_in_order(g: Table, seat: Faction) -> bool:
    """Whether a seat has still to move and keeps to the storm order."""
    if seat == Faction.GUILD:
        return False
    return g.to_move is not None and seat in g.to_move and g.sapho_last != seat


def guild_waits(g: Table) -> bool:
    """Whether the Guild has still to move and may choose when; one that chose to be last waits for all others."""
    if Faction.GUILD not in scope(g, Faction):
        return False
    return g.to_move is not None and Faction.GUILD in g.to_move and g.sapho_last != Faction.GUILD
