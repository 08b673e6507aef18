"""Which movements are legal. The same conditions judge a declaration and, later, whether it still holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ... import both, choose, count, either, implies, lookup, merged, negate, scope
from ..arrivals.intrusion import asks_at_most_one
from ..table.board import DISTANCE, Territory
from ..table.cards import Mode
from ..table.factions import Faction, Troop
from ..table.forces import allied, as_advisors, fighters, one_occupant, ordinary, typed
from ..table.movements import Movement
from ..table.state import Table
from .speed import may_be_fast

CITIES: Final = (Territory.ARRAKEEN, Territory.CARTHAG)
"""Whoever has fighters in one of the two cities has ornithopters of its own."""

ON_FOOT: Final = 1
"""How many territories anybody's group crosses."""

BY_ORNITHOPTER: Final = 3
"""How many territories the ornithopters of the cities cross."""


def walking_range(g: Table, seat: Faction) -> int:
    """How many territories a group of the seat may cross without a treachery card and without its faction's speed."""
    has_a_city = either(fighters(g, seat, CITIES[0]) > 0, fighters(g, seat, CITIES[1]) > 0)
    return choose(has_a_city, BY_ORNITHOPTER, ON_FOOT)


@merged
def allowed_range(g: Table, seat: Faction) -> int:
    """How many territories the seat's next group may cross: three in the range mode, else as far as it walks."""
    if g.flight is not None and g.flight.mode == Mode.RANGE3:
        return Mode.RANGE3.reach
    return walking_range(g, seat)


def within(g: Table, movement: Movement, reach: int) -> bool:
    """Whether the way crosses at most so many territories, going around the storm."""
    return lookup(DISTANCE, (movement.origin, movement.to, g.storm)) <= reach


def in_range(g: Table, movement: Movement) -> bool:
    """Whether the way is short enough, with the speed of the faction if it takes that."""
    normally = within(g, movement, allowed_range(g, movement.player))
    return either(normally, both(may_be_fast(g, movement), within(g, movement, movement.player.speed)))


def needs_speed(g: Table, movement: Movement) -> bool:
    """Whether only the speed of its faction carries a group so far."""
    return negate(within(g, movement, allowed_range(g, movement.player)))


def out_of_the_storm(g: Table, movement: Movement) -> bool:
    """Whether neither end of the way lies under the storm."""
    return both(movement.origin.sector != g.storm.value, movement.to.sector != g.storm.value)


def forces_there(g: Table, movement: Movement) -> bool:
    """Whether the group stands where it is to leave."""
    there = g.forces[movement.origin][movement.player]
    marked = implies(movement.no_field, lambda: marker_there(g, movement))
    return both(both(ordinary(movement) <= there[Troop.ORDINARY], elite_there(g, movement)), marked)


def elite_there(g: Table, movement: Movement) -> bool:
    """Whether the elite forces of the group stand where it is to leave."""
    if Troop.ELITE not in scope(g, Troop):
        return movement.elite == 0
    return movement.elite <= g.forces[movement.origin][movement.player][Troop.ELITE]


@merged
def marker_there(g: Table, movement: Movement) -> bool:
    """Whether the No-Field marker is the player's and lies where the group is to leave."""
    return movement.player == Faction.RICHESE and g.marker is not None and g.marker.place == movement.origin


@merged
def has_not_flown(g: Table, movement: Movement) -> bool:
    """Whether the second of two groups is made of forces that the first did not carry."""
    if g.remainder is None:
        return True
    left = g.remainder[movement.origin]
    return all(number <= left[troop] for troop, number in typed(g, movement)) and marker_has_not_flown(g, movement)


def marker_has_not_flown(g: Table, movement: Movement) -> bool:
    """Whether a marker that is to go along still has the event that was noted when the first of two groups left."""
    return not movement.no_field or (g.marker is not None and g.unflown_marker == g.marker.event)


def has_room(g: Table, seat: Faction, there: Territory) -> bool:
    """Whether a territory can take a seat: a stronghold holds the fighters of two, Ecaz and its ally being as one."""
    return either(negate(there.stronghold), count(scope(g, Faction), lambda other: occupies(g, seat, other, there)) < 2)


def occupies(g: Table, seat: Faction, other: Faction, there: Territory) -> bool:
    """Whether a seat has fighters in a territory, as another occupant than the one that comes or one counted already.

    Of Ecaz and its ally, if both are there, only Ecaz counts.
    """
    is_another = both(other != seat, negate(one_occupant(g, seat, other)))
    return both(both(is_another, fighters(g, other, there) > 0), negate(stands_with_ecaz(g, other, there)))


def stands_with_ecaz(g: Table, seat: Faction, there: Territory) -> bool:
    """Whether Ecaz, as the seat's ally, has fighters in a territory."""
    if Faction.ECAZ not in scope(g, Faction):
        return False
    return both(allied(g, seat, Faction.ECAZ), fighters(g, Faction.ECAZ, there) > 0)


def conditions(g: Table, movement: Movement) -> Iterator[tuple[bool, str]]:
    """What must be true of a movement, each with what is wrong when it is not."""
    yield movement.origin != movement.to, "a group moves to another place"
    yield forces_there(g, movement), "the forces are not there"
    yield has_not_flown(g, movement), "these forces have flown already"
    yield negate(as_advisors(g, movement.player, movement.origin.territory)), "advisors stay where they are"
    yield out_of_the_storm(g, movement), "the storm is over one end of the way"
    yield in_range(g, movement), "it is too far"
    yield has_room(g, movement.player, movement.to.territory), "the stronghold is full"
    yield asks_at_most_one(g, movement), "two owners would have to answer at once"


def legal(g: Table, movement: Movement) -> bool:
    """Whether a movement is legal at this moment."""
    verdict = True
    for holds, _ in conditions(g, movement):
        verdict = both(verdict, holds)
    return verdict
