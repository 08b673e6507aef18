"""Where the declarations about Dune are gathered, and the clauses that checks of every model hold."""

from __future__ import annotations

from typing import Final

from ...model.dune import dune
from ..language.checks import BuiltIn
from ..language.declarations import Declarations

laws: Final = Declarations(dune)

laws.held_by(BuiltIn.INDUCTION, clause="Z3-01")
laws.held_by(BuiltIn.INDUCTION, clause="Z3-02")
laws.held_by(BuiltIn.SIGHT, clause="Z3-03")
laws.held_by(BuiltIn.ROUND_TRIP, BuiltIn.REFUSED_SAVES, clause="SAV-01")
laws.held_by(BuiltIn.EDITED_SAVES, clause="SAV-05")
laws.held_by(BuiltIn.SIGHT, clause="ORN-64")

laws.leave_open(*(clause for clause in dune.clauses if clause.startswith("VIC-")), why="victory is not modelled")
laws.leave_open("SAV-02", "SAV-03", "SAV-04", why="there is no store, and nobody recovers a game beside another")
laws.leave_open("SAV-06", why="there are no bots")
laws.leave_open("TER-40", why="which card was drawn is not remembered until the discard")
laws.leave_open("TER-46", why="a save does not remember which entries are over")
