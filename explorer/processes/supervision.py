"""A command at work in a copy of this process, which is ended whatever it does, and whose every end is told.

Whoever wrote the rules may have written anything: a loop inside of C code, a sleep, a crash of an extension, a call of
`os._exit`. The copy is made by `fork` before anything heavy is imported; this process only waits for it, passes on
Ctrl-C and watches the time. The copy hands its exit code over by a pipe, and what comes to an end without that has no
exit code: nothing that ends by accident passes for a verdict. Through the same pipe `faulthandler` tells where a crash
happened, and where the copy was when its time was over.

The two share a page of memory: whether the copy is asked to stop, whether it listens to that, until when it may work,
and the beats that show that Python code can run in it at all.
"""

from __future__ import annotations

import faulthandler
import math
import mmap
import os
import select
import signal
import struct
import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from enum import Enum
from threading import Thread
from typing import Any, Final, NoReturn

BEAT = 0.25
"""Seconds between two beats, and between two looks at them."""

COURTESY = 0.5
"""Seconds after the limit until work is asked to stop that has not stopped by its own clock."""

GRACE = 5.0
"""Seconds after that until work is ended that does not stop when asked to."""

STALLED = 30.0
"""Seconds without a beat after which no Python code is taken to run again: one call into C code does not return."""

LINGERING = 5.0
"""Seconds for which the copy may take to vanish once it has handed over its exit code."""

_STOP: Final = 0
_LISTENS: Final = 1
_BEATS: Final = 2
_LIMIT: Final = 8
_SEEN: Final = 16
_PHASE: Final = 24
_LONGEST_PHASE: Final = 200
_UNKNOWN: Final = -1
_WHERE = getattr(signal, "SIGUSR1", None)
"""The signal at which the copy tells where it is."""

_END_OF_TEXT = b"\0"
"""What stands between the places told and the exit code."""

_ENDLESS = 255
"""Stands for the exit code of a process that was given up."""


class Cause(Enum):
    """Why work came to an end."""

    FINISHED = "it handed over its exit code"
    LEFT = "the process was left without a verdict"
    CRASHED = "the process crashed"
    ENDED = "the process was ended from outside"
    TIME = "its time was over"
    INTERRUPTED = "somebody interrupted it"
    STALLED = "a call into C code did not return"
    ENDLESS = "a rule went on after it was told to end"


class End:
    """How work came to an end: the cause, the exit code if it finished, what ended it, and the places it told of."""

    def __init__(self, cause: Cause, code: int | None = None, by: str = "", places: str = "") -> None:
        self.phase = ""
        """What was being done, as far as the copy told."""
        self.seen: int | None = None
        """How many states were found by then, if that is known."""
        self.kept: list[bytes] = []
        """What the copy laid aside for the case that it would be ended."""
        self.cause = cause
        self.code = code
        self.by = by
        self.places = places


class _Shared:
    """The page of memory that a copy shares with the process that supervises it."""

    def __init__(self) -> None:
        self._page = mmap.mmap(-1, mmap.PAGESIZE)
        self.limit = 0.0

    @property
    def stop(self) -> bool:
        """Whether the copy is asked to stop."""
        return self._page[_STOP] != 0

    @stop.setter
    def stop(self, asked: bool) -> None:
        self._page[_STOP] = asked

    @property
    def listens(self) -> bool:
        """Whether the copy has come to where it ends in good order when it is asked to."""
        return self._page[_LISTENS] != 0

    @listens.setter
    def listens(self, so: bool) -> None:
        self._page[_LISTENS] = so

    @property
    def beats(self) -> int:
        """Changes several times a second as long as Python code can run."""
        return int(self._page[_BEATS])

    def beat(self) -> None:
        """Show that Python code can run."""
        self._page[_BEATS] = (self._page[_BEATS] + 1) % 256

    @property
    def limit(self) -> float:
        """The time by the monotonic clock at which work should have ended; 0 for none."""
        found: float = struct.unpack_from("d", self._page, _LIMIT)[0]
        return found

    @limit.setter
    def limit(self, at: float) -> None:
        struct.pack_into("d", self._page, _LIMIT, at)

    @property
    def phase(self) -> tuple[str, int]:
        """What the copy is doing, and how many states it has found."""
        text = self._page[_PHASE : _PHASE + _LONGEST_PHASE].rstrip(b"\0").decode("utf-8", "ignore")
        return text, struct.unpack_from("q", self._page, _SEEN)[0]

    @phase.setter
    def phase(self, now: tuple[str, int]) -> None:
        text, seen = now
        self._page[_PHASE : _PHASE + _LONGEST_PHASE] = text.encode()[:_LONGEST_PHASE].ljust(_LONGEST_PHASE, b"\0")
        struct.pack_into("q", self._page, _SEEN, seen)


