"""`kanly simulate`: play at random, for models that are too big to visit wholly."""

from __future__ import annotations

from typing import Annotated

import typer

from ..frame.ending import reported
from ..frame.options import (
    USUAL_TRACES,
    AllowBounded,
    Checks,
    JsonFile,
    KeepGoing,
    MaxDepth,
    MaxStates,
    ModelArgument,
    Quiet,
    Seed,
    Settings,
    Tests,
    Timeout,
    Traces,
    Verbose,
)
from ..frame.output import Output, command_line

Walks = Annotated[int, typer.Option(min=1, help="How many games to play.")]


@reported
def simulate(
    model: ModelArgument,
    settings: Settings = None,
    check: Checks = None,
    walks: Walks = 100,
    max_states: MaxStates = None,
    max_depth: MaxDepth = None,
    timeout: Timeout = None,
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
    from ...search.simulation import simulate as play
    from ..frame.preparing import bounds_of, declared_by, prepared
    from ..frame.progress import interruptible, progress_line
    from ..frame.telling import files_for, tell

    bounds = bounds_of(max_states, max_depth, timeout)
    chosen, instance = prepared(model, settings)
    declared = declared_by(instance, check)
    with interruptible() as stop, progress_line(quiet, instance.name) as progress:
        exploration = play(
            instance,
            seed=seed,
            walks=walks,
            bounds=bounds,
            declared=declared,
            keep_going=keep_going,
            progress=progress,
            stop=stop,
        )
    tell(output, exploration, _again(seed), files_for(chosen, instance, traces, write_tests), allow_bounded)


def _again(seed: int) -> str:
    """The command that plays the same games again."""
    command = command_line()
    return command if "--seed" in command else command_line("--seed", str(seed))
