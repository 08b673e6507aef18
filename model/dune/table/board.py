"""The board: territories, the sectors they lie in, who borders whom, and how far it is from one place to another.

It is the part of the printed map around the Polar Sink with a way to each of the five strongholds, and the Hidden
Mobile Stronghold, to which no way leads: only victory looks at it. Forces stand in a `Place`, the part of a territory
that lies in one sector. Sectors do not matter for walking, but nothing moves into, out of or through the sector of the
storm.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Final

SECTORS: Final = 18


class Sector(Enum):
    """One of the eighteen slices of the board, counted as the storm travels."""

    S0 = 0
    S1 = 1
    S2 = 2
    S3 = 3
    S4 = 4
    S5 = 5
    S6 = 6
    S7 = 7
    S8 = 8
    S9 = 9
    S10 = 10
    S11 = 11
    S12 = 12
    S13 = 13
    S14 = 14
    S15 = 15
    S16 = 16
    S17 = 17


class Territory(Enum):
    """A territory, and whether it is a stronghold."""

    POLAR_SINK = "Polar Sink", False
    IMPERIAL_BASIN = "Imperial Basin", False
    ARRAKEEN = "Arrakeen", True
    CARTHAG = "Carthag", True
    ARSUNT = "Arsunt", False
    HAGGA_BASIN = "Hagga Basin", False
    PLASTIC_BASIN = "Plastic Basin", False
    SIETCH_TABR = "Sietch Tabr", True
    OLD_GAP = "Old Gap", False
    RIM_WALL_WEST = "Rim Wall West", False
    SHIELD_WALL = "Shield Wall", False
    PASTY_MESA = "Pasty Mesa", False
    TUEKS_SIETCH = "Tuek's Sietch", True
    FALSE_WALL_SOUTH = "False Wall South", False
    HARG_PASS = "Harg Pass", False
    CIELAGO_NORTH = "Cielago North", False
    CIELAGO_WEST = "Cielago West", False
    WIND_PASS_NORTH = "Wind Pass North", False
    HABBANYA_RIDGE_FLAT = "Habbanya Ridge Flat", False
    HABBANYA_SIETCH = "Habbanya Sietch", True
    MOBILE_STRONGHOLD = "Hidden Mobile Stronghold", True

    def __init__(self, title: str, stronghold: bool) -> None:
        self.title = title
        self.stronghold = stronghold


class Place(Enum):
    """Where forces can stand: a territory's part in one sector. The Polar Sink lies in no sector (-1)."""

    POLAR_SINK = Territory.POLAR_SINK, -1
    IMPERIAL_BASIN_8 = Territory.IMPERIAL_BASIN, 8
    IMPERIAL_BASIN_9 = Territory.IMPERIAL_BASIN, 9
    IMPERIAL_BASIN_10 = Territory.IMPERIAL_BASIN, 10
    ARRAKEEN = Territory.ARRAKEEN, 9
    CARTHAG = Territory.CARTHAG, 10
    ARSUNT_10 = Territory.ARSUNT, 10
    ARSUNT_11 = Territory.ARSUNT, 11
    HAGGA_BASIN_11 = Territory.HAGGA_BASIN, 11
    HAGGA_BASIN_12 = Territory.HAGGA_BASIN, 12
    PLASTIC_BASIN_11 = Territory.PLASTIC_BASIN, 11
    PLASTIC_BASIN_12 = Territory.PLASTIC_BASIN, 12
    PLASTIC_BASIN_13 = Territory.PLASTIC_BASIN, 13
    SIETCH_TABR = Territory.SIETCH_TABR, 13
    OLD_GAP_8 = Territory.OLD_GAP, 8
    OLD_GAP_9 = Territory.OLD_GAP, 9
    OLD_GAP_10 = Territory.OLD_GAP, 10
    RIM_WALL_WEST = Territory.RIM_WALL_WEST, 8
    SHIELD_WALL_7 = Territory.SHIELD_WALL, 7
    SHIELD_WALL_8 = Territory.SHIELD_WALL, 8
    PASTY_MESA_4 = Territory.PASTY_MESA, 4
    PASTY_MESA_5 = Territory.PASTY_MESA, 5
    PASTY_MESA_6 = Territory.PASTY_MESA, 6
    PASTY_MESA_7 = Territory.PASTY_MESA, 7
    TUEKS_SIETCH = Territory.TUEKS_SIETCH, 4
    FALSE_WALL_SOUTH_3 = Territory.FALSE_WALL_SOUTH, 3
    FALSE_WALL_SOUTH_4 = Territory.FALSE_WALL_SOUTH, 4
    HARG_PASS_3 = Territory.HARG_PASS, 3
    HARG_PASS_4 = Territory.HARG_PASS, 4
    CIELAGO_NORTH_0 = Territory.CIELAGO_NORTH, 0
    CIELAGO_NORTH_1 = Territory.CIELAGO_NORTH, 1
    CIELAGO_NORTH_2 = Territory.CIELAGO_NORTH, 2
    CIELAGO_WEST_17 = Territory.CIELAGO_WEST, 17
    CIELAGO_WEST_0 = Territory.CIELAGO_WEST, 0
    WIND_PASS_NORTH_16 = Territory.WIND_PASS_NORTH, 16
    WIND_PASS_NORTH_17 = Territory.WIND_PASS_NORTH, 17
    HABBANYA_RIDGE_FLAT_16 = Territory.HABBANYA_RIDGE_FLAT, 16
    HABBANYA_RIDGE_FLAT_17 = Territory.HABBANYA_RIDGE_FLAT, 17
    HABBANYA_SIETCH = Territory.HABBANYA_SIETCH, 16
    MOBILE_STRONGHOLD_7 = Territory.MOBILE_STRONGHOLD, 7
    MOBILE_STRONGHOLD_8 = Territory.MOBILE_STRONGHOLD, 8

    def __init__(self, territory: Territory, sector: int) -> None:
        self.territory = territory
        self.sector = sector


