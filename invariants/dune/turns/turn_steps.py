"""A turn passes once, to the next in order, and allies part."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import both, choose, forall, scope
from ....model.dune.table.board import Place, Territory
from ....model.dune.table.factions import Faction, Troop
from ....model.dune.table.kinds import Phase
from ....model.dune.table.state import Table
from ....model.dune.turns.hand import play_hajr
from ....model.dune.turns.turn import TurnPassed
from ...language.conditions import Conjunct
from ...language.steps import Step
from ...language.where import using
from ..laws import MOVING, laws
from ..table.counted import fighting
from .turn import guild_is_left

RICHESE = Faction.RICHESE


def passed(before: Table, step: Step, after: Table) -> bool:
    """Whether the step passes the turn on."""
    return step.emitted(TurnPassed)


@laws.step("turn-passes-in-order", clauses=["ORN-22"], when=passed, where=MOVING)
def turn_passes_in_order(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """The seat on turn, and no other, leaves the queue; the next in storm order follows, or Battle begins."""
    yield "queue", lambda: queue_without(before, after)
    yield "Sapho", lambda: after.sapho_last is None or after.sapho_last != before.active
    yield "next", lambda: next_is_first(after)


def queue_without(before: Table, after: Table) -> bool:
    """Whether the queue is as before without the seat that was on turn; an old save's began with that seat."""
    done, left = before.active, after.to_move
    if done is None or left is None:
        return False
    reached = False
    for seat in scope(before, Faction):
        reached = reached or done == seat
        waited = reached if before.to_move is None else seat in before.to_move
        if (seat in left) != (waited and seat != done):
            return False
    return True


def next_is_first(after: Table) -> bool:
    """Whether the seat on turn is the first one waiting in storm order, one that chose to be last left out.

    The Guild is asked about its time, so it has no place in that order and comes when only the last one is left.
    """
    for seat in scope(after, Faction):
        if seat == Faction.GUILD:
            continue
        if after.to_move is not None and seat in after.to_move and after.sapho_last != seat:
            return after.active == seat
    if after.sapho_last is None and guild_is_left(after):
        return after.active == Faction.GUILD
    return after.active == after.sapho_last and (after.active is not None or after.phase == Phase.BATTLE)


@laws.step("allies-part", clauses=["ORN-22", "VIC-23"], when=passed, where=MOVING)
def allies_part(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """At the end of its movement a seat loses the fighters it has beside its ally's, unless they are new allies.

    So it loses a No-Field marker, with what that has hidden. Ecaz and its ally never part.
    """
    seat = before.active
    if seat is not None:
        marker = before.marker
        if marker is not None and after.marker is None:
            yield "marker lost", seat == RICHESE and must_part(before, seat, marker.place)
        if marker is not None and after.marker is not None:
            yield "marker kept", seat != RICHESE or not must_part(before, seat, marker.place)
        for place in scope(before, Place):
            for troop in scope(before, Troop):
                yield f"{troop.value} in {place.name}", lambda p=place, t=troop: parted(before, after, seat, p, t)


def parted(before: Table, after: Table, seat: Faction, place: Place, troop: Troop) -> bool:
    """Whether the seat's forces of one kind in a place are lost exactly if they must be."""
    due = must_part(before, seat, place)
    return after.forces[place][seat][troop] == (0 if due else before.forces[place][seat][troop])


def must_part(g: Table, seat: Faction, place: Place) -> bool:
    """Whether a seat has to leave a place because its ally's fighters are there."""
    ally = g.ally[seat]
    if ally is None or seat in g.fresh_alliance or place.territory == Territory.POLAR_SINK:
        return False
    if Faction.ECAZ in (seat, ally):
        return False
    advises = seat == Faction.BENE_GESSERIT and place.territory in g.advisors
    return bool(fighting(g, ally, place.territory) > 0) and not advises


@laws.step("hajr-and-second-groups-add-up", clauses=["ORN-03", "ORN-43"], where=MOVING & using(Table.allowance))
def hajr_and_second_groups_add_up(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """A Hajr, and the second group of a flight, each let their player move one group more, in whichever order."""
    for seat in scope(before, Faction):
        hajr = step.took(play_hajr) and step["seat"] == seat
        more = choose(hajr, 1, 0) + choose(flew_second(before, after, seat), 1, 0)
        yield seat.title, after.allowance[seat] == before.allowance[seat] + more


def flew_second(before: Table, after: Table, seat: Faction) -> bool:
    """Whether the second of two groups of a seat has flown."""
    flight = before.flight
    if flight is None or flight.player != seat:
        return False
    return both(flight.completed == 1, after.moved[seat] == before.moved[seat] + 1)


@laws.step("others-stay", clauses=["ORN-22"], when=passed, where=MOVING)
def others_stay(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """When the turn passes, nobody loses forces but the seat that was on turn."""
    for seat in scope(before, Faction):
        yield seat.title, lambda seat=seat: before.active == seat or stays(before, after, seat)


def stays(before: Table, after: Table, seat: Faction) -> bool:
    """Whether a seat's forces are where they were."""
    return forall(scope(before, Place), lambda place: after.forces[place][seat] == before.forces[place][seat])
