"""`kanly validate`: whether a save is accepted, and if not, which rule refuses it and where."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from ....processes import supervision
from ...frame.ending import reported
from ...frame.files import read_bytes
from ...frame.option_groups import Telling
from ...frame.options import USUAL_LOADING, ModelArgument, Settings, Timeout
from ...frame.output import Output, command_line

if TYPE_CHECKING:
    from .....model import Instance, Slots
    from ....battery.acceptance import Refusal
    from ....report.verdict import Verdict

SaveFile = Annotated[str, typer.Argument(metavar="SAVE.json", help="The save; - reads standard input.")]


@reported
def validate(
    model: ModelArgument,
    save: SaveFile,
    telling: Telling,
    settings: Settings = None,
    timeout: Timeout = USUAL_LOADING,
) -> None:
    """Load a save and hold it against the save rules and invariants: exit 0 accepted, 1 refused, with rule and path."""
    output = telling.output()
    from ....findings.status import Status
    from ....report.verdict import verdict_on
    from ...frame.preparing import prepared

    _, instance = prepared(model, settings)
    supervision.tell_phase("holding the save against the rules")
    content, began = read_bytes(save), time.perf_counter()
    _, refusals = accepted(instance, content)
    status = Status.VIOLATED if refusals else Status.HOLDS
    verdict = verdict_on(instance, status, command_line(), "load")
    verdict.complete, verdict.seconds = True, round(time.perf_counter() - began, 3)
    verdict.details = {"accepted": not refusals, "refusals": []}
    if refusals:
        tell_refused(verdict, refusals, output)
    else:
        output.console().print(f"accepted by {instance.name}", style="green", markup=False, highlight=False)
    output.leave(verdict)


def accepted(instance: Instance, content: bytes) -> tuple[Slots | None, list[Refusal]]:
    """The state of a save, if it is one at all, and whatever refuses it."""
    from .....model import SaveError
    from ....battery.acceptance import Refusal, refusals_of

    try:
        slots = instance.from_json(content)
    except SaveError as error:
        return None, [Refusal(error.path, "format", (), error.message)]
    return slots, refusals_of(instance, slots)


def tell_refused(verdict: Verdict, refusals: Sequence[Refusal], output: Output) -> None:
    """Tell what refuses a save, and put it into the verdict."""
    from rich.markup import escape

    verdict.reason = "; ".join(f"{each.rule} at {each.path}" for each in refusals)
    verdict.details = {"accepted": False, "refusals": [each.record() for each in refusals]}
    for each in refusals:
        clauses = f" [{', '.join(each.clauses)}]" if each.clauses else ""
        told = f"{each.path}: {each.rule}{clauses}: {each.message}"
        output.console().print(f"[red]refused[/] {escape(told)}", soft_wrap=True, highlight=False)
