"""The page on mutants is true: what it shows is what the command tells, and the law that it adds kills."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.running import record_of, run

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "mutants.md").read_text(encoding="utf-8")
THIEF = (ROOT / "examples" / "thief.py").read_text(encoding="utf-8")


def block(language: str) -> str:
    """The one block of code in a language."""
    (found,) = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    return found


def test_what_the_command_tells_is_what_the_page_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    code, out = run(*block("sh").split()[1:])
    assert code == 1
    shown = [line.rstrip() for line in out.splitlines()[:-1]]
    assert shown == block("text").splitlines()


@pytest.mark.slow
def test_the_law_of_the_page_kills_what_survived(tmp_path: Path) -> None:
    file = tmp_path / "thief.py"
    source = THIEF.replace("import Conjunct, Declarations", "import Conjunct, Declarations, Step")
    file.write_text(f"{source}\n\n{block('python')}", encoding="utf-8")
    score = record_of("mutate", str(file))["details"]["score"]
    assert score["survived"] == score["undecided"] == 0


@pytest.mark.slow
def test_the_entry_of_the_page_lets_it_live(tmp_path: Path) -> None:
    file = tmp_path / "thief.py"
    file.write_text(THIEF, encoding="utf-8")
    (tmp_path / "thief.survivors.toml").write_text(block("toml"), encoding="utf-8")
    record = record_of("mutate", str(file))
    assert (record["status"], record["details"]["unlisted"], record["details"]["stale"]) == ("holds", [], [])


@pytest.mark.slow
def test_the_small_models_kill_all_that_is_not_equivalent() -> None:
    record = record_of("mutate", "card-table", "two-phase-commit", "--score", "100")
    score = record["details"]["score"]
    assert (record["status"], score["share"], score["unreached"]) == ("holds", 1.0, 0)
    assert score["killed"] > 90
