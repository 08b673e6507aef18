"""`kanly replay`: take a recorded path again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ..frame.ending import reported
from ..frame.files import read_bytes
from ..frame.mistakes import Mistake
from ..frame.options import USUAL_LOADING, JsonFile, ModelArgument, Quiet, Settings, Timeout
from ..frame.output import Output, command_line

if TYPE_CHECKING:
    from ....model import Instance, Model, SaveError
    from ...report.itf import Recording
    from ...report.verdict import Verdict
    from ...search.replay import Replay

TraceFile = Annotated[str, typer.Argument(metavar="TRACE.itf.json", help="A trace that Kanly wrote; - reads one.")]


@reported
def replay(
    model: ModelArgument,
    trace: TraceFile,
    settings: Settings = None,
    timeout: Timeout = USUAL_LOADING,
    quiet: Quiet = False,
    json_file: JsonFile = None,
) -> None:
    """Take the steps of a trace again: exit 1 when it still breaks something, 0 when not, 3 when it cannot be taken."""
    output = Output(json_file, quiet)
    from ....model import SaveError
    from ...search.recorded import adjustments
    from ...search.replay import replay as take_again
    from ..frame.preparing import look_over
    from ..frame.selection import choose

    recording = _recording(trace)
    chosen = choose(model)
    if recording.model and recording.model != chosen.model.name:
        raise Mistake(f"{trace} is a trace of {recording.model}, not of {chosen.model.name}")
    scenario = chosen.scenario or recording.scenario or None
    given = settings or _settings(chosen.model, recording)
    instance = type(chosen)(chosen.model, scenario, chosen.source).instance(given)
    look_over(instance)
    try:
        start = recording.start(instance)
    except SaveError as error:
        output.finish(_no_start(instance, error))
    result = take_again(instance, start.slots, recording.moves(instance), expected=recording.expected(instance))
    verdict = _verdict(result, recording)
    verdict.unchecked += adjustments(instance, start)
    output.finish(verdict)


def _settings(model: Model, recording: Recording) -> list[str]:
    """The recorded parameters, as far as the model still has them."""
    known = model.state.parameters
    return [f"{name}={value}" for name, value in recording.parameters.items() if name in known]


def _recording(trace: str) -> Recording:
    from ....model import SaveError
    from ...report.itf import from_itf

    try:
        return from_itf(read_bytes(trace))
    except SaveError as error:
        raise Mistake(f"{trace} is no trace: {error}") from error


def _no_start(instance: Instance, error: SaveError) -> Verdict:
    """The verdict where the first recorded state is none of this model."""
    from ...findings.status import Status
    from ...report.verdict import Verdict

    return Verdict(
        status=Status.INCONCLUSIVE.value,
        exit_code=Status.INCONCLUSIVE.exit_code,
        command=command_line(),
        engine="replay",
        model=instance.model.name,
        scenario=instance.scenario.name,
        reason=f"the path cannot be taken: its first state is none of this model: {error}",
        unchecked=["the path"],
    )


def _verdict(result: Replay, recording: Recording) -> Verdict:
    from ...findings.status import Status
    from ...report.summary import counterexample, verdict_of
    from ...report.verdict import FindingRecord
    from ...search.onward import After, after

    verdict = verdict_of(result.exploration, command_line())
    instance = result.exploration.instance
    broken = bool(result.broken) or result.trace.failed is not None
    is_whole = not (broken or result.refusal)
    ends = after(instance, result.trace.states[-1], recording.check) if is_whole else After()
    open_end = result.refusal or ends.undecided
    status = Status.VIOLATED if broken or ends.wrong else Status.INCONCLUSIVE if open_end else Status.HOLDS
    verdict.status, verdict.exit_code = status.value, status.exit_code
    if not broken:
        verdict.reason = ends.wrong or open_end or "nothing breaks on this path"
        example = counterexample(instance, result.trace)
        verdict.findings.append(FindingRecord("path", verdict.reason, 1, status.value, None, example))
    verdict.checked = [f"{result.trace.length} of {len(recording.actions)} steps taken again"]
    verdict.unchecked = [*filter(None, [result.elsewhere]), "every other path"]
    if result.elsewhere:
        verdict.details["elsewhere"] = result.elsewhere
        verdict.reason += f"; {result.elsewhere}"
    return verdict
