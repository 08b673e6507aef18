"""`kanly trace`: how a rule was read, as a decision tree."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from ..frame.ending import reported
from ..frame.option_groups import Telling
from ..frame.options import ModelArgument, Settings, Timeout
from ..frame.output import Output, command_line

if TYPE_CHECKING:
    from ...trace.tree import TracedAction

ActionArgument = Annotated[
    str | None, typer.Argument(metavar="[ACTION]", help="The action to show; all are counted when none is named.")
]


@reported
def trace(
    model: ModelArgument,
    telling: Telling,
    action: ActionArgument = None,
    settings: Settings = None,
    timeout: Timeout = None,
) -> None:
    """Read the rules symbolically; show one as a decision tree, or count the paths of all."""
    output = telling.output()
    import time

    from ...findings.status import Status
    from ...report.verdict import verdict_on
    from ...trace.printing import printed
    from ...trace.tracing import trace_action, trace_slots
    from ..frame.preparing import prepared

    began = time.perf_counter()
    _, instance = prepared(model, settings)
    chosen = instance.actions if action is None else (instance.action(action),)
    slots = trace_slots(instance)
    traced = [trace_action(instance, each, slots) for each in chosen]
    for each in traced:
        lines = printed(instance, each) if action is not None else [f"{each.action.name}: {each.paths} paths"]
        _show(output, each, lines)
    verdict = verdict_on(instance, Status.HOLDS, command_line(), "trace")
    verdict.complete, verdict.seconds = True, round(time.perf_counter() - began, 3)
    verdict.details = {"paths": {each.action.name: each.paths for each in traced}}
    output.leave(verdict)


def _show(output: Output, traced: TracedAction, lines: Iterable[str]) -> None:
    """What there is to say of one rule, with advice when it has many paths."""
    from ...trace.reader import MANY_PATHS

    console = output.console()
    for line in lines:
        console.print(line, soft_wrap=True, highlight=False, markup=False)
    if traced.paths > MANY_PATHS:
        console.print(
            f"{traced.action.name} has more than {MANY_PATHS} paths, which makes it slow to compile and to prove: "
            "mark helpers that branch @merged, and use forall, exists, count and lookup, which do not branch",
            style="yellow",
            soft_wrap=True,
        )
