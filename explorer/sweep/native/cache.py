"""Machine code kept on disk between runs, under the user's cache folder.

An entry is a file named by its key: a checksum over key and content, then the content. The checksum is keyed by a
secret that only the user can read, so that nobody else can make an entry that is taken for code. Whatever is damaged,
foreign or cannot be read counts as missing; a folder that is somebody else's, that others can write to, or that cannot
be written to is done without.
"""

from __future__ import annotations

import contextlib
import hmac
import os
import secrets
import stat
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Final

from ...processes.atomic import PREFIX, replaced_by

_CHECKSUM_BYTES: Final = 32

SECRET: Final = "secret"
"""The file that holds the key of the checksums; none of an entry's."""

_SECRET_BYTES: Final = 32

MOST_ENTRIES: Final = 10_000
"""Entries kept; those that were not used for longest go when there are more."""

MOST_BYTES: Final = 1 << 30
"""What all entries together may take."""

_WRITABLE_BY_OTHERS: Final = stat.S_IWGRP | stat.S_IWOTH


class Cache:
    """Contents by key (a file name of letters and digits). `folder` None: nothing is kept."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def get(self, key: str) -> bytes | None:
        """The content kept under the key, None if there is none that is sound."""
        if self._folder is None or self._secret is None:
            return None
        path = self._folder / key
        try:
            entry = path.read_bytes()
        except OSError:
            return None
        checksum, content = entry[:_CHECKSUM_BYTES], entry[_CHECKSUM_BYTES:]
        if not hmac.compare_digest(checksum, _checksum(self._secret, key, content)):
            return None
        with contextlib.suppress(OSError):
            os.utime(path)
        return content

    def put(self, key: str, content: bytes) -> None:
        """Keep the content, if the folder is the user's own; other processes see all of it or nothing."""
        if self._folder is None or self._secret is None:
            return
        with contextlib.suppress(OSError):
            with replaced_by(self._folder / key) as new:
                new.write_bytes(_checksum(self._secret, key, content) + content)
            _prune(self._folder)

    @cached_property
    def _secret(self) -> bytes | None:
        """The key of the checksums, made when there is none; None where the folder cannot be trusted."""
        assert self._folder is not None
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            return _read_secret(self._folder / SECRET) if _is_own(self._folder) else None
        except OSError:
            return None


def _read_secret(path: Path) -> bytes | None:
    """The secret in a file that only its owner reads; a new one if there is none. Raises `OSError`."""
    with contextlib.suppress(FileExistsError):
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(secrets.token_bytes(_SECRET_BYTES))
    if not _is_own(path) or stat.S_IMODE(path.lstat().st_mode) & 0o077:
        return None
    secret = path.read_bytes()
    return secret if len(secret) == _SECRET_BYTES else None


def _is_own(path: Path) -> bool:
    """Whether a file or folder, and not a link to one, is this user's and nobody else can write to it.

    Raises `OSError`.
    """
    if not hasattr(os, "getuid"):
        return True
    found = path.lstat()
    return found.st_uid == os.getuid() and not found.st_mode & _WRITABLE_BY_OTHERS and not stat.S_ISLNK(found.st_mode)


def _prune(folder: Path) -> None:
    """Let go of the entries that were not used for longest, as many as are too many."""
    entries = sorted(_entries(folder), key=lambda entry: entry[0], reverse=True)
    taken = 0
    for number, (_, size, path) in enumerate(entries):
        taken += size
        if number >= MOST_ENTRIES or taken > MOST_BYTES:
            path.unlink(missing_ok=True)


def _entries(folder: Path) -> Iterator[tuple[int, int, Path]]:
    """When each entry was last used, its bytes and its file."""
    with os.scandir(folder) as found:
        for each in found:
            if each.name != SECRET and not each.name.startswith(PREFIX):
                state = each.stat(follow_symlinks=False)
                yield state.st_mtime_ns, state.st_size, Path(each.path)


def user_cache() -> Cache:
    """The cache of the user: `kanly/code` in `XDG_CACHE_HOME`, or in `.cache` at home."""
    given = os.environ.get("XDG_CACHE_HOME", "")
    try:
        base = Path(given) if Path(given).is_absolute() else Path.home() / ".cache"
    except RuntimeError:  # no home folder
        return Cache(None)
    return Cache(base / "kanly" / "code")


def _checksum(secret: bytes, key: str, content: bytes) -> bytes:
    return hmac.digest(secret, key.encode() + b"\0" + content, "sha256")
