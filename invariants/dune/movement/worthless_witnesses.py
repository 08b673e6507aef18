"""What must be shown of worthless cards."""

from __future__ import annotations

from ....model import exists, has, scope
from ....model.dune.movement.karama import SpeedCancelled, pass_worthless, stop_worthless
from ....model.dune.table.cards import Card
from ....model.dune.table.state import Table
from ...language.steps import Step
from ...language.where import playing
from ..laws import laws
from .worthless import WORTHLESS

STOPPED = playing(stop_worthless)
"""Where a Karama may stop a worthless card."""


@laws.witness("worthless-card-cancels-a-flown-speed", clauses=["ORN-52"], where=WORTHLESS)
def worthless_card_cancels_a_flown_speed(before: Table, step: Step, after: Table) -> bool:
    """A worthless card cancels the speed of a group in the air, and the flight goes on."""
    return step.took(pass_worthless) and step.emitted(SpeedCancelled) and after.flight is not None


@laws.witness("stopped-worthless-card-completes-a-flight", clauses=["ORN-52", "ORN-53"], where=STOPPED)
def stopped_worthless_card_completes_a_flight(before: Table, step: Step, after: Table) -> bool:
    """Stopping a worthless card, with nobody else left to answer the speed, completes a flight."""
    return step.took(stop_worthless) and after.frame is not None


@laws.witness("mover-stops-a-worthless-card", clauses=["ORN-52"], where=STOPPED)
def mover_stops_a_worthless_card(before: Table, step: Step, after: Table) -> bool:
    """The seat whose speed is in question itself stops the worthless card."""
    return step.took(stop_worthless) and step["seat"] == before.active


@laws.witness("flight-completes-after-a-worthless-card", clauses=["ORN-52"], where=WORTHLESS)
def flight_completes_after_a_worthless_card(g: Table) -> bool:
    """A flight comes to its frame after a worthless card cancelled a speed of it: two discards, one receipt each."""
    worthless = exists(scope(g, Card), lambda card: card.worthless & has(g.discard, card))
    return g.frame is not None and worthless
