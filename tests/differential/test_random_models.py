"""Small models drawn at random: run, compiled and proof say of each what a naive enumeration says."""

from __future__ import annotations

from pathlib import Path

import pytest

from differential.comparing import Comparison
from differential.models import model_text
from kanly.explorer.cli.frame.loading import load_file, models_in


def compared(seed: int, folder: Path) -> Comparison:
    """The model of a seed, loaded from a file as a user's is; it must not differ in any reading."""
    path = folder / f"drawn{seed}.py"
    path.write_text(model_text(seed), encoding="utf-8")
    (model,) = models_in(load_file(path)).values()
    comparison = Comparison(model.instance())
    differences = list(comparison.differences())
    assert not differences, f"seed {seed}: {differences}\n{path.read_text(encoding='utf-8')}"
    return comparison


@pytest.mark.parametrize("seed", range(40))
def test_no_reading_differs(seed: int, tmp_path: Path) -> None:
    compared(seed, tmp_path)
