"""A worthless card used as a Karama is discarded by itself; stopping it leaves the speed open to answers."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import exists, has, negate, scope
from ....model.dune.movement.karama import SpeedCancelled, pass_worthless, stop_worthless, use_worthless
from ....model.dune.table.cards import Card
from ....model.dune.table.factions import Faction
from ....model.dune.table.movements import Conversion, SpeedResponse
from ....model.dune.table.state import Table
from ...language.conditions import Conjunct
from ...language.steps import Step
from ...language.where import playing
from ..laws import laws
from .speed_steps import is_asked
from .worthless import WORTHLESS


def used(before: Table, step: Step, after: Table) -> bool:
    """Whether the step uses a worthless card as a Karama."""
    return step.took(use_worthless)


@laws.step("worthless-card-is-discarded-by-itself", clauses=["ORN-52"], when=used, where=WORTHLESS)
def worthless_card_is_discarded_by_itself(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """A worthless card that the Bene Gesserit use goes from their hand to the discard pile, alone, with no frame."""
    card: Card = step["card"]
    yield "the Bene Gesserit", step["seat"] == Faction.BENE_GESSERIT
    yield "worthless", card.worthless
    yield "held", has(before.hand[Faction.BENE_GESSERIT], card)
    for other in scope(before, Card):
        yield f"{other.name} is discarded", has(after.discard, other) == (has(before.discard, other) | (other == card))
    yield "no frame", after.frame is None
    yield "no batch", after.batches == before.batches
    yield "flight", (after.flight is None) == (before.flight is None)


@laws.step("worthless-card-can-be-stopped", clauses=["ORN-52"], when=used, where=WORTHLESS)
def worthless_card_can_be_stopped(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """Everybody else who holds a card, the mover included, is asked before a worthless card has any effect."""
    conversion = after.pending
    if isinstance(conversion, Conversion):
        for seat in scope(before, Faction):
            yield f"{seat.title} is asked", has(conversion.waiting, seat) == is_asked(before, seat, step["seat"])
        yield "no effect yet", negate(step.emitted(SpeedCancelled))
    else:
        asked = exists(scope(before, Faction), lambda seat: is_asked(before, seat, step["seat"]))
        yield "nobody to ask", negate(asked)
        yield "effect", step.emitted(SpeedCancelled)


@laws.step(
    "stopped-worthless-card-leaves-the-speed",
    clauses=["ORN-52"],
    when=lambda before, step, after: step.took(stop_worthless),
    where=playing(stop_worthless),
)
def stopped_worthless_card_leaves_the_speed(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """A stopped worthless card cancels nothing: the others go on answering the speed as they were."""
    assert isinstance(before.pending, Conversion)
    response = before.pending.response
    yield "not cancelled", negate(step.emitted(SpeedCancelled))
    yield "not slowed", after.slowed is None or after.slowed == before.slowed
    if isinstance(after.pending, SpeedResponse):
        yield "waiting", after.pending.waiting == response.waiting
        yield "movement", after.pending.movement == response.movement
        yield "forces", after.forces == before.forces
    else:
        yield "nobody left", negate(exists(scope(before, Faction), lambda seat: has(response.waiting, seat)))


@laws.step(
    "worthless-card-cancels-when-all-have-passed",
    clauses=["ORN-52"],
    when=lambda before, step, after: step.took(pass_worthless),
    where=WORTHLESS,
)
def worthless_card_cancels_when_all_have_passed(before: Table, step: Step, after: Table) -> bool:
    """A worthless card has its effect exactly when the last one who is asked has let it."""
    return step.emitted(SpeedCancelled) == (after.pending is None)
