"""The end of a command: counterexamples to files, the verdict shown and written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import typer

from .output import Output, waited

if TYPE_CHECKING:
    from ....model import Instance
    from ...findings.outcome import Exploration
    from ...report.files import Files
    from .selection import Chosen


def files_for(chosen: Chosen, instance: Instance, traces: str, tests: str | None) -> Files:
    """The writer of traces and tests; an empty name writes none."""
    from ...report.files import Files

    origin = None if chosen.source is None else (chosen.source, chosen.attribute)
    return Files(instance, Path(traces) if traces else None, Path(tests) if tests else None, origin)


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
