"""Scenarios of victory: boards on which sides have all, some or none of what they win by."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Final

from .... import Chance, Fields, require
from ...game import dune
from ...table.board import PLACES_OF, Place, Territory
from ...table.cards import Card
from ...table.factions import Faction, Group, Troop
from ...table.groups import ADVISORS, ALLIANCES, BASICS, NO_FIELD, RESERVES, STANDINGS
from ...table.kinds import Phase, Worth
from ...table.limits import MOST_FORCES
from ...table.movements import Marker
from ...table.state import Table
from ...table.victories import TechToken
from ..corners import corner, deal_the_rest, make_allies, muster, muster_reserves

ATREIDES, BENE_GESSERIT, FREMEN = Faction.ATREIDES, Faction.BENE_GESSERIT, Faction.FREMEN
HARKONNEN, RICHESE, ECAZ = Faction.HARKONNEN, Faction.RICHESE, Faction.ECAZ
VICTORY: Final = Fields(BASICS, ALLIANCES, STANDINGS)


class Held(Enum):
    """Who stands in a stronghold: which of two allies, and whether a rival does."""

    BY_NOBODY = False, False, False
    BY_ONE = True, False, False
    BY_OTHER = False, True, False
    BY_BOTH = True, True, False
    BY_RIVAL = False, False, True
    BY_ALL = True, True, True

    def __init__(self, one: bool, other: bool, rival: bool) -> None:
        self.one = one
        self.other = other
        self.rival = rival


class Tech(Enum):
    """How the Tech Tokens are spread."""

    NOWHERE = "nobody has any"
    TOGETHER = "one faction owns all"
    SPLIT = "two allies own all between them"


def mentat(
    *factions: Faction, strongholds: tuple[Territory, ...], worth: tuple[Worth, ...] = (Worth.NONE,)
) -> dict[type[Enum], Iterable[Enum]]:
    """The scope of a Mentat pause: who sits at the table, and the strongholds of the board."""
    places = tuple(place for stronghold in strongholds for place in PLACES_OF[stronghold])
    return {**corner(factions, places, (Card.KULON,), (Group.ONE,), worth=worth), Phase: (Phase.MENTAT,)}


def in_order(*held: Held) -> None:
    """Which printed stronghold is which makes no difference: of boards that differ by that alone, one is enough."""
    ranks = [tuple(Held).index(each) for each in held]
    require(ranks == sorted(ranks), "the strongholds are in another order")


def hold(g: Table, place: Place, held: Held, sides: tuple[Faction, Faction, Faction]) -> None:
    """Put a force of each that stands there into a place. Nobody brings more than three."""
    for seat, there in zip(sides, (held.one, held.other, held.rival), strict=True):
        if there:
            require(g.mustered[seat][Troop.ORDINARY] < MOST_FORCES, "a seat brings no more forces than that")
            muster(g, seat, place)


def own_tech(g: Table, tech: Tech, one: Faction, other: Faction) -> None:
    """Give out the Tech Tokens."""
    if tech != Tech.NOWHERE:
        for token in TechToken:
            g.tech[token] = one
    if tech == Tech.SPLIT:
        g.tech[TechToken.HEIGHLINERS] = other


def pause(g: Table, turn: int = 1) -> None:
    """It is the Mentat pause of a turn."""
    g.turn = turn
    g.phase = Phase.MENTAT
    g.to_move = set()
    deal_the_rest(g)


PRINTED: Final = (Place.ARRAKEEN, Place.CARTHAG, Place.TUEKS_SIETCH)
TERRITORIES: Final = tuple(place.territory for place in PRINTED)
MOBILE: Final = PLACES_OF[Territory.MOBILE_STRONGHOLD]


@dune.scenario(
    "victory-ecaz",
    scope=mentat(ATREIDES, HARKONNEN, ECAZ, strongholds=(*TERRITORIES, Territory.MOBILE_STRONGHOLD)),
    actions=(),
    uses=VICTORY,
    title="Ecaz alone or with an ally holds strongholds, jointly or not, with Tech Tokens or without",
)
def victory_ecaz(
    g: Table,
    allied: bool = Chance(),
    placed: bool = Chance(),
    first: Held = Chance(),
    second: Held = Chance(),
    third: Held = Chance(),
    mobile: Held = Chance(),
    split: bool = Chance(),
    tech: Tech = Chance(),
) -> None:
    """Atreides and Ecaz, allied or not, and Harkonnen; who is in the mobile stronghold may be in both of its parts."""
    in_order(first, second, third)
    require(placed or (mobile == Held.BY_NOBODY and not split), "nobody is in a stronghold that is not there")
    pause(g)
    if allied:
        make_allies(g, ATREIDES, ECAZ)
    for place, held in zip(PRINTED, (first, second, third), strict=True):
        hold(g, place, held, (ATREIDES, ECAZ, HARKONNEN))
    g.mobile = placed
    for place in MOBILE if split else MOBILE[:1]:
        hold(g, place, mobile, (ATREIDES, ECAZ, HARKONNEN))
    own_tech(g, tech, ATREIDES, ECAZ)


@dune.scenario(
    "victory-without-ecaz",
    scope=mentat(ATREIDES, HARKONNEN, RICHESE, strongholds=(*TERRITORIES, Territory.SIETCH_TABR)),
    actions=(),
    uses=VICTORY,
    title="Two who may be allies, and a rival, hold four strongholds; Ecaz does not play",
)
def victory_without_ecaz(
    g: Table,
    allied: bool = Chance(),
    first: Held = Chance(),
    second: Held = Chance(),
    third: Held = Chance(),
    fourth: bool = Chance(),
    tech: Tech = Chance(),
) -> None:
    """Atreides and Richese, allied or not, and Harkonnen."""
    pause(g)
    if allied:
        make_allies(g, ATREIDES, RICHESE)
    in_order(first, second, third)
    for place, held in zip(PRINTED, (first, second, third), strict=True):
        hold(g, place, held, (ATREIDES, RICHESE, HARKONNEN))
    if fourth:
        hold(g, Place.SIETCH_TABR, Held.BY_OTHER, (ATREIDES, RICHESE, HARKONNEN))
    own_tech(g, tech, ATREIDES, RICHESE)


@dune.scenario(
    "victory-two-players",
    scope=mentat(HARKONNEN, ECAZ, strongholds=(*TERRITORIES, Territory.SIETCH_TABR)),
    actions=(),
    uses=VICTORY,
    title="Only Harkonnen and Ecaz play: a fourth stronghold is needed, or all Tech Tokens",
)
def victory_two_players(
    g: Table,
    first: Held = Chance(),
    second: Held = Chance(),
    third: Held = Chance(),
    tech: Tech = Chance(),
) -> None:
    """Harkonnen and Ecaz hold strongholds, alone or against each other; nobody is in Sietch Tabr."""
    pause(g)
    for place, held in zip(PRINTED, (first, second, third), strict=True):
        require(not held.rival, "nobody else plays")
        hold(g, place, held, (HARKONNEN, ECAZ, ECAZ))
    own_tech(g, tech, HARKONNEN, ECAZ)


@dune.scenario(
    "victory-advisors",
    scope=mentat(BENE_GESSERIT, HARKONNEN, ECAZ, strongholds=TERRITORIES),
    actions=(),
    uses=(VICTORY, ADVISORS),
    title="Bene Gesserit advisors stand in strongholds, alone or with others",
)
def victory_advisors(
    g: Table,
    first: Held = Chance(),
    second: Held = Chance(),
    third: Held = Chance(),
    advised_first: bool = Chance(),
    advised_second: bool = Chance(),
    advised_third: bool = Chance(),
) -> None:
    """Bene Gesserit and Ecaz are allies; the Bene Gesserit are advisors in some of the strongholds where they are."""
    pause(g)
    make_allies(g, BENE_GESSERIT, ECAZ)
    advised = (advised_first, advised_second, advised_third)
    for place, held, advises in zip(PRINTED, (first, second, third), advised, strict=True):
        require(held.one or not advises, "nobody is there to advise")
        hold(g, place, held, (BENE_GESSERIT, ECAZ, HARKONNEN))
        if advises:
            g.advisors.add(place.territory)


@dune.scenario(
    "victory-no-field",
    scope=mentat(HARKONNEN, RICHESE, ECAZ, strongholds=TERRITORIES, worth=tuple(Worth)),
    actions=(),
    uses=(VICTORY, NO_FIELD, RESERVES),
    title="A No-Field marker stands for the ally of Ecaz in a stronghold, whatever it hides",
)
def victory_no_field(
    g: Table,
    first: Held = Chance(),
    second: Held = Chance(),
    third: Held = Chance(),
    hidden: Worth = Chance(),
) -> None:
    """Richese and Ecaz are allies; the marker lies in Arrakeen."""
    pause(g)
    make_allies(g, RICHESE, ECAZ)
    muster_reserves(g, RICHESE)
    g.marker = Marker(place=Place.ARRAKEEN, event=1)
    g.worth = hidden
    require(not first.one, "the marker is all that Richese has in Arrakeen")
    for place, held in zip(PRINTED, (first, second, third), strict=True):
        hold(g, place, held, (RICHESE, ECAZ, HARKONNEN))


@dune.scenario(
    "victory-fremen",
    scope=mentat(FREMEN, HARKONNEN, ECAZ, strongholds=(Territory.SIETCH_TABR, Territory.HABBANYA_SIETCH)),
    actions=(),
    uses=VICTORY,
    title="The last turn: who stands in the two sietches of the Fremen",
)
def victory_fremen(g: Table, allied: bool = Chance(), tabr: Held = Chance(), habbanya: Held = Chance()) -> None:
    """Fremen and Ecaz, allied or not, and Harkonnen."""
    pause(g, turn=10)
    if allied:
        make_allies(g, FREMEN, ECAZ)
    for place, held in ((Place.SIETCH_TABR, tabr), (Place.HABBANYA_SIETCH, habbanya)):
        hold(g, place, held, (FREMEN, ECAZ, HARKONNEN))
