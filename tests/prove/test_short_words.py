"""What `kanly prove` prints: little when everything is proved, names in its table, the time with its parts."""

from __future__ import annotations

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from kanly.explorer.cli.application import app

MOST_LINES = 25


def run(*arguments: str) -> tuple[list[str], dict[str, Any]]:
    plain = CliRunner().invoke(app, ["prove", *arguments, "--traces", ""])
    recorded = CliRunner().invoke(app, ["prove", *arguments, "--traces", "", "--json", "-"])
    return plain.stdout.splitlines(), json.loads(recorded.stdout)


@pytest.mark.parametrize("model", ["card-table", "two-phase-commit"])
def test_what_is_proved_is_told_in_few_lines(model: str) -> None:
    lines, record = run(model)
    assert record["status"] == "holds"
    assert len(lines) <= MOST_LINES
    assert any("state invariant" in line and "no rule fails" in line for line in lines)
    assert any("kanly explore" in line for line in lines)
    assert any("induction" in line and "sight" in line for line in lines)


@pytest.mark.slow
def test_the_table_has_names() -> None:
    lines, _ = run("card-table", "--verbose")
    (row,) = [line for line in lines if line.startswith("custody") and "invariant" not in line]
    assert row.split()[:2] == ["custody", "holds"]


def test_the_time_has_parts_that_make_up_the_whole() -> None:
    _, record = run("card-table")
    parts = record["details"]["seconds"]
    assert {"loading the model", "reading the rules", "induction", "sight"} <= set(parts)
    assert sum(parts.values()) == pytest.approx(record["seconds"], abs=0.05)
