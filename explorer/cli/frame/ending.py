"""How a command ends without a verdict of its own: one message, a record that says the same, a documented exit code."""

from __future__ import annotations

import errno
import inspect
import math
import os
import sys
import threading
import traceback
import warnings
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import typer

from ...findings.status import Status
from ...processes import supervision
from .files import try_folder
from .mistakes import Mistake, told
from .option_groups import flat_parameters, grouped
from .options import USUAL_TRACES
from .output import Output, command_line, record_alone, remember_command_line

if TYPE_CHECKING:
    from ...report.verdict import GateVerdict, Verdict

NOTHING_SEEN = "nothing was looked at yet"
NOTHING_KNOWN = "nothing is known of what was looked at"
"""What is said of a command that was ended, before it found any state or later."""


_NO_MORE = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF})
"""The errors of a stream, standard output above all, that takes no more of what is told."""

Whole: TypeAlias = "Callable[[Verdict], Verdict | GateVerdict]"
"""From the verdict about how a command ended to the one of all that it had found by then."""


def as_it_is(verdict: Verdict) -> Verdict:
    """The verdict of a command of which nothing else is known."""
    return verdict


def reported(command: Callable[..., None]) -> Callable[..., None]:
    """A command whose every end is told: by its verdict, or by one message on standard error and a record.

    So is a model that breaks the command off: an exit code of its own would pass for a verdict. The folders that the
    command writes to are tried before the work, and `--timeout` counts from here. A parameter whose type is a group of
    options (`option_groups`) stands for each of them.
    """
    flat = flat_parameters(command)

    @wraps(command)
    def guarded(**kwargs: Any) -> None:
        from ....model.language.base.termination import give_up_by
        from ...processes.replaced import forget

        give_up_by(supervision.abandon)
        forget()
        given = kwargs.get("json_file")
        json_file = given if isinstance(given, str) else None
        try:
            with record_alone() if json_file == "-" else nullcontext():
                limit_time(kwargs.get("timeout"))
                supervision.tell_phase("loading the model", 0)
                _try_folders(kwargs.get("traces"), kwargs.get("write_tests"))
                command(**grouped(command, kwargs))
        except typer.Exit:
            raise
        except BaseException as error:
            raise typer.Exit(_told_error(error, _name(command), json_file)) from error

    guarded.__annotations__ = {parameter.name: parameter.annotation for parameter in flat}
    vars(guarded)["__signature__"] = inspect.Signature(flat)
    return guarded


def limit_time(seconds: object) -> None:
    """From now on the command takes at most so many seconds; None is no limit. Raises `Mistake`."""
    if isinstance(seconds, int | float):
        if math.isnan(seconds) or seconds <= 0:
            raise Mistake(f"--timeout {seconds}: expected a number of seconds above 0")
        supervision.limit(seconds)


def limit_step(seconds: float | None) -> None:
    """From now on one of several steps, which keep to so many seconds by themselves, takes at most twice as many more.

    A minute is added for what comes before and after the work that counts them.
    """
    supervision.limit(None if seconds is None else 2 * seconds + 60)


def _try_folders(traces: object, tests: object) -> None:
    """See that the folders that were asked for can be written to. Raises `Mistake`."""
    if isinstance(traces, str) and traces not in {"", USUAL_TRACES}:
        try_folder("--traces", traces)
    if isinstance(tests, str) and tests:
        try_folder("--write-tests", tests)


def settled(work: Callable[[], None], arguments: Sequence[str]) -> int:
    """The exit code of work that ends by `SystemExit`; whatever else it raises is told."""
    sys.unraisablehook = lambda raised: _say_ignored(raised.exc_value)
    threading.excepthook = lambda raised: _say_ignored(raised.exc_value)
    warnings.showwarning = _say_warning
    try:
        work()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 2
    except BaseException as error:
        remember_command_line(arguments)
        code = _told_error(error, asked_command(arguments), asked_record(arguments))
    return code if _is_flushed() else 2


def told_refusal(message: str, arguments: Sequence[str]) -> int:
    """Tell why a command cannot begin; its exit code."""
    remember_command_line(arguments)
    return _told_mistake(message, asked_command(arguments), asked_record(arguments))


def told_usage(message: str, command: str, json_file: str | None) -> int:
    """Leave the record of a command line that cannot be parsed, of which a person was told; the exit code."""
    _record(message, command, json_file)
    return Status.ERROR.exit_code


def told_end(end: supervision.End, arguments: Sequence[str], whole: Whole = as_it_is) -> int:
    """Tell of a command that was ended, or ended without a verdict; its exit code.

    `whole` makes of the verdict about that end the one of all that is known.
    """
    remember_command_line(arguments)
    cause, place = supervision.Cause, _place_in(end.places)
    at, within = (f"{place}: ", f" in {place}") if place else ("", "")
    killed = ", as happens when the memory does not suffice" if end.by == "SIGKILL" else ""
    phase = f" while {end.phase}" if end.phase else ""
    cut_short, mistake = partial(_cut_short, states=end.seen, whole=whole), partial(_told_mistake, whole=whole)
    message, tell = {
        cause.TIME: (f"its time was over{within}{phase}", cut_short),
        cause.INTERRUPTED: (f"interrupted{phase}", cut_short),
        cause.ENDED: (f"ended from outside by {end.by}{phase}{killed}", cut_short),
        cause.CRASHED: (f"{at}the process crashed ({end.by}); nothing that a rule calls may do that", mistake),
        cause.STALLED: (f"{at}a call into C code does not come back; bound it", mistake),
        cause.ENDLESS: (f"{at}it does not end, and swallows what is raised to end it", mistake),
    }.get(end.cause, (f"the process was left without a verdict ({end.by}); no model may do that", mistake))
    return tell(message, asked_command(arguments), asked_record(arguments))


