"""What is installed is what is in the tree."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
ROOMS = ("model", "invariants", "explorer")


def test_every_folder_is_a_package_that_is_installed() -> None:
    folders = {path.parent.relative_to(ROOT) for room in ROOMS for path in ROOT.glob(f"{room}/**/*.py")}
    assert {"kanly." + ".".join(folder.parts) for folder in folders} == set(PROJECT["tool"]["setuptools"]["packages"])
