"""What must be shown of searches."""

from __future__ import annotations

from ....model.dune.interruptions.nullentropy import open_box, put_back
from ....model.dune.movement.arrival import allow_arrival
from ....model.dune.movement.karama import pass_speed
from ....model.dune.scenarios.interruptions import flight_box
from ....model.dune.scenarios.sisters import flight_advisors
from ....model.dune.table.flights import MoveFrame
from ....model.dune.table.movements import Arrival, Conversion, Intrusion, SpeedResponse
from ....model.dune.table.state import Table
from ...language.steps import Step
from ...language.where import playing, set_up_by
from ..laws import laws
from .nullentropy import SEARCHES

ARRIVING = SEARCHES & playing(allow_arrival)
"""Where a search can come before CHOAM's say."""


@laws.witness("search-suspends-an-arrival-in-the-air", clauses=["ORN-50"], where=ARRIVING)
def search_suspends_an_arrival_in_the_air(g: Table) -> bool:
    """CHOAM is to decide about a flown group, and a search comes in between."""
    return g.flight is not None and g.box is not None and isinstance(g.box.parent, Arrival)


@laws.witness("search-suspends-a-speed-in-the-air", clauses=["ORN-50"], where=playing(open_box, pass_speed))
def search_suspends_a_speed_in_the_air(g: Table) -> bool:
    """A speed is being answered for a flown group, and a search comes in between."""
    return g.flight is not None and g.box is not None and isinstance(g.box.parent, SpeedResponse)


@laws.witness("search-suspends-an-intrusion", clauses=["ORN-50", "ORN-60"], where=set_up_by(flight_advisors))
def search_suspends_an_intrusion(g: Table) -> bool:
    """The Bene Gesserit are to step aside or stand fast between two flown groups, and a search comes first."""
    return g.flight is not None and g.box is not None and isinstance(g.box.parent, Intrusion)


@laws.witness("search-suspends-a-worthless-card", clauses=["ORN-50", "ORN-60"], where=set_up_by(flight_advisors))
def search_suspends_a_worthless_card(g: Table) -> bool:
    """A worthless card waits to be used as a Karama against a flown group, and a search comes first."""
    return g.flight is not None and g.box is not None and isinstance(g.box.parent, Conversion)


@laws.witness("decision-comes-back-in-the-air", clauses=["ORN-50"], where=ARRIVING)
def decision_comes_back_in_the_air(before: Table, step: Step, after: Table) -> bool:
    """The frame of a search puts the decision about a flown group back."""
    return step.took(put_back) and after.flight is not None and isinstance(after.pending, Arrival)


@laws.witness("flight-completes-after-a-search", clauses=["ORN-50"], where=ARRIVING)
def flight_completes_after_a_search(g: Table) -> bool:
    """A search is over, and then a flight comes to its own frame, with a receipt of its own."""
    return isinstance(g.frame, MoveFrame) and g.frame.flight.event == 1 and g.frame.batch.number == 2


@laws.witness("ornithopter-is-brought-back", clauses=["ORN-43", "ORN-50"], where=set_up_by(flight_box))
def ornithopter_is_brought_back(g: Table) -> bool:
    """A search brings the Ornithopter back, and it flies a second time, under another number."""
    return g.flight is not None and g.flight.event == 2
