"""`kanly replay`: take a recorded path again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..frame.mistakes import Mistake
from ..frame.options import JsonFile, ModelArgument, Quiet, Settings
from ..frame.output import Output, command_line, reported

if TYPE_CHECKING:
    from ....model import Instance
    from ...report.itf import Recording
    from ...report.verdict import Verdict
    from ...search.replay import Replay

TraceFile = Annotated[str, typer.Argument(metavar="TRACE.itf.json", help="A trace that Kanly wrote; - reads one.")]


@reported
def replay(
    model: ModelArgument,
    trace: TraceFile,
    settings: Settings = None,
    quiet: Quiet = False,
    json_file: JsonFile = None,
) -> None:
    """Take the steps of a trace again: exit 1 when it still breaks something, 0 when not, 3 when it cannot be taken."""
    output = Output(json_file, quiet)
    from ...search.replay import replay as take_again
    from ..frame.preparing import look_over
    from ..frame.selection import choose

    recording = _recording(trace)
    chosen = choose(model)
    if recording.model and recording.model != chosen.model.name:
        raise Mistake(f"{trace} is a trace of {recording.model}, not of {chosen.model.name}")
    scenario = chosen.scenario or recording.scenario or None
    given = settings or [f"{name}={value}" for name, value in recording.parameters.items()]
    instance = type(chosen)(chosen.model, scenario, chosen.source).instance(given)
    look_over(instance)
    moves, start = recording.moves(instance), recording.start(instance)
    result = take_again(instance, start, moves, expected=recording.expected(instance))
    output.finish(_verdict(result, recording))


def _recording(trace: str) -> Recording:
    from ....model import SaveError
    from ...report.itf import from_itf

    try:
        return from_itf(read_bytes(trace))
    except SaveError as error:
        raise Mistake(f"{trace} is no trace: {error}") from error


def _verdict(result: Replay, recording: Recording) -> Verdict:
    from ...findings.status import Status
    from ...report.summary import counterexample, verdict_of
    from ...report.verdict import FindingRecord

    verdict = verdict_of(result.exploration, command_line())
    instance = result.exploration.instance
    broken = bool(result.broken) or result.trace.failed is not None
    dead = _ends_dead(result, recording)
    open_end = result.refusal or _left_open(instance, recording)
    status = Status.VIOLATED if broken or dead else Status.INCONCLUSIVE if open_end else Status.HOLDS
    verdict.status, verdict.exit_code = status.value, status.exit_code
    if not broken:
        verdict.reason = dead or open_end or "nothing breaks on this path"
        example = counterexample(instance, result.trace)
        verdict.findings.append(FindingRecord("path", verdict.reason, 1, status.value, None, example))
    taken = f"{result.trace.length} of {len(recording.actions)} steps taken again"
    verdict.checked, verdict.unchecked = [taken], ["every other path"]
    return verdict


def _ends_dead(result: Replay, recording: Recording) -> str:
    """That a path that was written for its end ends again where nothing is possible; empty when it does not."""
    from ...search.onward import DEADLOCK, DEADLOCK_TOLD, is_deadlock

    if recording.check != DEADLOCK or result.refusal or result.trace.failed is not None:
        return ""
    return DEADLOCK_TOLD if is_deadlock(result.exploration.instance, result.trace.states[-1]) else ""


def _left_open(instance: Instance, recording: Recording) -> str:
    """Why the path alone cannot show what it was written for; empty when it can."""
    from ....invariants import CheckKind, applicable

    progress = [each.id for each in applicable(instance) if each.kind is CheckKind.PROGRESS]
    if recording.check not in progress:
        return ""
    return f"whether a settled state can be reached from its end takes kanly explore --invariant {recording.check}"


def read_bytes(name: str) -> bytes:
    """The content of a file, or of standard input for -. Raises `Mistake`."""
    import sys

    from ....model.language.base.strict_json import LARGEST_SAVE

    try:
        if name == "-":
            return sys.stdin.buffer.read(LARGEST_SAVE + 1)
        path = Path(name)
        if not path.exists():
            raise Mistake(f"{name}: there is no such file")
        if not path.is_file():
            raise Mistake(f"{name}: this is not a file")
        with path.open("rb") as file:
            return file.read(LARGEST_SAVE + 1)
    except (OSError, ValueError) as error:
        raise Mistake(f"{name}: it cannot be read ({error})") from error
