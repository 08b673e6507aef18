"""Survivors that may live: a file beside the model that names each, with the reason why."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import msgspec

from .mutants import Fate, Judged

LARGEST: Final = 1 << 20
"""No such file has more bytes."""


class AcceptedError(Exception):
    """A file that does not list survivors, with what is wrong with it."""


class Accepted(msgspec.Struct, forbid_unknown_fields=True):
    """A survivor that may live. It is known by its function and its texts, wherever its line moves to."""

    function: str
    before: str
    after: str
    because: str

    def is_meant(self, judged: Judged) -> bool:
        """Whether it is this one."""
        mutant = judged.mutant
        return (mutant.function, mutant.before, mutant.after) == (self.function, self.before, self.after)


class _File(msgspec.Struct, forbid_unknown_fields=True):
    survivor: list[Accepted] = []


def survivors_beside(source: Path) -> Path:
    """The file in which the survivors of a model are listed, by the file that defines it. It need not be there."""
    stem = source.absolute().parent.name if source.name == "__init__.py" else source.stem
    return source.with_name(f"{stem}.survivors.toml")


def accepted_in(file: Path) -> Sequence[Accepted]:
    """The survivors that a file lists; none without a file. Raises `AcceptedError`."""
    if not file.exists():
        return ()
    try:
        content = file.read_bytes()
        if len(content) > LARGEST:
            raise AcceptedError(f"{file}: it is larger than {LARGEST:,} bytes")
        found = msgspec.convert(tomllib.loads(content.decode("utf-8")), _File).survivor
    except OSError as error:
        raise AcceptedError(f"{file}: it cannot be read ({error.strerror})") from None
    except UnicodeDecodeError as error:
        raise AcceptedError(f"{file}: it is not UTF-8 text (byte {error.start})") from None
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, RecursionError) as error:
        told = "lists in lists without end" if isinstance(error, RecursionError) else str(error)
        raise AcceptedError(f"{file}: this lists no survivors: {told}") from None
    if unfounded := next((each for each in found if not each.because.strip()), None):
        raise AcceptedError(f"{file}: {unfounded.function} has no reason; say in `because` why the survivor may live")
    return found


def reason_of(judged: Judged, accepted: Iterable[Accepted]) -> str:
    """Why it may live, as the first entry says that means it; empty where none does."""
    return next((entry.because for entry in accepted if entry.is_meant(judged)), "")


def holes(judged: Iterable[Judged]) -> list[Judged]:
    """The survivors that no entry means."""
    return [each for each in judged if each.fate == Fate.SURVIVED.value and not each.because]


def stale(judged: Iterable[Judged], *, is_whole: bool) -> list[Judged]:
    """Those that an entry means and that live no more: one for each entry.

    One that is killed lives no more. That it makes no difference, or is not reached, says so only if all scenarios of
    its model were looked at, which `is_whole` says.
    """
    dead = [Fate.KILLED, *([Fate.EQUIVALENT, Fate.UNREACHED, Fate.REFUSED] if is_whole else [])]
    fates = [each.value for each in dead]
    groups: dict[tuple[str, ...], list[Judged]] = {}
    for each in judged:
        if each.because:
            groups.setdefault((each.mutant.function, each.mutant.before, each.mutant.after), []).append(each)
    return [group[0] for group in groups.values() if all(each.fate in fates for each in group)]


def as_entry(judged: Judged) -> str:
    """What is written for a survivor once there is a reason."""
    mutant = judged.mutant
    lines = [f"{name} = {_quoted(getattr(mutant, name))}" for name in ("function", "before", "after")]
    return "\n".join(["[[survivor]]", *lines, 'because = ""'])


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
