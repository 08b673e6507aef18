"""`kanly show`: a save as text, whole or as somebody is shown it, and saves that are none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cli.running import record_of, run
from kanly.explorer.cli.frame.selection import bundled
from kanly.model import Instance
from kanly.model.language.base.strict_json import LARGEST_SAVE

TABLE = bundled("card-table").instance()
START = TABLE.to_json(TABLE.initial_states()[0])
PANELLED = """
from collections.abc import Mapping
from kanly.model import View
from kanly.model.games.card_table import card_table as _table

panelled = _table.variant({})


@panelled.panel
def told(shown: Mapping[str, View], seat: object) -> object:
    BODY
"""


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def saved(instance: Instance, steps: int = 3) -> str:
    """The file of a save, some steps from a start."""
    slots = instance.initial_states()[0]
    for _ in range(steps):
        _, _, outcome = next(instance.successors(slots))
        slots = getattr(outcome, "slots", slots)
    Path("save.json").write_text(instance.to_json(slots), encoding="utf-8")
    return "save.json"


def test_all_of_a_save_is_shown() -> None:
    code, out = run("show", "card-table", saved(TABLE))
    assert code == 0
    assert "hand.ANN  {C1, C2, C3}" in out
    assert "deck      {C4}" in out


def test_a_seat_is_shown_its_view_and_told_what_is_hidden() -> None:
    code, out = run("show", "card-table", saved(TABLE), "--seat", "BOB")
    assert code == 0
    assert "own       {}" in out
    assert "held.ANN  3" in out
    assert "C1" not in out
    assert "hidden from BOB, as far as it is not shown above: deck, hand" in out


def test_a_record_has_what_is_shown() -> None:
    record = record_of("show", "card-table", saved(TABLE), "--seat", "ANN")
    assert (record["status"], record["details"]["viewer"]) == ("holds", "ANN")
    assert record["details"]["shown"]["own"] == "{C1, C2, C3}"
    assert record["details"]["panel"] is None


@pytest.mark.parametrize(
    ("content", "path"),
    [
        (b'{"deck": [', "$"),
        (b'{"deck": [], "deck": []}', "$"),
        (b"\xff\xfe", "$"),
        (b"[" * 100_000, "$"),
        (b"{}", "$"),
        (b" " * (LARGEST_SAVE + 1), "$"),
        (START.replace('"C1"', "1e400").encode(), "$.deck"),
        (START.replace('"deck"', '"decks"').encode(), "$.decks"),
        (START.replace('"C1"', '"C9"').encode(), "$.deck"),
        (START.replace('"C1",', "").encode(), "$"),
    ],
    ids=[
        "cut off",
        "twice",
        "no text",
        "deep",
        "empty",
        "huge",
        "a number",
        "another field",
        "unknown name",
        "a card is missing",
    ],
)
def test_what_is_no_save_is_refused_and_not_shown(content: bytes, path: str) -> None:
    Path("save.json").write_bytes(content)
    code, out = run("show", "card-table", "save.json", "--seat", "ANN")
    assert code == 1
    assert out.startswith(f"refused {path}")
    assert "held" not in out
    record = record_of("show", "card-table", "save.json")
    assert (record["status"], "shown" in record["details"]) == ("violated", False)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (
            ["card-table", "save.json", "--seat", "CATO"],
            "nobody of that name looks at card-table:default; it is one of",
        ),
        (["card-table", "missing.json"], "missing.json"),
    ],
)
def test_a_mistake_is_told(arguments: list[str], told: str) -> None:
    saved(TABLE)
    record = record_of("show", *arguments)
    assert (record["status"], record["exit_code"]) == ("error", 2)
    assert told in record["error"]


def panelled(body: str) -> dict[str, Any]:
    """What is shown where a panel does this."""
    Path("panelled.py").write_text(PANELLED.replace("BODY", body), encoding="utf-8")
    return record_of("show", "panelled.py", saved(TABLE), "--seat", "ANN")


def test_a_panel_without_a_word_leaves_no_line() -> None:
    panelled("return ''")
    _, out = run("show", "panelled.py", "save.json", "--seat", "ANN")
    assert out.startswith("own")


def test_a_line_of_a_panel_is_not_broken() -> None:
    panelled("return 'long ' * 100 + 'line'")
    _, out = run("show", "panelled.py", "save.json", "--seat", "ANN")
    assert out.splitlines()[0] == "long " * 100 + "line"


def test_a_panel_is_made_of_the_view() -> None:
    body = "return f'{seat.name} holds {len(shown[\"view\"].own)} cards'"
    assert panelled(body)["details"]["panel"] == "ANN holds 3 cards"


@pytest.mark.parametrize(("body", "told"), [("return 3", "a panel is a text, not 3"), ("raise ValueError('no')", "no")])
def test_a_panel_that_fails_is_told(body: str, told: str) -> None:
    record = panelled(body)
    assert (record["status"], record["exit_code"]) == ("error", 2)
    assert told in record["error"]


@pytest.mark.slow
def test_a_panel_that_tells_more_than_is_shown_is_found_by_the_battery() -> None:
    peeking = PANELLED.replace("BODY", "COUNTER.append(1)\n    return str(len(COUNTER))") + "\n\nCOUNTER = []\n"
    Path("panelled.py").write_text(peeking, encoding="utf-8")
    record = record_of("check-model", "panelled.py")
    found = {each["id"]: each["status"] for each in record["verdicts"][0]["invariants"]}
    assert found["panel"] == "violated"