def asked_command(arguments: Sequence[str]) -> str:
    """The command on a command line that was not parsed."""
    return next((argument for argument in arguments if not argument.startswith("-")), "")


def asked_record(arguments: Sequence[str]) -> str | None:
    """What `--json` says on a command line that was not parsed."""
    found = None
    for index, argument in enumerate(arguments):
        if argument == "--":
            break
        if argument == "--json" and index + 1 < len(arguments):
            found = arguments[index + 1]
        elif argument.startswith("--json="):
            found = argument.removeprefix("--json=")
    return found


def _told_error(error: BaseException, command: str, json_file: str | None) -> int:
    """Tell what was raised, whatever it is; the exit code."""
    from ....model import ModelError, SaveError
    from ...sweep.answers.disagreement import DisagreementError

    if sys.flags.dev_mode and not isinstance(error, Mistake | ModelError | SaveError):
        traceback.print_exception(error)
    if isinstance(error, KeyboardInterrupt) and not supervision.is_supervised():
        return _cut_short("interrupted", command, json_file)
    if isinstance(error, MemoryError):
        return _cut_short("the memory does not suffice", command, json_file)
    if isinstance(error, Mistake | ModelError | SaveError | DisagreementError):
        return _told_mistake(str(error), command, json_file)
    if isinstance(error, OSError) and error.filename is None and error.errno in _NO_MORE:
        return _told_mistake(f"what it tells cannot be written ({error.strerror})", command, json_file)
    return _told_mistake(_unforeseen(error), command, json_file)


def complaint(error: Exception) -> str:
    """What there is to say of something that was raised and does not end the command."""
    from ....model import ModelError, SaveError
    from ...sweep.answers.disagreement import DisagreementError

    if isinstance(error, MemoryError):
        return "the memory does not suffice"
    if isinstance(error, Mistake | ModelError | SaveError | DisagreementError):
        return str(error)
    return _unforeseen(error)


def _unforeseen(error: BaseException) -> str:
    """What nobody raises on purpose, with the author's line that it passed through, or the line of Kanly's."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if _is_of_model(frame.filename)]
    at = own[-1] if own else frames[-1] if frames else None
    place = f"{at.filename}:{at.lineno}: " if at is not None else ""
    if not isinstance(error, Exception):
        return f"{place}{told(error)} breaks the command off; no model may do that"
    if own:
        return f"{place}{told(error)}"
    return f"{place}{told(error)}; a defect of Kanly (python -X dev -m kanly.explorer.cli shows how it came to that)"


def _is_of_model(file: str) -> bool:
    """Whether a file is neither Python's own, nor installed, nor Kanly's."""
    from ....model.language.base.source import is_authors

    folders = Path(file).parts
    installed = (
        "site-packages" in folders or "dist-packages" in folders or file.startswith(os.path.dirname(os.__file__))
    )
    is_program = os.path.realpath(file) == os.path.realpath(sys.argv[0])
    return os.path.isfile(file) and not installed and not is_program and is_authors(file)


def _place_in(places: str) -> str:
    """`file:line` of the innermost line of a model in the places that a process told of; empty when there is none."""
    for line in places.splitlines():
        quoted, _, rest = line.strip().removeprefix('File "').partition('", line ')
        number = rest.partition(" ")[0]
        if number.isdigit() and _is_of_model(quoted):
            return f"{quoted}:{number}"
    return ""


def _told_mistake(message: str, command: str, json_file: str | None, whole: Whole = as_it_is) -> int:
    """Tell what is wrong with the model or the command."""
    _say(f"kanly {command}".rstrip() + f": {message}")
    return _record(message, command, json_file, whole=whole)


def _cut_short(
    reason: str, command: str, json_file: str | None, states: int | None = None, whole: Whole = as_it_is
) -> int:
    """Tell of an end that leaves everything open, with how many states were found if that is known."""
    known = NOTHING_KNOWN if states is None else NOTHING_SEEN
    if states:
        known = f"{states:,} states were found, and nothing is known of them"
    message = f"{reason}; {known}"
    _say(f"kanly {command}".rstrip() + f": {message}")
    return _record(message, command, json_file, Status.INCONCLUSIVE, states or 0, whole)


def _record(
    message: str,
    command: str,
    json_file: str | None,
    status: Status = Status.ERROR,
    states: int = 0,
    whole: Whole = as_it_is,
) -> int:
    """Write the record, if one is wanted and can be written; its exit code."""
    from ...report.verdict import error_verdict

    verdict = error_verdict(message, command_line(), command)
    verdict.states = states
    if status is not Status.ERROR:
        verdict.status, verdict.exit_code = status.value, status.exit_code
        verdict.reason, verdict.error = message, None
    told = whole(verdict)
    with suppress(Mistake, OSError, ValueError):
        Output(json_file).write(told)
    return told.exit_code


def _say_ignored(error: BaseException | None) -> None:
    """Tell in one line what nobody can catch: raised in another thread, or while something is taken away."""
    if error is not None:
        _say(f"kanly: {_unforeseen(error)}; passed over")


def _say_warning(message: Warning | str, category: type[Warning], filename: str, lineno: int, *_: object) -> None:
    _say(f"kanly: {filename}:{lineno}: {message}")


def _say(message: str) -> None:
    with suppress(OSError, ValueError):
        typer.echo(message, err=True)


def _is_flushed() -> bool:
    """Whether all that was written has arrived; when nobody reads on, that is nobody's loss."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        pass
    except (OSError, ValueError) as error:
        _say(f"kanly: standard output cannot be written ({told(error)})")
        return False
    return True


def _name(command: Callable[..., None]) -> str:
    return command.__name__.replace("_", "-")
