"""Rules that do not end are stopped where they are.

A loop may go on for ever without looking at the state even once, so that no count of what it does to the state would
notice. A watchman thread notices: it looks several times a second whether the same execution is still at work, and
raises `EndlessError` in its thread once its patience is over. It counts the processor time of the process, so that a
busy machine costs no patience; of an execution that only waits, such as for a lock or a clock, it counts a part of the
time that passes. An ordinary execution takes a thousandth of it. What goes on though it was told to end, because it
swallows the error or does not come back from C code, is given up by whoever can end the process.
"""

from __future__ import annotations

import ast
import ctypes
import linecache
import sys
import time
import weakref
from collections.abc import Callable, Sequence
from threading import Thread, get_ident
from traceback import FrameSummary

BEAT = 0.25
"""Seconds between two looks of the watchman."""

LENIENCE = 1.0
"""What all patience is multiplied by."""

RUNNING = 3.0
"""For how many seconds of processor time one execution of a rule, a check or a view may be at work."""

READING = 12.0
"""For how many seconds of it a rule may be followed on one path, not counting the paths of its merged helpers."""


IDLE = 0.1
"""What a second that passes counts at least, in seconds of processor time."""

OBSTINATE = 2.0
"""After how many times its patience an execution is given up that was told to end and goes on."""


class EndlessError(Exception):
    """An execution takes so long that it must be taken to go on for ever."""

    def __init__(self) -> None:
        super().__init__("it does not end; bound its loops")


class TimeLimit:
    """What is executed inside of `with TimeLimit(seconds):` is stopped with `EndlessError` when it takes longer.

    What is executed inside has its own patience, and the one around it begins anew after that.
    """

    __slots__ = ("_around", "seconds")

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._around: TimeLimit | None = None

    def __enter__(self) -> None:
        thread = get_ident()
        self._around = _at_work.get(thread)
        _at_work[thread] = self

    def __exit__(self, *_: object) -> None:
        around = self._around
        if around is None:
            del _at_work[get_ident()]
        else:
            _at_work[get_ident()] = TimeLimit(around.seconds)


_at_work: dict[int, TimeLimit] = {}
"""What is executed now, by thread."""

_watchmen: list[Thread] = []

_give_up: list[Callable[[], None]] = []
"""What ends the process, if anybody can."""


def keep_watch() -> None:
    """See that there is a watchman."""
    if not any(watchman.is_alive() for watchman in _watchmen):
        _watchmen[:] = [Thread(target=_watch, name="kanly watchman", daemon=True)]
        _watchmen[0].start()


def give_up_by(end: Callable[[], None]) -> None:
    """From now on the process is ended by this when an execution in it cannot be."""
    _give_up[:] = [end]


def _watch() -> None:
    seen: dict[int, tuple[TimeLimit, float]] = {}
    clock = _Clock()
    while True:
        time.sleep(BEAT)
        now = clock.read()
        seen = {
            thread: seen[thread] if thread in seen and seen[thread][0] is work else (work, now)
            for thread, work in dict(_at_work).items()
        }
        for thread, (work, since) in seen.items():
            patience = work.seconds * LENIENCE
            if now - since < patience or _at_work.get(thread) is not work:
                continue
            if now - since >= patience * OBSTINATE:
                for end in _give_up:
                    end()
            if not _is_called_back(thread):
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(EndlessError))


class _Clock:
    """Processor time of the process, or a part of the time that passes where that is more."""

    def __init__(self) -> None:
        self._read = 0.0
        self._worked, self._passed = time.process_time(), time.monotonic()

    def read(self) -> float:
        """Seconds since it was made."""
        worked, passed = time.process_time(), time.monotonic()
        self._read += max(worked - self._worked, IDLE * min(passed - self._passed, 2 * BEAT))
        self._worked, self._passed = worked, passed
        return self._read


def _is_called_back(thread: int) -> bool:
    """Whether a thread is where Python would only print an exception: it is tried again at the next look."""
    frame = sys._current_frames().get(thread)  # pyright: ignore[reportPrivateUsage]
    return frame is None or frame.f_code.co_filename == weakref.__file__


def loop_at(frames: Sequence[FrameSummary]) -> tuple[str, int]:
    """The innermost `while` that an execution was in when it was stopped; where it was, when there is none."""
    for frame in reversed(frames):
        loops = [line for line, end in _loops(frame.filename) if line <= (frame.lineno or 0) <= end]
        if loops:
            return frame.filename, max(loops)
    return frames[-1].filename, frames[-1].lineno or 0


def _loops(file: str) -> list[tuple[int, int]]:
    """The first and the last line of each `while` in a file."""
    try:
        tree = ast.parse("".join(linecache.getlines(file)))
    except (SyntaxError, ValueError):
        return []
    return [(node.lineno, node.end_lineno or node.lineno) for node in ast.walk(tree) if isinstance(node, ast.While)]
