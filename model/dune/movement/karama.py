"""Answers to a speed: a Karama cancels it, and so does a worthless card of the Bene Gesserit, unless that is stopped.

Whoever is asked may answer, in any order. A cancelled speed costs no movement, and a flight stays in the air: only the
next group must do without speed. A worthless card used as a Karama is a faction's advantage too, so a Karama may stop
it; the card is played all the same, and the others go on answering the speed.
"""

from __future__ import annotations

from ... import EVERYONE, Event, emit, require, scope
from ..game import dune
from ..table.cards import Card
from ..table.factions import Faction
from ..table.movements import Conversion, Movement, SpeedResponse
from ..table.state import Table
from ..turns.hand import play
from ..turns.pending import answers
from .arrival import go_on
from .speed import ask


class SpeedCancelled(Event):
    """A speed was cancelled; the declared movement does not take place."""

    seat: Faction


class UsedAsKarama(Event):
    """The Bene Gesserit used a worthless card as a Karama."""

    card: Card


class WorthlessStopped(Event):
    """A Karama stopped a worthless card from being used as one."""

    seat: Faction


def cancel(g: Table, movement: Movement) -> None:
    """Cancel the speed of a declared movement: nobody moves, and the next group keeps to the normal range."""
    g.pending = None
    g.slowed = movement.player
    emit(SpeedCancelled(seat=movement.player), to=EVERYONE)


def settle(g: Table, response: SpeedResponse) -> None:
    """When everybody has answered and nobody has cancelled the speed, the movement goes on."""
    if not response.waiting:
        g.pending = None
        go_on(g, response.movement)


@dune.action
def pass_speed(g: Table, seat: Faction) -> None:
    """Let a faction use its speed."""
    response = answers(g, seat, SpeedResponse)
    response.waiting.remove(seat)
    settle(g, response)


@dune.action
def cancel_speed(g: Table, seat: Faction) -> None:
    """Play a Karama against a faction's speed."""
    response = answers(g, seat, SpeedResponse)
    play(g, seat, Card.KARAMA)
    cancel(g, response.movement)


@dune.action
def use_worthless(g: Table, seat: Faction, card: Card) -> None:
    """The Bene Gesserit use a worthless card as a Karama against a faction's speed, which others may stop."""
    response = answers(g, seat, SpeedResponse)
    require(seat == Faction.BENE_GESSERIT, "only the Bene Gesserit use a worthless card as a Karama")
    require(card.worthless, "the card is not worthless")
    play(g, seat, card)
    emit(UsedAsKarama(card=card), to=EVERYONE)
    response.waiting.remove(seat)
    g.pending = Conversion(response=response, waiting=set())
    for other in scope(g, Faction):
        ask(g, other, seat)
    take_effect(g)


def take_effect(g: Table) -> None:
    """When nobody has stopped the worthless card, it cancels the speed."""
    conversion = g.pending
    assert isinstance(conversion, Conversion)
    if not conversion.waiting:
        cancel(g, conversion.response.movement)


@dune.action
def pass_worthless(g: Table, seat: Faction) -> None:
    """Let the Bene Gesserit use a worthless card as a Karama."""
    answers(g, seat, Conversion).waiting.remove(seat)
    take_effect(g)


@dune.action
def stop_worthless(g: Table, seat: Faction) -> None:
    """Play a Karama against the use of a worthless card as one. The speed is then open to answers as before."""
    response = answers(g, seat, Conversion).response
    play(g, seat, Card.KARAMA)
    emit(WorthlessStopped(seat=seat), to=EVERYONE)
    g.pending = response
    settle(g, response)
