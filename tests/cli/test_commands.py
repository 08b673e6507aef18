"""The commands, from the command line to the record and the exit code."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cli.running import RUNNER, record_of, run
from kanly.explorer.cli.application import app
from kanly.explorer.search import continuations

BUGGY = """
from kanly.invariants import Declarations
from kanly.model import require
from kanly.model.games.card_table import card_table, play
import kanly.invariants.games.card_table

print("a model may print")


def keep(g, seat, card):
    require(g.escrow is None, "a card is already in escrow")
    require(card in g.hand[seat], "the card is not in that hand")
    g.escrow = card


def never(g, seat, card):
    require(g.escrow is not None and g.escrow != g.escrow, "never")


def twice(g, seat, card):
    require(card in g.hand[seat], "the card is not in that hand")
    g.hand[seat].remove(card)
    g.hand[seat].remove(card)


keeping = card_table.variant({play: keep})
idle = card_table.variant({play: never})
failing = card_table.variant({play: twice})
"""


@pytest.fixture(autouse=True)
def _somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "buggy.py").write_text(BUGGY, encoding="utf-8")


@pytest.mark.slow
def test_two_phase_commit_with_five_managers() -> None:
    record = record_of("explore", "two-phase-commit", "-p", "managers=5", "--engine", "run", "--sight", "0")
    assert (record["status"], record["states"], record["complete"]) == ("holds", 8_832, True)
    assert record["parameters"] == {"managers": 5}
    assert record["command"] == "kanly explore two-phase-commit -p managers=5 --engine run --sight 0 --json -"


@pytest.mark.parametrize(
    ("model", "more", "status", "code"),
    [
        ("card-table", [], "holds", 0),
        ("buggy.py:keeping", [], "violated", 1),
        ("buggy.py:failing", [], "violated", 1),
        ("card-table", ["--max-states", "100"], "inconclusive", 3),
        ("card-table", ["--max-depth", "2"], "inconclusive", 3),
        ("card-table", ["--timeout", "0.000001"], "inconclusive", 3),
        ("card-table", ["--max-states", "100", "--allow-bounded"], "inconclusive", 0),
        ("buggy.py:keeping", ["--max-depth", "2", "--allow-bounded"], "violated", 1),
        ("buggy.py:idle", [], "vacuous", 4),
    ],
)
def test_each_status_has_its_exit_code(model: str, more: list[str], status: str, code: int) -> None:
    record = record_of("explore", model, "--engine", "run", *more)
    assert (record["status"], record["exit_code"]) == (status, code)


def test_a_dead_action_is_named() -> None:
    assert "play is never possible" in record_of("explore", "buggy.py:idle", "--engine", "run")["reason"]


def test_a_counterexample_is_shown_written_and_replayed() -> None:
    record = record_of("explore", "buggy.py:keeping", "--engine", "run", "--write-tests", "tests")
    custody = next(check for check in record["invariants"] if check["id"] == "custody")
    assert (custody["status"], custody["length"], custody["conjunct"]) == ("violated", 2, "C1 has one home")
    steps = custody["counterexample"]["steps"]
    assert [step["action"] for step in steps] == ["draw(seat=ANN, card=C1)", "play(seat=ANN, card=C1)"]
    assert steps[1]["changes"] == [{"path": "escrow", "before": "none", "after": "C1"}]
    again = record_of("replay", "buggy.py:keeping", custody["trace"])
    assert (again["status"], again["states"]) == ("violated", 3)
    assert record_of("replay", "card-table", custody["trace"])["status"] == "holds"
    test = Path(custody["counterexample"]["test"])
    outcome = subprocess.run([sys.executable, "-m", "pytest", "-q", test], capture_output=True, text=True, check=False)
    assert outcome.returncode == 1
    assert "custody C1 has one home" in outcome.stdout


STUCK = '''
from enum import Enum
from kanly.invariants import Declarations
from kanly.model import Int, Model, State, require


class Seat(Enum):
    ANN = 0


class Road(State):
    at: int = Int(0, 2)


stuck = Model("stuck", Road, seats=Seat)
laws = Declarations(stuck)


@stuck.scenario("default")
def setup(g: Road) -> None:
    pass


@stuck.automatic
def walk(g: Road) -> None:
    require(g.at < 1, "a wall")
    g.at += 1


@laws.progress("arrives")
def arrives(g: Road) -> bool:
    """The end of the road can be reached."""
    return g.at == 2
'''


def test_a_path_that_was_written_for_want_of_progress_is_judged_by_what_comes_after_it() -> None:
    Path("stuck.py").write_text(STUCK, encoding="utf-8")
    (found,) = record_of("explore", "stuck.py", "--sight", "0")["invariants"]
    assert found["status"] == "violated"
    again = record_of("replay", "stuck.py", found["trace"])
    assert (again["status"], again["exit_code"]) == ("violated", 1)
    assert again["reason"] == "no settled state can be reached from the end of the path"
    Path("stuck.py").write_text(STUCK.replace("g.at < 1", "g.at < 2"), encoding="utf-8")
    assert record_of("replay", "stuck.py", found["trace"])["exit_code"] == 0


def test_a_way_on_that_takes_too_long_to_find_leaves_a_path_open(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("stuck.py").write_text(STUCK, encoding="utf-8")
    (found,) = record_of("explore", "stuck.py", "--sight", "0")["invariants"]
    monkeypatch.setattr(continuations, "MOST_STATES", 0)
    again = record_of("replay", "stuck.py", found["trace"])
    assert (again["status"], again["exit_code"]) == ("inconclusive", 3)
    assert "no settled state among the first" in again["reason"]


@pytest.mark.parametrize("check", ["arrives", "deadlock"])
def test_a_written_test_of_what_comes_after_a_path_fails_until_that_is_mended(check: str) -> None:
    Path("stuck.py").write_text(STUCK, encoding="utf-8")
    found = record_of("explore", "stuck.py", "--forbid-deadlock", "--keep-going", "--write-tests", ".")
    assert found["status"] == "violated"
    with pytest.raises(AssertionError):
        run_written_test(f"test_stuck_default_{check}.py")
    Path("stuck.py").write_text(STUCK.replace("g.at < 1", "g.at < 2"), encoding="utf-8")
    run_written_test(f"test_stuck_default_{check}.py")


def run_written_test(file: str) -> None:
    names: dict[str, Any] = {"__file__": str(Path(file).resolve())}
    exec(Path(file).read_text(encoding="utf-8"), names)
    for name in [name for name in names if name.startswith("test_")]:
        names[name]()


def test_a_deadlock_is_found_again_at_the_end_of_its_path_until_that_is_mended() -> None:
    Path("stuck.py").write_text(STUCK, encoding="utf-8")
    record_of("explore", "stuck.py", "--forbid-deadlock", "--keep-going")
    trace = "kanly-traces/stuck-default-deadlock.itf.json"
    again = record_of("replay", "stuck.py", trace)
    assert (again["status"], again["exit_code"]) == ("violated", 1)
    assert again["reason"].startswith("nothing is possible any more")
    Path("stuck.py").write_text(STUCK.replace("g.at < 1", "g.at < 2"), encoding="utf-8")
    assert record_of("replay", "stuck.py", trace)["exit_code"] == 0


@pytest.mark.parametrize("raised", ["SystemExit(0)", "SystemExit(4)", "BaseException('off')"])
@pytest.mark.parametrize("command", ["explore", "prove", "simulate", "check-model", "trace"])
def test_a_model_cannot_choose_the_exit_code(command: str, raised: str) -> None:
    Path("stuck.py").write_text(STUCK.replace("g.at += 1", f"raise {raised}"), encoding="utf-8")
    result = RUNNER.invoke(app, [command, "stuck.py"])
    assert result.exit_code == 2
    assert "stuck.py:27: " in result.stderr
    assert "breaks the command off" in result.stderr


def test_a_view_that_rejects_is_no_conforming_view() -> None:
    view = """
