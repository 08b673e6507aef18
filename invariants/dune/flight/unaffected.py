"""What leaves a flight alone: a Sabotage between its groups, a gift, a marker turned over, a question, another card."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import has, implies, is_present, same
from ....model.dune.arrivals.no_field import reveal_no_field
from ....model.dune.interruptions.truthtrance import answer_truly, ask_truthtrance
from ....model.dune.movement.movement import fly
from ....model.dune.table.cards import Card
from ....model.dune.table.flights import MoveFrame
from ....model.dune.table.kinds import Line
from ....model.dune.table.state import Table
from ....model.dune.terror.discards import give_card, give_nothing, resume_entry, reveal_sabotage
from ....model.dune.terror.entry import leave_terror
from ....model.dune.turns.hand import play_hajr
from ...language.declarations import Conjunct, Step
from ...language.where import playing
from ..laws import laws

SABOTAGED = playing(fly, reveal_sabotage)
"""Where a Sabotage may come between two flown groups."""

SPARED = playing(fly, reveal_sabotage, reveal_no_field, ask_truthtrance)
"""Where, besides, a marker is turned over and questions are asked."""


def something_else(before: Table, step: Step, after: Table) -> bool:
    """Whether, with a flight in the air, something happens that is no movement and no end of it."""
    on_cards = step.took(play_hajr, ask_truthtrance, answer_truly, give_card, give_nothing)
    on_tokens = step.took(reveal_no_field, leave_terror, reveal_sabotage, resume_entry)
    return before.flight is not None and (on_cards or on_tokens)


@laws.step("nothing-else-touches-a-flight", clauses=["ORN-02", "ORN-44"], when=something_else, where=SABOTAGED)
def nothing_else_touches_a_flight(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """A Sabotage, a gift, a marker turned over, a question or another card leaves the flight in the air as it was."""
    yield "flight", same(after.flight, before.flight)
    yield "no frame", not is_present(after.frame)
    yield "not completed", after.log[Line.COMPLETION] == before.log[Line.COMPLETION]
    yield "not discarded", has(after.discard, Card.ORNITHOPTER) == has(before.discard, Card.ORNITHOPTER)
    yield "moved", after.moved == before.moved
    yield "second group", implies(is_present(before.remainder), is_present(after.remainder))


@laws.invariant(
    "escrow-is-never-forced",
    clauses=["ORN-02", "ORN-44"],
    when=lambda g: g.flight is not None and g.terror_frame is not None,
    where=SABOTAGED,
)
def escrow_is_never_forced(g: Table) -> bool:
    """A card that was forced from a hand while a flight is in the air is another one than the flight's."""
    assert g.flight is not None
    assert g.terror_frame is not None
    return g.terror_frame.batch.card != g.flight.card


@laws.witness("sabotage-between-two-groups", clauses=["ORN-40", "ORN-44"], where=SABOTAGED)
def sabotage_between_two_groups(g: Table) -> bool:
    """A Sabotage has taken a card of the flyer after the first of two groups, and the Ornithopter is in the air."""
    forced = g.terror_frame
    if g.flight is None or forced is None:
        return False
    return g.flight.completed == 1 and forced.batch.owner == g.flight.player


@laws.witness("sabotaged-flight-goes-on", clauses=["ORN-44"], where=SABOTAGED)
def sabotaged_flight_goes_on(before: Table, step: Step, after: Table) -> bool:
    """After a Sabotage the second group flies and completes the flight."""
    return step.took(fly) and before.retired > 0 and isinstance(after.frame, MoveFrame)


@laws.witness("gift-while-flying", clauses=["ORN-44"], where=SPARED)
def gift_while_flying(before: Table, step: Step, after: Table) -> bool:
    """The flyer is given a card between two groups."""
    return step.took(give_card) and after.flight is not None


@laws.witness("answer-while-flying", clauses=["ORN-44"], where=SPARED)
def answer_while_flying(before: Table, step: Step, after: Table) -> bool:
    """A question is answered between two groups."""
    return step.took(answer_truly) and after.flight is not None


@laws.witness("marker-turned-over-while-flying", clauses=["ORN-44"], where=SPARED)
def marker_turned_over_while_flying(before: Table, step: Step, after: Table) -> bool:
    """The marker is turned over between two groups, while Moritani may still spring its token."""
    return step.took(reveal_no_field) and after.flight is not None and after.entry is not None


@laws.witness("hajr-while-flying", clauses=["ORN-44"], where=SPARED)
def hajr_while_flying(before: Table, step: Step, after: Table) -> bool:
    """A Hajr is played between two groups."""
    return step.took(play_hajr) and after.flight is not None
