"""`kanly simulate`: play at random, for models that are too big to visit wholly."""

from __future__ import annotations

from typing import Annotated

import typer

from ..frame.ending import reported
from ..frame.options import (
    USUAL_MEMORY,
    USUAL_TRACES,
    USUAL_WORKERS,
    AllowBounded,
    Checks,
    EngineOption,
    JsonFile,
    KeepGoing,
    MaxDepth,
    MaxMemory,
    MaxStates,
    ModelArgument,
    Quiet,
    Seed,
    Settings,
    Tests,
    Timeout,
    Traces,
    Verbose,
    Workers,
)
from ..frame.output import Output, command_line

Walks = Annotated[
    int | None,
    typer.Option(min=1, help="How many games to play.", show_default="10,000; 100 with --engine run"),
]


@reported
def simulate(
    model: ModelArgument,
    settings: Settings = None,
    check: Checks = None,
    engine: EngineOption = None,
    walks: Walks = None,
    max_states: MaxStates = None,
    max_depth: MaxDepth = None,
    max_memory: MaxMemory = USUAL_MEMORY,
    timeout: Timeout = None,
    workers: Workers = USUAL_WORKERS,
    seed: Seed = 0,
    keep_going: KeepGoing = False,
    traces: Traces = USUAL_TRACES,
    write_tests: Tests = None,
    allow_bounded: AllowBounded = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
    json_file: JsonFile = None,
) -> None:
    """Play random games and check whatever comes by. A sample shows violations, never that something always holds."""
    output = Output(json_file, quiet, verbose)
    from ...report.sight import SIGHT
    from ..frame.engines import EngineOptions, chosen_engine, simulate_with
    from ..frame.preparing import bounds_of, declared_by, prepared
    from ..frame.progress import interruptible, progress_line
    from ..frame.telling import files_for, tell

    used, bounds = chosen_engine(engine), bounds_of(max_states, max_depth, timeout, max_memory)
    sight = 0 if check and SIGHT not in check else None
    options = EngineOptions(bounds, keep_going, sight=sight, workers=workers, seed=seed)
    chosen, instance = prepared(model, settings)
    declared = declared_by(instance, check)
    with interruptible() as stop, progress_line(quiet, instance.name) as progress:
        played = simulate_with(used, instance, options, walks, declared=declared, progress=progress, stop=stop)
    tell(output, played, _again(seed), files_for(chosen, instance, traces, write_tests), allow_bounded)


def _again(seed: int) -> str:
    """The command that plays the same games again."""
    command = command_line()
    return command if "--seed" in command else command_line("--seed", str(seed))
