"""`kanly new`: the files that it writes work as they are, and nothing that is there is lost."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from cli.running import RUNNER, record_of
from kanly.explorer.cli.application import app
from kanly.explorer.cli.commands.declared import new
from kanly.explorer.cli.frame.mistakes import Mistake

FILES = ["my_game.py", "test_my_game.py", ".github/workflows/kanly.yml"]


@pytest.fixture(autouse=True)
def _somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def refused(*arguments: str) -> str:
    """Why the command refuses; nothing was written."""
    before = sorted(Path().rglob("*"))
    result = RUNNER.invoke(app, ["new", *arguments])
    assert result.exit_code == 2
    assert sorted(Path().rglob("*")) == before
    return result.stderr


def test_the_game_holds_with_all_its_laws() -> None:
    record = record_of("new", "my_game")
    assert record["details"]["files"] == FILES
    assert all(Path(file).is_file() for file in FILES)
    found = record_of("explore", "my_game.py")
    assert (found["status"], found["states"]) == ("holds", 48)
    assert record_of("check-model", "my_game.py")["status"] == "holds"
    assert record_of("prove", "my_game.py")["status"] == "holds"
    assert "kanly gate my_game.py" in Path(FILES[2]).read_text(encoding="utf-8")


def test_a_fault_in_it_is_found() -> None:
    record_of("new", "my_game")
    text = Path("my_game.py").read_text(encoding="utf-8")
    Path("my_game.py").write_text(text.replace("    g.hand[seat] = None\n", ""), encoding="utf-8")
    assert record_of("explore", "my_game.py")["status"] == "violated"


@pytest.mark.slow
def test_its_test_passes_and_its_laws_kill_every_mutant() -> None:
    record_of("new", "race_to_mars", "--into", "deep/down")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"], cwd="deep/down", check=False
    )
    assert done.returncode == 0
    assert record_of("mutate", "deep/down/race_to_mars.py")["status"] == "holds"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("my game", "a name is of small letters"),
        ("MyGame", "a name is of small letters"),
        ("_game", "a name is of small letters"),
        ("7wonders", "a name is of small letters"),
        ("", "a name is of small letters"),
        ("spiél", "a name is of small letters"),
        ("../game", "a name is of small letters"),
        ("class", "take another one, such as my_class"),
        ("match", "take another one, such as my_match"),
        ("laws", "take another one, such as my_laws"),
        ("json", "a module of that name is there already"),
        ("kanly", "a module of that name is there already"),
    ],
)
def test_a_name_that_would_not_work_is_refused(name: str, told: str) -> None:
    assert told in refused(name)


@pytest.mark.parametrize("there", FILES)
def test_nothing_that_is_there_is_written_over(there: str) -> None:
    Path(there).parent.mkdir(parents=True, exist_ok=True)
    Path(there).write_text("mine", encoding="utf-8")
    assert f"{there} is there already; nothing was written" in refused("my_game")
    assert Path(there).read_text(encoding="utf-8") == "mine"


def test_a_link_that_leads_nowhere_is_there_too() -> None:
    Path("my_game.py").symlink_to("nowhere")
    assert "my_game.py is there already" in refused("my_game")


def test_where_nothing_can_be_written_nothing_stays() -> None:
    Path(".github").write_text("a file", encoding="utf-8")
    assert "it cannot be written" in refused("my_game")


def test_no_name_that_the_files_use_may_be_that_of_the_game() -> None:
    """Whatever stands at the top of the files would be replaced by a game of the same name."""
    record_of("new", "my_game")
    used: set[str] = set()
    for file in FILES[:2]:
        for node in ast.parse(Path(file).read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                used.add(node.name)
            elif isinstance(node, ast.ImportFrom):
                used |= {alias.name for alias in node.names}
            elif isinstance(node, ast.Assign):
                used |= {each.id for each in node.targets if isinstance(each, ast.Name)}
    small = {name for name in used if name == name.lower() and not name.startswith("test_")} - {"my_game"}
    assert small
    for name in small:
        with pytest.raises(Mistake):
            new.check_name(name)
