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
) -> None:
    """Visit every reachable state of a model and check whatever is declared."""
    output, graph_file = telling.output(), _graph_file(graph)
    from ...frame.engines import EngineOptions, chosen_engine
    from ...frame.preparing import declared_by, prepared

    used, compared = chosen_engine(search.engine, keep_graph=graph is not None), _compared(sight, check)
    options = EngineOptions(
        search.bounds, search.keep_going, forbid_deadlock, graph is not None, compared, search.workers, search.seed
    )
    chosen, instance = prepared(model, settings)
    exploration = _explored(used, instance, options, declared_by(instance, check), telling.quiet)
    if graph_file is not None:
        _export(exploration, graph_file)
    tell(output, exploration, command_line(), found.files(chosen, instance), found.allow_bounded)


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
