"""Where the declarations about Dune are gathered, and the clauses that checks of every model hold."""

from __future__ import annotations

from typing import Final

from ...model.dune import dune
from ...model.dune.table.kinds import Phase
from ..language.checks import BuiltIn
from ..language.declarations import Declarations
from ..language.where import knowing

laws: Final = Declarations(dune)

MOVING: Final = knowing(Phase.MOVEMENT)
"""Where there is shipment and movement at all: some scenarios are of the Mentat pause alone."""

laws.held_by(BuiltIn.INDUCTION, clause="Z3-01")
laws.held_by(BuiltIn.INDUCTION, clause="Z3-02")
laws.held_by(BuiltIn.SIGHT, clause="Z3-03")
laws.held_by(BuiltIn.ROUND_TRIP, BuiltIn.REFUSED_SAVES, clause="SAV-01")
laws.held_by(BuiltIn.EDITED_SAVES, clause="SAV-05")
laws.held_by(BuiltIn.SIGHT, clause="ORN-64")
laws.held_by(BuiltIn.SIGHT, clause="VIC-18")
laws.held_by(BuiltIn.POLICIES, clause="VIC-30")

laws.leave_open("SAV-02", "SAV-03", "SAV-04", why="there is no store, and nobody recovers a game beside another")
laws.leave_open("SAV-06", why="no bot is started at a saved frame yet")
laws.leave_open("TER-46", why="a save does not remember which entries are over")
