"""`kanly validate`: which saves are accepted, and what refuses the others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cli.running import record_of, run
from kanly.explorer.cli.frame.selection import choose
from kanly.explorer.findings.traces import Trace
from kanly.explorer.report.itf import to_itf

STRICT = """
from kanly.invariants import Declarations
from kanly.model import Model, State
from kanly.model.games.card_table import Seat


class Table(State):
    spilt: bool
    odd: bool


strict = Model("strict", Table, seats=Seat)
laws = Declarations(strict)


@strict.scenario("default")
def setup(g: Table) -> None:
    g.spilt = False


@laws.invariant("is-dry")
def is_dry(g):
    '''Nothing is spilt.'''
    return not g.spilt


@laws.invariant("answers")
def answers(g):
    '''Answers only while nothing is spilt or odd.'''
    assert not g.spilt
    assert not g.odd
    return True
"""


@pytest.fixture(autouse=True)
def _somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


SAVE = {"deck": ["C1", "C2", "C3"], "hand": {"ANN": ["C4"], "BOB": []}, "escrow": None, "discard": []}


@pytest.mark.parametrize(
    ("change", "rule", "path"),
    [
        ({}, None, None),
        ({"escrow": "C1"}, "custody", "$"),
        ({"escrow": "C99"}, "format", "$.escrow"),
        ({"deck": ["C1", "C1"]}, "format", "$.deck[1]"),
        ({"more": 1}, "format", "$.more"),
        ({"hand": {"ANN": []}}, "format", "$.hand.BOB"),
    ],
)
def test_a_save_is_accepted_or_refused_with_rule_and_path(
    change: dict[str, Any], rule: str | None, path: str | None
) -> None:
    Path("save.json").write_text(json.dumps({**SAVE, **change}))
    record = record_of("validate", "card-table", "save.json")
    refusals = record["details"]["refusals"]
    assert record["exit_code"] == (0 if rule is None else 1)
    assert record["details"]["accepted"] is (rule is None)
    assert [(each["rule"], each["path"]) for each in refusals] == ([] if rule is None else [(rule, path)])


@pytest.mark.parametrize(("spilt", "odd", "code"), [(False, False, 0), (True, False, 1), (False, True, 2)])
def test_a_check_that_cannot_answer_is_a_mistake_unless_the_save_is_refused_anyway(
    spilt: bool, odd: bool, code: int
) -> None:
    Path("strict.py").write_text(STRICT, encoding="utf-8")
    Path("save.json").write_text(json.dumps({"spilt": spilt, "odd": odd}))
    found, told = run("validate", "strict.py", "save.json")
    assert found == code
    assert ("is-dry" in told, "answers" in told) == (spilt, False)


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"[" * 100_000, b'{"a": 1, "a": 2}', b"NaN", b"1" * 5_000])
def test_a_hostile_save_is_refused(content: bytes) -> None:
    Path("save.json").write_bytes(content)
    record = record_of("validate", "card-table", "save.json")
    assert (record["exit_code"], record["details"]["refusals"][0]["rule"]) == (1, "format")


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_a_byte_order_mark_before_a_file_is_no_part_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mark: str
) -> None:
    """As some editors write it before a save, a trace and a model."""
    monkeypatch.chdir(tmp_path)
    Path("model.py").write_text(mark + STRICT, encoding="utf-8")
    Path("save.json").write_text(f'{mark}{{"spilt": false, "odd": false}}', encoding="utf-8")
    assert run("validate", "model.py", "save.json")[0] == 0
    Path("save.json").write_text(f'{mark}{{"spilt": true, "odd": false}}', encoding="utf-8")
    assert run("validate", "model.py", "save.json")[0] == 1
    Path("save.json").write_text(f'{{{mark}"spilt": false, "odd": false}}', encoding="utf-8")
    assert run("validate", "model.py", "save.json")[0] == (1 if mark else 0)
    instance = choose("model.py").instance(())
    trace = to_itf(instance, Trace(instance.initial_states()[0]), check="is-dry", conjunct="")
    Path("trace.itf.json").write_text(mark + trace, encoding="utf-8")
    assert run("replay", "model.py", "trace.itf.json")[0] == 0
