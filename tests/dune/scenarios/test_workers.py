"""Every scenario is swept alike by one worker and by two: equal counts and statuses, and ways of equal length."""

from __future__ import annotations

import pytest

from dune.playing import dune
from kanly.explorer.findings.outcome import Exploration
from kanly.explorer.findings.status import Status
from kanly.explorer.sweep.answers.exploring import explore


def told(found: Exploration) -> dict[str, object]:
    """What must not depend on the number of workers."""
    return {
        "counts": (found.states, found.transitions, found.depth, found.fired),
        "checks": [
            (each.declaration.id, each.status, None if each.trace is None else len(each.trace.steps))
            for each in found.checks
        ],
    }


@pytest.mark.slow
@pytest.mark.parametrize("scenario", dune.scenarios)
def test_the_number_of_workers_changes_no_answer(scenario: str) -> None:
    one, two = (explore(dune.instance(scenario), workers=workers, sample=0) for workers in (1, 2))
    assert one.status is Status.HOLDS
    assert told(one) == told(two)
