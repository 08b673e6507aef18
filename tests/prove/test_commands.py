"""`kanly prove` and `kanly find` from the outside: exit codes, records, what is shown."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from kanly.explorer.cli.application import app

LEAKY = '''
from enum import Enum
from kanly.model import *
from kanly.invariants import Declarations


class Seat(Enum):
    ANN = 1
    BOB = 2


class Card(Enum):
    ACE = 1
    KING = 2


class Table(State):
    deck: set[Card] = Set(Card, seen_by=NOBODY, public=size)
    hand: dict[Seat, set[Card]] = Map(Seat, Set(Card), seen_by=OWNER, public=size)


table = Model("leaky", Table, seats=Seat)
laws = Declarations(table)


@laws.invariant("once")
def once(g: Table):
    """No card is in the deck and in a hand."""
    for seat in g.hand:
        yield seat.name, lambda seat=seat: g.hand[seat].isdisjoint(g.deck)


@table.action
def draw(g: Table, seat: Seat, card: Card = Chance(seen_by=ACTOR)) -> None:
    """The card stays in the deck."""
    require(card in g.deck, "not in the deck")
    g.hand[seat].add(card)


class TableView(View):
    first: set[Card] = Set(Card)


@table.view(withholds=[Withholds(name, because="it lies on the table") for name in ("deck", "hand")])
def view(g: Table, seat: Seat) -> TableView:
    return TableView(first=g.hand[Seat.ANN])


@table.scenario("default")
def setup(g: Table) -> None:
    g.deck = {Card.ACE, Card.KING}
'''


def run(*arguments: str) -> tuple[int, dict[str, Any], str]:
    """The exit code, the record and what is shown."""
    plain = CliRunner().invoke(app, [*arguments, "--traces", ""])
    recorded = CliRunner().invoke(app, [*arguments, "--traces", "", "--json", "-"])
    assert plain.exit_code == recorded.exit_code
    return recorded.exit_code, json.loads(recorded.stdout), plain.stdout


@pytest.fixture
def leaky(tmp_path: Path) -> str:
    (tmp_path / "leaky.py").write_text(LEAKY)
    return str(tmp_path / "leaky.py")


def test_custody_of_the_card_table() -> None:
    code, record, shown = run("prove", "card-table", "--invariant", "custody")
    assert (code, record["status"], record["engine"], record["complete"]) == (0, "holds", "z3", True)
    assert [check["id"] for check in record["invariants"]] == ["custody"]
    assert set(record["details"]["obligations"]["retire"]) == {"custody", "form"}
    assert "custody" in shown


@pytest.mark.slow
def test_everything_of_the_card_table_with_its_sight() -> None:
    code, record, _ = run("prove", "card-table", "-p", "cards=5")
    assert code == 0
    assert {"custody", "sight of ANN", "sight of BOB"} <= {check["id"] for check in record["invariants"]}


def test_a_broken_model_is_refuted_with_examples(leaky: str) -> None:
    code, record, shown = run("prove", leaky)
    assert (code, record["status"]) == (1, "violated")
    by_id = {check["id"]: check for check in record["invariants"]}
    assert by_id["once"]["counterexample"]["steps"][0]["name"] == "draw"
    assert (by_id["sight of ANN"]["status"], by_id["sight of BOB"]["status"]) == ("violated", "violated")
    found = {(cell["seat"], cell["channel"]): cell for cell in record["details"]["sight"] if "seen" in cell}
    assert set(found) == {("BOB", "view"), ("ANN", "knowledge"), ("BOB", "knowledge")}
    leak = found["BOB", "view"]
    assert leak["seen"] == [["first", leak["seen"][0][1], leak["seen"][0][2]]]
    assert "may not know" in shown


@pytest.mark.slow
def test_a_counterexample_is_written_and_breaks_again_when_replayed(leaky: str, tmp_path: Path) -> None:
    traces = tmp_path / "traces"
    CliRunner().invoke(app, ["prove", leaky, "--traces", str(traces)])
    assert len(list(traces.iterdir())) == 4
    for file in traces.iterdir():
        again = CliRunner().invoke(app, ["replay", leaky, str(file)])
        assert again.exit_code == 1, again.output


def test_a_bound_leaves_it_open_unless_that_is_allowed() -> None:
    code, record, _ = run("prove", "card-table", "--bmc", "2")
    assert (code, record["status"], record["complete"]) == (3, "inconclusive", False)
    assert run("prove", "card-table", "--bmc", "2", "--allow-bounded")[0] == 0
    assert run("prove", "card-table", "--induction", "1")[0] == 0


def test_no_time_is_inconclusive() -> None:
    code, record, _ = run("prove", "card-table", "--timeout", "0.000001")
    assert (code, record["status"]) == (3, "inconclusive")
    assert {each["status"] for each in record["invariants"]} == {"inconclusive"}
    assert {each["id"] for each in record["invariants"]} > {"custody", "hand-limit", "retired-to-discard"}
    assert re.search(r" and \d+ more inconclusive$", record["reason"])


@pytest.mark.parametrize(
    "arguments",
    [
        ["prove", "card-table", "--invariant", "nothing"],
        ["prove", "card-table", "--bmc", "2", "--induction", "2"],
        ["prove", "card-table", "--seat", "EVE"],
        ["prove", "card-table", "--timeout", "-1"],
        ["prove", "card-table", "--question-timeout", "nan"],
        ["prove", "card-table", "--question-timeout", "0"],
        ["find", "card-table", "g."],
        ["find", "card-table", "g.nothing"],
    ],
)
def test_a_mistake_is_told_in_one_message(arguments: list[str]) -> None:
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 2
    assert "Traceback" not in result.output
    assert result.output.startswith(f"kanly {arguments[0]}: ")


@pytest.mark.parametrize(
    ("expression", "code"),
    [("g.escrow is not None", 0), ("Card.C1 in g.deck and Card.C1 in g.discard", 4)],
)
def test_find_answers_with_a_way_or_with_none(expression: str, code: int) -> None:
    found, record, shown = run("find", "card-table", expression, "--engine", "run")
    assert found == code
    assert bool(record["findings"]) == (code == 0)
    assert ("escrow  none -> " in shown) == (code == 0)


@pytest.mark.slow
def test_find_tells_how_much_was_looked_at() -> None:
    _, record, shown = run("find", "card-table", "Card.C1 in g.deck and Card.C1 in g.discard", "--engine", "run")
    counts = record["states"], record["transitions"], record["depth"], record["left"]
    explored = run("explore", "card-table", "--engine", "run")[1]
    assert counts == (explored["states"], explored["transitions"], explored["depth"], 0)
    assert f": {counts[0]:,} states, {counts[1]:,} steps, depth {counts[2]}, " in shown
    assert record["details"] == {}


def test_find_tells_what_the_solver_was_asked_beyond_the_search() -> None:
    impossible = ["find", "card-table", "Card.C1 in g.deck and Card.C1 in g.discard"]
    code, record, shown = run(*impossible, "--max-states", "1", "--bmc", "2", "--induction", "1")
    assert (code, record["engine"]) in ((3, "compiled, z3"), (4, "z3"))
    assert record["states"] >= 1
    assert record["details"]["questions"] > 0
    assert f"{record['details']['questions']} questions, " in shown


@pytest.mark.parametrize("way", ["--bmc", "--induction"])
def test_paths_of_bounded_length_tell_how_much_was_asked(way: str) -> None:
    _, record, shown = run("prove", "card-table", way, "1")
    assert record["details"]["questions"] > 0
    assert f": {record['details']['questions']:,} questions, " in shown
