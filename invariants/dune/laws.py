"""Where the declarations about Dune are gathered, and the clauses that checks of every model hold."""

from __future__ import annotations

from typing import Final

from ...model.dune import dune
from ..language.declarations import BuiltIn, Declarations

laws: Final = Declarations(dune)

laws.held_by(BuiltIn.INDUCTION, clause="Z3-01")
laws.held_by(BuiltIn.INDUCTION, clause="Z3-02")
laws.held_by(BuiltIn.SIGHT, clause="Z3-03")
laws.held_by(BuiltIn.ROUND_TRIP, BuiltIn.REFUSED_SAVES, clause="SAV-01")
laws.held_by(BuiltIn.EDITED_SAVES, clause="SAV-05")