from kanly.model import View


class Shown(View):
    at: int = Int(0, 2)


@stuck.view
def view(g: Road, seat: Seat) -> Shown:
    require(g.at < 1, "too far")
    return Shown(at=g.at)
"""
    Path("stuck.py").write_text(STUCK + view, encoding="utf-8")
    code, out = run("check-model", "stuck.py")
    assert code == 1
    assert "violated views: Rejection: too far" in out


def test_an_exploration_says_whether_it_looks_at_sight() -> None:
    record = record_of("explore", "card-table")
    assert "sight of 2 seats among 510 states and their steps" in record["checked"]
    for arguments in (["--sight", "0"], ["--invariant", "custody"]):
        none = record_of("explore", "card-table", *arguments)
        assert any("more than they may know" in told for told in none["unchecked"])


@pytest.mark.parametrize("engine", [pytest.param("run", marks=pytest.mark.slow), "compiled"])
def test_what_is_sampled_is_called_so_wherever_it_is_told(engine: str) -> None:
    asked = ["explore", "card-table", "--sight", "100", "--engine", engine]
    told = "sight was sampled: 100 of 510 states were compared"
    record = record_of(*asked)
    assert (record["status"], record["exit_code"], record["complete"]) == ("sampled", 3, True)
    assert record["reason"] == told
    assert f"{told} (--sight N, or kanly prove)" in record["unchecked"]
    assert not any("sight" in each for each in record["checked"])
    assert {each["status"] for each in record["invariants"] if each["kind"] == "sight"} == {"sampled"}
    assert {each["status"] for each in record["details"]["sight"]} == {"sampled"}
    code, line = run(*asked, "-q")
    assert (code, line.startswith("sampled card-table"), told in line) == (3, True, True)
    assert record_of(*asked, "--allow-bounded")["exit_code"] == 0


@pytest.mark.parametrize("engine", [pytest.param("run", marks=pytest.mark.slow), "compiled"])
def test_too_little_memory_is_inconclusive(engine: str) -> None:
    table = ["card-table", "-p", "cards=6", "-p", "seats=3", "-p", "hand_limit=4"]
    record = record_of("explore", *table, "--engine", engine, "--max-memory", "1")
    assert (record["status"], record["exit_code"], record["complete"]) == ("inconclusive", 3, False)
    assert record["reason"] == "not everything was looked at: bound on memory"


LEAKY = """
import kanly.invariants.games.card_table
from kanly.model.games.card_table import Seat, Table, TableView, card_table, view
from kanly.model import size


