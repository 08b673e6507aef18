"""`kanly show`: a save as text for people, whole or as one seat or onlooker is shown it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ....processes import supervision
from ...frame.ending import reported
from ...frame.files import read_bytes
from ...frame.mistakes import Mistake
from ...frame.option_groups import Telling
from ...frame.options import USUAL_LOADING, ModelArgument, Settings, Timeout
from ...frame.output import command_line
from .validate import SaveFile, accepted, tell_refused

if TYPE_CHECKING:
    from rich.console import Console

    from .....model import Instance

Seat = Annotated[
    str | None,
    typer.Option("--seat", metavar="NAME", help="Show what this seat or onlooker is shown, and not the whole save."),
]


@reported
def show(
    model: ModelArgument,
    save: SaveFile,
    telling: Telling,
    seat: Seat = None,
    settings: Settings = None,
    timeout: Timeout = USUAL_LOADING,
) -> None:
    """Show a save as text: all of it, or what a seat is shown. A save that `validate` refuses is not shown: exit 1."""
    output = telling.output()
    from ....findings.status import Status
    from ....report.verdict import verdict_on
    from ...frame.preparing import prepared

    _, instance = prepared(model, settings)
    viewer = None if seat is None else _viewer(instance, seat)
    supervision.tell_phase("holding the save against the rules")
    content, began = read_bytes(save), time.perf_counter()
    slots, refusals = accepted(instance, content)
    verdict = verdict_on(instance, Status.VIOLATED if refusals else Status.HOLDS, command_line(), "load")
    if slots is None or refusals:
        tell_refused(verdict, refusals, output)
    else:
        supervision.tell_phase("showing the save")
        shown = instance.describe(slots) if viewer is None else instance.described_views(slots, viewer)
        panel = None if viewer is None else instance.panel(slots, viewer)
        _show(output.console(), shown, panel)
        hidden = [name for name, spec in instance.model.state.declared.items() if not spec.is_open_by_default]
        if viewer is not None:
            _tell_hidden(output.console(), viewer.name, [each for each in hidden if each in _used(instance)])
        verdict.details = {"viewer": seat, "shown": shown, "panel": panel}
    verdict.complete, verdict.seconds = True, round(time.perf_counter() - began, 3)
    output.leave(verdict)


def _viewer(instance: Instance, name: str) -> Any:
    """The seat or the onlooker of a name. Raises `Mistake` for another name, and for one who is shown nothing."""
    for each in instance.viewers.members:
        if each.name == name:
            if not instance.views_of(each):
                raise Mistake(f"--seat {name}: {instance.model.name} has no view for {name}")
            return each
    known = ", ".join(each.name for each in instance.viewers.members)
    raise Mistake(f"--seat {name}: nobody of that name looks at {instance.name}; it is one of {known}")


def _used(instance: Instance) -> set[str]:
    return {*instance.model.state.declared} - {*instance.scenario.unused}


def _show(console: Console, shown: dict[str, str], panel: str | None) -> None:
    """The panel first, then every value by its path."""
    if panel:
        console.print(panel, markup=False, highlight=False, soft_wrap=True)
        console.print()
    width = max(map(len, shown), default=0)
    for path, value in shown.items():
        console.print(f"{path:<{width}}  {value}", markup=False, highlight=False, soft_wrap=True)


def _tell_hidden(console: Console, viewer: str, hidden: list[str]) -> None:
    """Which fields of the table are not open to everybody: what is not shown of them is hidden."""
    if hidden:
        told = f"hidden from {viewer}, as far as it is not shown above: {', '.join(hidden)}"
        console.print(f"\n{told}", markup=False, highlight=False, soft_wrap=True)
