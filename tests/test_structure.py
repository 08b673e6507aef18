"""The house is built as `docs/architecture.md` says: imports go one way, and every module says what it holds."""

import ast
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = ("model", "invariants", "explorer")
"""Each may import itself and those before it."""
SOLVERS = {"z3", "networkx", "numpy", "numba", "llvmlite", "rich", "typer"}
MOST_MODULES = 15
"""In one folder, beside its `__init__.py`."""

Name = tuple[str, ...]
"""A module by the folders that lead to it; the one that a package runs when it is imported ends in `__init__`."""


@cache
def modules(root: Path) -> dict[Name, ast.Module]:
    """The syntax of every module under the rooms of a tree."""
    return {
        path.relative_to(root).with_suffix("").parts: ast.parse(path.read_text(encoding="utf-8"), str(path))
        for room in ROOMS
        for path in sorted(root.glob(f"{room}/**/*.py"))
    }


def imports(name: Name, tree: ast.Module) -> Iterator[Name]:
    """What a module imports, as `from` and `import` spell it: anywhere in it, for types alone as well."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (tuple(alias.name.split(".")) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = name[: len(name) - node.level] if node.level else ()
            module = (*above, *(node.module.split(".") if node.module else ()))
            yield from ((*module, alias.name) for alias in node.names)


def imported_modules(name: Name, tree: ast.Module, known: dict[Name, ast.Module]) -> set[Name]:
    """The modules of the tree among what a module imports."""
    found = set[Name]()
    for spelled in imports(name, tree):
        inside = spelled[spelled[0] == "kanly" :]
        candidates = (inside, (*inside, "__init__"), inside[:-1], (*inside[:-1], "__init__"))
        found.update([candidate for candidate in candidates if candidate in known][:1])
    return found - {name}


def circles(root: Path) -> list[str]:
    """Where imports form a circle among the modules and folders of one package."""
    known = modules(root)
    arrows: dict[Name, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for name, tree in known.items():
        for target in imported_modules(name, tree, known):
            depth = next(i for i, (one, other) in enumerate(zip(name, target, strict=False)) if one != other)
            arrows[name[:depth]][name[depth]].add(target[depth])
    found: list[str] = []
    for package, graph in sorted(arrows.items()):
        try:
            TopologicalSorter(graph).prepare()
        except CycleError as error:
            found.append(f"{'/'.join(package) or 'kanly'}: {' <- '.join(error.args[1])}")
    return found


def arrows_up(root: Path) -> list[str]:
    """Where a module of a room imports from a room above it."""
    known = modules(root)
    return [
        f"{'/'.join(name)} imports {'/'.join(target)}"
        for name, tree in known.items()
        for target in sorted(imported_modules(name, tree, known))
        if ROOMS.index(target[0]) > ROOMS.index(name[0])
    ]


def without_a_first_line(root: Path) -> list[str]:
    """The modules whose docstring does not begin with a sentence."""
    first = {name: (ast.get_docstring(tree) or "").partition("\n")[0] for name, tree in modules(root).items()}
    return ["/".join(name) for name, line in first.items() if not (line.endswith(".") and line.strip("."))]


def crowded(root: Path) -> list[str]:
    """The folders with more modules than a reader keeps apart."""
    counts = Counter(name[:-1] for name in modules(root) if name[-1] != "__init__")
    return ["/".join(folder) for folder, count in counts.items() if count > MOST_MODULES]


def solvers_in_rules(root: Path) -> list[str]:
    """The modules of rules, or of what must hold of them, that import a solver or the like."""
    return [
        "/".join(name)
        for name, tree in modules(root).items()
        if name[0] != "explorer" and any(spelled[0] in SOLVERS for spelled in imports(name, tree))
    ]


Check = Callable[[Path], list[str]]


@pytest.mark.parametrize("check", [circles, arrows_up, without_a_first_line, crowded, solvers_in_rules])
def test_the_house_is_in_order(check: Check) -> None:
    assert check(ROOT) == []


SAID = '"""Something."""\n'
CIRCLE = {"explorer/search/walk.py": f"{SAID}from ..sight import eyes", "explorer/sight/eyes.py": SAID}


@pytest.mark.parametrize(
    ("check", "files", "told"),
    [
        (
            circles,
            {**CIRCLE, "explorer/sight/eyes.py": f"{SAID}def look():\n    from ..search.walk import step"},
            "explorer: search <- sight <- search",
        ),
        (
            circles,
            {**CIRCLE, "explorer/sight/eyes.py": f"{SAID}if TYPE_CHECKING:\n    import kanly.explorer.search.walk"},
            "explorer: search <- sight <- search",
        ),
        (
            circles,
            {"model/__init__.py": f"{SAID}from .play import Play", "model/play.py": f"{SAID}from . import Play"},
            "model: __init__ <- play <- __init__",
        ),
        (
            arrows_up,
            {"model/play.py": f"{SAID}from kanly.invariants import laws", "invariants/laws.py": SAID},
            "model/play imports invariants/laws",
        ),
        (without_a_first_line, {"model/play.py": "import math"}, "model/play"),
        (without_a_first_line, {"model/play.py": '"""No sentence\n\nA sentence."""'}, "model/play"),
        (crowded, {f"model/play{number}.py": SAID for number in range(16)}, "model"),
        (solvers_in_rules, {"invariants/laws.py": f"{SAID}def hold():\n    import numpy.linalg"}, "invariants/laws"),
    ],
)
def test_disorder_is_found(tmp_path: Path, check: Check, files: dict[str, str], told: str) -> None:
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert check(tmp_path) == [told]


def test_what_is_below_may_be_imported(tmp_path: Path) -> None:
    for name, text in CIRCLE.items():
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert circles(tmp_path) == arrows_up(tmp_path) == []
