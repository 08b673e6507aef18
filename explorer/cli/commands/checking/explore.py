"""`kanly explore`: visit every reachable state and hold the declarations against it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...frame.ending import reported
from ...frame.files import Destination
from ...frame.option_groups import Counterexamples, Search, TellingInTables
from ...frame.options import (
    Checks,
    ForbidDeadlock,
    ModelArgument,
    Settings,
)
from ...frame.output import command_line, tell

if TYPE_CHECKING:
    from .....invariants import Declaration
    from .....model import Instance
    from ....findings.outcome import Exploration
    from ....sweep.search.checkpoint import Checkpoints
    from ...frame.engines import EngineOptions
    from ...frame.options import Engine

Sight = Annotated[
    int | None,
    typer.Option(
        min=0, metavar="N", show_default="all of them; 0 with --invariant",
        help="Compare only so many of the reached states for whether seats are given more than they may know.",
    ),
]  # fmt: skip
Graph = Annotated[
    str | None, typer.Option("--graph", metavar="FILE", help="Write the graph of the states, as .graphml or .dot.")
]

Checkpoint = Annotated[
    str | None, typer.Option("--checkpoint", metavar="FILE", help="Keep the sweep in this file, to go on from there.")
]
Every = Annotated[
    float, typer.Option("--every", min=0.0, metavar="SECONDS", help="How often the checkpoint is written.")
]
Resume = Annotated[
    str | None, typer.Option("--resume", metavar="FILE", help="Go on from a checkpoint of the same sweep.")
]


@reported
def explore(
    model: ModelArgument,
    search: Search,
    found: Counterexamples,
    telling: TellingInTables,
    settings: Settings = None,
    check: Checks = None,
    sight: Sight = None,
    forbid_deadlock: ForbidDeadlock = False,
    graph: Graph = None,
    checkpoint: Checkpoint = None,
    every: Every = 60.0,
    resume: Resume = None,
) -> None:
    """Visit every reachable state of a model and check whatever is declared."""
    output, graph_file = telling.output(), _graph_file(graph)
    from ...frame.engines import EngineOptions, chosen_engine
    from ...frame.preparing import declared_by, prepared

    used, compared = chosen_engine(search.engine, keep_graph=graph is not None), _compared(sight, check)
    checkpoints = _checkpoints(used, checkpoint, every, resume)
    options = EngineOptions(
        search.bounds, search.keep_going, forbid_deadlock, graph is not None, compared, search.workers, search.seed,
        checkpoints=checkpoints,
    )  # fmt: skip
    chosen, instance = prepared(model, settings)
    exploration = _kept(used, instance, options, declared_by(instance, check), telling.quiet)
    if graph_file is not None:
        _export(exploration, graph_file)
    tell(output, exploration, command_line(), found.files(chosen, instance), found.allow_bounded)


def _checkpoints(engine: Engine, checkpoint: str | None, every: float, resume: str | None) -> Checkpoints | None:
    """Where the sweep is kept and what it goes on from, if that is asked. Raises `Mistake`."""
    from ....sweep.search.checkpoint import Checkpoints
    from ...frame.mistakes import Mistake
    from ...frame.options import Engine

    if checkpoint is None and resume is None:
        return None
    if engine is not Engine.COMPILED:
        raise Mistake("--checkpoint and --resume are for the compiled engine; leave out --engine run and --graph")
    write_to = None if checkpoint is None else Destination("--checkpoint", checkpoint).path
    return Checkpoints(write_to, every, None if resume is None else Path(resume).absolute())


def _kept(
    engine: Engine, instance: Instance, options: EngineOptions, declared: Sequence[Declaration], quiet: bool
) -> Exploration:
    """The exploration. Raises `Mistake` for a checkpoint that cannot be written or gone on from."""
    if options.checkpoints is None:
        return _explored(engine, instance, options, declared, quiet)
    from ....sweep.search.checkpoint import CheckpointError
    from ...frame.mistakes import Mistake

    try:
        return _explored(engine, instance, options, declared, quiet)
    except CheckpointError as error:
        raise Mistake(str(error)) from None


def _compared(sight: int | None, check: Sequence[str] | None) -> int | None:
    """How many states are compared for sight: as many as usual for None, none where only other checks are wanted."""
    from ....report.sight import SIGHT

    return 0 if sight is None and check and SIGHT not in check else sight


def _explored(
    engine: Engine, instance: Instance, options: EngineOptions, declared: Sequence[Declaration], quiet: bool
) -> Exploration:
    """The exploration, while how far it is is shown."""
    from ...frame.engines import explore_with
    from ...frame.progress import interruptible, progress_line

    with interruptible() as stop, progress_line(quiet, instance.name) as progress:
        return explore_with(engine, instance, options, declared=declared, progress=progress, stop=stop)


def _graph_file(graph: str | None) -> Destination | None:
    """Where the graph goes, tried before the work. Raises `Mistake`."""
    from ...frame.mistakes import Mistake

    if graph is None:
        return None
    if Path(graph).suffix.lower() not in (".graphml", ".dot", ".gv"):
        raise Mistake(f"--graph {graph}: a graph is written as .graphml or .dot")
    return Destination("--graph", graph)


def _export(exploration: Exploration, destination: Destination) -> None:
    """Write the graph that was walked. Raises `Mistake`."""
    from ....search.graph import export

    with destination.replaced() as file:
        export(exploration, file)
