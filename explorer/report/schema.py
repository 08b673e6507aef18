"""What a verdict record looks like, as JSON Schema: for programs that read the records of commands."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from ..findings.status import NOTHING_TO_TEST, Status
from .verdict import GateVerdict, Verdict

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def record_schema() -> dict[str, Any]:
    """The schema of what `--json` writes: a verdict, or the verdicts of a gate."""
    found, parts = msgspec.json.schema_components([Verdict, GateVerdict], ref_template="#/$defs/{name}")
    for part in parts.values():
        part["additionalProperties"] = False
        part["required"] = list(part["properties"])
        _tell_answers(part)
    return {
        "$schema": DIALECT,
        "title": "The verdict record of a command of Kanly",
        "anyOf": list(found),
        "$defs": parts,
    }


def _tell_answers(part: dict[str, Any]) -> None:
    """Say which answers there are where a part has a status, and with which exit codes a command ends."""
    properties = part["properties"]
    if "status" in properties:
        tests = [NOTHING_TO_TEST] if part["title"] == "CheckVerdict" else []
        properties["status"]["enum"] = [each.value for each in Status] + tests
    if "exit_code" in properties:
        properties["exit_code"]["enum"] = sorted({each.exit_code for each in Status})