class _Copy:
    """What the copy knows of itself."""

    def __init__(self, shared: _Shared, pipe: int, aside: int) -> None:
        self.shared = shared
        self.pipe = pipe
        self.aside = aside
        self.process = os.getpid()
        self.phase = ""


_copy: _Copy | None = None
"""Set in a process that is supervised, and in copies that it makes of itself."""


_is_copying = False
"""Whether Kanly is making a copy of this process."""


def is_supervised() -> bool:
    """Whether this process is supervised, so that Ctrl-C and the limit of time are not its own concern."""
    return _copy is not None


def limit(seconds: float | None) -> None:
    """From now on work takes at most so many seconds; without supervision nothing sees to that."""
    if _copy is not None:
        _copy.shared.limit = 0.0 if seconds is None else time.monotonic() + seconds


def is_out_of_time() -> bool:
    """Whether the time that `limit` gave is over."""
    return _copy is not None and _copy.shared.limit != 0 and time.monotonic() >= _copy.shared.limit


def tell_phase(phase: str, states: int | None = None) -> None:
    """Tell what is being done and how many states were found so far, if that is known, in case that it is ended."""
    if _copy is not None:
        _copy.phase = phase
        _copy.shared.phase = phase, _UNKNOWN if states is None else states


@contextmanager
def during(phase: str) -> Generator[None]:
    """Tell that this is being done for as long as it takes, and what was done before again after that."""
    if _copy is None:
        yield
        return
    # What this process did: copies that it makes of itself share the page, and tell of their own work there.
    before = _copy.phase
    tell_phase(phase, _copy.shared.phase[1])
    try:
        yield
    finally:
        tell_phase(before, _copy.shared.phase[1])


def lay_aside(line: bytes) -> None:
    """Leave a line to whoever tells how this process ended, in case that it does not come to tell it itself."""
    if _copy is not None:
        with open(_copy.aside, "ab", closefd=False) as file:
            file.write(line + b"\n")


def _nameless_file() -> int:
    """A file without a name, which a copy shares."""
    if sys.platform == "linux":
        return os.memfd_create("kanly")
    import tempfile

    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())


def _whole_lines(file: int) -> list[bytes]:
    """What was laid aside, but for a line that was not written to its end."""
    with open(file, "rb") as kept:
        kept.seek(0)
        return kept.read().split(b"\n")[:-1]


def listen() -> Callable[[], bool]:
    """Whether this process is asked to stop: from now on it ends in good order, with what it knows, when it is."""
    assert _copy is not None
    shared = _copy.shared
    shared.listens = True
    return lambda: shared.stop


def abandon() -> None:
    """End this process because a rule in it cannot be ended, if somebody supervises it and can tell so."""
    if _copy is None:
        return
    if os.getpid() == _copy.process:
        faulthandler.dump_traceback(_copy.pipe)
        os.write(_copy.pipe, _END_OF_TEXT + bytes([_ENDLESS]))
    os._exit(2)


def supervise(work: Callable[[], int]) -> End:
    """Do work in a copy of this process, and tell how it ended. Raises `OSError` if there can be no copy.

    Where processes cannot be copied, this process does the work.
    """
    if not hasattr(os, "fork"):
        return End(Cause.FINISHED, work())
    shared = _Shared()
    (here, there), aside = os.pipe(), _nameless_file()
    process = os.fork()
    if process == 0:
        os.close(here)
        _at_work(work, shared, there, aside)
    os.close(there)
    end = _Supervisor(process, here, shared).end()
    end.kept = _whole_lines(aside)
    return end


def _at_work(work: Callable[[], int], shared: _Shared, pipe: int, aside: int) -> NoReturn:
    """Work, hand over the exit code, and leave at once: nothing after that may change how the command ended."""
    global _copy  # noqa: PLW0603
    code = 2
    _copy = _Copy(shared, pipe, aside)
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        faulthandler.enable(pipe)
        tell_where_on_signal()
        os.register_at_fork(after_in_child=_end_strangers)
        end_with_parent()
        Thread(target=_beating, args=(shared,), name="kanly heartbeat", daemon=True).start()
        code = work()
        os.write(pipe, _END_OF_TEXT + bytes([code]))
    finally:
        os._exit(code)


def tell_where_on_signal() -> None:
    """Let this process tell where it is when it is asked to, if it is supervised."""
    if _copy is not None and _WHERE is not None:
        faulthandler.register(_WHERE, _copy.pipe)


@contextmanager
def copying() -> Generator[None]:
    """While it lasts, copies that this process makes of itself are Kanly's own; others end at once."""
    global _is_copying  # noqa: PLW0603
    _is_copying = True
    try:
        yield
    finally:
        _is_copying = False


