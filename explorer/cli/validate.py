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
    """Load a save and hold it against the save rules and invariants: exit 0 accepted, 1 refused, with rule and path."""
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
    """Whatever a well-formed save breaks: the save rules first, which name the path of the fault, then the invariants.

    What cannot answer because of a fault that another names is left out. Raises `ModelError` when none names one.
    """
    from ...invariants import CheckKind, applicable
    from ...model import ModelError

    declared = applicable(instance)
    rules = [each for kind in (CheckKind.SAVE_RULE, CheckKind.INVARIANT) for each in declared if each.kind is kind]
    refusals: list[dict[str, Any]] = []
    unanswered: list[ModelError] = []
    for rule in rules:
        try:
            refusal = _refusal(instance, slots, rule)
        except ModelError as error:
            unanswered.append(error)
        else:
            refusals += [] if refusal is None else [refusal]
    if unanswered and not refusals:
        raise unanswered[0]
    return refusals


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
