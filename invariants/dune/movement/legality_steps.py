"""Only a legal declaration is accepted; any other is rejected as a whole and changes nothing."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import both, choose, either, exists, has, lookup, negate, scope, size, total
from ....model.dune.movement.movement import declare_flight, fly, move
from ....model.dune.movement.shipment import ship
from ....model.dune.table.board import DISTANCE, Territory
from ....model.dune.table.cards import Card, Mode
from ....model.dune.table.factions import Faction, Group, Troop
from ....model.dune.table.kinds import Phase
from ....model.dune.table.movements import Arrival, SpeedResponse
from ....model.dune.table.state import Table
from ...language.conditions import Conjunct
from ...language.steps import Step
from ...language.where import playing, playing_any, using
from ..laws import laws
from ..table.counted import are_strangers, fighting


def declares(before: Table, step: Step, after: Table) -> bool:
    """Whether the step declares a movement of any kind."""
    return step.took(move, declare_flight, fly)


@laws.step("only-on-ones-turn", clauses=["ORN-43"], when=declares, where=using(Table.flight))
def only_on_ones_turn(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """A movement is declared by the seat on turn, in the movement phase, with no decision open."""
    yield "phase", before.phase == Phase.MOVEMENT
    yield "turn", lambda: before.active == step["seat"]
    yield "decision", lambda: before.pending is None


@laws.step("only-from-where-one-stands", clauses=["ORN-43"], when=declares, where=using(Table.flight))
def only_from_where_one_stands(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """The forces of a declared group, and the marker, stand where they are to leave."""
    group: Group = step["group"]
    there = before.forces[step["origin"]][step["seat"]]
    yield "ordinary", group.ordinary <= there[Troop.ORDINARY]
    yield "elite", group.elite <= elite_of(there)
    yield "marker", lambda: not group.no_field or marker_is_at_hand(before, step)


@laws.step(
    "only-where-there-is-room",
    clauses=["ORN-43", "VIC-23"],
    when=lambda before, step, after: step.took(move, declare_flight, fly, ship),
    where=playing_any(move, declare_flight, fly, ship),
)
def only_where_there_is_room(before: Table, step: Step, after: Table) -> bool:
    """Nobody comes into a stronghold where two others have fighters, unless one of the three is Ecaz, another its ally.

    These two are one occupant, whichever of them comes in.
    """
    seat, there = step["seat"], step["to"].territory
    others = [other for other in scope(before, Faction) if other != seat]
    stands = {other: fighting(before, other, there) > 0 for other in others}
    crowded = exists(
        [(one, other) for number, one in enumerate(others) for other in others[:number]],
        lambda pair: both(
            both(stands[pair[0]], stands[pair[1]]),
            lambda: negate(exists([pair, (seat, pair[0]), (seat, pair[1])], lambda two: are_as_one(before, *two))),
        ),
    )
    return either(negate(there.stronghold), negate(crowded))


def are_as_one(g: Table, one: Faction, other: Faction) -> bool:
    """Whether two seats occupy places as one: Ecaz and its ally."""
    return both(Faction.ECAZ in (one, other), negate(are_strangers(g, one, other)))


def elite_of(forces: dict[Troop, int]) -> int:
    """How many elite forces are among some; none where the scenario knows no elite."""
    return forces.get(Troop.ELITE, 0)


def marker_is_at_hand(before: Table, step: Step) -> bool:
    """Whether the declaring seat's No-Field marker lies where the group is to leave."""
    return step["seat"] == Faction.RICHESE and before.marker is not None and before.marker.place == step["origin"]