def _end_strangers() -> None:
    """End a copy that a model made, which would go on with the command as if it were the one."""
    if not _is_copying:
        os._exit(2)


def _beating(shared: _Shared) -> None:
    while True:
        shared.beat()
        time.sleep(BEAT)


def end_with_parent() -> None:
    """See that this process ends when the one that made it does, however that ends; on Linux only."""
    if sys.platform != "linux":
        return
    import ctypes

    set_signal_at_death = 1
    ctypes.CDLL(None).prctl(set_signal_at_death, signal.SIGKILL)


class _Supervisor:
    """The process that waits."""

    def __init__(self, process: int, pipe: int, shared: _Shared) -> None:
        self._process = process
        self._pipe = pipe
        self._shared = shared
        self._told = b""
        self._asked = 0
        self._cause: Cause | None = None
        self._patience_ends = math.inf
        self._status: int | None = None
        self._beats: int = shared.beats
        self._looked = time.monotonic()
        self._still = 0.0

    def end(self) -> End:
        """Wait until the work has ended, or end it."""
        before = {each: signal.signal(each, self._on_signal) for each in self._signals()}
        try:
            status = self._waited()
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)
            os.close(self._pipe)
        end = self._end(status)
        end.phase, seen = self._shared.phase
        end.seen = None if seen == _UNKNOWN else seen
        return end

    @staticmethod
    def _signals() -> list[signal.Signals]:
        names = ("SIGINT", "SIGTERM", "SIGHUP")
        return [each for name in names if (each := getattr(signal, name, None)) is not None]

    def _on_signal(self, number: int, _: Any) -> None:
        self._asked += 1
        if number != signal.SIGINT:
            self._patience_ends = min(self._patience_ends, time.monotonic() + GRACE)

    def _waited(self) -> int:
        """The status of the process when it has ended."""
        while not self._read(BEAT):
            self._cause = self._cause_to_end()
            if self._cause is not None:
                self._ask_where()
                break
        if self._cause is None or _END_OF_TEXT in self._told:
            until = time.monotonic() + LINGERING
            while not self._has_vanished() and time.monotonic() < until:
                time.sleep(0.002)
        if not self._has_vanished():
            os.kill(self._process, signal.SIGKILL)
            self._status = os.waitpid(self._process, 0)[1]
        assert self._status is not None
        return self._status

    def _read(self, seconds: float) -> bool:
        """Read what the process tells; whether it has told everything, or is no more."""
        ready, _, _ = select.select([self._pipe], [], [], seconds)
        if not ready:
            return self._has_vanished()
        part = os.read(self._pipe, 1 << 16)
        self._told += part
        return not part or _END_OF_TEXT in self._told

    def _has_vanished(self) -> bool:
        if self._status is None:
            found, status = os.waitpid(self._process, os.WNOHANG)
            self._status = status if found else None
        return self._status is not None

    def _cause_to_end(self) -> Cause | None:
        """Why the process is to be ended now; whoever listens is asked to stop before."""
        now, shared = time.monotonic(), self._shared
        if self._asked > 1 or (self._asked and not shared.listens) or now >= self._patience_ends:
            return Cause.INTERRUPTED
        over = now - shared.limit if shared.limit else -1.0
        if over >= COURTESY + GRACE:
            return Cause.TIME
        shared.stop = shared.stop or self._asked > 0 or over >= COURTESY
        return Cause.STALLED if self._is_stalled() else None

    def _is_stalled(self) -> bool:
        """Whether nothing moves; time for which this process itself was stopped does not count."""
        now = time.monotonic()
        beats = self._shared.beats
        passed = min(now - self._looked, 2 * BEAT)
        self._still = self._still + passed if beats == self._beats else 0.0
        self._looked, self._beats = now, beats
        return self._still >= STALLED

    def _ask_where(self) -> None:
        """Let the process tell where it is."""
        if _WHERE is None:
            return
        os.kill(self._process, _WHERE)
        until = time.monotonic() + 2 * BEAT
        while time.monotonic() < until and not self._read(BEAT):
            pass

    def _end(self, status: int) -> End:
        places, told, rest = self._told.partition(_END_OF_TEXT)
        text = places.decode("utf-8", "replace")
        if told and rest:
            return End(Cause.ENDLESS, places=text) if rest[0] == _ENDLESS else End(Cause.FINISHED, rest[0])
        if self._cause is not None:
            return End(self._cause, places=text)
        if not os.WIFSIGNALED(status):
            return End(Cause.LEFT, by=f"exit code {os.waitstatus_to_exitcode(status)}", places=text)
        number = os.WTERMSIG(status)
        name = signal.Signals(number).name if number in set(signal.Signals) else f"signal {number}"
        from_outside = number in {signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGXCPU}
        return End(Cause.ENDED if from_outside else Cause.CRASHED, by=name, places=text)
