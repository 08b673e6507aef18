"""What is declared of entries, of CHOAM's say, and of the saves of flights, proved for all states of each scope."""

from __future__ import annotations

import pytest

from dune.playing import dune
from kanly.explorer.cli.frame.obligations import proof_verdict
from kanly.explorer.prove.formulas.solver import Budget
from kanly.explorer.trace.tracing import trace_model


@pytest.mark.slow
@pytest.mark.parametrize(
    "scenario", ["flight-range3", "flight-two-groups", "flight-choam", "flight-holders", "flight-entries"]
)
def test_everything_that_is_declared_is_proved(scenario: str) -> None:
    verdict = proof_verdict(trace_model(dune.instance(scenario)), Budget(), f"kanly prove dune:{scenario}")
    assert verdict.status == "holds"
    assert {check.status for check in verdict.invariants} == {"holds"}
