"""The lines that changed since a revision, as git tells."""

from __future__ import annotations

import functools
import re
import subprocess
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

_HUNK = re.compile(r"^@@ -\S+ \+(\d+)(?:,(\d+))? @@")
_DIFF = (
    "-c", "core.quotePath=false", "diff", "--unified=0", "--no-color", "--no-ext-diff", "--no-renames", "--relative",
    "--src-prefix=a/", "--dst-prefix=b/",
)  # fmt: skip
"""Told in one form, whatever is configured."""

SECONDS = 30.0


class RevisionError(Exception):
    """Git does not tell what changed, with why."""


@functools.cache
def changed_lines(folder: Path, revision: str) -> Mapping[str, frozenset[int]]:
    """By file, the lines that are new or different: all of a file that git does not track. Raises `RevisionError`."""
    root = _git(folder, "rev-parse", "--show-toplevel").strip()
    known = _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}").strip()
    told = _git(folder, *_DIFF, known, "--", ".")
    prefix = _git(folder, "rev-parse", "--show-prefix").strip()
    found: dict[str, set[int]] = defaultdict(set)
    file = ""
    for line in told.splitlines():
        if line.startswith("+++ "):
            file = str((Path(root) / prefix / line.removeprefix("+++ b/").rstrip("\t")).resolve())
        elif hunk := _HUNK.match(line):
            first, count = int(hunk[1]), int(hunk[2] or 1)
            found[file] |= set(range(first, first + count))
    for name in _git(folder, "ls-files", "--others", "--exclude-standard", "-z", "--", "*.py").split("\0")[:-1]:
        new = (folder / name).resolve()
        found[str(new)] |= set(range(1, new.read_bytes().count(b"\n") + 2))
    return {name: frozenset(lines) for name, lines in found.items()}


def _git(folder: Path, *arguments: str) -> str:
    try:
        done = subprocess.run(
            ["git", *arguments], cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except FileNotFoundError:
        raise RevisionError("git is not installed") from None
    except subprocess.TimeoutExpired:
        raise RevisionError(f"git does not answer within {SECONDS:g} s") from None
    if done.returncode:
        told = done.stderr.strip().splitlines()
        raise RevisionError(told[-1] if told else f"there is no revision {arguments[-1].removesuffix('^{commit}')}")
    return done.stdout
