"""The list of clauses: which checks hold them, declared or made of every model, and how these stand."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from functools import reduce
from pathlib import Path

import pytest

from cli.running import record_of, run


@pytest.fixture(autouse=True)
def _somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_clauses_are_listed_with_their_checks() -> None:
    assert record_of("clauses", "card-table")["details"]["clauses"] == []
    listed = record_of("clauses", "dune", "--no-explore")["details"]["clauses"]
    assert all(set(entry) == {"clause", "text", "open", "checks"} for entry in listed)
    held = {entry["clause"]: [check["id"] for check in entry["checks"]] for entry in listed}
    assert held["Z3-01"] == ["custody", "induction"]
    assert held["Z3-03"] == ["sight"]
    assert held["SAV-01"] == ["round-trip", "refused-saves"]
    assert {check["status"] for entry in listed for check in entry["checks"]} == {"declared"}


def test_what_nothing_holds_is_told_with_its_reason_and_so_is_a_law_without_a_clause() -> None:
    told = run("clauses", "dune", "--no-explore")[1]
    assert "once and plays on. (no bot is started at a saved frame yet)" in told
    changed = HELD.replace('clauses=["A"]', "clauses=[]").replace('laws.held_by(BuiltIn.INDUCTION, clause="A")', "")
    Path("held.py").write_text(changed, encoding="utf-8")
    told = run("clauses", "held.py", "--no-explore")[1]
    assert "A Turns go on. (it is not said why)" in told
    assert "holds no clause has-begun" in told
    Path("held.py").write_text(changed + '\nlaws.leave_open("A", why="later")\n', encoding="utf-8")
    assert "A Turns go on. (later)" in run("clauses", "held.py", "--no-explore")[1]
    Path("held.py").write_text(changed + '\nlaws.leave_open("Z", why="later")\n', encoding="utf-8")
    assert run("clauses", "held.py", "--no-explore")[0] == 2


HELD = """
from kanly.invariants import BuiltIn, Declarations
from kanly.model import NOBODY, Int, Model, State, View, Withholds, require
from kanly.model.games.card_table import Seat


class Table(State):
    turn: int = Int(0, 3)
    secret: int = Int(0, 1, seen_by=NOBODY)


class TableView(View):
    turn: int = Int(0, 3)


held = Model("held", Table, seats=Seat, clauses={"A": "Turns go on.", "B": "Nobody peeps.", "C": "Saves are sound."})


@held.scenario("default")
def setup(g: Table) -> None:
    g.turn = 1


@held.automatic
def go_on(g: Table) -> None:
    require(g.turn < 3, "over")
    g.turn += 1


@held.view
def view(g: Table, seat: Seat) -> TableView:
    return TableView(turn=g.turn)


laws = Declarations(held)
laws.held_by(BuiltIn.INDUCTION, clause="A")
laws.held_by(BuiltIn.SIGHT, clause="B")
laws.held_by(BuiltIn.ROUND_TRIP, BuiltIn.REFUSED_SAVES, BuiltIn.EDITED_SAVES, clause="C")


@laws.invariant("has-begun", clauses=["A"])
def has_begun(g: Table) -> bool:
    '''It is not before the first turn.'''
    return g.turn > 0


@laws.save_rule("a-turn")
def a_turn(g: Table) -> bool:
    '''A save is one of a turn.'''
    return g.turn > 0
"""

CALLED_OUT = '@held.view(withholds=Withholds("turn", because="it is called out"))'


@pytest.mark.parametrize(
    ("change", "options", "exit_code", "stands"),
    [
        pytest.param({}, ["--prove"], 0, ["holds"] * 6, marks=pytest.mark.slow),
        ({}, [], 0, ["holds", "declared", "holds", "holds", "holds", "holds"]),
        (
            {"@held.view": CALLED_OUT, "turn=g.turn": "turn=g.secret"},
            [],
            3,
            ["holds", "declared", "open", "holds", "holds", "holds"],
        ),
        (
            {"g.turn += 1": "g.turn -= 1"},
            ["--prove"],
            1,
            ["violated", "violated", "holds", "holds", "holds", "violated"],
        ),
        ({'@laws.save_rule("a-turn")': ""}, [], 4, ["holds", "declared", "holds", "holds", "holds", "vacuous"]),
        (
            {'"has-begun", clauses': '"has-begun", when=lambda g: g.turn == 0, clauses'},
            [],
            4,
            ["vacuous", "declared", "holds", "holds", "holds", "holds"],
        ),
    ],
)
def test_what_is_checked_of_every_model_may_hold_a_clause(
    change: dict[str, str], options: list[str], exit_code: int, stands: list[str]
) -> None:
    changed = reduce(lambda text, words: text.replace(*words), change.items(), HELD)
    Path("held.py").write_text(changed, encoding="utf-8")
    record = record_of("clauses", "held.py", *options)
    assert record["exit_code"] == exit_code
    assert [check["status"] for entry in record["details"]["clauses"] for check in entry["checks"]] == stands


@pytest.mark.parametrize(("options", "exit_code"), [([], 3), (["--allow-bounded"], 0)])
def test_what_a_bound_cut_short_holds_no_clause(options: list[str], exit_code: int) -> None:
    Path("held.py").write_text(HELD, encoding="utf-8")
    record = record_of("clauses", "held.py", "--timeout", "1e-9", *options)
    assert (record["status"], record["exit_code"]) == ("inconclusive", exit_code)
    (sight,) = [check for entry in record["details"]["clauses"] for check in entry["checks"] if check["id"] == "sight"]
    assert sight["status"] == "inconclusive"


LATER = (
    HELD
    + """

