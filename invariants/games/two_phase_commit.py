"""What must hold of two-phase commit."""

from __future__ import annotations

from typing import Any

from ...model import both, exists, negate
from ...model.games.two_phase_commit import Commit, Decision, Stand, two_phase_commit
from ..language.declarations import Declarations

laws = Declarations(two_phase_commit)


@laws.invariant("consistency")
def consistency(g: Commit) -> Any:
    """No manager has committed while another one has aborted."""
    committed = exists(g.stand, lambda manager: g.stand[manager] == Stand.COMMITTED)
    aborted = exists(g.stand, lambda manager: g.stand[manager] == Stand.ABORTED)
    return negate(both(committed, aborted))


@laws.witness("committed")
def committed(g: Commit) -> bool:
    """The managers can agree to commit."""
    return g.decision == Decision.COMMITTED


@laws.progress("decides")
def decides(g: Commit) -> bool:
    """A decision can always be reached."""
    return g.decision != Decision.OPEN
