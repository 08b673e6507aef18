"""The README is true: its game is found wrong as shown there, and right once it is put right."""

import html
import re
from collections.abc import Collection
from pathlib import Path

import pytest

from cli.running import run

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The fenced blocks of a language, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


GAME, RIGHT_RULE, LEAKY_VIEW = blocks("python")
(COUNTEREXAMPLE,) = blocks("text")


def corrected(game: str) -> str:
    """The game with the rule for stealing put right."""
    rule = re.compile(r"^@my_game\.action\ndef steal.*?\n\n\n", re.MULTILINE | re.DOTALL)
    assert len(rule.findall(game)) == 1
    return rule.sub(lambda _: f"{RIGHT_RULE}\n\n", game)


@pytest.fixture(autouse=True)
def _somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def written(*parts: str) -> str:
    """The name of the file that holds the parts."""
    Path("my_game.py").write_text("\n\n".join(parts), encoding="utf-8")
    return "my_game.py"


def test_the_game_has_about_forty_lines() -> None:
    assert 35 <= len([line for line in GAME.splitlines() if line]) <= 45


@pytest.mark.parametrize("engine", ["run", "compiled"])
def test_the_mistake_is_shown_as_printed(engine: str) -> None:
    code, told = run("explore", written(GAME), "--engine", engine)
    assert code == 1
    assert COUNTEREXAMPLE in told


def test_forbidding_to_rob_oneself_is_not_enough() -> None:
    guard = '    require(seat != victim, "that is your own")\n    require(not g.stolen'
    game = GAME.replace("    require(not g.stolen", guard)
    assert guard in game
    assert run("explore", written(game))[0] == 1


@pytest.mark.parametrize("command", ["explore", "prove", "check-model"])
def test_the_corrected_game_holds(command: str) -> None:
    code, told = run(command, written(corrected(GAME)))
    assert code == 0
    assert "holds my-game" in told


@pytest.mark.parametrize("command", ["explore", "prove"])
def test_the_leaky_view_is_refused(command: str) -> None:
    code, told = run(command, written(corrected(GAME), LEAKY_VIEW))
    assert code == 1
    assert "sight of ANN" in told


def test_find_as_in_the_table_of_commands() -> None:
    assert run("find", written(corrected(GAME)), "g.stolen")[0] == 0


def test_every_command_is_in_the_table() -> None:
    from kanly.explorer.cli.application import COMMANDS

    listed = re.findall(r"^\| `kanly ([a-z-]+)", README, re.MULTILINE)
    assert set(listed) == set(COMMANDS)


def test_the_picture_shows_the_counterexample() -> None:
    picture = (ROOT / "docs" / "counterexample.svg").read_text(encoding="utf-8")
    shown = re.sub(r"\s", "", html.unescape(re.sub(r"<[^>]*>", "", picture)))
    assert re.sub(r"\s", "", COUNTEREXAMPLE) in shown


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / target).exists(), target


def test_the_architecture_page_maps_every_folder() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rooms = ("model", "invariants", "explorer")
    folders = {f"{path.parent.relative_to(ROOT)}" for room in rooms for path in ROOT.glob(f"{room}/*/**/__init__.py")}
    assert set(re.findall(r"^\| `([a-z_/]+)`", page, re.MULTILINE)) == folders


def missing(page: str, files: Collection[str]) -> list[str]:
    """The files and folders that a page names and that do not exist, by their path or the end of it."""
    named = re.findall(r"`((?:[\w.-]+/)*(?:[\w-]+\.(?:py|md|toml|yaml)|[\w.-]+/))`", page)
    known = {f"/{file}" for file in files} | {f"/{folder}/" for file in files for folder in Path(file).parents}
    return [name for name in named if not any(each.endswith(f"/{name}") for each in known)]


PAGES = ["README.md", "CONTRIBUTING.md", "docs/architecture.md", "docs/dune.md", "docs/glossary.md"]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_names_only_what_exists(page: str) -> None:
    tops = ("model", "invariants", "explorer", "tests", "examples", "benchmarks", "docs")
    files = {f"{path.relative_to(ROOT)}" for top in tops for path in (ROOT / top).glob("**/*.*")}
    files |= {path.name for path in ROOT.glob("*.*")} | {"my_game.py"}
    assert missing((ROOT / page).read_text(encoding="utf-8"), files) == []


def test_a_name_that_is_gone_is_noticed() -> None:
    page = "`model/`, `tests/tiny.py`, `tiny.py`, `model/language/gone.py`, `gone/`, `language/play/`"
    files = {"tests/tiny.py", "model/language/play/rules.py"}
    assert missing(page, files) == ["model/language/gone.py", "gone/"]
