"""Where a command speaks: verdicts on standard output, mistakes on standard error, the record as JSON."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, nullcontext, redirect_stdout, suppress
from contextvars import ContextVar
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, ParamSpec, TextIO

import typer

from .mistakes import Mistake

if TYPE_CHECKING:
    from rich.console import Console

    from ...report.verdict import GateVerdict, Verdict

P = ParamSpec("P")

PIPED_WIDTH = 120
"""Columns where the output is no terminal."""

_arguments: ContextVar[tuple[str, ...]] = ContextVar("kanly_arguments", default=())

_record_stream: ContextVar[TextIO | None] = ContextVar("kanly_record_stream", default=None)


def remember_command_line(arguments: Sequence[str]) -> None:
    """Keep the command line as it was given."""
    _arguments.set(tuple(arguments))


def command_line(*more: str) -> str:
    """The command line that is being run, as it can be pasted into a shell."""
    return shlex.join(["kanly", *_arguments.get(), *more])


class Output:
    """Where one command puts its results. With `--json -` nothing but the record goes to standard output."""

    def __init__(self, json_file: str | None, quiet: bool = False) -> None:
        self.json_file = json_file
        self.quiet = quiet
        self._check_writable()

    def _check_writable(self) -> None:
        """Find out before the work, not after it. Raises `Mistake`."""
        if self.json_file is None or self.json_file == "-":
            return
        path = Path(self.json_file)
        if not self.json_file.strip():
            raise Mistake("--json needs the name of a file, or - for standard output")
        if path.is_dir():
            raise Mistake(f"--json {path}: this is a directory")
        if not path.parent.is_dir():
            raise Mistake(f"--json {path}: there is no directory {path.parent}")
        if not os.access(path if path.exists() else path.parent, os.W_OK):
            raise Mistake(f"--json {path}: it cannot be written")

    @property
    def speaks(self) -> bool:
        """Whether anything is told to a person on standard output."""
        return self.json_file != "-"

    def console(self) -> Console:
        """Standard output for people."""
        from .console import PatientConsole

        console = PatientConsole(quiet=not self.speaks)
        return console if console.is_terminal else PatientConsole(quiet=not self.speaks, width=PIPED_WIDTH)

    def write(self, record: Any) -> None:
        """Write the record where `--json` says. Raises `Mistake`."""
        from ...report.verdict import as_json

        if self.json_file is None:
            return
        text = as_json(record) + "\n"
        if self.json_file == "-":
            stream = _record_stream.get() or sys.stdout
            stream.write(text)
            stream.flush()
            return
        try:
            Path(self.json_file).write_text(text, encoding="utf-8")
        except OSError as error:
            raise Mistake(f"--json {self.json_file}: it cannot be written ({error.strerror})") from error

    def finish(self, verdict: Verdict) -> NoReturn:
        """Show a verdict, write it and leave with its exit code."""
        from ...report.terminal import show

        if self.speaks:
            show(self.console(), verdict, quiet=self.quiet)
        self.leave(verdict)

    def leave(self, verdict: Verdict | GateVerdict) -> NoReturn:
        """Write a verdict that was shown, and leave with its exit code."""
        self.write(verdict)
        raise typer.Exit(verdict.exit_code)


def reported(command: Callable[P, None]) -> Callable[P, None]:
    """A command whose mistakes are told in one message on standard error, with exit code 2 and an error record.

    So is a model that breaks the command off: an exit code of its own would pass for a verdict.
    """

    @wraps(command)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> None:
        from ....model import ModelError, SaveError
        from ...sweep.answers.disagreement import DisagreementError

        given = kwargs.get("json_file")
        json_file = given if isinstance(given, str) else None
        with _record_alone() if json_file == "-" else nullcontext():
            try:
                command(*args, **kwargs)
            except (Mistake, ModelError, SaveError, DisagreementError) as mistake:
                fail(str(mistake), _name(command), json_file)
            except (KeyboardInterrupt, Exception):
                raise
            except BaseException as error:
                fail(_breaking_off(error), _name(command), json_file)

    return guarded


def _name(command: Callable[..., None]) -> str:
    return command.__name__.replace("_", "-")


def _breaking_off(error: BaseException) -> str:
    from ....model.language.play.instance import fault_of

    fault = fault_of(error)
    return f"{fault.file}:{fault.line}: {fault.kind} ({fault.message}) breaks the command off; no model may do that"


@contextmanager
def _record_alone() -> Generator[None]:
    """Keep standard output for the record: what a model prints goes to standard error."""
    token = _record_stream.set(sys.stdout)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        _record_stream.reset(token)


def fail(message: str, command: str, json_file: str | None) -> NoReturn:
    """Tell a mistake and leave with exit code 2."""
    from ...report.verdict import error_verdict

    typer.echo(f"kanly {command}: {message}", err=True)
    with suppress(Mistake):
        Output(json_file).write(error_verdict(message, command_line(), command))
    raise typer.Exit(2)
