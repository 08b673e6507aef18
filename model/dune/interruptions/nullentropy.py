"""The Nullentropy Box: pay, search the discard pile, take a card in secret, shuffle the rest and put the Box on top.

A Box may interrupt an open decision. The search keeps that decision; once it is over, the frame of the Box puts it back
before anything else happens. A card in the air lies on no pile, so no search finds it.
"""

from __future__ import annotations

from typing import Final

from ... import EVERYONE, Event, Secret, emit, require, required, scope, size, total, whole
from ..game import dune
from ..table.cards import Card
from ..table.factions import Faction
from ..table.flights import Batch
from ..table.interruptions import BoxFrame, Search
from ..table.kinds import Cause, Phase
from ..table.state import Table
from ..turns.hand import give_up
from ..turns.turn import uninterrupted

PRICE: Final = 2
"""What a search costs."""


class BoxOpened(Event):
    """A Nullentropy Box was played and paid for."""

    seat: Faction


class Searched(Event):
    """A search is over. What was taken is not said."""

    seat: Faction


class Taken(Event):
    """The card that was taken, for the seat that took it."""

    card: Card


@dune.action
def open_box(g: Table, seat: Faction) -> None:
    """Play a Nullentropy Box and pay for it, whoever is to decide at the moment: that decision has to wait."""
    require(g.phase == Phase.MOVEMENT, "it is not the phase of shipment and movement")
    require(g.frame is None, "a discard has interrupted something that must be settled first")
    require(g.terror_frame is None, "a forced discard has interrupted an entry that must be settled first")
    require(g.entry is None, "an entry waits for an answer")
    require(g.embassy is None, "an entry waits for Ecaz")
    uninterrupted(g)
    require(discarded(g) > 0, "there is no discarded card to look for")
    require(g.spice[seat] >= PRICE, "a search costs two spice")
    give_up(g, seat, Card.NULLENTROPY_BOX)
    g.spice[seat] -= PRICE
    g.bank += PRICE
    g.box = Search(seat=seat, parent=whole(g, "pending"))
    g.pending = None
    emit(BoxOpened(seat=seat), to=EVERYONE)


@dune.action
def take_from_the_discard(g: Table, seat: Faction, card: Card = Secret()) -> None:
    """Take a discarded card in secret and shuffle the others: only the seat that searched knows which they are."""
    search = required(g.box, "no search is going on")
    require(search.seat == seat, "it is another seat that searches")
    look_through(g, seat)
    require(card in g.face_down[seat], "the card is not on the discard pile")
    g.face_down[seat].remove(card)
    g.hand[seat].add(card)
    g.discard.add(Card.NULLENTROPY_BOX)
    g.batches += 1
    g.boxes += 1
    g.box = None
    batch = Batch(number=g.batches, cause=Cause.BOX, card=Card.NULLENTROPY_BOX, owner=seat, public=True)
    g.box_frame = BoxFrame(batch=batch, parent=whole(search, "parent"))
    emit(Searched(seat=seat), to=EVERYONE)
    emit(Taken(card=card), to=seat)


def discarded(g: Table) -> int:
    """How many cards lie on the discard pile, whichever way up."""
    return size(g.discard) + total(scope(g, Faction), lambda seat: size(g.face_down[seat]))


def look_through(g: Table, seat: Faction) -> None:
    """Turn the whole discard pile face down; only the seat that looks through it knows what is there."""
    pile = g.discard.copy()
    for owner in scope(g, Faction):
        pile.update(g.face_down[owner])
        g.face_down[owner].clear()
    g.discard.clear()
    g.face_down[seat] = pile


@dune.automatic
def put_back(g: Table) -> None:
    """Retire the frame of the Box, then put the decision back that it had suspended."""
    frame = required(g.box_frame, "no search is waiting to be settled")
    g.box_frame = None
    g.retired = frame.batch.number
    g.pending = whole(frame, "parent")
