"""`kanly replay`: take a recorded path again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ....processes import supervision
from ...frame.ending import reported
from ...frame.files import read_bytes
from ...frame.mistakes import Mistake
from ...frame.option_groups import Telling
from ...frame.options import USUAL_LOADING, ModelArgument, Settings, Timeout
from ...frame.output import command_line

if TYPE_CHECKING:
    from .....model import Instance, Model, SaveError
    from ....findings.status import Status
    from ....report.itf import RecordedLeak, RecordedPlay, Recording
    from ....report.verdict import Verdict
    from ....search.recorded import Recorded
    from ....search.replay import Replay

TraceFile = Annotated[str, typer.Argument(metavar="TRACE.itf.json", help="A trace that Kanly wrote; - reads one.")]


@reported
def replay(
    model: ModelArgument,
    trace: TraceFile,
    telling: Telling,
    settings: Settings = None,
    timeout: Timeout = USUAL_LOADING,
) -> None:
    """Take the steps of a trace again: exit 1 when it still breaks something, 0 when not, 3 when it cannot be taken."""
    output = telling.output()
    from .....invariants import monitored
    from ...frame.preparing import look_over
    from ...frame.selection import choose

    recording = _recording(trace)
    chosen = choose(model)
    if recording.model and recording.model != chosen.model.name:
        raise Mistake(f"{trace} is a trace of {recording.model}, not of {chosen.model.name}")
    scenario = chosen.scenario or recording.scenario or None
    given = settings or _settings(chosen.model, recording)
    instance = type(chosen)(chosen.model, scenario, chosen.source).instance(given)
    look_over(instance)
    supervision.tell_phase("taking the steps again")
    output.finish(_replayed(monitored(instance), recording))


def _replayed(instance: Instance, recording: Recording) -> Verdict:
    """What becomes of the recorded play, and of the other one of a leak."""
    from .....model import SaveError
    from ....search.recorded import adjustments

    try:
        result, start = _taken(instance, recording.play)
        verdict = _verdict(result, recording)
        verdict.unchecked += adjustments(instance, start)
        if recording.leak is not None:
            other, start = _taken(instance, recording.leak.play)
            _add_leak(verdict, result, other, recording.leak)
            verdict.unchecked += adjustments(instance, start)
    except SaveError as error:
        return _no_start(instance, error)
    return verdict


def _taken(instance: Instance, play: RecordedPlay) -> tuple[Replay, Recorded]:
    """A play, and how its first state is read. Raises `SaveError` where that is none of this model."""
    from ....search.replay import replay as take_again

    start = play.start(instance)
    return take_again(instance, start.slots, play.moves(instance), expected=play.expected(instance)), start


def _settings(model: Model, recording: Recording) -> list[str]:
    """The recorded parameters, as far as the model still has them."""
    known = model.state.parameters
    return [f"{name}={value}" for name, value in recording.parameters.items() if name in known]


def _recording(trace: str) -> Recording:
    from .....model import SaveError
    from ....report.itf import from_itf

    try:
        return from_itf(read_bytes(trace))
    except SaveError as error:
        raise Mistake(f"{trace} is no trace: {error}") from error


def _no_start(instance: Instance, error: SaveError) -> Verdict:
    """The verdict where the first recorded state is none of this model, or no start of play."""
    from ....findings.status import Status
    from ....report.verdict import verdict_on

    verdict = verdict_on(instance, Status.INCONCLUSIVE, command_line(), "replay")
    verdict.reason = f"the path cannot be taken from its first state: {error}"
    verdict.unchecked = ["the path"]
    return verdict


def _verdict(result: Replay, recording: Recording) -> Verdict:
    from ....findings.status import Status
    from ....report.summary import counterexample, verdict_of
    from ....report.verdict import FindingRecord
    from ....search.continuations import PathEnd, end_of_path

    verdict = verdict_of(result.exploration, command_line())
    instance = result.exploration.instance
    broken = bool(result.broken) or result.trace.failed is not None
    is_whole = not (broken or result.refusal)
    is_alone = is_whole and recording.leak is None
    ends = end_of_path(instance, result.trace.states[-1], recording.check) if is_alone else PathEnd()
    open_end = result.refusal or ends.undecided
    status = Status.VIOLATED if broken or ends.wrong else Status.INCONCLUSIVE if open_end else Status.HOLDS
    verdict.status, verdict.exit_code = status.value, status.exit_code
    if not broken:
        verdict.reason = ends.wrong or open_end or "nothing breaks on this path"
        example = counterexample(instance, result.trace)
        verdict.findings.append(FindingRecord("path", verdict.reason, 1, status.value, None, example))
    verdict.checked = [f"{result.trace.length} of {len(recording.play.actions)} steps taken again"]
    verdict.unchecked = [*filter(None, [result.elsewhere]), "every other path"]
    if result.elsewhere:
        verdict.details["elsewhere"] = result.elsewhere
        verdict.reason += f"; {result.elsewhere}"
    return verdict


def _add_leak(verdict: Verdict, one: Replay, other: Replay, leak: RecordedLeak) -> None:
    """Add the other play of a leak, and, where nothing else breaks, whether the two still look different."""
    from ....findings.status import Status
    from ....report.summary import counterexample
    from ....report.verdict import FindingRecord

    instance = other.exploration.instance
    verdict.checked.append(f"{other.trace.length} of {len(leak.play.actions)} steps of the other play taken again")
    verdict.unchecked[:0] = [f"the other play: {told}" for told in filter(None, [other.elsewhere])]
    if verdict.status != Status.HOLDS.value:
        return
    status, verdict.reason = _still_leaks(one, other, leak)
    verdict.status, verdict.exit_code = status.value, status.exit_code
    for play, told in ((one, verdict.reason), (other, "the other play")):
        example = counterexample(instance, play.trace)
        verdict.findings.append(FindingRecord("path", told, 1, status.value, None, example))
    del verdict.findings[0]


def _still_leaks(one: Replay, other: Replay, leak: RecordedLeak) -> tuple[Status, str]:
    """Whether two plays still look different to a seat that may not tell them apart, and that in words."""
    from .....model import ModelError
    from ....findings.leaks import OtherPlay, breach
    from ....findings.status import Status
    from ....sight.comparison import leak_between

    if other.refusal:
        return Status.INCONCLUSIVE, f"the other play: {other.refusal}"
    if other.broken or other.trace.failed is not None:
        return Status.VIOLATED, "the other play breaks what is declared, or a rule fails on it"
    instance, twin = other.exploration.instance, OtherPlay(leak.seat, leak.channel, other.trace)
    try:
        seen = leak_between(instance, one.trace, twin)
    except ModelError as error:
        return Status.INCONCLUSIVE, str(error)
    if seen is None:
        return Status.HOLDS, f"{leak.seat} is given the same after both plays, or tells them apart rightly"
    differs = "; ".join(f"{path} is {left} or {right}" for path, left, right in seen.seen)
    return Status.VIOLATED, f"{breach(leak.seat, leak.channel, leak.channel.value)}: {differs}"
