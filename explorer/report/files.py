"""Counterexamples as files: a trace for each, and on request a test; none takes the place of another."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

from ...invariants.language.declarations import declared_for
from ...invariants.language.monitors import that_has
from ...model import Instance
from ..findings.leaks import OtherPlay
from ..findings.traces import Trace
from ..processes.atomic import create_whole
from ..search.continuations import DEADLOCK, DEADLOCK_TOLD
from .itf import to_itf
from .regression import Place, leak_test_source, test_source

LONGEST = 120
"""Characters of the name of a file, without its number and its ending."""


class Files:
    """Writes the counterexamples of one instance; `origin` is the file and the name of a model that is not bundled.

    `problems` tells what could not be written.
    """

    def __init__(
        self, instance: Instance, traces: Path | None, tests: Path | None, origin: tuple[Path, str] | None
    ) -> None:
        self._instance = instance
        self._traces = traces
        self._tests = tests
        self._origin = origin
        self.problems: list[str] = []

    def keep(
        self, check: str, conjunct: str, trace: Trace, other: OtherPlay | None = None
    ) -> tuple[str | None, str | None]:
        """Write a counterexample; the names of its trace file and of its test, where they were asked for.

        Of a leak both plays are in each.
        """
        instance = that_has(self._instance, trace.start)
        stem = _safe(f"{instance.model.name}-{instance.scenario.name}-{check}")
        trace_file = test_file = None
        if self._traces is not None:
            text = to_itf(instance, trace, check=check, conjunct=conjunct, other=other)
            trace_file = self._write(self._traces, stem, "-", ".itf.json", text)
        if self._tests is not None:
            told = {each.id: each.sentence for each in declared_for(instance)}
            sentence = told.get(check, f"{DEADLOCK_TOLD}." if check == DEADLOCK else "a rule fails.")
            place = Place(self._tests, self._origin)
            if other is None:
                text = test_source(instance, trace, check, sentence, place)
            else:
                text = leak_test_source(instance, trace, other, check, place)
            test_file = self._write(self._tests, f"test_{_safe(stem, '_')}", "_", ".py", text)
        return trace_file, test_file

    def _write(self, folder: Path, stem: str, between: str, ending: str, text: str) -> str | None:
        """Write to the first of `stem`, `stem-2`, ... that is free or has this content already; its name."""
        content = text.encode()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            numbered = (f"{between}{number}" for number in itertools.count(2))
            paths = (folder / f"{stem}{number}{ending}" for number in itertools.chain([""], numbered))
            return str(next(path for path in paths if _holds(path, content)))
        except OSError as error:
            self.problems.append(f"{error.filename or folder}: it cannot be written ({error.strerror})")
            return None


def _holds(path: Path, content: bytes) -> bool:
    """Whether a file has that content, after it was written if there was none. Raises `OSError`."""
    try:
        create_whole(path, content)
    except FileExistsError:
        return path.is_file() and path.read_bytes() == content
    return True


def _safe(text: str, between: str = "-") -> str:
    return re.sub(r"[^A-Za-z0-9]+", between, text).strip(between)[:LONGEST]