def every_hand(g: Table, seat: Seat) -> TableView:
    held = {other: size(g.hand[other]) for other in g.hand}
    return TableView(own=g.hand[Seat.ANN], held=held, escrow=g.escrow, discard=g.discard)


leaky = card_table.variant({view: every_hand})
"""


@pytest.mark.parametrize("engine", [pytest.param("run", marks=pytest.mark.slow), "compiled"])
def test_a_leak_is_a_finding_of_an_exploration(engine: str) -> None:
    Path("leaky.py").write_text(LEAKY, encoding="utf-8")
    code, out = run("explore", "leaky.py:leaky", "--engine", engine)
    assert code == 1
    assert "leak to BOB by its view" in out
    assert "sight of BOB violated" in out
    record = record_of("explore", "leaky.py:leaky", "--engine", engine, "--invariant", "sight")
    assert {check["id"]: check["status"] for check in record["invariants"]} == {
        "sight of ANN": "holds",
        "sight of BOB": "violated",
    }
    leak, withheld = (answer for answer in record["details"]["sight"] if "seen" in answer)
    assert (leak["channel"], withheld["channel"]) == ("view", "withheld")
    assert "the view of BOB does not show all that it may know" in out
    assert [path for path, *_ in leak["hidden"]]
    assert all(path.startswith("own") for path, *_ in leak["seen"])


def test_a_path_that_breaks_nothing_is_replayed() -> None:
    custody = Path("kanly-traces/card-table-default-custody.itf.json")
    run("explore", "buggy.py:keeping", "--engine", "run")
    document = json.loads(custody.read_text())
    document["states"].pop()
    custody.write_text(json.dumps(document))
    code, out = run("replay", "card-table", str(custody))
    assert code == 0
    assert "nothing breaks on this path" in out


def test_a_trace_of_another_model_is_refused() -> None:
    run("explore", "buggy.py:keeping", "--engine", "run")
    assert run("replay", "two-phase-commit", "kanly-traces/card-table-default-custody.itf.json")[0] == 2


def test_a_graph_is_written() -> None:
    assert run("explore", "card-table", "--graph", "table.dot", "-q")[0] == 0
    assert Path("table.dot").read_text().startswith("digraph")


@pytest.mark.slow
def test_simulation_is_reproducible_and_never_complete() -> None:
    one, other = (record_of("simulate", "card-table", "--walks", "5", "--seed", "3") for _ in range(2))
    assert one["actions"] == other["actions"]
    assert (one["status"], one["seed"], one["complete"]) == ("sampled", 3, False)
    assert record_of("simulate", "card-table", "--walks", "1")["command"].endswith("--seed 0")


def test_the_models_are_listed() -> None:
    listed = json.loads(run("models", "--json", "-")[1])
    by_name = {entry["model"]: entry for entry in listed}
    assert {"card-table", "two-phase-commit", "dune"} <= set(by_name)
    assert by_name["card-table"]["parameters"]["cards"] == {"default": 4, "values": "1 to 16", "scenarios": []}
    assert by_name["dune"]["parameters"]["mode"]["scenarios"] == ["flight-holders"]
    assert "two-phase-commit" in run("models")[1]


@pytest.mark.slow
def test_the_battery_runs_over_a_file() -> None:
    assert record_of("check-model", "buggy.py:card_table")["status"] == "holds"
    assert record_of("check-model", "buggy.py:keeping")["status"] == "holds"
    assert record_of("check-model", "buggy.py:failing")["status"] == "violated"


LONG_ROAD = """
from kanly.model import Int, Model, State, require
from kanly.model.games.card_table import Seat