@laws.step("only-outside-of-the-storm", clauses=["ORN-43"], when=declares, where=using(Table.flight))
def only_outside_of_the_storm(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """No group leaves or enters the sector of the storm."""
    yield "origin", step["origin"].sector != before.storm.value
    yield "destination", step["to"].sector != before.storm.value


@laws.step("only-within-range", clauses=["ORN-03", "ORN-43"], when=declares, where=using(Table.flight))
def only_within_range(before: Table, step: Step, after: Table) -> bool:
    """A group crosses one territory, two with its faction's speed, or three from a city or in the range mode."""
    reach = choose(has_fighters_in_a_city(before, step["seat"]), 3, own_reach(before, step["seat"], step["group"]))
    if step.took(declare_flight):
        reach = choose(step["mode"] == Mode.RANGE3, 3, reach)
    if step.took(fly) and before.flight is not None:
        reach = choose(before.flight.mode == Mode.RANGE3, 3, reach)
    return lookup(DISTANCE, (step["origin"], step["to"], before.storm)) <= reach


def own_reach(g: Table, seat: Faction, group: Group) -> int:
    """How many territories the forces of a group cross by themselves; two need a speed that is not cancelled."""
    fast = seat == Faction.FREMEN or (seat == Faction.IX and group.elite > 0)
    return 2 if fast and g.slowed != seat else 1


def has_fighters_in_a_city(g: Table, seat: Faction) -> bool:
    """Whether a seat has fighters, or the marker, in Arrakeen or Carthag."""
    return total((Territory.ARRAKEEN, Territory.CARTHAG), lambda city: fighting(g, seat, city)) > 0


@laws.step(
    "only-with-a-card-at-hand",
    clauses=["ORN-01", "ORN-43"],
    when=lambda b, step, a: step.took(declare_flight),
    where=using(Table.flight),
)
def only_with_a_card_at_hand(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """An Ornithopter is played by the seat that holds it, has not promised it, and has a movement left."""
    seat = step["seat"]
    yield "held", has(before.hand[seat], Card.ORNITHOPTER)
    yield "not promised", lambda: Card.ORNITHOPTER not in before.reserved[seat]
    yield "movement left", before.moved[seat] < before.allowance[seat]
    yield "no other flight", lambda: before.flight is None


@laws.step(
    "only-the-flight-in-the-air-goes-on",
    clauses=["ORN-43"],
    when=lambda b, step, a: step.took(fly),
    where=using(Table.flight),
)
def only_the_flight_in_the_air_goes_on(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """Another group flies only with the event of the flight in the air, and with forces that have not flown."""
    yield "event", lambda: before.flight is not None and before.flight.event == step["event"]
    yield "not flown", lambda: before.remainder is None or fresh(before, step)


def fresh(before: Table, step: Step) -> bool:
    """Whether the group is among the forces that were noted for the second group."""
    assert before.remainder is not None
    group: Group = step["group"]
    left = before.remainder[step["origin"]]
    return group.ordinary <= left[Troop.ORDINARY] and group.elite <= elite_of(left)


@laws.step("walking-needs-a-movement", clauses=["ORN-43"], when=lambda b, step, a: step.took(move), where=playing(move))
def walking_needs_a_movement(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """A group walks only while no flight is in the air and a movement is left."""
    yield "no flight", lambda: before.flight is None
    yield "movement left", before.moved[step["seat"]] < before.allowance[step["seat"]]


def needs_no_speed(before: Table, step: Step, after: Table) -> bool:
    """Whether the step declares a movement that others need not let first."""
    return step.took(move, declare_flight, fly) and not isinstance(after.pending, SpeedResponse)


@laws.step("choam-is-asked-whatever-it-holds", clauses=["ORN-41"], when=needs_no_speed, where=using(Table.flight))
def choam_is_asked_whatever_it_holds(before: Table, step: Step, after: Table) -> bool:
    """A movement waits for CHOAM because of its fighters and of holding a card, whichever card it is."""
    if Faction.CHOAM not in scope(before, Faction):
        return not isinstance(after.pending, Arrival)
    there = step["to"].territory
    asked = fighting(before, Faction.CHOAM, there) > 0 and step["origin"].territory != there
    answers = size(before.hand[Faction.CHOAM]) > 0
    return isinstance(after.pending, Arrival) == (
        asked and answers and are_strangers(before, step["seat"], Faction.CHOAM)
    )
