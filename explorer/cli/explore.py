"""`kanly explore`: visit every reachable state and hold the declarations against it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .options import (
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
    Workers,
)
from .output import Output, command_line, reported

Sight = Annotated[
    int | None,
    typer.Option(
        min=0, metavar="N", show_default="as many as take a moment; 0 with --invariant",
        help="Compare so many of the reached states for whether seats are given more than they may know.",
    ),
]  # fmt: skip
Graph = Annotated[
    str | None, typer.Option("--graph", metavar="FILE", help="Write the graph of the states, as .graphml or .dot.")
]
ForbidDeadlock = Annotated[
    bool, typer.Option("--forbid-deadlock", help="A state with no way on that is not declared settled is a finding.")
]


@reported
def explore(
    model: ModelArgument,
    settings: Settings = None,
    check: Checks = None,
    sight: Sight = None,
    engine: EngineOption = None,
    max_states: MaxStates = None,
    max_depth: MaxDepth = None,
    max_memory: MaxMemory = USUAL_MEMORY,
    timeout: Timeout = None,
    workers: Workers = USUAL_WORKERS,
    seed: Seed = 0,
    keep_going: KeepGoing = False,
    forbid_deadlock: ForbidDeadlock = False,
    graph: Graph = None,
    traces: Traces = USUAL_TRACES,
    write_tests: Tests = None,
    allow_bounded: AllowBounded = False,
    quiet: Quiet = False,
    json_file: JsonFile = None,
) -> None:
    """Visit every reachable state of a model and check whatever is declared."""
    output = Output(json_file, quiet)
    from ..report.sight import SIGHT
    from .engines import chosen_engine, explore_with
    from .preparing import bounds_of, declared_by, prepared
    from .progress import interruptible, progress_line
    from .telling import tell

    graph_file = _graph_file(graph)
    used = chosen_engine(engine, keep_graph=graph is not None)
    bounds = bounds_of(max_states, max_depth, timeout, max_memory)
    chosen, instance = prepared(model, settings)
    declared = declared_by(instance, check)
    with interruptible() as stop, progress_line(quiet, instance.name) as progress:
        exploration = explore_with(
            used,
            instance,
            bounds=bounds,
            declared=declared,
            keep_going=keep_going,
            forbid_deadlock=forbid_deadlock,
            keep_graph=graph is not None,
            sight=0 if check and SIGHT not in check and sight is None else sight,
            workers=workers,
            seed=seed,
            progress=progress,
            stop=stop,
        )
    if graph_file is not None:
        _export(exploration, graph_file)
    tell(
        output,
        exploration,
        command_line(),
        chosen=chosen,
        traces=traces,
        tests=write_tests,
        allow_bounded=allow_bounded,
    )


def _graph_file(graph: str | None) -> Path | None:
    """The file for the graph, looked at before the work. Raises `Mistake`."""
    from .mistakes import Mistake

    if graph is None:
        return None
    path = Path(graph)
    if path.suffix.lower() not in (".graphml", ".dot", ".gv"):
        raise Mistake(f"--graph {graph}: a graph is written as .graphml or .dot")
    if not path.parent.is_dir():
        raise Mistake(f"--graph {graph}: there is no directory {path.parent}")
    return path


def _export(exploration: object, path: Path) -> None:
    from ..search.graph import export
    from ..search.outcome import Exploration
    from .mistakes import Mistake

    assert isinstance(exploration, Exploration)
    try:
        export(exploration, path)
    except OSError as error:
        raise Mistake(f"--graph {path}: it cannot be written ({error.strerror})") from error
