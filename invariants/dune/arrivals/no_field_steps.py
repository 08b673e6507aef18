"""The No-Field marker moves as one of a group with a new event, keeps its secret, and flies once."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import both, choose, either, forall, implies, is_present, negate, same, scope
from ....model.dune.arrivals.consequences import Moved
from ....model.dune.arrivals.no_field import reveal_no_field
from ....model.dune.losses.marker import NoFieldRevealed
from ....model.dune.movement.arrival import MovementFailed, allow_arrival
from ....model.dune.movement.movement import declare_flight, fly, move
from ....model.dune.table.factions import Group, Troop
from ....model.dune.table.flights import MoveFrame
from ....model.dune.table.forces import ordinary
from ....model.dune.table.movements import Arrival
from ....model.dune.table.state import Table
from ....model.dune.terror.effects import reveal_terror
from ....model.dune.terror.rides import summon_worm
from ....model.dune.turns.turn import LostToTheTanks
from ...language.conditions import Conjunct
from ...language.steps import Step
from ...language.where import playing, using
from ..laws import laws
from .no_field import MARKED, RICHESE, marker_came

REVEALING = playing(reveal_no_field)
"""Where it can be turned over."""


def lies_on(before: Table, step: Step, after: Table) -> bool:
    """Whether the marker is on the board before and after the step."""
    return before.marker is not None and after.marker is not None


@laws.step("marker-gets-a-new-event", clauses=["ORN-11"], when=lies_on, where=MARKED)
def marker_gets_a_new_event(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """The marker changes its place with a group of Richese only, and gets the next event exactly then."""
    was, now = before.marker, after.marker
    assert was is not None
    assert now is not None
    goes = now.place != was.place
    yield "event", now.event == was.event + choose(goes, 1, 0)
    yield "with a group", implies(goes, after.moved[RICHESE] == before.moved[RICHESE] + 1)
    yield "secret", same(after.worth, before.worth)


@laws.step("worth-is-shown-only-by-revealing", clauses=["ORN-11", "ORN-15"], where=MARKED)
def worth_is_shown_only_by_revealing(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """What the marker hides never changes, and nothing shows it but turning the marker over, or its being lost."""
    revealed = both(is_present(before.marker), negate(is_present(after.marker)))
    lost = either(step.took(reveal_terror, summon_worm), step.emitted(LostToTheTanks))
    yield "by whom", implies(revealed, either(step.took(reveal_no_field), lost))
    yield "hidden", either(revealed, same(after.worth, before.worth))
    yield "shown", either(revealed, same(after.shown_worth, before.shown_worth))
    yield "on the board", implies(is_present(after.marker), is_present(before.marker))
    yield "told", step.emitted(NoFieldRevealed) == revealed


def hidden(g: Table) -> int:
    """How many forces the No-Field marker hides, as far as there are so many in reserve."""
    if g.worth is None:
        return 0
    reserve = g.reserves[RICHESE][Troop.ORDINARY]
    return choose(g.worth.value < reserve, g.worth.value, reserve)


@laws.step(
    "a-lost-marker-shows-what-it-hid",
    clauses=["ORN-11", "ORN-62"],
    when=lambda b, step, a: b.marker is not None and a.marker is None and not step.took(reveal_no_field),
    where=using(Table.marker, Table.tanks),
)
def a_lost_marker_shows_what_it_hid(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """A marker that is lost lies open from then on, and what it hid comes out of reserve and is lost with it."""
    yield "shown", same(after.shown_worth, before.worth)
    left = before.reserves[RICHESE][Troop.ORDINARY] - hidden(before)
    yield "out of reserve", after.reserves[RICHESE][Troop.ORDINARY] == left


def group_moves(before: Table, step: Step, after: Table) -> bool:
    """Whether a group that was just declared moves at once."""
    return step.took(move, declare_flight, fly) and after.moved[step["seat"]] > before.moved[step["seat"]]


@laws.step("marker-counts-as-one", clauses=["ORN-10", "ORN-11", "ORN-15"], when=group_moves, where=MARKED)
def marker_counts_as_one(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """The total of a group counts a marker that goes along as one; only the other forces are placed as forces."""
    group: Group = step["group"]
    counted = group.ordinary + group.elite + (1 if group.no_field else 0)
    if isinstance(after.frame, MoveFrame):
        yield "evidence", after.frame.movement.total == counted
        yield "said to go along", after.frame.movement.no_field == group.no_field
    else:
        yield "told", step.emitted(Moved, lambda moved: moved.total == counted)
    yield "forces", group_is_placed(before, step, after, group)
    yield "marker", lambda: not group.no_field or (after.marker is not None and after.marker.place == step["to"])


def group_is_placed(before: Table, step: Step, after: Table, group: Group) -> bool:
    """Whether exactly the ordinary and elite forces of the group have gone from origin to destination."""
    seat, origin, to = step["seat"], step["origin"], step["to"]
    goes = {Troop.ORDINARY: group.ordinary, Troop.ELITE: group.elite}
    left = forall(
        scope(before, Troop), lambda t: after.forces[origin][seat][t] == before.forces[origin][seat][t] - goes[t]
    )
    came = forall(scope(before, Troop), lambda t: after.forces[to][seat][t] == before.forces[to][seat][t] + goes[t])
    return both(left, came)


@laws.step(
    "allowed-group-is-placed-as-declared",
    clauses=["ORN-10", "ORN-11"],
    when=lambda before, step, after: step.took(allow_arrival),
    where=MARKED & playing(allow_arrival),
)
def allowed_group_is_placed_as_declared(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """A group that CHOAM lets comes in as it was declared, a marker with it; or, if that has become impossible, not."""
    assert isinstance(before.pending, Arrival)
    movement = before.pending.movement
    player, to = movement.player, movement.to
    came = after.forces[to][player][Troop.ORDINARY] - before.forces[to][player][Troop.ORDINARY]
    stays = step.emitted(MovementFailed)
    yield "counted", after.moved[player] == before.moved[player] + choose(stays, 0, 1)
    yield "forces", came == choose(stays, 0, ordinary(movement))
    yield "marker", lambda: stays or not movement.no_field or marker_came(after, movement)
    yield "flight", implies(stays, same(after.flight, before.flight))
    yield "escrow", implies(stays, after.discard == before.discard)


@laws.step("first-group-notes-the-marker", clauses=["ORN-10", "ORN-11", "ORN-40", "ORN-62"], where=MARKED)
def first_group_notes_the_marker(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """When the first of two groups has left, a marker that stayed behind may fly second, and one that flew may not."""
    if before.remainder is None and after.remainder is not None:
        assert after.flight is not None
        stayed = after.flight.player == RICHESE and before.marker is not None and same(after.marker, before.marker)
        yield "noted", is_present(after.unflown_marker) == stayed


@laws.step(
    "marker-flies-once",
    clauses=["ORN-11", "ORN-40", "ORN-62"],
    when=lambda before, step, after: step.took(fly) and before.remainder is not None and step["group"].no_field,
    where=MARKED,
)
def marker_flies_once(before: Table, step: Step, after: Table) -> bool:
    """A marker flies with the second of two groups only if it has the event that it had when the first had left."""
    return before.marker is not None and before.unflown_marker == before.marker.event


@laws.step(
    "revealed-marker-stands-up",
    clauses=["ORN-11", "ORN-44", "ORN-62"],
    when=lambda before, step, after: step.took(reveal_no_field),
    where=REVEALING,
)
def revealed_marker_stands_up(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """A marker that is turned over becomes as many forces as it hid, or as there are in reserve, where it lay."""
    assert before.marker is not None
    place, number = before.marker.place, hidden(before)
    reserve = before.reserves[RICHESE][Troop.ORDINARY]
    yield "gone", not is_present(after.marker)
    yield "shown", same(after.shown_worth, before.worth)
    was, now = before.forces[place][RICHESE], after.forces[place][RICHESE]
    yield "there", now[Troop.ORDINARY] == was[Troop.ORDINARY] + number
    yield "out of reserve", after.reserves[RICHESE][Troop.ORDINARY] == reserve - number
    yield "moved", after.moved == before.moved
    if before.remainder is not None and after.remainder is not None:
        may = choose(is_present(before.unflown_marker), number, 0)
        yield "quota", after.remainder[place][Troop.ORDINARY] == before.remainder[place][Troop.ORDINARY] + may


@laws.step("quotas-last", clauses=["ORN-10", "ORN-40"], where=REVEALING)
def quotas_last(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """Between two groups nothing changes who may fly second, but for what a marker turns out to have hidden."""
    if before.remainder is not None and after.remainder is not None:
        revealed = step.took(reveal_no_field)
        yield "forces", revealed or after.remainder == before.remainder
        yield "marker", revealed or same(after.unflown_marker, before.unflown_marker)
