"""Results kept in a file as they are found, so that a campaign that was ended goes on where it was."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from ...processes.atomic import write_whole
from .mutants import Judged, Mutant

LARGEST: Final = 1 << 28


class KeptError(Exception):
    """A file from which no campaign goes on, with what is wrong with it."""


class _Header(msgspec.Struct, forbid_unknown_fields=True):
    """The first line: what the results are of."""

    kanly_mutants: int
    rules: str


FORMAT: Final = 1


def digest_of(files: Iterable[str], told: Iterable[str]) -> str:
    """What changes when one of these files does, or one of the texts: the models, scenarios and parameters."""
    digest = hashlib.sha256()
    for each in told:
        digest.update(each.encode() + b"\0")
    for name in sorted(set(files)):
        digest.update(Path(name).read_bytes())
    return digest.hexdigest()


def known_in(file: Path, rules: str) -> Mapping[Mutant, Judged]:
    """What a file holds, by mutant; nothing where it is not there. Raises `KeptError`.

    A last line that was broken off is passed over.
    """
    if not file.exists():
        return {}
    try:
        if file.stat().st_size > LARGEST:
            raise KeptError(f"{file}: it is larger than {LARGEST:,} bytes")
        first, *lines = file.read_bytes().split(b"\n")
    except OSError as error:
        raise KeptError(f"{file}: it cannot be read ({error.strerror})") from None
    if not first and not any(lines):
        return {}
    try:
        header = msgspec.json.decode(first, type=_Header)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise KeptError(f"{file}: line 1: these are no results of kanly mutate ({error})") from None
    if (header.kanly_mutants, header.rules) != (FORMAT, rules):
        raise KeptError(f"{file}: these are results of other rules, checks or scenarios; name another file")
    found: dict[Mutant, Judged] = {}
    for number, line in enumerate(lines, 2):
        try:
            judged = msgspec.json.decode(line, type=Judged) if line else None
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            if number == len(lines) + 1:
                break
            raise KeptError(f"{file}: line {number}: {error}") from None
        if judged is not None:
            found[judged.mutant] = judged
    return found


@contextmanager
def keeping(file: Path, rules: str, known: Mapping[Mutant, Judged]) -> Generator[Callable[[Judged], None]]:
    """What writes each result at once, behind those that are known. Raises `OSError`."""
    lines = [msgspec.json.encode(each) for each in (_Header(FORMAT, rules), *known.values())]
    write_whole(file, "".join(f"{line.decode()}\n" for line in lines))
    with file.open("ab") as stream:

        def keep(judged: Judged) -> None:
            if judged.mutant not in known:
                stream.write(msgspec.json.encode(judged) + b"\n")
                stream.flush()

        yield keep
