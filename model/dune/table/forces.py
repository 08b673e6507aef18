"""Who stands where: counting forces, and moving a group of them from one place to another."""

from __future__ import annotations

from ... import both, choose, has, merged, negate, scope, total
from .board import Place, Territory
from .factions import Faction, Troop
from .movements import Marker, Movement
from .state import Table


def standing(g: Table, place: Place, seat: Faction) -> int:
    """How many forces of a seat stand in a place, whatever they are."""
    return sum(g.forces[place][seat].values())


@merged
def marker_at(g: Table, place: Place) -> bool:
    """Whether the No-Field marker lies in a place."""
    return g.marker is not None and g.marker.place == place


def seen_in(g: Table, place: Place, seat: Faction) -> int:
    """How many forces of a seat everybody counts in a place: a No-Field marker is one, whatever it hides."""
    return standing(g, place, seat) + choose(both(seat == Faction.RICHESE, marker_at(g, place)), 1, 0)


@merged
def marker_in(g: Table, territory: Territory) -> bool:
    """Whether the No-Field marker lies in a territory."""
    return g.marker is not None and g.marker.place.territory == territory


def presence(g: Table, seat: Faction, territory: Territory) -> int:
    """How many forces of a seat everybody counts in a territory: a No-Field marker is one, whatever it hides."""
    seen = total(scope(g, Place), lambda place: choose(place.territory == territory, standing(g, place, seat), 0))
    return seen + choose(both(seat == Faction.RICHESE, marker_in(g, territory)), 1, 0)


def as_advisors(g: Table, seat: Faction, territory: Territory) -> bool:
    """Whether the seat's forces in a territory are advisors, which no rule about fighters counts."""
    return both(seat == Faction.BENE_GESSERIT, has(g.advisors, territory))


def fighters(g: Table, seat: Faction, territory: Territory) -> int:
    """How many fighting forces everybody counts in a territory."""
    return choose(as_advisors(g, seat, territory), 0, presence(g, seat, territory))


@merged
def allied(g: Table, one: Faction, other: Faction) -> bool:
    """Whether two seats are allies."""
    return g.ally[one] == other


def stranger(g: Table, seat: Faction, other: Faction) -> bool:
    """Whether a seat is neither the other one nor its ally."""
    return both(seat != other, negate(allied(g, seat, other)))


def one_occupant(g: Table, one: Faction, other: Faction) -> bool:
    """Whether two allies share places as one occupant: Ecaz and its ally. Nothing that counts towards victory asks."""
    return both(allied(g, one, other), Faction.ECAZ in (one, other))


def ordinary(movement: Movement) -> int:
    """How many ordinary forces a group has: the total without the elite forces and without the marker."""
    return movement.total - movement.elite - choose(movement.no_field, 1, 0)


def typed(g: Table, movement: Movement) -> list[tuple[Troop, int]]:
    """The group by kind of force."""
    group = {Troop.ORDINARY: ordinary(movement), Troop.ELITE: movement.elite}
    return [(troop, group[troop]) for troop in scope(g, Troop)]


def relocate(g: Table, movement: Movement) -> None:
    """Take the group from where it stood and put it where it goes. A marker that goes along gets a new event."""
    for troop, number in typed(g, movement):
        g.forces[movement.origin][movement.player][troop] -= number
        g.forces[movement.to][movement.player][troop] += number
    if movement.no_field:
        assert g.marker is not None
        g.marker = Marker(place=movement.to, event=g.marker.event + 1)
