"""Measuring one command as a process: seconds on the clock, and the most memory it held."""

from __future__ import annotations

import os
import subprocess
import time
from dataclasses import dataclass

MEBIBYTE = 1024


@dataclass(frozen=True)
class Done:
    """A finished command."""

    output: str
    exit_code: int
    seconds: float
    megabytes: int
    processor: float
    """Seconds of the processors, of all threads and processes together."""


@dataclass(frozen=True)
class Row:
    """One line of the results."""

    model: str
    engine: str
    workers: int
    states: int
    transitions: int
    seconds: float
    megabytes: int
    searching: float | None = None
    """Seconds of the search alone, without start-up and compilation."""
    starting: float | None = None
    """Seconds of reading the rules and making machine code of them, or fetching it from where it is kept."""

    @property
    def rate(self) -> float:
        """States a second of search."""
        return self.states / max(self.searching if self.searching is not None else self.seconds, 1e-9)


def measured(command: list[str], folder: str | None = None) -> Done:
    """Run a command to its end and measure it."""
    started = time.monotonic()
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout is not None
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    seconds, processor = time.monotonic() - started, usage.ru_utime + usage.ru_stime
    return Done(output, process.returncode, seconds, usage.ru_maxrss // MEBIBYTE, processor)
