"""The scenario of a flight past CHOAM, a Terror token and the Bene Gesserit, with every way for it to begin."""

from __future__ import annotations

from enum import Enum

from ... import Chance, require, scope
from ..arrivals.intrusion import stand_fast, step_aside
from ..flight.frames import drain
from ..game import dune
from ..table.board import Place, Sector
from ..table.cards import Card
from ..table.factions import Faction, Group
from ..table.groups import (
    ADVISORS,
    ALLIANCES,
    BASICS,
    DECISIONS,
    EXTORTION,
    FLIGHT,
    LOW_RATE,
    MOVEMENT,
    NEW_ALLIANCES,
    NO_FIELD,
    OUT_OF_PLAY,
    PROMISES,
    RESERVES,
    REVEALED_MARKER,
    SAPHO,
    TANKS,
    TERROR,
)
from ..table.kinds import Terror, Worth
from ..table.movements import Marker
from ..table.state import Table
from ..terror.effects import reveal_terror
from ..terror.entry import leave_terror
from ..turns.hand import buy_low_rate, play_hajr
from .corners import FLYING, LETTING_IN, begin_movement, corner, make_allies, muster, muster_reserves


class Opening(Enum):
    """How the flight scenario begins."""

    USUAL = "Richese holds the Ornithopter; what others hide varies"
    SUPPLIED = "Richese also holds a Hajr and a Karama"
    BORROWED = "Moritani holds the Ornithopter, and Richese has moved"
    PROMISED_CARD = "Richese holds the Ornithopter but has promised it to somebody"
    ALLIED = "Richese and CHOAM are allies"
    NEWLY_ALLIED = "Richese and CHOAM became allies in this turn"
    STORM = "the storm is over Carthag"
    OLD_SAVE = "a save without a queue, with a promise and the low rate open"


@dune.scenario(
    "flight",
    scope=corner(
        factions=(Faction.BENE_GESSERIT, Faction.CHOAM, Faction.RICHESE, Faction.MORITANI),
        places=(
            Place.POLAR_SINK,
            Place.IMPERIAL_BASIN_9,
            Place.IMPERIAL_BASIN_10,
            Place.CARTHAG,
            Place.CIELAGO_NORTH_1,
        ),
        cards=(Card.ORNITHOPTER, Card.HAJR, Card.KARAMA, Card.BALISET, Card.TRUTHTRANCE),
        terror=(Terror.EXTORTION, Terror.SNEAK_ATTACK),
        worth=(Worth.NONE, Worth.FIVE),
        groups=(Group.ONE, Group.TWO, Group.MARKER, Group.ONE_WITH_MARKER),
        storm=(Sector.S4, Sector.S10),
    ),
    actions=(*FLYING, *LETTING_IN, step_aside, stand_fast, reveal_terror, leave_terror, play_hajr, buy_low_rate, drain),
    uses=(
        BASICS,
        MOVEMENT,
        FLIGHT,
        DECISIONS,
        RESERVES,
        TANKS,
        ALLIANCES,
        NEW_ALLIANCES,
        ADVISORS,
        NO_FIELD,
        REVEALED_MARKER,
        PROMISES,
        LOW_RATE,
        SAPHO,
        OUT_OF_PLAY,
        TERROR,
        EXTORTION,
    ),
    title="An Ornithopter around the Imperial Basin; in Carthag CHOAM is in the way, and a Terror token waits",
)
def flight(
    g: Table,
    opening: Opening,
    hidden: Worth = Chance(),
    token: Terror = Chance(),
    baliset: bool = Chance(),
) -> None:
    """Four seats around the Imperial Basin; two of them have moved."""
    plain = (hidden, token, baliset) == (Worth.NONE, Terror.EXTORTION, True)
    require(plain or opening == Opening.USUAL, "only the usual opening varies what is hidden")
    done = [Faction.BENE_GESSERIT, Faction.CHOAM]
    if opening == Opening.BORROWED:
        done.append(Faction.RICHESE)
    begin_movement(g, Sector.S10 if opening == Opening.STORM else Sector.S4, done)
    muster(g, Faction.BENE_GESSERIT, Place.POLAR_SINK)
    muster(g, Faction.CHOAM, Place.CARTHAG)
    muster(g, Faction.RICHESE, Place.IMPERIAL_BASIN_9)
    muster(g, Faction.RICHESE, Place.CIELAGO_NORTH_1)
    muster_reserves(g, Faction.MORITANI)
    g.marker = Marker(place=Place.CIELAGO_NORTH_1, event=1)
    g.worth = hidden
    g.terror[Place.CARTHAG] = token
    g.terror_supply = {Terror.EXTORTION, Terror.SNEAK_ATTACK} - {token}
    g.hand[Faction.CHOAM] = {Card.BALISET if baliset else Card.TRUTHTRANCE}
    g.hand[Faction.RICHESE] = {Card.ORNITHOPTER}
    vary(g, opening)
    g.deck = set(scope(g, Card)) - {card for hand in g.hand.values() for card in hand}


def vary(g: Table, opening: Opening) -> None:
    """What an opening changes."""
    if opening == Opening.SUPPLIED:
        g.hand[Faction.RICHESE].update({Card.HAJR, Card.KARAMA})
    if opening == Opening.BORROWED:
        g.hand[Faction.RICHESE].clear()
        g.hand[Faction.MORITANI].add(Card.ORNITHOPTER)
        muster(g, Faction.MORITANI, Place.CIELAGO_NORTH_1, 2)
    if opening == Opening.PROMISED_CARD:
        g.reserved[Faction.RICHESE].add(Card.ORNITHOPTER)
    if opening in (Opening.ALLIED, Opening.NEWLY_ALLIED):
        make_allies(g, Faction.RICHESE, Faction.CHOAM)
    if opening == Opening.NEWLY_ALLIED:
        g.fresh_alliance = {Faction.RICHESE, Faction.CHOAM}
    if opening == Opening.OLD_SAVE:
        g.to_move = None
        g.promised = {Faction.RICHESE}
        g.karama_rate = Faction.RICHESE
