"""A process that waits for another: what counts as its standing still."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

WAITING = """
import os, time
from kanly.explorer.processes import supervision

supervision.BEAT, supervision.STALLED = 0.02, 1.0


def work() -> int:
    print(os.getpid(), flush=True)
    time.sleep(1.0)
    return 0


print(supervision.supervise(work).cause.name)
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="copies of a process are made by fork")
def test_time_for_which_all_was_stopped_is_no_time_in_which_nothing_moves() -> None:
    """As by Ctrl-Z, or while a computer sleeps; who waits is stopped last and comes to itself first, without a beat."""
    with subprocess.Popen([sys.executable, "-c", WAITING], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        copied = int(process.stdout.readline())
        os.kill(copied, signal.SIGSTOP)
        time.sleep(0.1)
        os.kill(process.pid, signal.SIGSTOP)
        time.sleep(1.3)
        os.kill(process.pid, signal.SIGCONT)
        time.sleep(0.1)
        os.kill(copied, signal.SIGCONT)
        assert process.stdout.read() == "FINISHED\n"
