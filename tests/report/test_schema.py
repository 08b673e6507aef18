"""The schema of verdict records is what stands beside the pages, and what commands write keeps to it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from cli.running import record_of
from kanly.explorer.report.schema import record_schema

FILE = Path(__file__).parent.parent.parent / "docs" / "record.schema.json"


RECORDS: Any = jsonschema.Draft202012Validator(record_schema())


def test_the_file_is_what_the_records_are() -> None:
    assert json.loads(FILE.read_text(encoding="utf-8")) == record_schema()
    RECORDS.check_schema(record_schema())


@pytest.mark.parametrize(
    "command",
    [
        ["explore", "two-phase-commit"],
        ["explore", "card-table", "--max-states", "5"],
        ["explore", "nosuch"],
        ["explore", "card-table", "--engine", "run", "--sight", "3"],
        ["prove", "two-phase-commit"],
        ["simulate", "card-table", "--walks", "5", "--engine", "run"],
        ["find", "two-phase-commit", "g.votes == 77"],
        ["check-model", "two-phase-commit"],
        ["clauses", "two-phase-commit", "--no-explore"],
        ["gate", "two-phase-commit"],
        ["validate", "card-table", "nosuch.json"],
        ["revelations", "card-table"],
        ["contract", "card-table"],
        ["trace", "card-table"],
    ],
)
def test_records_keep_to_it(command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    RECORDS.validate(record_of(*command))


WRONG: list[dict[str, Any]] = [
    {"status": "fine"},
    {"exit_code": 7},
    {"states": "many"},
    {"more": 1},
    {"findings": [{}]},
    {"invariants": [{"id": 1}]},
]


@pytest.mark.parametrize("change", WRONG)
def test_what_is_no_record_does_not(change: dict[str, Any]) -> None:
    record = record_of("explore", "two-phase-commit") | change
    with pytest.raises(jsonschema.ValidationError):
        RECORDS.validate(record)
