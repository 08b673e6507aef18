"""`kanly trace`: how a rule was read, as a decision tree."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import typer

from ...frame.ending import reported
from ...frame.option_groups import Telling
from ...frame.options import USUAL_LOADING, ModelArgument, Settings, Timeout
from ...frame.output import Output, command_line

ActionArgument = Annotated[
    str | None, typer.Argument(metavar="[ACTION]", help="The action to show; all are counted when none is named.")
]


@reported
def trace(
    model: ModelArgument,
    telling: Telling,
    action: ActionArgument = None,
    settings: Settings = None,
    timeout: Timeout = USUAL_LOADING,
) -> None:
    """Read the rules symbolically; show one as a decision tree, or count the paths of all."""
    output = telling.output()
    import time

    from ....findings.status import Status
    from ....report.verdict import verdict_on
    from ....trace.printing import printed
    from ....trace.tracing import trace_action, trace_slots
    from ...frame.preparing import prepared

    began = time.perf_counter()
    _, instance = prepared(model, settings)
    chosen = instance.actions if action is None else (instance.action(action),)
    slots = trace_slots(instance)
    traced = [trace_action(instance, each, slots) for each in chosen]
    for each in traced:
        lines = printed(instance, each) if action is not None else [f"{each.action.name}: {each.paths} paths"]
        _show(output, lines)
    verdict = verdict_on(instance, Status.HOLDS, command_line(), "trace")
    verdict.complete, verdict.seconds = True, round(time.perf_counter() - began, 3)
    verdict.details = {"paths": {each.action.name: each.paths for each in traced}}
    output.leave(verdict)


def _show(output: Output, lines: Iterable[str]) -> None:
    """What there is to say of one rule."""
    console = output.console()
    for line in lines:
        console.print(line, soft_wrap=True, highlight=False, markup=False)
