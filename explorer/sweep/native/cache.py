"""Machine code kept on disk between runs, under the user's cache folder.

An entry is a file named by its key: a checksum over key and content, then the content. Whatever is damaged, foreign or
cannot be read counts as missing; a folder that cannot be written to is put up with.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from pathlib import Path
from typing import Final

_CHECKSUM_BYTES: Final = 32

MOST_ENTRIES: Final = 1_000
"""Entries kept; the oldest go when there are more."""


class Cache:
    """Contents by key (a file name of letters and digits). `folder` None: nothing is kept."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def get(self, key: str) -> bytes | None:
        """The content kept under the key, None if there is none that is sound."""
        if self._folder is None:
            return None
        try:
            entry = (self._folder / key).read_bytes()
        except OSError:
            return None
        checksum, content = entry[:_CHECKSUM_BYTES], entry[_CHECKSUM_BYTES:]
        return content if checksum == _checksum(key, content) else None

    def put(self, key: str, content: bytes) -> None:
        """Keep the content, if the folder can be written to; other processes see all of it or nothing."""
        if self._folder is None:
            return
        with contextlib.suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self._folder, prefix="new-")
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(_checksum(key, content) + content)
                Path(name).replace(self._folder / key)
            except BaseException:
                Path(name).unlink(missing_ok=True)
                raise
            self._prune(self._folder)

    def _prune(self, folder: Path) -> None:
        entries = list(folder.iterdir())
        if len(entries) > MOST_ENTRIES:
            entries.sort(key=lambda entry: entry.stat().st_mtime)
            for entry in entries[: len(entries) - MOST_ENTRIES]:
                entry.unlink(missing_ok=True)


def user_cache() -> Cache:
    """The cache of the user: `kanly/code` in `XDG_CACHE_HOME`, or in `.cache` at home."""
    given = os.environ.get("XDG_CACHE_HOME", "")
    try:
        base = Path(given) if Path(given).is_absolute() else Path.home() / ".cache"
    except RuntimeError:  # no home folder
        return Cache(None)
    return Cache(base / "kanly" / "code")


def _checksum(key: str, content: bytes) -> bytes:
    return hashlib.sha256(key.encode() + content).digest()
