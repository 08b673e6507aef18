"""While a command works: the progress line, and what Ctrl-C does."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING

from ...processes import supervision

if TYPE_CHECKING:
    from ...findings.bounds import SearchProgress, Watcher


def _noted(progress: SearchProgress) -> None:
    """Tell the supervising process how far it is."""
    supervision.tell_phase("visiting states", progress.states)


@contextmanager
def progress_line(quiet: bool, about: str) -> Generator[Watcher]:
    """A line on standard error that says how far it is; nothing when that is no terminal."""
    from rich.console import Console

    console = Console(stderr=True)
    if quiet or not console.is_terminal:
        yield _noted
        return
    with console.status(f"{about} ...") as status:

        def report(progress: SearchProgress) -> None:
            status.update(
                f"{about}: {progress.states:,} states, {progress.left:,} to expand, depth {progress.depth}, "
                f"{progress.rate:,.0f} states/s, {progress.seconds:.0f} s"
            )

        yield report


@contextmanager
def interruptible() -> Generator[Callable[[], bool]]:
    """Ctrl-C once asks the work to end with what is known so far; twice breaks it off. So does the end of its time."""
    if supervision.is_supervised():
        yield supervision.listen()
        return
    asked = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield asked.is_set
        return

    def on_interrupt(number: int, frame: FrameType | None) -> None:
        if asked.is_set():
            raise KeyboardInterrupt
        asked.set()

    before = signal.signal(signal.SIGINT, on_interrupt)
    try:
        yield asked.is_set
    finally:
        signal.signal(signal.SIGINT, before)
