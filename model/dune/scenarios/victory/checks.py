"""Scenarios of the check of victory: who wins by it, and by which of its ways."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Final

from .... import Chance, Fields, require
from ...game import dune
from ...table.board import Place, Territory
from ...table.cards import Card
from ...table.factions import Faction, Group
from ...table.groups import (
    ADVISORS,
    ALLIANCES,
    BASICS,
    PREDICTION,
    STANDINGS,
    VICTORY,
)
from ...table.kinds import Phase
from ...table.state import Table
from ...table.victories import Prediction
from ...victory.fallbacks import LAST_TURN
from ...victory.mentat import begin_mentat
from ..corners import corner, make_allies, muster
from .boards import MOBILE, PRINTED, Held, Tech, hold, in_order, own_tech, pause

BENE_GESSERIT, FREMEN, GUILD = Faction.BENE_GESSERIT, Faction.FREMEN, Faction.GUILD
HARKONNEN, RICHESE, ECAZ = Faction.HARKONNEN, Faction.RICHESE, Faction.ECAZ

CHECK: Final = Fields(BASICS, ALLIANCES, STANDINGS, VICTORY)


class Foretold(Enum):
    """What the Bene Gesserit have predicted."""

    NOTHING = None, 1
    HARKONNEN_NOW = Faction.HARKONNEN, 1
    HARKONNEN_LATER = Faction.HARKONNEN, 2
    ECAZ_NOW = Faction.ECAZ, 1

    def __init__(self, faction: Faction | None, turn: int) -> None:
        self.faction = faction
        self.turn = turn


class Spread(Enum):
    """Who holds three of five strongholds: Ecaz, the Bene Gesserit, or the rival of both."""

    ECAZ_TWO = Held.BY_ONE, Held.BY_ONE, Held.BY_RIVAL
    ECAZ_ONE = Held.BY_ONE, Held.BY_RIVAL, Held.BY_RIVAL
    ALLIES_TWO = Held.BY_ONE, Held.BY_OTHER, Held.BY_RIVAL
    ALLIES_ALL = Held.BY_ONE, Held.BY_OTHER, Held.BY_OTHER
    SISTERS_ALL = Held.BY_OTHER, Held.BY_OTHER, Held.BY_OTHER
    CONTESTED = Held.BY_ONE, Held.BY_ALL, Held.BY_RIVAL


class Alliance(Enum):
    """With whom Ecaz is allied."""

    NONE = None
    FREMEN = Faction.FREMEN
    GUILD = Faction.GUILD

    def __init__(self, seat: Faction | None) -> None:
        self.seat = seat


def check(
    *factions: Faction, places: Iterable[Place], cards: tuple[Card, ...] = (Card.KULON,)
) -> dict[type[Enum], Iterable[Enum]]:
    """The scope of a Mentat pause that ends: who plays, and where they stand."""
    return {**corner(factions, places, cards, (Group.ONE,)), Phase: (Phase.STORM, Phase.MENTAT)}


def predict(g: Table, foretold: Foretold) -> None:
    """Write down what the Bene Gesserit have predicted."""
    if foretold.faction is not None:
        g.prediction = Prediction(faction=foretold.faction, turn=foretold.turn)


FIVE: Final = (*PRINTED, Place.SIETCH_TABR, Place.HABBANYA_SIETCH)
"""One place in each printed stronghold."""


@dune.scenario(
    "mentat-rivals",
    scope=check(BENE_GESSERIT, HARKONNEN, ECAZ, places=FIVE),
    actions=(begin_mentat,),
    uses=(CHECK, PREDICTION),
    title="Two sides may qualify together, and the Bene Gesserit may have predicted one of them",
)
def mentat_rivals(
    g: Table,
    allied: bool = Chance(),
    first: Faction = Chance(),
    rich: bool = Chance(),
    foretold: Foretold = Chance(),
    spread: Spread = Chance(),
) -> None:
    """Ecaz is in Arrakeen, Harkonnen in Habbanya Sietch; who holds the others, and who the Tech Tokens, is open."""
    pause(g)
    if allied:
        make_allies(g, BENE_GESSERIT, ECAZ)
    for place, held in zip(FIVE, (Held.BY_ONE, *spread.value, Held.BY_RIVAL), strict=True):
        hold(g, place, held, (ECAZ, BENE_GESSERIT, HARKONNEN))
    own_tech(g, Tech.TOGETHER if rich else Tech.NOWHERE, HARKONNEN, ECAZ)
    g.first = first
    predict(g, foretold)
    g.stronghold_cards[Territory.ARRAKEEN] = HARKONNEN


@dune.scenario(
    "mentat-storm-order",
    scope=check(BENE_GESSERIT, HARKONNEN, ECAZ, places=(*FIVE, MOBILE[0])),
    actions=(begin_mentat,),
    uses=CHECK,
    title="Ecaz, and Bene Gesserit with Harkonnen, may qualify together; anybody may be first in storm order",
)
def mentat_storm_order(g: Table, first: Faction = Chance(), third: bool = Chance(), rich: bool = Chance()) -> None:
    """Ecaz has two strongholds or three, the allies three, and they may have the Tech Tokens."""
    pause(g)
    make_allies(g, BENE_GESSERIT, HARKONNEN)
    g.mobile = True
    for place in (*PRINTED[:2], Place.SIETCH_TABR) if third else PRINTED[:2]:
        muster(g, ECAZ, place)
    muster(g, BENE_GESSERIT, Place.TUEKS_SIETCH)
    muster(g, HARKONNEN, Place.HABBANYA_SIETCH)
    muster(g, HARKONNEN, MOBILE[0])
    own_tech(g, Tech.TOGETHER if rich else Tech.NOWHERE, HARKONNEN, BENE_GESSERIT)
    g.first = first


@dune.scenario(
    "mentat-joint",
    scope=check(BENE_GESSERIT, HARKONNEN, ECAZ, places=PRINTED),
    actions=(begin_mentat,),
    uses=(CHECK, PREDICTION, ADVISORS),
    title="Ecaz and the Bene Gesserit may hold three strongholds together, some of them with lone advisors",
)
def mentat_joint(
    g: Table,
    claimed: bool = Chance(),
    foretold: Foretold = Chance(),
    first: Held = Chance(),
    second: Held = Chance(),
    third: Held = Chance(),
    advised: bool = Chance(),
) -> None:
    """The Bene Gesserit are advisors in Carthag, or nowhere; the Stronghold Cards may be claimed already."""
    require(second.one or not advised, "nobody is there to advise")
    pause(g)
    make_allies(g, BENE_GESSERIT, ECAZ)
    for place, held in zip(PRINTED, (first, second, third), strict=True):
        hold(g, place, held, (BENE_GESSERIT, ECAZ, HARKONNEN))
    if advised:
        g.advisors.add(Territory.CARTHAG)
    predict(g, foretold)
    g.stronghold_cards[Territory.ARRAKEEN] = HARKONNEN
    g.cards_claimed = 1 if claimed else 0


@dune.scenario(
    "mentat-last-turn",
    scope=check(FREMEN, GUILD, HARKONNEN, ECAZ, places=(Place.SIETCH_TABR, Place.HABBANYA_SIETCH, Place.TUEKS_SIETCH)),
    actions=(begin_mentat,),
    uses=CHECK,
    title="The last turn or the one before: the Fremen win by their sietches, or else the Guild wins",
)
def mentat_last_turn(
    g: Table,
    late: bool = Chance(),
    ally: Alliance = Chance(),
    tabr: Held = Chance(),
    habbanya: Held = Chance(),
    tuek: bool = Chance(),
) -> None:
    """Ecaz is allied with the Fremen, with the Guild, or with nobody; Harkonnen may be in Tuek's Sietch."""
    pause(g, turn=LAST_TURN if late else LAST_TURN - 1)
    if ally.seat is not None:
        make_allies(g, ally.seat, ECAZ)
    hold(g, Place.SIETCH_TABR, tabr, (FREMEN, ECAZ, HARKONNEN))
    hold(g, Place.HABBANYA_SIETCH, habbanya, (FREMEN, ECAZ, HARKONNEN))
    hold(g, Place.TUEKS_SIETCH, Held.BY_RIVAL if tuek else Held.BY_NOBODY, (FREMEN, ECAZ, HARKONNEN))


