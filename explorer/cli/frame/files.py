"""Files that a command reads; files and folders that it writes at its end: tried before the work, written whole."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from ...processes.atomic import PREFIX, replaced_by
from .mistakes import Mistake


class Destination:
    """A file that an option names. Raises `Mistake` at once if it cannot be written."""

    def __init__(self, option: str, name: str) -> None:
        self.path = Path(name).absolute()
        self._told = f"{option} {name}"
        self._pipe: int | None = None
        if not name.strip():
            raise Mistake(f"{option} needs the name of a file")
        try:
            self._try()
        except (OSError, ValueError) as error:
            raise self._refusal(error) from None

    def _try(self) -> None:
        try:
            mode = self.path.stat().st_mode
        except FileNotFoundError:
            self._try_folder()
            return
        if stat.S_ISDIR(mode):
            raise Mistake(f"{self._told}: this is a directory")
        if stat.S_ISREG(mode):
            os.close(os.open(self.path, os.O_WRONLY))
        else:
            self._open_pipe()

    def _try_folder(self) -> None:
        target = Path(os.path.realpath(self.path))
        if not target.parent.is_dir():
            raise Mistake(f"{self._told}: there is no directory {target.parent}")
        os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        target.unlink()

    def _open_pipe(self) -> None:
        """Open what is no file now, and keep it: a pipe without a reader is refused, and one with a reader not lost."""
        self._pipe = os.open(self.path, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0))
        os.set_blocking(self._pipe, True)

    @contextmanager
    def replaced(self) -> Generator[Path]:
        """A file to write to, which takes its place when that went well. Raises `Mistake`."""
        try:
            with replaced_by(self.path) as file:
                yield file
        except OSError as error:
            raise self._refusal(error) from error

    def write(self, text: str) -> None:
        """Write the whole text. Raises `Mistake`."""
        with self.replaced() as file:
            file.write_text(text, encoding="utf-8")
        if self._pipe is not None:
            os.close(self._pipe)
            self._pipe = None

    def _refusal(self, error: OSError | ValueError) -> Mistake:
        """Why it cannot be written."""
        if isinstance(error, OSError):
            reason = "nobody reads from this pipe" if error.errno == errno.ENXIO else error.strerror
            return Mistake(f"{self._told}: it cannot be written ({reason})")
        return Mistake(f"{self._told}: it cannot be written ({error})")


def try_folder(option: str, name: str) -> None:
    """See that files can be made in a folder that an option names, or that it can be made. Raises `Mistake`."""
    told = f"{option} {name}"
    try:
        folder = Path(name)
        while not _is_there(folder):
            folder = folder.parent
        if not folder.is_dir():
            raise Mistake(f"{told}: {folder} is not a directory")
        probe = folder / f"{PREFIX}{os.getpid()}"
        os.close(os.open(probe, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        probe.unlink()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise Mistake(f"{told}: nothing can be written there ({reason})") from None


def _is_there(path: Path) -> bool:
    try:
        path.stat()
    except FileNotFoundError:
        return False
    return True


def read_bytes(name: str) -> bytes:
    """The content of a file, or of standard input for -, no further than a save can reach. Raises `Mistake`."""
    from ....model.language.base.strict_json import LARGEST_SAVE

    try:
        if name == "-":
            if sys.stdin is None:
                raise Mistake("-: standard input is closed")
            return sys.stdin.buffer.read(LARGEST_SAVE + 1)
        path = Path(name)
        if not path.exists():
            raise Mistake(f"{name}: there is no such file")
        if not path.is_file():
            raise Mistake(f"{name}: this is not a file")
        with path.open("rb") as file:
            return file.read(LARGEST_SAVE + 1)
    except OSError as error:
        raise Mistake(f"{name}: it cannot be read ({error.strerror})") from error
    except ValueError as error:
        raise Mistake(f"{name}: it cannot be read ({error})") from error
