"""`kanly validate`: whether a save is accepted, and if not, which rule refuses it and where."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .options import JsonFile, ModelArgument, Quiet, Settings
from .output import Output, command_line, reported

if TYPE_CHECKING:
    from ...invariants import Declaration
    from ...model import Instance, Slots

SaveFile = Annotated[str, typer.Argument(metavar="SAVE.json", help="The save; - reads standard input.")]


@reported
def validate(
    model: ModelArgument,
    save: SaveFile,
    settings: Settings = None,
    quiet: Quiet = False,
    json_file: JsonFile = None,
) -> None:
    """Load a save: exit 0 when it is accepted, 1 when it is refused, with the rule and the path of the fault."""
    output = Output(json_file, quiet)
    from rich.markup import escape

    from ...model import SaveError
    from ..report.verdict import Verdict
    from ..status import Status
    from .preparing import prepared
    from .replay import read_bytes

    _, instance = prepared(model, settings)
    content, began = read_bytes(save), time.perf_counter()
    refusals: list[dict[str, Any]]
    try:
        refusals = refusals_of(instance, instance.from_json(content))
    except SaveError as error:
        refusals = [{"path": error.path, "rule": "format", "clauses": [], "message": error.message}]
    status = Status.VIOLATED if refusals else Status.HOLDS
    verdict = Verdict(
        status=status.value,
        exit_code=status.exit_code,
        command=command_line(),
        engine="load",
        model=instance.model.name,
        scenario=instance.scenario.name,
        complete=True,
        reason="; ".join(f"{each['rule']} at {each['path']}" for each in refusals),
        seconds=round(time.perf_counter() - began, 3),
        details={"accepted": not refusals, "refusals": refusals},
    )
    console = output.console()
    for each in refusals:
        clauses = f" [{', '.join(each['clauses'])}]" if each["clauses"] else ""
        told = f"{each['path']}: {each['rule']}{clauses}: {each['message']}"
        console.print(f"[red]refused[/] {escape(told)}", soft_wrap=True, highlight=False)
    if not refusals:
        console.print(f"[green]accepted[/] by {escape(instance.name)}", highlight=False)
    output.leave(verdict)


def refusals_of(instance: Instance, slots: Slots) -> list[dict[str, Any]]:
    """Every rule that a well-formed save breaks: the save rules, or the invariants of a model that has none."""
    from ...invariants import CheckKind, applicable

    declared = applicable(instance)
    rules = [each for each in declared if each.kind is CheckKind.SAVE_RULE]
    rules = rules or [each for each in declared if each.kind is CheckKind.INVARIANT]
    return [refusal for rule in rules if (refusal := _refusal(instance, slots, rule)) is not None]


def _refusal(instance: Instance, slots: Slots, rule: Declaration) -> dict[str, Any] | None:
    from ...invariants import holds
    from ...model.language.errors import Rejection
    from ..search.watch import failing

    try:
        kept, where = holds(rule, instance.state(slots))
    except (Exception, Rejection) as error:
        raise failing(rule, error) from error
    if kept:
        return None
    is_path = where.startswith("$")
    message = rule.sentence if is_path or not where else f"{rule.sentence} ({where})"
    path = where if is_path else "$"
    return {"path": path, "rule": rule.id, "clauses": list(rule.clauses), "message": message}
