"""Files that other processes see whole or not at all."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

PREFIX = ".kanly-"
"""How the name of a file begins that is being written."""


@contextmanager
def replaced_by(path: Path) -> Generator[Path]:
    """A file to write to, which takes the place of another when that went well. Raises `OSError`.

    Links are followed, and the mode of a file that was there stays. What is no regular file, such as a pipe, and a file
    in a folder that may not be changed are written to directly.
    """
    target = Path(os.path.realpath(path))
    mode = _mode(target)
    if mode is not None and (not stat.S_ISREG(mode) or not os.access(target.parent, os.W_OK)):
        yield target
        return
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=PREFIX, suffix=target.suffix)
    os.close(handle)
    new = Path(name)
    try:
        yield new
        new.chmod(_usual_mode() if mode is None else stat.S_IMODE(mode))
        new.replace(target)
    except BaseException:
        new.unlink(missing_ok=True)
        raise


def write_whole(path: Path, text: str) -> None:
    """Write a text as UTF-8. Raises `OSError`."""
    with replaced_by(path) as file:
        file.write_text(text, encoding="utf-8")


def create_whole(path: Path, content: bytes) -> None:
    """Write a file where there is none yet. Raises `FileExistsError` if there is one, or another `OSError`."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=PREFIX, suffix=path.suffix)
    new = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        new.chmod(_usual_mode())
        _take_name(new, path)
    finally:
        new.unlink(missing_ok=True)


def _take_name(new: Path, path: Path) -> None:
    """Let a file be found under a name that no other has. Raises `FileExistsError` or another `OSError`."""
    try:
        os.link(new, path)
    except FileExistsError:
        raise
    except (OSError, AttributeError):  # a file system without links: the name is taken first, and the content follows
        path.open("xb").close()
        new.replace(path)


def _mode(path: Path) -> int | None:
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return None


def _usual_mode() -> int:
    """The mode of a new file."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
