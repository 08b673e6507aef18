"""`kanly check-model`: the conformance battery over a model, scenario by scenario."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from ....findings.status import NOTHING_TO_TEST
from ....processes import supervision
from ...frame.ending import reported
from ...frame.option_groups import TellingInTables
from ...frame.options import USUAL_WORKERS, ModelArgument, Seed, Settings, Timeout, Workers
from ...frame.output import Output, command_line
from ...starting import SEEDS, same_at_every_start
from ..declared.contract import beside, hold_contract

if TYPE_CHECKING:
    from .....model import Instance
    from ....battery.conformance import Finding
    from ....battery.sample import Reader
    from ....report.verdict import Verdict

USUAL_SAMPLE = 500
"""Reached states in which the battery looks at a model."""


@reported
def check_model(
    model: ModelArgument,
    telling: TellingInTables,
    settings: Settings = None,
    timeout: Timeout = None,
    workers: Workers = USUAL_WORKERS,
    seed: Seed = 0,
) -> None:
    """See that a model is sound: saves come back, rules are pure, every action fires, every view is filled."""
    output = telling.output()
    from .....model import ModelError
    from ....report.verdict import overall
    from ....trace.tracing import trace_model
    from ...frame.preparing import look_over
    from ...frame.selection import choose

    began = time.perf_counter()
    chosen = choose(model)
    if not chosen.model.scenarios:
        raise ModelError(f"{chosen.model.name} has no scenario; declare one with @{chosen.model.name}.scenario(...)")
    file, accepted = beside(chosen)
    verdicts: list[Verdict] = []
    for scenario in [chosen.scenario] if chosen.scenario else list(chosen.model.scenarios):
        instance = type(chosen)(chosen.model, scenario, chosen.source).instance(settings or ())
        supervision.tell_phase(f"setting up the table of {instance.name}", 0)
        look_over(instance)
        supervision.tell_phase(f"testing {instance.name}")
        read = cache(trace_model)
        verdicts.append(conformance_verdict(instance, seed, read, workers, model))
        hold_contract(verdicts[-1], file, accepted, instance, read)
        show_findings(output, verdicts[-1])
    output.leave(overall(verdicts, command_line(), round(time.perf_counter() - began, 3)))


def conformance_verdict(
    instance: Instance,
    seed: int = 0,
    read: Reader | None = None,
    workers: int = 1,
    spelled: str = "",
    hash_seeds: Sequence[int] = SEEDS,
    most: int = USUAL_SAMPLE,
    compared: set[str] | None = None,
) -> Verdict:
    """The battery as a verdict, one entry for each test, from at most `most` reached states.

    What a sample cannot decide is left open, and named.

    `read` gives the rules of the instance, if they are read anyway; `spelled` names what can be loaded again, once for
    each of the `hash_seeds`. `compared` are declarations that were compared with those of other processes already.
    """
    from ....battery.conformance import conformance
    from ....findings.status import Status, worst
    from ....report.verdict import CheckVerdict, verdict_on
    from ....trace.tracing import trace_model

    began = time.perf_counter()
    read = read or trace_model
    findings = conformance(instance, most=most, seed=seed, read=read, workers=workers)
    findings.append(same_at_every_start(instance, read, spelled, hash_seeds, compared))
    undecided = [f"{each.name}: {each.message}" for each in findings if each.status is Status.INCONCLUSIVE]
    status = worst(each.status for each in findings if each.status is not Status.INCONCLUSIVE)
    tests = [CheckVerdict(each.name, "conformance", each.message, _status_of(each)) for each in findings]
    failed = [each.name for each in findings if not each.ok]
    verdict = verdict_on(instance, status, command_line(), "conformance")
    verdict.reason, verdict.invariants, verdict.unchecked = ", ".join(failed), tests, undecided
    verdict.seconds, verdict.seed = round(time.perf_counter() - began, 3), seed
    return verdict


def _status_of(finding: Finding) -> str:
    return NOTHING_TO_TEST if finding.is_empty else finding.status.value


def show_findings(output: Output, verdict: Verdict) -> None:
    """The tests of the battery, each with what was looked at or what is wrong."""
    from rich.markup import escape

    from ....report.terminal import coloured

    console = output.console()
    told = f" - {escape(verdict.reason)}" if verdict.reason else ""
    if verdict.unchecked:
        told += f"; left open: {len(verdict.unchecked)}"
    empty = sum(test.status == NOTHING_TO_TEST for test in verdict.invariants)
    tests = f"conformance, {len(verdict.invariants) - empty} tests on sampled states"
    tests += f", {NOTHING_TO_TEST} in {empty} more" if empty else ""
    console.print(f"{coloured(verdict.status)} [bold]{verdict.model}:{verdict.scenario}[/] {tests}{told}")
    for test in verdict.invariants:
        if test.status in ("violated", "vacuous") or output.verbose:
            console.print(
                f"  {coloured(test.status)} {test.id}: {escape(test.sentence)}", soft_wrap=True, highlight=False
            )
