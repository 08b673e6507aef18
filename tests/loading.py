"""Models of tests that are written to a file and loaded from there, as a user's are."""

from __future__ import annotations

from pathlib import Path

from kanly.explorer.cli.frame.loading import load_file, models_in
from kanly.model import Model


def written(path: Path, source: str) -> Model:
    """The one model of a source, after that was written to a file."""
    path.write_text(source, encoding="utf-8")
    (model,) = models_in(load_file(path)).values()
    return model
