"""Running a command in this process: what it prints, the record it writes, and its exit code."""

from __future__ import annotations

import json
from typing import Any

from typer.testing import CliRunner

from kanly.explorer.cli.application import app

RUNNER = CliRunner()


def run(*arguments: str) -> tuple[int, str]:
    """The exit code, and what is printed."""
    result = RUNNER.invoke(app, list(arguments))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout


def record_of(*arguments: str) -> dict[str, Any]:
    """The record on standard output, and nothing else there."""
    code, out = run(*arguments, "--json", "-")
    record: dict[str, Any] = json.loads(out)
    assert record["exit_code"] == code
    return record
