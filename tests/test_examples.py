"""The examples hold as they stand, copied to anywhere, and a mistake put into one of them is found."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from cli.running import record_of, run

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.py"))


@pytest.mark.parametrize("command", ["explore", "prove", pytest.param("check-model", marks=pytest.mark.slow)])
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_a_copy_of_the_example_holds(tmp_path: Path, example: Path, command: str) -> None:
    copy = tmp_path / "my_copy.py"
    copy.write_text(example.read_text(encoding="utf-8"), encoding="utf-8")
    code, told = run(command, str(copy))
    assert code == 0, told


def test_the_smallest_example_is_sound() -> None:
    assert run("check-model", str(min(EXAMPLES, key=lambda path: path.stat().st_size)))[0] == 0


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_it_imports_what_is_installed_and_nothing_else(example: Path) -> None:
    for node in ast.walk(ast.parse(example.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0
            assert node.module in {"collections.abc", "enum", "typing", "kanly.model", "kanly.invariants"}


@pytest.mark.parametrize(
    ("name", "right", "wrong", "found"),
    [
        ("thief", 'require(g.hand[seat] is None, "the hand is full")', "pass", "custody"),
        ("duel", "emit(Laid(seat=seat, card=card), to=seat)", "emit(Laid(seat=seat, card=card))", "sight of ANN"),
        ("duel", "own_laid=whole(g.laid, seat)", "own_laid=whole(g.laid, Seat.ANN)", "sight of BOB"),
        ("duel", "g.won[winner] += 1", "pass", "score"),
        ("spells", 'require(g.passed < 2, "both have passed: the stack resolves")', "pass", "automatic-first"),
        ("spells", "g.stack.pop()\n    caster", "g.stack.pop(0)\n    caster", "last-in-first-out"),
        ("race", "g.turn = following(g, seat)", "pass", "turns-alternate"),
        ("race", 'require(g.turn == seat, "it is somebody else\'s turn")', "pass", "one-pawn-moves"),
    ],
)
def test_a_mistake_in_it_is_found(tmp_path: Path, name: str, right: str, wrong: str, found: str) -> None:
    (example,) = (path for path in EXAMPLES if path.stem == name)
    text = example.read_text(encoding="utf-8")
    assert right in text
    (tmp_path / "broken.py").write_text(text.replace(right, wrong, 1), encoding="utf-8")
    record = record_of("explore", str(tmp_path / "broken.py"))
    assert record["exit_code"] == 1
    assert found in {check["id"] for check in record["invariants"] if check["status"] == "violated"}
