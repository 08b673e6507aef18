"""Commands that are stopped, or whose output nobody reads: no verdict changes, and nothing breaks off loudly."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time


def started(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "kanly.explorer.cli", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_whoever_stops_reading_changes_no_verdict() -> None:
    process = started("explore", "card-table")
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    assert (process.wait(timeout=60), process.stderr.read()) == (0, "")


def test_an_interrupted_run_tells_what_is_known() -> None:
    process = started("explore", "card-table", "-p", "cards=9", "-p", "seats=3", "--engine", "run", "--json", "-")
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    record = json.loads(out)
    assert (process.returncode, record["status"], record["reason"]) == (
        3,
        "inconclusive",
        "not everything was looked at: interrupted",
    )
    assert record["states"] > 0
    assert "Traceback" not in err


def test_a_closed_pipe_is_no_accident() -> None:
    process = started("models")
    assert process.stdout is not None
    process.stdout.close()
    _, err = process.communicate(timeout=60)
    assert "Traceback" not in err
