"""What is installed is what is in the tree."""

import ast
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
ROOMS = ("model", "invariants", "explorer")
MAY_IMPORT = {
    "model": {"model"},
    "invariants": {"invariants", "model"},
    "explorer": {"explorer", "invariants", "model"},
}
SOLVERS = {"z3", "networkx", "numpy", "numba", "llvmlite", "rich", "typer"}


def modules(room: str) -> list[Path]:
    return sorted((ROOT / room).glob("**/*.py"))


def test_every_folder_is_a_package_that_is_installed() -> None:
    folders = {path.parent.relative_to(ROOT) for room in ROOMS for path in modules(room)}
    assert {"kanly." + ".".join(folder.parts) for folder in folders} == set(PROJECT["tool"]["setuptools"]["packages"])


def imported(path: Path) -> set[str]:
    """The rooms and foreign packages that a module imports, at its top or inside a function."""
    found: set[str] = set()
    package = path.relative_to(ROOT).parts[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            found.add((*above, *(node.module or "").split("."))[0])
    return found


@pytest.mark.parametrize("room", ROOMS)
def test_arrows_between_rooms_go_one_way(room: str) -> None:
    for path in modules(room):
        assert imported(path) & {*ROOMS, "kanly"} <= MAY_IMPORT[room], path


@pytest.mark.parametrize("room", ["model", "invariants"])
def test_rules_import_no_solver(room: str) -> None:
    for path in modules(room):
        assert not imported(path) & SOLVERS, path
