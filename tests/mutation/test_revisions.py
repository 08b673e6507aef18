"""Lines that changed since a revision."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from kanly.explorer.mutation.changes.revisions import RevisionError, changed_lines
from tests.cli.running import record_of

from .campaigning import HEAD, automatic

GAME = f"{HEAD}\n{automatic('g.n = 1', 'g.m = 2')}"


def git(folder: Path, *arguments: str) -> None:
    """Run git there."""
    named = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org"]
    subprocess.run(["git", *named, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A model in a folder of a repository, with one line that changed since the first commit."""
    folder = tmp_path / "games of mine"
    folder.mkdir()
    file = folder / "small.py"
    file.write_text(GAME.replace("g.m = 2", "g.m = 3"), encoding="utf-8")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "first")
    file.write_text(GAME, encoding="utf-8")
    return file


def test_lines_that_changed_are_those_of_git(game: Path) -> None:
    line = GAME.splitlines().index("    g.m = 2") + 1
    assert changed_lines(game.parent, "HEAD") == {str(game.resolve()): {line}}


def test_only_mutants_of_changed_lines_are_judged(game: Path) -> None:
    record = record_of("mutate", str(game), "--since", "HEAD")
    line = GAME.splitlines().index("    g.m = 2") + 1
    places = {(each["before"], each["line"]) for each in record["details"]["mutants"]}
    assert places == {("g.m = 2", line), ("2", line), ("g.n = 1; g.m = 2", line - 1)}


def test_a_file_that_git_does_not_track_is_new_as_a_whole(game: Path) -> None:
    other = game.with_name("other.py")
    other.write_text(GAME, encoding="utf-8")
    assert changed_lines(game.parent, "HEAD")[str(other.resolve())] >= set(range(1, len(GAME.splitlines()) + 1))


def test_names_and_settings_of_git_do_not_matter(game: Path) -> None:
    other = game.with_name("späte spiele.py")
    other.write_text(GAME, encoding="utf-8")
    git(game.parent, "add", "-A")
    git(game.parent, "config", "diff.noprefix", "true")
    line = GAME.splitlines().index("    g.m = 2") + 1
    found = changed_lines(game.parent, "HEAD")
    assert found[str(game.resolve())] == {line}
    assert line in found[str(other.resolve())]


@pytest.mark.parametrize("revision", ["nowhere", "--help", "", "HEAD:small.py"])
def test_a_revision_that_is_none_is_told(revision: str, game: Path) -> None:
    record = record_of("mutate", str(game), f"--since={revision}")
    assert (record["status"], record["exit_code"]) == ("error", 2)
    assert f"--since {revision}: " in record["error"]


def test_a_folder_without_a_repository_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    with pytest.raises(RevisionError, match="not a git repository"):
        changed_lines(tmp_path, "HEAD")


def test_a_machine_without_git_is_told(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(game.parent))
    assert "git is not installed" in record_of("mutate", str(game), "--since", "HEAD")["error"]
