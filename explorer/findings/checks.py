"""The answer for one declaration, from what was seen of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...invariants import CheckKind, Declaration
from ...model import ModelError
from .bounds import Ending
from .status import Status
from .traces import Trace


@dataclass(frozen=True)
class CheckResult:
    """The answer for one declaration.

    `trace` leads to the state, or ends with the step, that breaks it; for a witness, that shows it. `conjunct` names
    the part that fails. `reason` says in words why the status is not `HOLDS`.
    """

    declaration: Declaration
    status: Status
    conjunct: str = ""
    trace: Trace | None = None
    reason: str = ""


WITNESSES = (CheckKind.WITNESS, CheckKind.STEP_WITNESS)


def judged(
    declaration: Declaration, ending: Ending, *, looked_at: bool, trace: Trace | None = None, conjunct: str = ""
) -> CheckResult:
    """The answer for a declaration from what was seen of it.

    `looked_at`: its premise held somewhere. `trace`: what breaks it, or what a witness asks for.
    """
    if declaration.kind in WITNESSES:
        if trace is not None:
            return CheckResult(declaration, Status.HOLDS, trace=trace)
        if ending is Ending.COMPLETE:
            return CheckResult(declaration, Status.VACUOUS, reason="nothing like this is reached")
        return CheckResult(declaration, ending.status, reason=f"not reached so far ({ending.value})")
    if trace is not None:
        return CheckResult(declaration, Status.VIOLATED, conjunct, trace, "there is a counterexample")
    if ending is not Ending.COMPLETE:
        return CheckResult(declaration, ending.status, reason=f"no counterexample so far ({ending.value})")
    if not looked_at:
        return CheckResult(declaration, Status.VACUOUS, reason="its premise never holds")
    return CheckResult(declaration, Status.HOLDS)


def chosen(declared: Sequence[Declaration], ids: Sequence[str] | None) -> tuple[Declaration, ...]:
    """The declarations with these ids, in order of declaration; all for None. Raises `ModelError`."""
    if ids is None:
        return tuple(declared)
    known = [declaration.id for declaration in declared]
    if unknown := [name for name in ids if name not in known]:
        raise ModelError(f"nothing called {unknown[0]} is declared here; there is {', '.join(known) or 'nothing'}")
    return tuple(declaration for declaration in declared if declaration.id in ids)
