"""What a process works with and a model may change while it is read: put back, or told where that is a mistake.

This guards against accidents, such as a library that changes the folder. Whoever means harm runs in the same process
and is not kept from it.
"""

from __future__ import annotations

import io
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress

from .replaced import remembered
from .supervision import tell_where_on_signal

STREAMS = ("stdin", "stdout", "stderr")

FIRST_MOMENT = 0.005
"""Seconds in which a thread that was started begins to run."""

LAST_MOMENT = 0.2
"""Seconds that a thread may take to end once what started it is done."""


def _running() -> Iterable[int]:
    """The threads of this process that run Python."""
    return sys._current_frames()  # pyright: ignore[reportPrivateUsage]


class Surroundings:
    """How the process is before it runs what somebody else wrote."""

    def __init__(self) -> None:
        self._folder = _folder()
        self._files = [_copied(number) for number in range(len(STREAMS))]
        self._streams = [getattr(sys, name) for name in STREAMS]
        self._limits = _limits()
        self._depth = sys.getrecursionlimit()
        self._trace, self._profile = sys.gettrace(), sys.getprofile()
        self._handlers = {each: signal.getsignal(each) for each in signal.valid_signals()}
        self._modules, self._loaded = sys.modules, dict(sys.modules)
        self._searched = {name: list(getattr(sys, name)) for name in ("path", "meta_path", "path_hooks")}
        self._parts = remembered()
        self._threads = set(_running())

    def put_back(self) -> list[str]:
        """Put back what was changed; the names of parts of Kanly that were replaced, which is a mistake."""
        self._put_back_signals()
        replaced = self._parts.put_back()
        sys.settrace(self._trace)
        sys.setprofile(self._profile)
        sys.setrecursionlimit(self._depth)
        self._put_back_modules()
        self._put_back_streams()
        if self._folder is not None and _folder() != self._folder:
            with suppress(OSError):
                os.chdir(self._folder)
        return replaced

    def has_more_threads(self) -> bool:
        """Whether there are threads that were not there before; one that is about to end is waited for a moment."""
        end = time.monotonic() + LAST_MOMENT
        time.sleep(FIRST_MOMENT)
        while (more := set(_running()) - self._threads) and time.monotonic() < end:
            time.sleep(LAST_MOMENT / 20)
        return bool(more)

    def _put_back_modules(self) -> None:
        """The modules, and the places that are searched for more; folders that were added stay, behind the others."""
        sys.modules = self._modules
        for name in [name for name, module in sys.modules.items() if module is None]:  # pyright: ignore[reportUnnecessaryComparison]
            del sys.modules[name]
        sys.modules.update(self._loaded)
        added = [folder for folder in sys.path if folder not in self._searched["path"]]
        for name, before in self._searched.items():
            getattr(sys, name)[:] = before
        sys.path += added

    def _put_back_streams(self) -> None:
        for which, limits in self._limits.items():
            with suppress(OSError, ValueError):
                _set_limits()(which, limits)
        for number, (name, stream, file) in enumerate(zip(STREAMS, self._streams, self._files, strict=True)):
            if file is not None:
                with suppress(OSError):
                    os.dup2(file, number)
                    os.close(file)
            closed = stream is not None and stream.closed
            setattr(sys, name, _opened(number) if closed and file is not None else stream)

    def _put_back_signals(self) -> None:
        with suppress(AttributeError, OSError):
            signal.setitimer(signal.ITIMER_REAL, 0)
        changed = [each for each, handler in self._handlers.items() if signal.getsignal(each) is not handler]
        for each in changed:
            handler = self._handlers[each]
            with suppress(OSError, ValueError):
                signal.signal(each, signal.SIG_DFL if handler is None else handler)
        if changed:
            tell_where_on_signal()


def _folder() -> str | None:
    try:
        return os.getcwd()
    except OSError:
        return None


def _copied(file: int) -> int | None:
    """Another handle of a file that is open."""
    try:
        return os.dup(file)
    except OSError:
        return None


def _opened(file: int) -> io.TextIOWrapper:
    """A standard stream in the place of one that was closed."""
    return open(file, "r" if file == 0 else "w", encoding="utf-8", errors="replace", closefd=False)


def _limits() -> dict[int, tuple[int, int]]:
    """The limits of the size and the number of files, by which."""
    try:
        import resource
    except ImportError:
        return {}
    return {which: resource.getrlimit(which) for which in (resource.RLIMIT_NOFILE, resource.RLIMIT_FSIZE)}


def _set_limits() -> Callable[[int, tuple[int, int]], None]:
    import resource

    return resource.setrlimit
