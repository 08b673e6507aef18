"""Mistakes in models and on the command line: one clear message, exit code 2, never a traceback."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from cli.running import RUNNER
from kanly.explorer.cli.application import app
from kanly.explorer.cli.frame.loading import load_file

BAD_MODELS = Path(__file__).parent / "bad_models"

MESSAGES = {
    "bare_int.py": r":18: Table.played: int alone does not say which values are possible",
    "duplicate_action.py": ":40: the action play is declared twice",
    "empty.py": "there is no model",
    "empty_scope.py": "no member of Card is in scope",
    "exits.py": ":28: SystemExit",
    "import_error.py": ":4: ModuleNotFoundError: No module named 'kanly_no_such_module'",
    "missing_annotation.py": ":18: Table.played needs an annotation",
    "no_model.py": "there is no model; declare one",
    "no_scenario.py": "game has no scenario; declare one",
    "no_seat.py": ":40: take: an action of a seat names it first",
    "not_utf8.py": "not UTF-8 text (byte 12)",
    "null_byte.py": "not valid Python",
    "seats_not_enum.py": ":28: model game: seats must be an enumeration",
    "setup_fails.py": "setup_fails.py:57",
    "setup_rejects.py": "the set-up rejects every way to begin",
    "syntax_error.py": ":55: not valid Python: expected ':'",
    "unannotated_parameter.py": ":31: play: card needs an annotation",
    "unknown_member_at_import.py": ":54: Card has no member QUEEN; it has ACE, KING",
    "unknown_member_in_rule.py": ":37: Card has no member QUEEN; it has ACE, KING",
    "unknown_member_in_setup.py": ":57: Seat has no member CAT; it has ANN, BOB",
    "view_not_filled.py": ":51: TableView needs a value for played",
    "view_of_undeclared_field.py": ":51: Table has no field hands; it has hand, played",
    "view_with_unknown_field.py": ":51: TableView has no field shown; it has own, played",
    "view_without_class.py": ":48: view must say which View it returns",
    "wrong_name_imported.py": ":3: ImportError: cannot import name 'Enumeration'",
    "wrong_parameter.py": ":31: play: card",
}


def run(*arguments: str) -> tuple[int, str, str]:
    result = RUNNER.invoke(app, list(arguments))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


def test_every_bad_model_is_listed() -> None:
    assert {path.name for path in BAD_MODELS.glob("*.py")} == {*MESSAGES, "good.py"}


@pytest.mark.parametrize("command", ["explore", "check-model", "simulate"])
@pytest.mark.parametrize("name", MESSAGES)
def test_a_mistake_in_a_model_is_told_in_place(name: str, command: str) -> None:
    code, out, err = run(command, str(BAD_MODELS / name))
    assert code == 2
    assert MESSAGES[name] in err
    assert "Traceback" not in err
    assert out == ""


def test_the_good_one_is_good(tmp_path: Path) -> None:
    good = str(BAD_MODELS / "good.py")
    assert run("explore", good, "--engine", "run", "--traces", str(tmp_path))[0] == 0
    assert run("check-model", good)[0] == 0


def test_a_mistake_leaves_an_error_record(tmp_path: Path) -> None:
    bad = str(BAD_MODELS / "bare_int.py")
    code, out, _ = run("explore", bad, "--json", "-")
    record = json.loads(out)
    assert (code, record["status"], record["exit_code"]) == (2, "error", 2)
    assert "int alone" in record["error"]
    run("explore", bad, "--json", str(tmp_path / "record.json"))
    assert json.loads((tmp_path / "record.json").read_text())["status"] == "error"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["explore", "nosuch"], "no such model; bundled are"),
        (["explore", ""], "MODEL is empty"),
        (["explore", ":"], "no such model"),
        (["explore", "card-table:nosuch"], "has no scenario nosuch; it has default"),
        (["explore", "nothere.py"], "there is no such file"),
        (["explore", "."], "this is not a file"),
        (["explore", "a.b.c:d"], "there is no module a.b.c"),
        (["explore", "..:x"], "..:x: no such model; give a file such as my_game.py"),
        (["explore", ".:x"], ".:x: no such model"),
        (["explore", ":x"], ":x: no such model"),
        (["explore", "a..b:x"], "a..b:x: no such model"),
        (["explore", "a b:x"], "a b:x: no such model"),
        (["explore", "kanly.model::x"], "kanly.model::x: no such model"),
        (["explore", "kanly.model:x y"], "kanly.model:x y: no such model"),
        (["explore", "a/b:x"], "a/b:x: there is no such file"),
        (["explore", "\0:x"], "no such model"),
        (["explore", "kanly.model:zap"], "kanly.model has no model called zap"),
        (["explore", "card-table", "-p", "cards"], "a parameter is given as name=value"),
        (["explore", "card-table", "-p", "=3"], "a parameter is given as name=value"),
        (["explore", "card-table", "-p", "cards=2", "-p", "cards=3"], "cards is given twice"),
        (["explore", "card-table", "-p", "cards=99"], "expected a whole number from 1 to 16, got '99'"),
        (["explore", "card-table", "-p", "cards=two"], "expected a whole number"),
        (["explore", "card-table", "-p", "nosuch=1"], "card-table has no parameter nosuch; it has cards"),
        (["explore", "card-table", "--check", "nosuch"], "nothing called nosuch is declared here"),
        (["explore", "card-table", "--timeout", "nan"], "expected a number of seconds above 0"),
        (["explore", "card-table", "--timeout", "-1"], "expected a number of seconds above 0"),
        (["explore", "card-table", "--json", "/nowhere/record.json"], "there is no directory /nowhere"),
        (["explore", "card-table", "--json", "/"], "this is a directory"),
        (["explore", "card-table", "--json", ""], "--json needs the name of a file"),
        (["explore", "card-table", "--graph", "graph.png"], "a graph is written as .graphml or .dot"),
        (["explore", "card-table", "--graph", "g.dot", "--engine", "compiled"], "--graph needs --engine run"),
        (["validate", "card-table", "nothere.json"], "there is no such file"),
        (["validate", "card-table", "/"], "this is not a file"),
        (["replay", "card-table", str(BAD_MODELS / "good.py")], "good.py is no trace: $: line 1"),
        (["clauses", "nosuch"], "no such model"),
        (["gate", "nosuch"], "no such model"),
        (["gate", "--timeout", "0"], "expected a number of seconds above 0"),
    ],
)
def test_a_mistake_on_the_command_line_is_told(arguments: list[str], message: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert message in " ".join(err.split())


@pytest.mark.parametrize(
    "arguments",
    [
        ["nosuch"],
        ["--nosuch"],
        ["explore"],
        ["explore", "card-table", "more"],
        ["explore", "card-table", "--max-states", "0"],
        ["explore", "card-table", "--max-states", "many"],
        ["explore", "card-table", "--max-depth", "-1"],
        ["explore", "card-table", "--workers", "0"],
        ["explore", "card-table", "--engine", "nosuch"],
        ["simulate", "card-table", "--walks", "0"],
        ["simulate", "card-table", "--seed", "x"],
    ],
)
def test_what_the_parser_refuses_is_a_usage_error(arguments: list[str]) -> None:
    code, _, err = run(*arguments)
    assert code == 2
    assert err


def test_a_file_that_was_changed_is_never_taken_for_what_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even where Python keeps bytecode, and both texts are as long as each other and of the same second."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "kept"))
    path = tmp_path / "changing.py"
    for text in ("LIMIT = 1\n", "LIMIT = 2\n"):
        path.write_text(text, encoding="utf-8")
        os.utime(path, (1_000_000_000, 1_000_000_000))
        assert int(text[-2]) == load_file(path).LIMIT
