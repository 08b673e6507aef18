"""A speed is answered before anybody moves, and a cancelled one costs nothing but the speed."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import choose, exists, forall, has, lookup, negate, scope, size
from ....model.dune.movement.karama import (
    SpeedCancelled,
    cancel_speed,
    pass_speed,
    pass_worthless,
    stop_worthless,
    use_worthless,
)
from ....model.dune.movement.legality import legal
from ....model.dune.movement.movement import declare_flight, fly
from ....model.dune.table.board import DISTANCE
from ....model.dune.table.cards import Card, Mode
from ....model.dune.table.factions import Faction
from ....model.dune.table.kinds import Line
from ....model.dune.table.movements import Arrival, SpeedResponse
from ....model.dune.table.state import Table
from ...language.conditions import Conjunct
from ...language.steps import Step
from ..laws import laws
from .legality_steps import declares, has_fighters_in_a_city
from .speed import SPEED, in_question


def beyond(before: Table, step: Step) -> bool:
    """Whether a declared movement is longer than the seat's normal range."""
    reach = choose(has_fighters_in_a_city(before, step["seat"]), 3, 1)
    if step.took(declare_flight):
        reach = choose(step["mode"] == Mode.RANGE3, 3, reach)
    if step.took(fly) and before.flight is not None:
        reach = choose(before.flight.mode == Mode.RANGE3, 3, reach)
    return lookup(DISTANCE, (step["origin"], step["to"], before.storm)) > reach


@laws.step("speed-is-answered-first", clauses=["ORN-42"], when=declares, where=SPEED)
def speed_is_answered_first(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """A movement beyond the normal range, and no other, waits for everybody else who holds a card."""
    others = scope(before, Faction)
    response = after.pending
    asked = exists(others, lambda seat: is_asked(before, seat, step["seat"]))
    if not isinstance(response, SpeedResponse):
        yield "asked", negate(beyond(before, step)) | negate(asked)
        return
    yield "needed", beyond(before, step)
    for seat in others:
        yield f"{seat.title} is asked", has(response.waiting, seat) == is_asked(before, seat, step["seat"])
    yield "nobody has moved", after.forces == before.forces
    yield "nothing is counted", after.moved == before.moved


def is_asked(g: Table, seat: Faction, actor: Faction) -> bool:
    """Whether a seat must be asked about what another does: whatever it is that it holds."""
    return negate(seat == actor) & (size(g.hand[seat]) > 0)


def cancels(before: Table, step: Step, after: Table) -> bool:
    """Whether the step cancels a speed."""
    return step.emitted(SpeedCancelled)


@laws.step("cancelled-speed-costs-no-movement", clauses=["ORN-02", "ORN-42"], when=cancels, where=SPEED)
def cancelled_speed_costs_no_movement(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """Cancelling a speed moves nobody, counts and logs nothing, and leaves a flight in the air."""
    yield "slowed", after.slowed == before.active
    yield "no decision is left", after.pending is None
    yield "forces", after.forces == before.forces
    yield "moved", after.moved == before.moved
    yield "log", forall(scope(before, Line), lambda line: after.log[line] == before.log[line])
    yield "flight", (after.flight is None) == (before.flight is None)
    yield "no frame", after.frame is None
    yield "turn", after.active == before.active


@laws.step("slowed-group-keeps-to-the-normal-range", clauses=["ORN-42"], when=declares, where=SPEED)
def slowed_group_keeps_to_the_normal_range(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """After its speed was cancelled, a seat's next group goes no farther than anybody's, and nobody is asked again."""
    if before.slowed == step["seat"]:
        yield "range", negate(beyond(before, step))
        yield "no response", not isinstance(after.pending, SpeedResponse)


@laws.step("slowness-ends-with-a-group", clauses=["ORN-42"], where=SPEED)
def slowness_ends_with_a_group(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """A seat is without its speed from the Karama until its next group has moved or its turn is over."""
    if before.slowed is not None:
        player = before.slowed
        over = after.moved[player] != before.moved[player] or after.active != player
        yield "until then", (after.slowed is None) == over
    else:
        yield "from the Karama", (after.slowed is not None) == step.emitted(SpeedCancelled)


@laws.step("answers-are-given-once", clauses=["ORN-42", "ORN-53"], where=SPEED)
def answers_are_given_once(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """Only who is waited for answers a speed, and then is waited for no more; the others still are."""
    if step.took(pass_speed, cancel_speed, use_worthless):
        response, left = in_question(before), in_question(after)
        assert response is not None
        yield "asked", step["seat"] in response.waiting
        if left is not None:
            for seat in scope(before, Faction):
                kept = has(response.waiting, seat) & negate(seat == step["seat"])
                yield f"{seat.title} is waited for", has(left.waiting, seat) == kept


@laws.step(
    "unanswered-speed-goes-on",
    clauses=["ORN-42", "ORN-52", "ORN-53"],
    when=lambda before, step, after: step.took(pass_speed, stop_worthless) and in_question(after) is None,
    where=SPEED,
)
def unanswered_speed_goes_on(before: Table, step: Step, after: Table) -> bool:
    """When nobody cancels a speed, the declared movement happens or comes to CHOAM, unless it is legal no longer."""
    response = in_question(before)
    assert response is not None
    movement = response.movement
    if isinstance(after.pending, Arrival):
        return after.pending.movement == movement
    return (after.moved[movement.player] == before.moved[movement.player] + 1) == legal(before, movement)


@laws.step("karama-is-discarded", clauses=["ORN-42", "ORN-52"], where=SPEED)
def karama_is_discarded(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """A Karama, and nothing else but a worthless card of the Bene Gesserit, answers a speed; it is discarded for it."""
    if step.took(cancel_speed, stop_worthless):
        yield "held", has(before.hand[step["seat"]], Card.KARAMA)
        yield "discarded", has(after.discard, Card.KARAMA)
    if step.took(pass_speed, pass_worthless):
        yield "nothing else", forall(scope(before, Faction), lambda seat: after.hand[seat] == before.hand[seat])
