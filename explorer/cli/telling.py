"""The end of a command that explored: counterexamples to files, the verdict shown and written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import typer

from .output import Output

if TYPE_CHECKING:
    from ..search.outcome import Exploration
    from .models import Chosen


def tell(
    output: Output,
    exploration: Exploration,
    command: str,
    *,
    chosen: Chosen,
    traces: str,
    tests: str | None,
    allow_bounded: bool,
) -> NoReturn:
    """Write the counterexamples, show the verdict and leave with its exit code."""
    from ..report.files import Files
    from ..report.summary import verdict_of

    files = Files(
        exploration.instance,
        Path(traces) if traces else None,
        Path(tests) if tests else None,
        None if chosen.source is None else (chosen.source, chosen.attribute),
    )
    verdict = verdict_of(exploration, command, allow_bounded=allow_bounded, keep=files.keep)
    for problem in files.problems:
        typer.echo(f"kanly: {problem}", err=True)
    output.finish(verdict)
