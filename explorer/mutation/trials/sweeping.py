"""What of all that is declared a sweep finds broken."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from ....invariants import Declaration
from ...findings.bounds import Bounds, Ending
from ...findings.outcome import Exploration
from ...findings.status import Status
from ...sweep.answers.exploring import explore
from ...trace.tracing import TracedModel
from .scenario import Scenario

FAULT = "no rule fails"
SIGHT = "sight"


def broken_in_sweep(scenario: Scenario, traced: TracedModel, bounds: Bounds) -> tuple[Sequence[str], Ending]:
    """The checks that a sweep finds broken, or that say nothing any more, and how it ended; the first are enough.

    Raises `ModelError` for a declaration that fails instead of answering, and `DisagreementError`.
    """
    swept = _explored(scenario, traced, scenario.declared, 0, bounds)
    found = list(_broken(swept))
    if found or not swept.complete:
        return found, swept.ending
    seen = _explored(scenario, traced, (), None, bounds)
    return list(_broken(seen)), seen.ending


def hold_as_written(scenario: Scenario, bounds: Bounds) -> Sequence[str]:
    """What does not hold of a scenario as it is written; its states, and how long it takes, are noted with it."""
    began = time.perf_counter()
    swept = _explored(scenario, scenario.traced, scenario.declared, None, bounds)
    scenario.states, scenario.seconds = swept.states, time.perf_counter() - began
    found = list(_broken(swept))
    return found if found or swept.complete else [f"its sweep is not finished ({swept.ending.value})"]


def _explored(
    scenario: Scenario, traced: TracedModel, declared: Sequence[Declaration], sight: int | None, bounds: Bounds
) -> Exploration:
    return explore(scenario.instance, traced=traced, declared=declared, sight=sight, sample=0, bounds=bounds)


def _broken(swept: Exploration) -> Iterator[str]:
    """What does not hold, each by its name."""
    for check in swept.checks:
        if check.status in (Status.VIOLATED, Status.VACUOUS):
            yield check.declaration.id
    if swept.fault is not None:
        yield FAULT
    if swept.sight is not None:
        for answer in swept.sight.answers:
            if answer.status is Status.VIOLATED:
                yield f"{SIGHT} of {answer.seat}, {answer.channel.value}{f' of {answer.of}' if answer.of else ''}"
        yield from (each.name for each in swept.sight.allowances if each.status is Status.VACUOUS)
    if swept.complete:
        yield from (f"{name} is possible" for name in swept.dead_actions)
