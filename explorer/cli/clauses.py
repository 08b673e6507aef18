"""`kanly clauses`: which check holds which clause, how it stands, and which clauses nothing holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .options import USUAL_WORKERS, EngineOption, JsonFile, ModelArgument, Quiet, Timeout, Workers
from .output import Output, reported

if TYPE_CHECKING:
    from ...model import Instance, Model
    from ..search.outcome import Bounds
    from ..status import Status
    from .models import Chosen
    from .options import Engine

NoExplore = Annotated[bool, typer.Option("--no-explore", help="List what is declared without checking it.")]
USUAL_SECONDS = 300.0


@reported
def clauses(
    model: ModelArgument,
    engine: EngineOption = None,
    timeout: Timeout = USUAL_SECONDS,
    workers: Workers = USUAL_WORKERS,
    no_explore: NoExplore = False,
    quiet: Quiet = False,
    json_file: JsonFile = None,
) -> None:
    """List clause -> checks -> status. The scenarios are explored for it, each for at most `--timeout` seconds."""
    output = Output(json_file, quiet)
    from .engines import chosen_engine
    from .models import choose
    from .preparing import bounds_of

    chosen = choose(model)
    bounds, used = bounds_of(None, None, timeout), chosen_engine(engine)
    stands = {} if no_explore else standings(chosen, used, bounds, workers)
    records = clause_records(chosen.model, stands)
    if output.speaks:
        _show(output, chosen.model, records)
    output.write(records)
    if any(check["status"] == "violated" for record in records for check in record["checks"]):
        raise typer.Exit(1)


def clause_records(model: Model, stands: Mapping[str, Status]) -> list[dict[str, Any]]:
    """Every clause of the model with its text and its checks."""
    from ...invariants import declarations

    declared = declarations(model)
    return [
        {
            "clause": clause,
            "text": text,
            "checks": [
                {"id": each.id, "status": stands[each.id].value if each.id in stands else "declared"}
                for each in declared
                if clause in each.clauses
            ],
        }
        for clause, text in model.clauses.items()
    ]


def standings(chosen: Chosen, engine: Engine, bounds: Bounds, workers: int) -> dict[str, Status]:
    """How each declaration stands over all scenarios in which it is checked."""
    from .progress import interruptible

    found: dict[str, list[Status]] = {}
    names = [chosen.scenario] if chosen.scenario else list(chosen.model.scenarios)
    with interruptible() as stop:
        for name in names:
            instance = type(chosen)(chosen.model, name).instance(())
            for check, status in _explored(instance, engine, bounds, workers, stop).items():
                found.setdefault(check, []).append(status)
    return {check: over_scenarios(statuses) for check, statuses in found.items()}


def _explored(instance: Instance, engine: Engine, bounds: Bounds, workers: int, stop: Any) -> dict[str, Status]:
    from .engines import explore_with

    result = explore_with(engine, instance, bounds=bounds, keep_going=True, workers=workers, stop=stop)
    return {check.declaration.id: check.status for check in result.checks}


def over_scenarios(statuses: Sequence[Status]) -> Status:
    """One status for several scenarios: where a premise never holds in one, another may show that it does."""
    from ..status import Status

    for status in (Status.VIOLATED, Status.INCONCLUSIVE, Status.HOLDS):
        if status in statuses:
            return status
    return Status.VACUOUS


def _show(output: Output, model: Model, records: list[dict[str, Any]]) -> None:
    from rich.markup import escape

    from ..report.terminal import coloured

    console = output.console()
    if not records:
        console.print(f"{model.name} lists no clauses")
        return
    held = [record for record in records if record["checks"]]
    open_clauses = [record for record in records if not record["checks"]]
    if not output.quiet:
        for record in held:
            console.print(f"[bold]{record['clause']}[/] {escape(record['text'])}", highlight=False, soft_wrap=True)
            for check in record["checks"]:
                console.print(f"    {coloured(check['status'])} {escape(check['id'])}", highlight=False)
        if open_clauses:
            console.print("[yellow]nothing holds yet[/]")
        for record in open_clauses:
            console.print(f"    [bold]{record['clause']}[/] {escape(record['text'])}", highlight=False, soft_wrap=True)
    console.print(f"{len(held)} of {len(records)} clauses have a check")
