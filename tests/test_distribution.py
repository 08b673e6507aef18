"""The distributions are built, are what the index asks for, and work where nothing else is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", "build", "*.egg-info", "__pycache__", ".*_cache", ".hypothesis", "typings", "kanly-traces"
)


def done(*command: str | Path, where: Path) -> str:
    """What a command prints that goes well, run where the tree is not on the path."""
    surroundings = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    ran = subprocess.run(command, cwd=where, env=surroundings, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.mark.slow
def test_the_wheel_works_in_an_empty_environment(tmp_path: Path) -> None:
    copy, made = tmp_path / "copy", tmp_path / "made"
    shutil.copytree(ROOT, copy, ignore=LEFT_OUT)
    done(sys.executable, "-m", "build", "--outdir", made, copy, where=tmp_path)
    wheel, source = sorted(made.iterdir(), key=lambda path: path.suffix != ".whl")
    assert (wheel.suffix, "".join(source.suffixes[-2:])) == (".whl", ".tar.gz")
    done(sys.executable, "-m", "twine", "check", "--strict", wheel, source, where=tmp_path)
    venv.create(tmp_path / "empty", with_pip=True)
    python = tmp_path / "empty" / "bin" / "python"
    done(python, "-m", "pip", "install", "--quiet", wheel, where=tmp_path)
    assert done(tmp_path / "empty" / "bin" / "kanly", "explore", "two-phase-commit", "-q", where=tmp_path).startswith(
        "holds two-phase-commit:default"
    )
    for name in ("model/py.typed", "model/dune/dune.contract.toml", "model/dune/dune.survivors.toml"):
        found = f"import pathlib, kanly.model as m; print((pathlib.Path(m.__path__[0]).parent / '{name}').exists())"
        assert done(python, "-c", found, where=tmp_path).strip() == "True", name
