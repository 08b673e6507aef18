"""`kanly find`: the shortest trace to a state of which an expression is true, or why there is none."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from ...frame.ending import reported
from ...frame.option_groups import Counterexamples, Telling
from ...frame.options import (
    USUAL_WORKERS,
    EngineOption,
    MaxStates,
    ModelArgument,
    Seed,
    Settings,
    Timeout,
    Workers,
)
from ...frame.output import command_line, tell_problems

if TYPE_CHECKING:
    from .....invariants import Declaration
    from .....model import Instance
    from ....findings.bounds import Watcher
    from ....findings.outcome import Exploration
    from ....prove.proofs.reach import Reach
    from ....report.summary import Keeper
    from ....report.verdict import Verdict
    from ...frame.engines import EngineOptions
    from ...frame.options import Engine

Expression = Annotated[
    str, typer.Argument(metavar="EXPRESSION", help="Python over the state g, such as 'g.escrow is not None'.")
]
Depth = Annotated[int, typer.Option("--bmc", metavar="K", min=0, help="Beyond the search, ask Z3 for K steps.")]
Steps = Annotated[int, typer.Option("--induction", metavar="K", min=1, help="And for a proof over up to K steps.")]
USUAL_STATES = 1_000_000


@reported
def find(
    model: ModelArgument,
    expression: Expression,
    counterexamples: Counterexamples,
    telling: Telling,
    settings: Settings = None,
    engine: EngineOption = None,
    max_states: MaxStates = USUAL_STATES,
    bmc: Depth = 12,
    induction: Steps = 3,
    timeout: Timeout = None,
    workers: Workers = USUAL_WORKERS,
    seed: Seed = 0,
) -> None:
    """Find a shortest trace to a state: exit 0 with the trace, 4 when it is unreachable, 3 when neither is known."""
    output = telling.output()
    from ....judgement.expression import check_expression
    from ....prove.formulas.solver import Budget
    from ....prove.proofs.reach import known_names, never, reach
    from ...frame.engines import EngineOptions, chosen_engine
    from ...frame.preparing import bounds_of, prepared
    from ...frame.progress import interruptible, progress_line

    began = time.perf_counter()
    used, bounds = chosen_engine(engine), bounds_of(max_states, None, timeout)
    options = EngineOptions(bounds, workers=workers, seed=seed)
    chosen, instance = prepared(model, settings)
    check_expression(expression, instance, known_names(instance))
    goal = never(expression, instance)
    with interruptible() as stop, progress_line(telling.quiet, instance.name) as progress:
        search = _search(used, instance, options, progress, stop)
        budget = Budget(total=bounds.seconds, seed=seed, stop=stop)
        found = reach(instance, goal, search, depth=bmc, steps=induction, budget=budget)
    files = counterexamples.files(chosen, instance)
    verdict = _verdict(instance, found, expression, files.keep, counterexamples.allow_bounded)
    verdict.seconds, verdict.seed = round(time.perf_counter() - began, 3), seed
    tell_problems(files)
    output.finish(verdict)


def _search(
    engine: Engine, instance: Instance, options: EngineOptions, progress: Watcher | None, stop: Callable[[], bool]
) -> Callable[[Sequence[Declaration]], Exploration]:
    """How the states are searched for declarations."""
    from ...frame.engines import explore_with

    return lambda declared: explore_with(engine, instance, options, declared=declared, progress=progress, stop=stop)


def _verdict(instance: Instance, found: Reach, expression: str, keep: Keeper, allow_bounded: bool) -> Verdict:
    from ....findings.status import Status
    from ....report.summary import counterexample
    from ....report.terminal import WITNESS
    from ....report.verdict import FindingRecord, verdict_on

    searched = found.searched
    verdict = verdict_on(instance, found.status, command_line(), found.engine, allow_bounded=allow_bounded)
    verdict.complete, verdict.reason = found.status is not Status.INCONCLUSIVE, found.reason
    verdict.states, verdict.transitions = searched.states, searched.transitions
    verdict.depth, verdict.left = searched.depth, searched.left
    verdict.states_per_second = round(searched.states / max(searched.seconds, 1e-9), 1)
    verdict.details = {"questions": found.questions} if found.questions else {}
    if found.trace is not None:
        shown = counterexample(instance, found.trace)
        shown.file, shown.test = keep("find", "", found.trace)
        verdict.reason = f"reached in {found.trace.length} steps"
        verdict.findings.append(FindingRecord(WITNESS, expression, 1, found.status.value, shown.file, shown))
    return verdict
