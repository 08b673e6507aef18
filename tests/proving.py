"""Proofs of small models in tests: what is proved, what is decided of the rest, and the record that tells of it."""

from __future__ import annotations

from enum import Enum

from asking import answer
from kanly.explorer.cli.frame.obligations import Proof, prove_everywhere
from kanly.explorer.findings.outcome import Exploration
from kanly.explorer.findings.status import Status
from kanly.explorer.prove.formulas.solver import Budget
from kanly.explorer.report.proofs import ProofReport
from kanly.explorer.report.verdict import Verdict
from kanly.explorer.sweep.answers.exploring import explore as sweep
from kanly.explorer.trace.tracing import TracedModel, trace_model
from kanly.model import Instance


class Seat(Enum):
    """Who sits at the tables of small models."""

    ANN = 1
    BOB = 2


def swept(traced: TracedModel) -> Exploration:
    return sweep(traced.instance, traced=traced, keep_going=True, sight=None)


def proved(instance: Instance, *ids: str, with_sweep: bool = False) -> Proof:
    return prove_everywhere(
        trace_model(instance), Budget(), ids or None, None, lambda _: None, swept if with_sweep else None
    )


def told(instance: Instance, *ids: str, with_sweep: bool = False) -> Verdict:
    report, proof = ProofReport(instance), proved(instance, *ids, with_sweep=with_sweep)
    report.add(proof.result, proof.sight, proof.decided)
    return report.verdict("kanly prove", 1.0, 0, allow_bounded=False)


def found_by_one_law(instance: Instance, law: str, conjunct: str) -> None:
    """A fault is found by this part of this law and by no other, in every reading, and told as a violation."""
    for engine in ("run", "compiled"):
        found = answer(engine, instance)
        broken = {check.declaration.id: check.conjunct for check in found.checks if check.status is not Status.HOLDS}
        assert broken == {law: conjunct}
    result = proved(instance, law).result
    assert result is not None
    assert conjunct in {example.conjunct for example in result.examples}
    assert told(instance, law).status == "violated"
