"""A worthless card used as a Karama: its discard is its own, and stopping it only leaves the speed open to answers."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import exists, has, negate, scope
from ....model.dune.movement.karama import SpeedCancelled, pass_worthless, stop_worthless, use_worthless
from ....model.dune.table.cards import Card
from ....model.dune.table.factions import Faction
from ....model.dune.table.movements import Conversion, SpeedResponse
from ....model.dune.table.state import Table
from ...language.declarations import Conjunct, Step
from ...language.where import playing
from ..laws import laws
from .decision import decision
from .speed import is_asked

WORTHLESS = playing(use_worthless)
"""Where a worthless card can be used as a Karama."""


def wrapped(g: Table) -> bool:
    """Whether a worthless card waits to be used as a Karama."""
    return isinstance(decision(g), Conversion)


@laws.invariant("only-the-sisters-use-worthless-cards", clauses=["ORN-52"], when=wrapped, where=WORTHLESS)
def only_the_sisters_use_worthless_cards(g: Table) -> Iterator[Conjunct]:
    """While a worthless card waits, the Bene Gesserit have answered; they are asked neither now nor afterwards."""
    conversion = decision(g)
    assert isinstance(conversion, Conversion)
    yield "answered", Faction.BENE_GESSERIT not in conversion.response.waiting
    yield "not asked itself", Faction.BENE_GESSERIT not in conversion.waiting
    yield "not moving", g.active != Faction.BENE_GESSERIT


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
    where=WORTHLESS,
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


@laws.witness("worthless-card-cancels-a-flown-speed", clauses=["ORN-52"], where=WORTHLESS)
def worthless_card_cancels_a_flown_speed(before: Table, step: Step, after: Table) -> bool:
    """A worthless card cancels the speed of a group in the air, and the flight goes on."""
    return step.took(pass_worthless) and step.emitted(SpeedCancelled) and after.flight is not None


@laws.witness("stopped-worthless-card-completes-a-flight", clauses=["ORN-52", "ORN-53"], where=WORTHLESS)
def stopped_worthless_card_completes_a_flight(before: Table, step: Step, after: Table) -> bool:
    """Stopping a worthless card, with nobody else left to answer the speed, completes a flight."""
    return step.took(stop_worthless) and after.frame is not None


@laws.witness("mover-stops-a-worthless-card", clauses=["ORN-52"], where=WORTHLESS)
def mover_stops_a_worthless_card(before: Table, step: Step, after: Table) -> bool:
    """The seat whose speed is in question itself stops the worthless card."""
    return step.took(stop_worthless) and step["seat"] == before.active


@laws.witness("flight-completes-after-a-worthless-card", clauses=["ORN-52"], where=WORTHLESS)
def flight_completes_after_a_worthless_card(g: Table) -> bool:
    """A flight comes to its frame after a worthless card cancelled a speed of it: two discards, one receipt each."""
    worthless = exists(scope(g, Card), lambda card: card.worthless & has(g.discard, card))
    return g.frame is not None and worthless