class Road(State):
    at: int = Int(0, 900)


road = Model("road", Road, seats=Seat)


@road.action
def stumble(g: Road, seat: Seat) -> None:
    require(g.at < 900, "the road ends here")
    g.at = 0


@road.action
def walk(g: Road, seat: Seat) -> None:
    require(g.at < 900, "the road ends here")
    g.at += 1


@road.action
def arrive(g: Road, seat: Seat) -> None:
    require(g.at == 900, "the road goes on")
    g.at = 0


@road.scenario("default")
def setup(g: Road) -> None:
    g.at = 0
"""


def test_the_battery_leaves_to_the_exploration_what_its_sample_cannot_decide() -> None:
    Path("road.py").write_text(LONG_ROAD, encoding="utf-8")
    record = record_of("check-model", "road.py")
    assert (record["status"], record["exit_code"]) == ("holds", 0)
    assert record["verdicts"][0]["unchecked"] == [
        "every-action-fires: not taken within the sample: arrive; a complete exploration decides"
    ]
    assert record_of("explore", "road.py")["status"] == "holds"


@pytest.mark.slow
def test_the_gate_says_what_it_did() -> None:
    record = record_of("gate", "card-table", "two-phase-commit", "--engine", "run")
    assert record["status"] == "holds"
    assert {(each["model"], each["engine"]) for each in record["verdicts"]} == {
        (model, engine) for model in ("card-table", "two-phase-commit") for engine in ("conformance", "run", "z3")
    }
    assert record_of("gate", "buggy.py:keeping", "--engine", "run")["exit_code"] == 1


def test_quiet_is_one_line() -> None:
    assert len(run("explore", "card-table", "--engine", "run", "--quiet")[1].splitlines()) == 1


def test_the_command_starts_quickly() -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", "import sys, kanly.explorer.cli.main; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ},
    ).stdout.split()
    assert not {"numpy", "networkx", "z3", "numba", "llvmlite", "rich.console", "msgspec"} & set(loaded)


@pytest.mark.slow
def test_a_proof_shows_what_is_violated_before_its_tables() -> None:
    rule = "from kanly.model.games.card_table import card_table as table, play\n"
    rule += "import kanly.invariants.games.card_table\n\n\ndef keep(g, seat, card):\n    g.escrow = card\n\n\n"
    Path("keeping.py").write_text(f"{rule}keeping = table.variant({{play: keep}})\n", encoding="utf-8")
    code, out = run("prove", "keeping.py:keeping", "-p", "cards=2")
    assert code == 1
    order = [out.index(told) for told in ("is broken in", "proof by induction", "what was looked at", "violated card")]
    assert order == sorted(order)
    assert "goal" in out[out.index("proof by induction") :].splitlines()[1]
