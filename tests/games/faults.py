"""Games with one rule that is wrong, and the checks that find it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kanly.explorer.findings.status import Status
from kanly.explorer.prove.formulas.solver import Budget
from kanly.explorer.prove.proofs.induction import Induction
from kanly.explorer.sweep.answers.exploring import explore
from kanly.explorer.trace.tracing import trace_model
from kanly.model import Model

Rule = Callable[..., Any]


def found_by_sweep(model: Model, scenario: str, replace: Mapping[Rule, Rule]) -> set[str]:
    """The checks that a sweep of every reachable state finds broken; `sight` is one of them, `faults` another."""
    result = explore(model.variant(replace).instance(scenario), keep_going=True, sight=None, sample=50)
    broken = {check.declaration.id for check in result.checks if check.status is Status.VIOLATED}
    leaks = {"sight"} if result.sight is not None and result.sight.leaks else set[str]()
    return broken | leaks | ({"faults"} if result.faults else set[str]())


def is_refuted(model: Model, scenario: str, replace: Mapping[Rule, Rule], check: str) -> bool:
    """Whether the proof of a check fails once the rules are wrong."""
    traced = trace_model(model.variant(replace).instance(scenario))
    return Induction(traced, budget=Budget()).run((check,)).status_of(check) in (Status.OPEN, Status.VIOLATED)
