"""The decision of a movement, whether it is open or a search has suspended it."""

from __future__ import annotations

from typing import TypeAlias

from ....model.dune.table.movements import Arrival, Conversion, Intrusion, SpeedResponse
from ....model.dune.table.state import Table

Decision: TypeAlias = Arrival | Intrusion | SpeedResponse | Conversion


def decision(g: Table) -> Decision | None:
    """The open decision, or the one that a search or its frame is to put back."""
    if g.box is not None:
        return g.box.parent
    if g.box_frame is not None:
        return g.box_frame.parent
    return g.pending
