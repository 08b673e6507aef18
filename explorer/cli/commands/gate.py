"""`kanly gate`: everything there is, for every bundled model; what continuous integration runs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from ..frame.ending import reported
from ..frame.options import (
    USUAL_MEMORY,
    USUAL_WORKERS,
    AllowBounded,
    Engine,
    EngineOption,
    JsonFile,
    Quiet,
    Timeout,
    Workers,
)
from ..frame.output import Output, command_line
from .check_model import conformance_verdict

if TYPE_CHECKING:
    from ....model import Instance
    from ...report.verdict import Verdict

Only = Annotated[
    list[str] | None, typer.Argument(metavar="[MODEL[:SCENARIO]]...", help="Only these; all unless given.")
]
Everything = Annotated[bool, typer.Option("--all", help="Every scenario of the bundled models, not a short list.")]
USUAL_SECONDS = 300.0


@dataclass(frozen=True)
class Means:
    """What a step of the gate may use: the engine, seconds, threads, and whether somebody asked to stop."""

    engine: Engine
    seconds: float
    workers: int
    allow_bounded: bool
    stop: Callable[[], bool]


def conform(instance: Instance, means: Means) -> Verdict:
    """The conformance battery."""
    verdict = conformance_verdict(instance)
    verdict.command = f"kanly check-model {instance.name}"
    return verdict


def sweep(instance: Instance, means: Means) -> Verdict:
    """Every reachable state."""
    from ...findings.bounds import Bounds
    from ...report.summary import verdict_of
    from ..frame.engines import Orders, explore_with

    orders = Orders(Bounds(seconds=means.seconds, memory=USUAL_MEMORY << 20), workers=means.workers)
    result = explore_with(means.engine, instance, orders, stop=means.stop)
    command = f"kanly explore {instance.name} --engine {means.engine.value}"
    return verdict_of(result, command, allow_bounded=means.allow_bounded)


def prove(instance: Instance, means: Means) -> Verdict:
    """Everything that is declared, and what each seat may see, for all states of the scope."""
    from ..frame.obligations import proof_verdict

    command = f"kanly prove {instance.name}"
    return proof_verdict(instance, means.seconds, command, workers=means.workers, allow_bounded=means.allow_bounded)


STEPS: tuple[Callable[[Instance, Means], Verdict], ...] = (conform, sweep, prove)
"""What is done with every scenario, in this order."""


@reported
def gate(
    only: Only = None,
    everything: Everything = False,
    engine: EngineOption = None,
    timeout: Timeout = USUAL_SECONDS,
    workers: Workers = USUAL_WORKERS,
    allow_bounded: AllowBounded = False,
    quiet: Quiet = False,
    json_file: JsonFile = None,
) -> None:
    """Run every check on the bundled models; the worst verdict decides the exit code.

    Of a model with many scenarios a short list is taken, unless --all is given or the model is named.
    """
    output = Output(json_file, quiet)
    from ...report.verdict import overall
    from ..frame.engines import chosen_engine
    from ..frame.preparing import bounds_of
    from ..frame.progress import interruptible

    began = time.perf_counter()
    seconds = bounds_of(None, None, timeout).seconds or USUAL_SECONDS
    verdicts: list[Verdict] = []
    with interruptible() as stop:
        means = Means(chosen_engine(engine), seconds, workers, allow_bounded, stop)
        for instance in _instances(only, everything):
            for step in STEPS:
                verdicts.append(_guarded(step, instance, means))
                _show(output, verdicts[-1])
    gate_verdict = overall(verdicts, command_line(), round(time.perf_counter() - began, 3))
    if output.speaks:
        from ...report.terminal import coloured

        told = f"{len(verdicts)} verdicts in {gate_verdict.seconds:.1f} s"
        if left_out := [] if only or everything else _left_out():
            told += f"; not looked at: {len(left_out)} scenarios (kanly gate --all)"
        output.console().print(f"gate: {coloured(gate_verdict.status)}, {told}", highlight=False)
    output.leave(gate_verdict)


def _instances(only: list[str] | None, everything: bool) -> Iterator[Instance]:
    """Every scenario that is meant."""
    from ..frame.selection import BUNDLED, Chosen, choose

    for spelled in only or list(BUNDLED):
        chosen = choose(spelled)
        short = () if only or everything else BUNDLED[spelled].short
        for name in [chosen.scenario] if chosen.scenario else short or chosen.model.scenarios:
            yield Chosen(chosen.model, name).instance(())


def _left_out() -> list[str]:
    """The scenarios that the short list passes over."""
    from ..frame.selection import BUNDLED, choose

    return [
        f"{name}:{scenario}"
        for name, bundled in BUNDLED.items()
        for scenario in choose(name).model.scenarios
        if bundled.short and scenario not in bundled.short
    ]


def _guarded(step: Callable[[Instance, Means], Verdict], instance: Instance, means: Means) -> Verdict:
    """The verdict of a step; a mistake in the model is a verdict too, so that the other models are still checked."""
    from ....model import ModelError
    from ...report.verdict import error_verdict
    from ..frame.mistakes import Mistake

    try:
        return step(instance, means)
    except (Mistake, ModelError) as error:
        verdict = error_verdict(str(error), f"kanly gate {instance.name}", step.__name__)
        verdict.model, verdict.scenario, verdict.reason = instance.model.name, instance.scenario.name, str(error)
        return verdict


def _show(output: Output, verdict: Verdict) -> None:
    """One line for what is fine, everything for what is not."""
    from ...report.terminal import headline, show
    from .check_model import show_findings

    if not output.speaks:
        return
    console = output.console()
    fine = verdict.exit_code == 0
    if verdict.engine == "conformance":
        short = Output(None, quiet=fine or output.quiet)
        show_findings(short, verdict)
    elif fine or output.quiet:
        console.print(headline(verdict), soft_wrap=True, highlight=False)
    else:
        show(console, verdict)
