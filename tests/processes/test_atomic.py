"""Files that others see whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from kanly.explorer.cli.frame.files import Destination
from kanly.explorer.cli.frame.mistakes import Mistake
from kanly.explorer.cli.frame.selection import bundled
from kanly.explorer.findings.traces import Trace
from kanly.explorer.processes.atomic import create_whole, write_whole
from kanly.explorer.report.files import Files

resource = pytest.importorskip("resource")
"""Not every system can limit how long a file may be."""


def create(path: Path, text: str) -> None:
    create_whole(path, text.encode())


def record(path: Path, text: str) -> None:
    Destination("--json", str(path)).write(text)


WRITERS: list[Callable[[Path, str], None]] = [write_whole, create, record]


@pytest.fixture
def _short_files() -> object:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.usefixtures("_short_files")
@pytest.mark.parametrize("write", WRITERS)
def test_a_file_that_may_not_be_so_long_is_not_written_at_all(
    write: Callable[[Path, str], None], tmp_path: Path
) -> None:
    with pytest.raises((OSError, Mistake), match="File too large"):
        write(tmp_path / "long", "x" * 2_000)
    assert list(tmp_path.iterdir()) == []
    write(tmp_path / "short", "x" * 1_000)
    assert [path.name for path in tmp_path.iterdir()] == ["short"]


@pytest.mark.usefixtures("_short_files")
def test_a_trace_that_may_not_be_so_long_is_told_and_not_cut_off(tmp_path: Path) -> None:
    instance = bundled("card-table").instance()
    files = Files(instance, tmp_path, None, None)
    assert files.keep("custody", "x" * 2_000, Trace(instance.initial_states()[0])) == (None, None)
    assert "it cannot be written (File too large)" in files.problems[0]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("with_links", [True, False])
def test_what_is_there_is_not_written_over_by_what_is_created(
    with_links: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither where files can have two names, nor where they cannot."""

    def no_links(_: object, __: object) -> None:
        raise OSError(errno.EPERM, "no links here")

    if not with_links:
        monkeypatch.setattr(os, "link", no_links)
    path = tmp_path / "file"
    create_whole(path, b"first")
    with pytest.raises(FileExistsError):
        create_whole(path, b"second")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    with pytest.raises(FileExistsError):
        create_whole(tmp_path / "link", b"second")
    assert path.read_bytes() == b"first"
    assert {each.name for each in tmp_path.iterdir()} == {"file", "link"}
    usual = tmp_path / "usual"
    usual.touch()
    assert stat.S_IMODE(path.stat().st_mode) == stat.S_IMODE(usual.stat().st_mode)


@pytest.mark.parametrize("folder", [".", "beside"])
def test_a_record_may_go_where_a_link_leads(folder: str, tmp_path: Path) -> None:
    (tmp_path / "beside").mkdir()
    link, target = tmp_path / "link", tmp_path / folder / "record.json"
    link.symlink_to(target)
    for text in ("one", "another"):
        record(link, text)
        assert target.read_text(encoding="utf-8") == text
    assert link.is_symlink()


def test_a_link_to_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "nowhere" / "record.json")
    with pytest.raises(Mistake, match=r"there is no directory .*nowhere"):
        record(tmp_path / "link", "")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    with pytest.raises(Mistake, match="it cannot be written"):
        record(tmp_path / "loop", "")