@held.scenario("from two")
def from_two(g: Table) -> None:
    g.turn = 2


@laws.invariant("not-two", clauses=["B"])
def not_two(g: Table) -> bool:
    '''It is never the second turn.'''
    return g.turn != 2


@laws.invariant("not-three", clauses=["B"])
def not_three(g: Table) -> bool:
    '''It is never the third turn.'''
    return g.turn != 3


@laws.step("from-one", clauses=["B"], when=lambda before, step, after: before.turn == 1)
def from_one(before: Table, step: Step, after: Table) -> bool:
    '''From the first turn the second follows.'''
    return after.turn == 2


@laws.step("from-zero", clauses=["B"], when=lambda before, step, after: before.turn == 0)
def from_zero(before: Table, step: Step, after: Table) -> bool:
    '''Nothing follows before the first turn.'''
    return False


@laws.step("goes-on", clauses=["B"], where=set_up_by(from_two))
def goes_on(before: Table, step: Step, after: Table) -> bool:
    '''The first turn is not gone on from.'''
    return before.turn != 1
"""
)


@pytest.mark.parametrize("engine", ["run", "compiled"])
def test_each_check_is_followed_through_every_scenario_to_its_own_answer(engine: str) -> None:
    """What is broken first ends nothing, and a premise that holds in one scenario is enough."""
    Path("held.py").write_text(LATER.replace("Declarations\n", "Declarations, Step, set_up_by\n", 1), encoding="utf-8")
    record = record_of("clauses", "held.py", "--engine", engine)
    stands = {check["id"]: check["status"] for entry in record["details"]["clauses"] for check in entry["checks"]}
    assert {name: stands[name] for name in ("has-begun", "not-two", "not-three", "from-one", "from-zero")} == {
        "has-begun": "holds",
        "not-two": "violated",
        "not-three": "violated",
        "from-one": "holds",
        "from-zero": "vacuous",
    }
    assert stands["goes-on"] == "holds"
    assert record["reason"] == "not-two, not-three, edited-saves violated"


@pytest.mark.parametrize(("options", "status", "exit_code"), [([], "vacuous", 4), (["--no-explore"], "holds", 0)])
@pytest.mark.parametrize("clauses", ["{}", '{"A": "Turns go on."}'])
@pytest.mark.parametrize("by_induction", [False, True])
def test_a_list_without_a_check_that_was_made_says_nothing(
    clauses: str, by_induction: bool, options: list[str], status: str, exit_code: int
) -> None:
    before, _, after = HELD.partition("laws = Declarations(held)")
    listed = before.replace(before[before.index("clauses={") : before.index("})") + 1], f"clauses={clauses}")
    law = after[after.index('@laws.invariant("has-begun"') :].partition("@laws.save_rule")[0]
    held_by = 'laws.held_by(BuiltIn.INDUCTION, clause="A")\n\n\n' if by_induction and "A" in clauses else ""
    law = law.replace(', clauses=["A"]', "")
    text = f"{listed}laws = Declarations(held)\n{held_by}{law}"
    Path("held.py").write_text(text, encoding="utf-8")
    record = record_of("clauses", "held.py", *options)
    assert (record["status"], record["exit_code"]) == (status, exit_code)
    assert record["reason"] == ("" if options else "no check that holds a clause was made")


def test_a_clause_that_is_not_listed_is_held_by_nothing() -> None:
    Path("held.py").write_text(HELD.replace('clause="B"', 'clause="D"'), encoding="utf-8")
    assert run("clauses", "held.py")[0] == 2
    assert run("clauses", "dune", "--prove", "--no-explore")[0] == 2


LONG = """

@held.scenario("long")
def long(g: Table) -> None:
    g.turn, g.long_way = 1, 1


@held.automatic
def wander(g: Table) -> None:
    require(0 < g.long_way < 1000000, "not here")
    g.long_way += 1


@laws.invariant("is-somewhere", clauses=["B"])
def is_somewhere(g: Table) -> bool:
    '''Nobody gets lost.'''
    return g.long_way <= 1000000
"""


@pytest.mark.skipif(sys.platform != "linux", reason="finds the process at work by /proc")
@pytest.mark.parametrize(("turns", "exit_code", "status"), [("+=", 3, "inconclusive"), ("-=", 1, "violated")])
def test_a_list_that_is_ended_from_outside_tells_how_checks_stand_by_then(
    turns: str, exit_code: int, status: str
) -> None:
    with_long_way = HELD.replace("    secret: int", "    long_way: int = Int(0, 1000000)\n    secret: int")
    Path("held.py").write_text(with_long_way.replace("+=", turns) + LONG, encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, "-m", "kanly.explorer.cli", "clauses", "held.py", "--engine", "run", "--json", "record.json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    assert any("held:default (1 of 2)" in line for line in process.stderr)
    (at_work,) = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text(encoding="ascii").split()
    os.kill(int(at_work), signal.SIGKILL)
    out, _ = process.communicate(timeout=60)
    record = json.loads(Path("record.json").read_text(encoding="utf-8"))
    assert (process.returncode, record["exit_code"], record["status"]) == (exit_code, exit_code, status)
    stands = {check["id"]: check["status"] for entry in record["details"]["clauses"] for check in entry["checks"]}
    assert stands["has-begun"] == status
    assert stands["round-trip"] == "inconclusive"
    assert f"{status} has-begun" in out
    assert "1 of 2 scenarios: ended from outside by SIGKILL" in record["unchecked"][0]
