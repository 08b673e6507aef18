"""A model whose constants are made anew at each start of Python is found, and one that is the same passes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cli.running import record_of
from cli.test_ending import MODEL
from conforming import Table, step
from kanly.explorer.cli.commands.check_model import conformance_verdict
from tiny import tiny


@pytest.fixture(autouse=True)
def _somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def every_start(constant: str, used: str = "g.at < LIMIT", before: str = "g.at < 1") -> dict[str, Any]:
    text = MODEL.replace("road = Model(", f"{constant}\n\nroad = Model(").replace("DOES", "").replace(before, used)
    Path("road.py").write_text(text, encoding="utf-8")
    record = record_of("check-model", "road.py")
    (test,) = [each for each in record["verdicts"][0]["invariants"] if each["id"] == "every-start"]
    return test


@pytest.mark.parametrize(
    ("constant", "used"),
    [
        ("import uuid\nLIMIT = uuid.uuid4().int % 2**60", "g.at < LIMIT"),
        ("ORDER = tuple({*'abcdefghijklmnop'})", "g.at < ORDER.index('a') + 1"),
        ("LIMIT = hash('abc') % 2**60", "g.at < LIMIT"),
        ("class Two:\n    BIT = (hash('abc') >> 0) % 2", "g.at < 1 + Two.BIT"),
    ],
)
def test_a_rule_that_is_another_at_each_start_is_found(constant: str, used: str) -> None:
    test = every_start(constant, used)
    assert test["status"] == "violated"
    assert "differs from one start of Python to the next" in test["sentence"]


def test_a_first_state_that_is_another_at_each_start_is_named() -> None:
    test = every_start("class Two:\n    BIT = (hash('abc') >> 0) % 2", "g.at = Two.BIT", "g.at = 0")
    assert test["status"] == "violated"
    assert test["sentence"].startswith("the first state 1 differs from one start of Python to the next: at = ")


def test_what_is_the_same_at_each_start_passes() -> None:
    assert every_start("ORDER = tuple(sorted({*'abc'}))\nLIMIT = len(ORDER)")["status"] == "holds"
    assert every_start("print('hello')\nLIMIT = 1")["status"] == "holds"


def test_a_model_without_a_source_has_nothing_to_test() -> None:
    verdict = conformance_verdict(tiny(Table, step))
    (test,) = [each for each in verdict.invariants if each.id == "every-start"]
    assert test.status == "nothing to test"
