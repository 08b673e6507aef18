"""Forces, strangers and hand limits as laws count them: anew, and not with the functions by which the rules do."""

from __future__ import annotations

from ....model import both, choose, has, is_present, lookup, negate, same, scope, total, whole
from ....model.dune.arrivals.ambassadors import ITS_OWN
from ....model.dune.table.board import Place, Territory
from ....model.dune.table.factions import Faction
from ....model.dune.table.kinds import Terror
from ....model.dune.table.state import Table


def marker_is_in(g: Table, place: Place) -> bool:
    """Whether the No-Field marker lies in a place."""
    return g.marker is not None and g.marker.place == place


def there(g: Table, seat: Faction, place: Place) -> int:
    """How many of a seat everybody counts in a place, fighters or not; the No-Field marker of Richese is one."""
    marked = choose(marker_is_in(g, place), 1, 0) if seat == Faction.RICHESE else 0
    return total(g.forces[place][seat].values(), lambda number: number) + marked


def fighting(g: Table, seat: Faction, territory: Territory) -> int:
    """How many fighters of a seat everybody counts in a territory: all that are there, unless they are advisors."""
    parts = [place for place in scope(g, Place) if place.territory == territory]
    number = total(parts, lambda place: there(g, seat, place))
    return choose(has(g.advisors, territory), 0, number) if seat == Faction.BENE_GESSERIT else number


def are_strangers(g: Table, one: Faction, other: Faction) -> bool:
    """Whether two seats are different ones and no allies."""
    return both(one != other, negate(same(whole(g.ally, one), other)))


def meets_sisters(g: Table, seat: Faction, to: Place) -> bool:
    """Whether a seat that comes to a place finds fighters of the Bene Gesserit there that are not its ally's."""
    if Faction.BENE_GESSERIT not in scope(g, Faction):
        return False
    return both(fighting(g, Faction.BENE_GESSERIT, to.territory) > 0, are_strangers(g, seat, Faction.BENE_GESSERIT))


def meets_token(g: Table, seat: Faction, origin: Place, to: Place) -> bool:
    """Whether a seat that comes from another territory finds a Terror token that is not its ally's."""
    if Faction.MORITANI not in scope(g, Faction):
        return False
    there = both(origin.territory != to.territory, is_present(whole(g.terror, to)))
    return both(there, are_strangers(g, seat, Faction.MORITANI))


def meets_ambassador(g: Table, seat: Faction, origin: Place, to: Place) -> bool:
    """Whether a seat that comes from another territory finds an Ambassador of Ecaz that may act against it."""
    kind = g.ambassadors[to]
    if kind is None or Faction.ECAZ not in scope(g, Faction):
        return False
    acts = both(negate(lookup(ITS_OWN, (kind, seat))), are_strangers(g, seat, Faction.ECAZ))
    return both(origin.territory != to.territory, acts)


def may_hold(g: Table, seat: Faction) -> int:
    """How many cards a seat may hold: one fewer once the Atomics are revealed, if it is Moritani or Moritani's ally."""
    punished = choose(has(g.terror_removed, Terror.ATOMICS), 1, 0) if Terror.ATOMICS in scope(g, Terror) else 0
    return seat.hand_limit - choose(are_strangers(g, seat, Faction.MORITANI), 0, punished)
