"""`kanly revelations`: what a model tells on purpose, to whom and why, and what everybody may know by default."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...frame.ending import reported
from ...frame.option_groups import Telling
from ...frame.options import USUAL_LOADING, ModelArgument, Settings, Timeout
from ...frame.output import command_line

if TYPE_CHECKING:
    from rich.console import Console

    from .....model import Instance


@reported
def revelations(
    model: ModelArgument, telling: Telling, settings: Settings = None, timeout: Timeout = USUAL_LOADING
) -> None:
    """List what the actions reveal on purpose, and the fields that are everybody's because nothing else is said."""
    output = telling.output()
    import time

    from ....findings.status import Status
    from ....report.verdict import verdict_on
    from ...frame.preparing import prepared

    began = time.perf_counter()
    _, instance = prepared(model, settings)
    revealed, open_fields = _revealed(instance), _open_by_default(instance)
    withheld = [{"what": each.what, "because": each.because} for view in instance.views for each in view.withholds]
    _show(output.console(), revealed, withheld, open_fields)
    verdict = verdict_on(instance, Status.HOLDS, command_line(), "declarations")
    verdict.complete, verdict.seconds = True, round(time.perf_counter() - began, 3)
    verdict.checked = [f"what is declared of {len(instance.model.actions)} actions, in all scenarios"]
    verdict.unchecked = ["whether what is declared ever happens, and whether nothing else is revealed (kanly explore)"]
    verdict.details = {"revelations": revealed, "withheld": withheld, "open by default": open_fields}
    output.leave(verdict)


def _revealed(instance: Instance) -> list[dict[str, Any]]:
    """Every revelation of the model, whatever the scenario."""
    from ....sight.allowances import audience

    return [
        {
            "action": action.name,
            "what": each.what,
            "to": audience(each),
            "because": each.because,
            "scenarios": list(each.scenarios),
            "file": action.file,
            "line": action.line,
        }
        for action in instance.model.actions.values()
        for each in action.reveals
    ]


def _open_by_default(instance: Instance) -> list[dict[str, Any]]:
    """The fields of the state that everybody may know because neither `seen_by` nor `public` is written."""
    return [
        {"field": name, "file": spec.at[0], "line": spec.at[1]}
        for name, spec in instance.model.state.declared.items()
        if spec.is_open_by_default
    ]


def _show(
    console: Console,
    revealed: list[dict[str, Any]],
    withheld: list[dict[str, Any]],
    open_fields: list[dict[str, Any]],
) -> None:
    from rich.markup import escape
    from rich.table import Table

    if revealed:
        table = Table("action", "reveals", "to", "because", "has to happen in", box=None, pad_edge=False)
        for each in revealed:
            row = each["action"], each["what"], each["to"], each["because"], ", ".join(each["scenarios"])
            table.add_row(*map(escape, row))
        console.print(table)
    else:
        console.print("no action reveals anything beyond its arguments and its events")
    if withheld:
        table = Table("the view withholds", "because", box=None, pad_edge=False)
        for each in withheld:
            table.add_row(escape(each["what"]), escape(each["because"]))
        console.print(table)
    if open_fields:
        names = ", ".join(each["field"] for each in open_fields)
        told = f"everybody's by default, as neither seen_by nor public is written: {names}"
        console.print(told, highlight=False, markup=False, soft_wrap=True)