BORDERS: Final[Mapping[Territory, tuple[Territory, ...]]] = {
    Territory.POLAR_SINK: (
        Territory.IMPERIAL_BASIN,
        Territory.ARSUNT,
        Territory.HAGGA_BASIN,
        Territory.WIND_PASS_NORTH,
        Territory.CIELAGO_NORTH,
        Territory.HARG_PASS,
    ),
    Territory.IMPERIAL_BASIN: (
        Territory.ARSUNT,
        Territory.CARTHAG,
        Territory.OLD_GAP,
        Territory.ARRAKEEN,
        Territory.RIM_WALL_WEST,
        Territory.SHIELD_WALL,
    ),
    Territory.ARRAKEEN: (Territory.OLD_GAP, Territory.RIM_WALL_WEST),
    Territory.OLD_GAP: (Territory.RIM_WALL_WEST,),
    Territory.CARTHAG: (Territory.ARSUNT, Territory.HAGGA_BASIN),
    Territory.HAGGA_BASIN: (Territory.ARSUNT, Territory.PLASTIC_BASIN),
    Territory.SIETCH_TABR: (Territory.PLASTIC_BASIN,),
    Territory.PASTY_MESA: (Territory.SHIELD_WALL, Territory.TUEKS_SIETCH, Territory.FALSE_WALL_SOUTH),
    Territory.FALSE_WALL_SOUTH: (Territory.TUEKS_SIETCH, Territory.HARG_PASS, Territory.CIELAGO_NORTH),
    Territory.CIELAGO_NORTH: (Territory.HARG_PASS, Territory.WIND_PASS_NORTH, Territory.CIELAGO_WEST),
    Territory.CIELAGO_WEST: (Territory.WIND_PASS_NORTH, Territory.HABBANYA_RIDGE_FLAT),
    Territory.HABBANYA_SIETCH: (Territory.HABBANYA_RIDGE_FLAT,),
}
"""Which territories touch; each border is written once."""

PLACES_OF: Final[Mapping[Territory, tuple[Place, ...]]] = {
    territory: tuple(place for place in Place if place.territory == territory) for territory in Territory
}


def border(one: Territory, other: Territory) -> bool:
    """Whether two territories touch."""
    return other in BORDERS.get(one, ()) or one in BORDERS.get(other, ())


def _next_to(a: int, b: int) -> bool:
    return (a - b) % SECTORS in (1, SECTORS - 1)


def touch(one: Place, other: Place) -> bool:
    """Whether a force can step from one place to the other without passing through a third."""
    polar = Place.POLAR_SINK in (one, other)
    if one.territory == other.territory:
        return _next_to(one.sector, other.sector)
    if not border(one.territory, other.territory):
        return False
    if polar or one.sector == other.sector:
        return True
    share_a_sector = {p.sector for p in PLACES_OF[one.territory]} & {p.sector for p in PLACES_OF[other.territory]}
    return not share_a_sector and _next_to(one.sector, other.sector)


FARTHEST: Final = 4
"""A distance that no rule allows: nothing walks or flies farther than three territories."""


NEIGHBOURS: Final[Mapping[Place, tuple[Place, ...]]] = {
    place: tuple(other for other in Place if touch(place, other)) for place in Place
}
"""The places one step away."""


def territories_entered(
    origin: Place, storm: int, passable: frozenset[Territory] = frozenset(Territory)
) -> dict[Place, int]:
    """How many territories a force enters on its shortest way to each place that it can reach despite the storm.

    Only `passable` territories lead on to others; the default, all of them, gives the same distances on this board as
    leaving out the strongholds, so that a full stronghold is never in anybody's way.
    """
    if origin.sector == storm:
        return {}
    entered = {origin: 0}
    waiting = deque([origin])
    while waiting:
        here = waiting.popleft()
        if here != origin and here.territory not in passable:
            continue
        for there in NEIGHBOURS[here]:
            within = here.territory == there.territory
            steps = entered[here] + (not within)
            if there.sector != storm and steps < entered.get(there, FARTHEST):
                entered[there] = steps
                (waiting.appendleft if within else waiting.append)(there)
    return entered


DISTANCE: Final[Mapping[tuple[Place, Place, Sector], int]] = MappingProxyType(
    {
        (origin, to, storm): entered.get(to, FARTHEST)
        for storm in Sector
        for origin in Place
        for entered in (territories_entered(origin, storm.value),)
        for to in Place
    }
)
"""Territories entered between two places while the storm is in a sector; `FARTHEST` when it is too far or cut off."""
