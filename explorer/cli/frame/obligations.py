"""All that is proved of one instance: induction on its steps, and sight."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ....model import Instance
from ...findings.sight import SightResult
from ...prove.formulas.solver import Budget
from ...prove.proofs.induction import Induction
from ...prove.proofs.obligations import ProofResult
from ...prove.proofs.sight import prove_sight
from ...report.proofs import Account
from ...report.sight import SIGHT
from ...report.summary import Keeper
from ...report.verdict import Verdict
from ...trace.tracing import TracedModel, trace_model

Say = Callable[[str], None]
"""Is told what is at work."""


@dataclass(frozen=True)
class Proof:
    """The result and the sight, as far as they were asked for."""

    result: ProofResult | None
    sight: SightResult | None


def prove_everywhere(
    traced: TracedModel, budget: Budget, ids: Sequence[str] | None, seats: Sequence[str] | None, say: Say
) -> Proof:
    """Prove the goals with these ids, among which `sight` is one; everything for None, sight only if seats are named.

    Raises `ModelError` for an id or a seat that there is not.
    """
    goals = [name for name in ids or () if name != SIGHT]
    result = sight = None
    if goals or (ids is None and seats is None):
        total = len(traced.actions)
        induction = Induction(traced, budget, lambda at: say(f"{at.action} ({at.done} of {total} actions done)"))
        result = induction.run(goals or None)
    if ids is None or SIGHT in ids:
        sight = prove_sight(traced, budget, seats, lambda name: say(f"sight of {name}"))
    return Proof(result, sight)


def proof_verdict(
    instance: Instance,
    seconds: float | None,
    command: str,
    *,
    workers: int = 1,
    allow_bounded: bool = False,
    keep: Keeper | None = None,
) -> Verdict:
    """Everything, as one verdict. Raises `ModelError` for a rule that cannot be read."""
    began = time.perf_counter()
    account = Account(instance, keep)
    proof = prove_everywhere(trace_model(instance), Budget(total=seconds, workers=workers), None, None, lambda _: None)
    account.add(proof.result, proof.sight)
    return account.verdict(command, time.perf_counter() - began, 0, allow_bounded)