@dune.scenario(
    "mentat-without-guild",
    scope=check(FREMEN, RICHESE, places=(Place.SIETCH_TABR, Place.HABBANYA_SIETCH, Place.TUEKS_SIETCH)),
    actions=(begin_mentat,),
    uses=CHECK,
    title="The last turn or the one before: the Fremen win by their sietches, or nobody wins",
)
def mentat_without_guild(
    g: Table, late: bool = Chance(), tabr: Held = Chance(), habbanya: Held = Chance(), tuek: bool = Chance()
) -> None:
    """Fremen and Richese in the sietches; Richese may be in Tuek's Sietch."""
    require(not (tabr.rival or habbanya.rival), "nobody else plays")
    pause(g, turn=LAST_TURN if late else LAST_TURN - 1)
    hold(g, Place.SIETCH_TABR, tabr, (FREMEN, RICHESE, RICHESE))
    hold(g, Place.HABBANYA_SIETCH, habbanya, (FREMEN, RICHESE, RICHESE))
    hold(g, Place.TUEKS_SIETCH, Held.BY_OTHER if tuek else Held.BY_NOBODY, (FREMEN, RICHESE, RICHESE))


@dune.scenario(
    "mentat-most",
    scope=check(BENE_GESSERIT, HARKONNEN, ECAZ, places=PRINTED),
    actions=(begin_mentat,),
    uses=(CHECK, PREDICTION),
    title="The last turn or the one before, without Fremen and Guild: the most strongholds decide, no prediction",
)
def mentat_most(
    g: Table,
    allied: bool = Chance(),
    leader: Faction = Chance(),
    foretold: bool = Chance(),
    late: bool = Chance(),
    first: Held = Chance(),
    second: Held = Chance(),
    third: Held = Chance(),
) -> None:
    """The Bene Gesserit may have predicted that Harkonnen win on the last turn."""
    in_order(first, second, third)
    pause(g, turn=LAST_TURN if late else LAST_TURN - 1)
    if allied:
        make_allies(g, BENE_GESSERIT, ECAZ)
    for place, held in zip(PRINTED, (first, second, third), strict=True):
        hold(g, place, held, (BENE_GESSERIT, ECAZ, HARKONNEN))
    g.first = leader
    if foretold:
        g.prediction = Prediction(faction=HARKONNEN, turn=LAST_TURN)
