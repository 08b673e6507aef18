"""Where the counterexamples of a command go."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from ...model import Instance
    from ..report.files import Files
    from .models import Chosen


def files_for(chosen: Chosen, instance: Instance, traces: str, tests: str | None) -> Files:
    """The writer of traces and tests; an empty name writes none."""
    from ..report.files import Files

    origin = None if chosen.source is None else (chosen.source, chosen.attribute)
    return Files(instance, Path(traces) if traces else None, Path(tests) if tests else None, origin)


def tell_problems(files: Files) -> None:
    """Say what could not be written."""
    for problem in files.problems:
        typer.echo(f"kanly: {problem}", err=True)
