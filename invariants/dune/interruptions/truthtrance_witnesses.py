"""What must be shown of questions."""

from __future__ import annotations

from ....model import count, has, size
from ....model.dune.interruptions.nullentropy import open_box
from ....model.dune.interruptions.truthtrance import ask_truthtrance
from ....model.dune.movement.arrival import allow_arrival
from ....model.dune.scenarios.interruptions import flight_truthtrance
from ....model.dune.scenarios.sisters import flight_advisors
from ....model.dune.table.cards import Card
from ....model.dune.table.factions import Faction
from ....model.dune.table.flights import MoveFrame
from ....model.dune.table.movements import Arrival, Conversion, Intrusion, SpeedResponse
from ....model.dune.table.state import Table
from ...language.steps import Step
from ...language.where import playing, set_up_by
from ..laws import laws


@laws.witness("two-questions-at-once", clauses=["ORN-51"], where=set_up_by(flight_truthtrance))
def two_questions_at_once(g: Table) -> bool:
    """Two questions are open while CHOAM is to decide about a flown group."""
    return g.flight is not None and isinstance(g.pending, Arrival) and size(g.questions) == 2


@laws.witness(
    "truthtrance-is-brought-back",
    clauses=["ORN-50", "ORN-51"],
    where=playing(open_box, ask_truthtrance, allow_arrival),
)
def truthtrance_is_brought_back(before: Table, step: Step, after: Table) -> bool:
    """A search brings the first Truthtrance back, and another seat asks with it while CHOAM is to decide."""
    again = step.took(ask_truthtrance) and step["card"] == Card.TRUTHTRANCE and step["seat"] != Faction.ATREIDES
    return again and arriving(before)


def arriving(g: Table) -> bool:
    """Whether CHOAM is to decide about a flown group."""
    return g.flight is not None and isinstance(g.pending, Arrival)


@laws.witness("question-locks-a-speed", clauses=["ORN-51"], where=set_up_by(flight_advisors))
def question_locks_a_speed(g: Table) -> bool:
    """A question is open while a speed is answered for a flown group."""
    return g.flight is not None and isinstance(g.pending, SpeedResponse) and size(g.questions) > 0


@laws.witness("question-locks-a-worthless-card", clauses=["ORN-51"], where=set_up_by(flight_advisors))
def question_locks_a_worthless_card(g: Table) -> bool:
    """A question is open while a worthless card waits to be used as a Karama."""
    return g.flight is not None and isinstance(g.pending, Conversion) and size(g.questions) > 0


@laws.witness("question-locks-an-intrusion", clauses=["ORN-51"], where=set_up_by(flight_advisors))
def question_locks_an_intrusion(g: Table) -> bool:
    """A question is open while the Bene Gesserit are to step aside or stand fast between two flown groups."""
    return g.flight is not None and isinstance(g.pending, Intrusion) and size(g.questions) > 0


@laws.witness("answered-flight-completes", clauses=["ORN-51"], where=set_up_by(flight_truthtrance))
def answered_flight_completes(g: Table) -> bool:
    """A flight comes to its frame after two questions were answered."""
    both = count([Card.TRUTHTRANCE, Card.SECOND_TRUTHTRANCE], lambda card: has(g.discard, card)) == 2
    return isinstance(g.frame, MoveFrame) and both
