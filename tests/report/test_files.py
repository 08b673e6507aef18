"""Counterexamples as files: none takes the place of another."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cli.running import record_of
from kanly.explorer.cli.frame.selection import bundled
from kanly.explorer.findings.traces import Trace
from kanly.explorer.report.files import Files

card_table = bundled("card-table")


def test_a_file_is_written_once_and_another_beside_it(tmp_path: Path) -> None:
    instance = card_table.instance()
    first, second = instance.initial_states()[0], (0,) * len(instance.slots)
    files = Files(instance, tmp_path, tmp_path, None)
    kept = [files.keep("custody", "", Trace(start)) for start in (first, second, first)]
    assert [Path(trace or "").name for trace, _ in kept] == [
        "card-table-default-custody.itf.json",
        "card-table-default-custody-2.itf.json",
        "card-table-default-custody.itf.json",
    ]
    assert [Path(test or "").name for _, test in kept] == [
        "test_card_table_default_custody.py",
        "test_card_table_default_custody_2.py",
        "test_card_table_default_custody.py",
    ]
    assert files.problems == []


WRITING = """
import sys
from pathlib import Path
from kanly.explorer.cli.frame.selection import bundled
from kanly.explorer.findings.traces import Trace
from kanly.explorer.report.files import Files

instance = bundled("card-table").instance()
files = Files(instance, Path("traces"), None, None)
for number in range(20):
    told = f"{sys.argv[1]} {number}"
    assert files.keep("custody", told, Trace(instance.initial_states()[0]))[0]
"""


def test_processes_at_the_same_time_overwrite_nothing_of_each_other(tmp_path: Path) -> None:
    programs = [subprocess.Popen([sys.executable, "-c", WRITING, name], cwd=tmp_path) for name in ("one", "other")]
    assert [program.wait(60) for program in programs] == [0, 0]
    texts = [json.loads(path.read_text(encoding="utf-8")) for path in (tmp_path / "traces").iterdir()]
    told = [text["#meta"]["conjunct"] for text in texts]
    assert sorted(told) == sorted(f"{name} {number}" for name in ("one", "other") for number in range(20))


def test_checks_whose_names_are_spelled_alike_in_files_are_kept_apart(tmp_path: Path) -> None:
    instance = card_table.instance()
    files = Files(instance, tmp_path, None, None)
    start = Trace(instance.initial_states()[0])
    names = {files.keep(check, "", start)[0] for check in ("no debt", "no-debt", "x" * 400, "x" * 401)}
    assert len(names) == 4
    assert len(list(tmp_path.iterdir())) == 4


def test_where_nothing_can_be_written_is_told(tmp_path: Path) -> None:
    instance = card_table.instance()
    (tmp_path / "traces").write_text("a file")
    (tmp_path / "card-table-default-custody.itf.json").mkdir()
    start = Trace(instance.initial_states()[0])
    blocked = Files(instance, tmp_path / "traces", None, None)
    assert blocked.keep("custody", "", start) == (None, None)
    assert "it cannot be written" in blocked.problems[0]
    beside = Files(instance, tmp_path, None, None)
    assert str(beside.keep("custody", "", start)[0]).endswith("custody-2.itf.json")


FAULTY = """
import kanly.invariants.games.card_table
from kanly.model import require
from kanly.model.games.card_table import card_table as _card_table
from kanly.model.games.card_table import play


def keep(g, seat, card):
    require(card in g.hand[seat], "the card is not in that hand")
    require({guard}, "not now")
    g.escrow = card


faulty = _card_table.variant({{play: keep}})
"""


@pytest.mark.slow
def test_commands_and_models_of_one_name_keep_their_own_counterexamples(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("one.py").write_text(FAULTY.format(guard="g.escrow is None"), encoding="utf-8")
    Path("other.py").write_text(FAULTY.format(guard="g.escrow is None and len(g.hand[seat]) > 1"), encoding="utf-8")
    commands = [
        ("explore", "one.py", "--engine", "run"),
        ("explore", "other.py", "--engine", "run"),
        ("explore", "one.py", "--engine", "run", "-p", "cards=3"),
        ("prove", "one.py", "--invariant", "custody"),
        ("simulate", "one.py", "--seed", "5"),
    ]
    written: dict[str, tuple[str, int]] = {}
    for command in commands:
        record = record_of(*command)
        traces = [check["trace"] for check in record["invariants"] if check["trace"]]
        assert traces
        written |= {trace: (command[1], check_length(record, trace)) for trace in traces}
    kept = [trace for trace in Path("kanly-traces").iterdir() if "sight" not in trace.name]
    assert len(kept) == len(written)
    for trace, (model, length) in written.items():
        again = record_of("replay", model, trace)
        assert (again["exit_code"], again["transitions"]) == (1, length)


def check_length(record: dict[str, Any], trace: str) -> int:
    return next(check["length"] for check in record["invariants"] if check["trace"] == trace)


@pytest.mark.slow
def test_a_written_test_imports_only_what_keeps_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("one.py").write_text(FAULTY.format(guard="g.escrow is None"), encoding="utf-8")
    record = record_of("explore", "one.py", "--engine", "run", "--write-tests", "tests")
    test = Path(next(check["counterexample"]["test"] for check in record["invariants"] if check["trace"]))
    imported = [line for line in test.read_text().splitlines() if "import" in line]
    assert imported == ["from pathlib import Path", "from kanly.explorer.testing import broken"]
    command = [sys.executable, "-m", "pytest", "-q", str(test)]
    outcome = subprocess.run(command, capture_output=True, text=True, check=False)
    assert outcome.returncode == 1
    assert "custody C1 has one home" in outcome.stdout
    Path("one.py").write_text(FAULTY.format(guard="False"), encoding="utf-8")
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0
