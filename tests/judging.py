"""Asking every way of using rules the same: by running, by sweeping, by proof and by the battery."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kanly.explorer.battery.conformance import conformance
from kanly.explorer.findings.status import Status
from kanly.explorer.prove.proofs.induction import Induction
from kanly.explorer.search.breadth_first import explore
from kanly.explorer.search.simulation import simulate
from kanly.explorer.sweep.answers.exploring import explore as sweep
from kanly.explorer.trace.tracing import trace_knowledge, trace_model, trace_view
from kanly.model import Instance, ModelError


def proved(instance: Instance) -> Status:
    """The answer of induction, after a look at what every seat is shown and may know."""
    traced = trace_model(instance)
    for seat in instance.seats.members:
        trace_view(traced, seat)
        trace_knowledge(traced, seat)
    return Induction(traced).run().status


WAYS: dict[str, Callable[[Instance], Any]] = {
    "run": lambda instance: explore(instance).status,
    "compiled": lambda instance: sweep(instance).status,
    "proof": proved,
    "battery": conformance,
    "simulation": lambda instance: simulate(instance).status,
}
"""The ways of using rules."""

READINGS = ("run", "compiled", "proof")


def refusal(way: str, instance: Instance) -> ModelError:
    """The refusal that every way of using rules must make of the same model, each time that it is asked."""
    with pytest.raises(ModelError) as first:
        WAYS[way](instance)
    with pytest.raises(ModelError) as again:
        WAYS[way](instance)
    assert str(again.value) == str(first.value)
    return first.value
