"""An entry into a place with a Terror token: how it opens, what Moritani may do at first, and how it ends."""

from __future__ import annotations

from ... import EVERYONE, Event, emit, is_present, merged, require, required, scope
from ..game import dune
from ..table.board import Place
from ..table.entries import TerrorEntry
from ..table.factions import Faction
from ..table.forces import stranger
from ..table.kinds import Entry, Onward, Stage, Terror
from ..table.state import Table
from ..turns.turn import uninterrupted
from .nexus import next_ride


class TerrorRevealed(Event):
    """A Terror token was turned face up and left the game."""

    kind: Terror
    place: Place


class AllianceOffered(Event):
    """Moritani offers an alliance to somebody who came in, instead of revealing the token."""

    entrant: Faction


class AllianceMade(Event):
    """The entrant accepted; the token went back to Moritani's supply."""

    entrant: Faction


class AllianceRefused(Event):
    """The entrant refused; the token must be revealed."""

    entrant: Faction


@merged
def token_awaits(g: Table, seat: Faction, place: Place) -> bool:
    """Whether a Terror token lies in a place that is not of the seat's own side."""
    return Faction.MORITANI in scope(g, Faction) and is_present(g.terror[place]) and stranger(g, seat, Faction.MORITANI)


def open_terror(
    g: Table, entrant: Faction, place: Place, cause: Entry, amount: int, elite: int, onward: Onward
) -> None:
    """Somebody has come in; the arrival is paid and placed. The entry gets its number, which it keeps to its end."""
    g.entries += 1
    g.entry = TerrorEntry(
        event=g.entries,
        entrant=entrant,
        place=place,
        cause=cause,
        amount=amount,
        elite=elite,
        stage=Stage.OFFER,
        refused=False,
        onward=onward,
    )


def waiting(g: Table, stage: Stage) -> TerrorEntry:
    """The entry, which must wait at this stage, with no forced discard still to be settled."""
    require(g.terror_frame is None, "a forced discard has interrupted the entry")
    uninterrupted(g)
    entry = required(g.entry, "no entry waits for an answer")
    require(entry.stage == stage, "the entry waits for something else")
    return entry


def moritani_answers(g: Table, seat: Faction, stage: Stage) -> TerrorEntry:
    """The entry that waits for Moritani at this stage."""
    require(seat == Faction.MORITANI, "the decision is another seat's")
    return waiting(g, stage)


def entrant_answers(g: Table, seat: Faction) -> TerrorEntry:
    """The entry in which an alliance was offered to the seat."""
    entry = waiting(g, Stage.REPLY)
    require(seat == entry.entrant, "the decision is another seat's")
    return entry


def wait_for(g: Table, stage: Stage) -> None:
    """The entry goes on to another stage; all else of it stays as it is."""
    assert g.entry is not None
    g.entry.stage = stage


@merged
def finish(g: Table) -> None:
    """The entry is over. The next worm ride begins only if it was a ride that brought the entrant in."""
    assert g.entry is not None
    onward = g.entry.onward
    g.entry = None
    if onward == Onward.RIDE:
        next_ride(g)


def reveal(g: Table, place: Place) -> None:
    """Turn the token in a place face up: it leaves the game."""
    kind = required(g.terror[place], "no token lies there")
    g.terror[place] = None
    g.terror_removed.add(kind)
    emit(TerrorRevealed(kind=kind, place=place), to=EVERYONE)


@dune.action
def offer_alliance(g: Table, seat: Faction) -> None:
    """Moritani offers the entrant an alliance instead of revealing the token. Both must be without an ally."""
    entry = moritani_answers(g, seat, Stage.OFFER)
    require(not entry.refused, "the alliance has been refused")
    require(both_unallied(g, entry.entrant), "one of the two has an ally")
    wait_for(g, Stage.REPLY)
    emit(AllianceOffered(entrant=entry.entrant), to=EVERYONE)


@merged
def both_unallied(g: Table, entrant: Faction) -> bool:
    """Whether neither Moritani nor the entrant has an ally."""
    return g.ally[entrant] is None and g.ally[Faction.MORITANI] is None


@dune.action
def accept_alliance(g: Table, seat: Faction) -> None:
    """The entrant becomes Moritani's ally, and the token goes back to the supply without having been seen."""
    entry = entrant_answers(g, seat)
    require(both_unallied(g, seat), "one of the two has an ally")
    kind = required(g.terror[entry.place], "no token lies there")
    g.terror[entry.place] = None
    g.terror_supply.add(kind)
    g.ally[seat] = Faction.MORITANI
    g.ally[Faction.MORITANI] = seat
    g.fresh_alliance.update({seat, Faction.MORITANI})
    emit(AllianceMade(entrant=seat), to=EVERYONE)
    finish(g)


@dune.action
def refuse_alliance(g: Table, seat: Faction) -> None:
    """The entrant refuses, and Moritani must reveal the token: the entry is where it was, without another offer."""
    entry = entrant_answers(g, seat)
    entry.refused = True
    wait_for(g, Stage.OFFER)
    emit(AllianceRefused(entrant=seat), to=EVERYONE)


@dune.action
def leave_terror(g: Table, seat: Faction) -> None:
    """Moritani lets somebody come in and leaves the token where it is."""
    entry = moritani_answers(g, seat, Stage.OFFER)
    require(not entry.refused, "a refused alliance has the token revealed")
    finish(g)
