"""Where a command speaks: verdicts on standard output, mistakes on standard error, the record as JSON, files."""

from __future__ import annotations

import os
import shlex
import sys
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager, redirect_stdout
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

import typer

from .. import BEGAN
from .files import Destination
from .mistakes import Mistake

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from ...findings.outcome import Exploration
    from ...report.files import Files
    from ...report.verdict import GateVerdict, Verdict

PIPED_WIDTH = 120
"""Columns where the output is no terminal."""

_arguments: ContextVar[tuple[str, ...]] = ContextVar("kanly_arguments", default=())

_since: ContextVar[float] = ContextVar("kanly_since", default=BEGAN)

_processes = [BEGAN]
"""When this process began, until its first command is counted from then."""

_record_stream: ContextVar[TextIO | None] = ContextVar("kanly_record_stream", default=None)


def remember_command_line(arguments: Sequence[str]) -> None:
    """Keep the command line as it was given, and since when somebody waits for it."""
    _arguments.set(tuple(arguments))
    _since.set(_processes.pop() if _processes else time.perf_counter())


def waited() -> float:
    """Seconds since the command began, the loading of its program included."""
    return time.perf_counter() - _since.get()


def command_line(*more: str) -> str:
    """The command line that is being run, as it can be pasted into a shell, from whatever folder."""
    return shlex.join(["kanly", *map(from_anywhere, _arguments.get()), *more])


def from_anywhere(argument: str) -> str:
    """An argument that names a file from the current folder, with its whole path; any other as it is."""
    file, ending, rest = argument.partition(".py:")
    named = f"{file}.py" if ending else argument
    is_there = not named.startswith("-") and os.path.isfile(named)
    return f"{os.path.abspath(named)}{':' if ending else ''}{rest}" if is_there else argument


class Output:
    """Where one command puts its results. With `--json -` nothing but the record goes to standard output.

    Raises `Mistake` at once when the record cannot be written where it is to go.
    """

    def __init__(self, json_file: str | None, quiet: bool = False, verbose: bool = False) -> None:
        self.json_file = json_file
        self.quiet = quiet
        self.verbose = verbose
        self._file = None if json_file is None or json_file == "-" else Destination("--json", json_file)

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

        if self._file is not None:
            self._file.write(as_json(record) + "\n")
        elif self.json_file == "-":
            stream = _record_stream.get() or _standard_output()
            try:
                stream.write(as_json(record) + "\n")
                stream.flush()
            except BrokenPipeError:
                from .console import write_nowhere

                write_nowhere()
            except OSError as error:
                raise Mistake(f"--json -: standard output cannot be written ({error.strerror})") from error

    def finish(self, verdict: Verdict, tables: Sequence[Table] = ()) -> NoReturn:
        """Show a verdict, with tables behind what is violated, write it and leave with its exit code."""
        from ...report.terminal import show

        refuse_replaced()
        if self.speaks:
            show(self.console(), verdict, quiet=self.quiet, verbose=self.verbose, tables=tables)
        self.leave(verdict)

    def leave(self, verdict: Verdict | GateVerdict) -> NoReturn:
        """Write a verdict that was shown, and leave with its exit code."""
        refuse_replaced()
        self.write(verdict)
        raise typer.Exit(verdict.exit_code)


def refuse_replaced() -> None:
    """Raise `Mistake` where what the verdict rests on was replaced after the model was read, as by a thread."""
    from ...processes.replaced import replaced_since
    from ...report.verdict import named

    if replaced := replaced_since():
        raise Mistake(f"{named(replaced)} was replaced meanwhile; no model may change what it is checked with")


@contextmanager
def record_alone() -> Generator[None]:
    """Keep standard output for the record: what a model prints goes to standard error. Raises `Mistake`."""
    token = _record_stream.set(_standard_output())
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        _record_stream.reset(token)


def _standard_output() -> TextIO:
    """Standard output, where there is one. Raises `Mistake`."""
    if sys.stdout is None:
        raise Mistake("--json -: standard output is closed")
    return sys.stdout


def tell_problems(files: Files) -> None:
    """Say what could not be written."""
    for problem in files.problems:
        typer.echo(f"kanly: {problem}", err=True)


def tell(output: Output, exploration: Exploration, command: str, files: Files, allow_bounded: bool) -> NoReturn:
    """Write the counterexamples of an exploration, show its verdict and leave with its exit code."""
    from ...report.summary import add_times, verdict_of

    verdict = verdict_of(exploration, command, allow_bounded=allow_bounded, keep=files.keep)
    tell_problems(files)
    add_times(verdict, waited())
    output.finish(verdict)
