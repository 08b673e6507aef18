"""The page on verdicts is true: statuses and exit codes are those of the program, and examples end as it says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from cli.running import record_of
from kanly.explorer.cli.application import COMMANDS
from kanly.explorer.findings.status import Status
from kanly.explorer.report.verdict import exit_code

PAGE = (Path(__file__).parent.parent / "docs" / "verdicts.md").read_text(encoding="utf-8")
STATUSES = re.findall(r"^\| ([a-z]+) \| (\d) \| (\d) \|", PAGE, re.MULTILINE)
EXAMPLES = re.findall(r"^\| `kanly (.+)` \| ([a-z]+) \| (\d) \|", PAGE, re.MULTILINE)

VARIANTS = """
import kanly.invariants.games.card_table
from kanly.model import require
from kanly.model.games.card_table import card_table as _card_table
from kanly.model.games.card_table import play


def keep(g, seat, card):
    require(g.escrow is None, "a card is already in escrow")
    require(card in g.hand[seat], "the card is not in that hand")
    {effect}


game = _card_table.variant({{play: keep}})
"""

LISTED = """
from kanly.invariants import BuiltIn, Declarations
from kanly.model.games.card_table import card_table as _card_table
from dataclasses import replace

game = replace(_card_table, name="listed", clauses={"A": "Edited saves are refused.", "B": "Nobody peeps."})
laws = Declarations(game)
laws.held_by(BuiltIn.EDITED_SAVES, clause="A")
laws.held_by(BuiltIn.SIGHT, clause="B")
"""


@pytest.fixture(autouse=True)
def _somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("faulty.py").write_text(VARIANTS.format(effect="g.escrow = card"), encoding="utf-8")
    idle = 'require(g.escrow is not None, "never")'
    Path("listed.py").write_text(LISTED, encoding="utf-8")
    kept = VARIANTS.format(effect="g.escrow = card")
    Path("kept.py").write_text(kept, encoding="utf-8")
    Path("kept.card-table.contract.toml").write_text("[play]\n", encoding="utf-8")
    Path("damaged.py").write_text(kept, encoding="utf-8")
    Path("damaged.card-table.contract.toml").write_text("[play\n", encoding="utf-8")
    Path("idle.py").write_text(VARIANTS.format(effect=idle), encoding="utf-8")


def test_every_status_stands_in_the_table_with_its_exit_codes() -> None:
    assert {status: (int(code), int(bounded)) for status, code, bounded in STATUSES} == {
        status.value: (status.exit_code, exit_code(status, allow_bounded=True)) for status in Status
    }


def test_the_worst_is_told_in_the_order_of_the_page() -> None:
    (told,) = re.findall(r"the worst is told: ([a-z, ]+)\.", PAGE)
    assert told.split(", ") == [status.value for status in reversed(Status)]


def test_every_command_has_its_paragraph() -> None:
    assert set(COMMANDS) <= set(re.findall(r"\*\*([a-z-]+)\*\*", PAGE))


@pytest.mark.parametrize(
    ("command", "status", "code"),
    [
        pytest.param(*each, marks=pytest.mark.slow if each[0].startswith(("gate", "check-model")) else ())
        for each in EXAMPLES
    ],
)
def test_an_example_ends_as_the_page_says(command: str, status: str, code: str) -> None:
    record = record_of(*shlex.split(command))
    assert (record["status"], record["exit_code"]) == (status, int(code))


def test_there_are_examples_of_every_status_that_needs_no_open_proof() -> None:
    assert {status for _, status, _ in EXAMPLES} == {status.value for status in Status} - {"open"}
