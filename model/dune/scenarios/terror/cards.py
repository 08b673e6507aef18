"""Scenarios of Terror tokens: cards that they take, and what is left of an entry behind a forced discard."""

from __future__ import annotations

from enum import Enum

from .... import Chance, require
from ...game import dune
from ...movement.movement import end_movement
from ...movement.shipment import ship
from ...table.board import Place
from ...table.cards import Card
from ...table.groups import (
    ALLIANCES,
    BASICS,
    EXTORTION,
    FORCED_DISCARDS,
    LEADERS,
    NEW_ALLIANCES,
    RESERVES,
    SPICE,
    TANKS,
    TERROR,
)
from ...table.kinds import Terror
from ...table.state import Table
from ...terror.discards import reveal_robbery, rob_spice
from ...terror.effects import reveal_terror
from ...terror.entry import accept_alliance, offer_alliance, refuse_alliance
from .corners import (
    ANSWERING,
    ATREIDES,
    CHOAM,
    EIGHT_CARDS,
    MORITANI,
    ROBBING,
    SABOTAGING,
    begin_shipment,
    endow,
    fill_the_rest,
    lay,
    terror_corner,
)


@dune.scenario(
    "terror-sabotage",
    scope=terror_corner(
        cards=(Card.HAJR, Card.KARAMA, Card.BALISET, Card.TRUTHTRANCE, Card.KULON),
        tokens=(Terror.ASSASSINATION, Terror.ATOMICS, Terror.EXTORTION, Terror.SABOTAGE, Terror.SNEAK_ATTACK),
    ),
    actions=(ship, end_movement, *ANSWERING, reveal_terror, *SABOTAGING),
    uses=(BASICS, RESERVES, TANKS, SPICE, TERROR, FORCED_DISCARDS, EXTORTION, LEADERS),
    title="A Sabotage in Carthag, and any other token but the Robbery in Arrakeen",
)
def terror_sabotage(g: Table, other: Terror = Chance(), armed: bool = Chance()) -> None:
    """Atreides and CHOAM may ship to either stronghold; Moritani holds a card to give, or none."""
    require(other != Terror.SABOTAGE, "there is one Sabotage")
    begin_shipment(g)
    g.leaders[ATREIDES] = g.leaders[CHOAM] = 1
    endow(g, ATREIDES, 2, {Card.HAJR, Card.KARAMA})
    endow(g, CHOAM, 1, {Card.BALISET})
    endow(g, MORITANI, 1, {Card.TRUTHTRANCE} if armed else ())
    lay(g, Terror.SABOTAGE, Place.CARTHAG, other, Place.ARRAKEEN)
    fill_the_rest(g)


@dune.scenario(
    "terror-sabotage-empty-hand",
    scope=terror_corner(cards=(Card.HAJR, Card.KARAMA, Card.BALISET, Card.KULON), tokens=(Terror.SABOTAGE,)),
    actions=(ship, end_movement, *ANSWERING, *SABOTAGING),
    uses=(BASICS, RESERVES, SPICE, TERROR, FORCED_DISCARDS),
    title="A Sabotage that may find nothing to take, with or without a gift to follow",
)
def terror_sabotage_empty_hand(
    g: Table, armed: bool = Chance(), choams: Card = Chance(), moritanis: Card = Chance()
) -> None:
    """Atreides holds nothing and CHOAM one card; Moritani holds a card to give, or none. Which cards varies."""
    require(choams != moritanis, "a card is in one hand")
    begin_shipment(g)
    endow(g, ATREIDES, 1)
    endow(g, CHOAM, 1, {choams})
    endow(g, MORITANI, 0, {moritanis} if armed else ())
    lay(g, Terror.SABOTAGE, Place.CARTHAG)
    fill_the_rest(g)


class Holding(Enum):
    """How many cards Moritani holds when the scenario begins; it may hold four."""

    ROOM = 3
    FULL = 4
    OVERFULL = 5


@dune.scenario(
    "terror-robbery",
    scope=terror_corner(cards=EIGHT_CARDS, tokens=(Terror.ROBBERY,)),
    actions=(ship, end_movement, *ANSWERING, *ROBBING),
    uses=(BASICS, RESERVES, SPICE, TERROR, FORCED_DISCARDS),
    title="A Robbery by a hand with room, at its limit, or above it",
)
def terror_robbery(g: Table, holding: Holding = Chance()) -> None:
    """Atreides or CHOAM ships into Carthag; the deck has at least two cards."""
    begin_shipment(g)
    endow(g, ATREIDES, 4, {EIGHT_CARDS[0]})
    endow(g, CHOAM, 2)
    endow(g, MORITANI, 0, EIGHT_CARDS[1 : 1 + holding.value])
    lay(g, Terror.ROBBERY, Place.CARTHAG)
    fill_the_rest(g)


@dune.scenario(
    "terror-robbery-refill",
    scope=terror_corner(cards=EIGHT_CARDS, tokens=(Terror.ATOMICS, Terror.ROBBERY)),
    actions=(ship, end_movement, *ANSWERING, *ROBBING, reveal_terror),
    uses=(BASICS, RESERVES, TANKS, SPICE, TERROR, FORCED_DISCARDS),
    title="A Robbery when the deck is empty, and when there is nothing to draw at all",
)
def terror_robbery_refill(g: Table, bare: bool = Chance(), hidden: Card = Chance()) -> None:
    """The deck is empty. Three cards are discarded, one of them face down; or they are held, and nothing is left."""
    require(hidden in EIGHT_CARDS[:3], "the hidden card is one of the three")
    begin_shipment(g)
    endow(g, ATREIDES, 4, EIGHT_CARDS[:4] if bare else {EIGHT_CARDS[3]})
    endow(g, CHOAM, 2)
    endow(g, MORITANI, 0, EIGHT_CARDS[4:])
    if not bare:
        g.discard = set(EIGHT_CARDS[:3]) - {hidden}
        g.face_down[ATREIDES] = {hidden}
    lay(g, Terror.ROBBERY, Place.CARTHAG, Terror.ATOMICS, Place.ARRAKEEN)
    fill_the_rest(g)


@dune.scenario(
    "terror-alliance-refused",
    scope=terror_corner(cards=EIGHT_CARDS, tokens=(Terror.EXTORTION, Terror.ROBBERY, Terror.SABOTAGE)),
    actions=(
        ship,
        end_movement,
        *ANSWERING,
        offer_alliance,
        accept_alliance,
        refuse_alliance,
        reveal_terror,
        *SABOTAGING,
        reveal_robbery,
        rob_spice,
    ),
    uses=(BASICS, RESERVES, TANKS, ALLIANCES, NEW_ALLIANCES, SPICE, TERROR, FORCED_DISCARDS, EXTORTION),
    title="Moritani offers an alliance; refused, the token must be revealed, whichever it is",
)
def terror_alliance_refused(
    g: Table, token: Terror = Chance(), overfull: bool = Chance(), moritanis: Card = Chance()
) -> None:
    """Atreides or CHOAM ships into Carthag; Atreides may hold one card too many, so that its hand stays full."""
    require(moritanis in EIGHT_CARDS[5:], "Atreides may hold the others")
    begin_shipment(g)
    endow(g, ATREIDES, 1, EIGHT_CARDS[: 5 if overfull else 2])
    endow(g, CHOAM, 3)
    endow(g, MORITANI, 0, {moritanis})
    lay(g, token, Place.CARTHAG)
    fill_the_rest(g)
