"""`kanly gate`: which verdicts it gathers, how they become one exit code, and how each can be got again."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from cli.running import record_of, run
from kanly.explorer.cli.commands.checking import gate
from kanly.explorer.cli.frame.selection import bundled
from kanly.explorer.findings.status import Status
from kanly.explorer.report.verdict import Verdict, exit_code
from kanly.explorer.sweep.answers.disagreement import DisagreementError

FAULTY = """
import kanly.invariants.games.card_table
from kanly.model import require
from kanly.model.games.card_table import card_table as _card_table
from kanly.model.games.card_table import play


def keep(g, seat, card):
    require(g.escrow is None, "a card is already in escrow")
    require(card in g.hand[seat], "the card is not in that hand")
    g.escrow = card


faulty = _card_table.variant({play: keep})
"""


LARGE = """
from enum import Enum

from kanly.model import Int, Model, State, require


class Seat(Enum):
    A = "a"


class Table(State):
    n: int = Int(0, 3)


large = Model("large", Table, seats=Seat)


@large.action
def up(g: Table, seat: Seat) -> None:
    require(g.n < 3, "high")
    g.n += 1


@large.scenario("default", unswept="it has too many states")
def setup(g: Table) -> None:
    g.n = 0
"""


@pytest.fixture(autouse=True)
def _somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my games").mkdir()
    Path("my games/faulty.py").write_text(FAULTY, encoding="utf-8")


@pytest.mark.slow
def test_each_reproduction_gives_the_verdict_again_from_another_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    record = record_of("gate", "my games/faulty.py", "-p", "cards=3", "--engine", "run")
    assert record["exit_code"] == 1
    Path("elsewhere").mkdir()
    monkeypatch.chdir("elsewhere")
    for verdict in record["verdicts"]:
        program, *arguments = shlex.split(verdict["command"])
        assert program == "kanly"
        again = record_of(*arguments)
        again = again.get("verdicts", [again])[0]
        kept = ("status", "model", "scenario", "parameters", "states", "exit_code")
        assert {key: again[key] for key in kept} == {key: verdict[key] for key in kept}


@pytest.mark.slow
def test_a_parameter_goes_to_the_models_that_have_it() -> None:
    record = record_of("gate", "card-table", "two-phase-commit", "-p", "cards=3", "--engine", "run")
    given = {each["model"]: each["parameters"] for each in record["verdicts"] if each["engine"] == "run"}
    assert given["card-table"]["cards"] == 3
    assert given["two-phase-commit"] == {"managers": 3}
    commands = [each["command"] for each in record["verdicts"]]
    assert "kanly prove card-table:default -p cards=3 --sweep" in commands
    assert "kanly prove two-phase-commit:default --sweep" in commands
    assert run("gate", "card-table", "-p", "wheels=3")[0] == 2


@pytest.mark.slow
def test_a_scenario_that_says_why_is_not_swept_and_that_is_told() -> None:
    Path("large.py").write_text(LARGE, encoding="utf-8")
    shown = run("gate", "large.py")[1]
    assert "not swept, but proved: " in shown
    assert "(it has too many states)" in shown
    record = record_of("gate", "large.py")
    assert [verdict["engine"] for verdict in record["verdicts"]] == ["conformance", "z3"]
    assert any("it has too many states" in line for line in record["verdicts"][-1]["unchecked"])


STEPS = ("conform", "sweep", "prove")
BOUNDED = ("sampled", "inconclusive")


def step(name: str, status: Status) -> Any:
    def answered(subject: gate.Subject, options: gate.GateOptions) -> Verdict:
        code = exit_code(status, allow_bounded=options.allow_bounded)
        of = subject.instance
        verdict = Verdict(status=status.value, exit_code=code, command=name, engine=name)
        verdict.model, verdict.scenario = of.model.name, of.scenario.name
        return verdict

    return answered


@pytest.mark.parametrize("allowed", [False, True], ids=["", "--allow-bounded"])
@pytest.mark.parametrize("status", Status, ids=lambda status: status.value)
@pytest.mark.parametrize("name", STEPS)
def test_the_exit_code_for_each_status_of_each_step(
    name: str, status: Status, allowed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = [step(each, status if each == name else Status.HOLDS) for each in STEPS]
    monkeypatch.setattr(gate, "STEPS", tuple(answers))
    record = record_of("gate", "card-table", *(["--allow-bounded"] if allowed else []))
    excused = allowed and status.value in BOUNDED
    assert record["exit_code"] == (0 if excused else status.exit_code)
    assert record["status"] == ("holds" if excused else status.value)
    assert [each["status"] for each in record["verdicts"]].count("holds") == (3 if status is Status.HOLDS else 2)


def test_the_steps_are_those_of_the_table() -> None:
    assert tuple(each.__name__ for each in gate.STEPS) == STEPS


def test_scenarios_of_which_all_holds_take_one_line_for_each_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "STEPS", tuple(step(each, Status.HOLDS) for each in STEPS))
    code, out = run("gate", "--all")
    assert code == 0
    assert len(out.splitlines()) <= 25
    assert f"holds dune, {len(bundled('dune').scenarios)} scenarios" in out
    assert "holds card-table:" in out
    assert len(run("gate", "--all", "--verbose")[1].splitlines()) > 25


def test_a_scenario_of_which_not_all_holds_is_shown_for_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    def proved(subject: gate.Subject, options: gate.GateOptions) -> Verdict:
        name = subject.instance.scenario.name
        status = Status.OPEN if name == "flight-box" else Status.HOLDS
        return Verdict(
            status=status.value, exit_code=exit_code(status), command="", engine="z3", model="dune", scenario=name
        )

    monkeypatch.setattr(gate, "STEPS", (proved,))
    code, out = run("gate", "dune")
    assert code == 3
    assert "\nopen dune:flight-box" in f"\n{out}"
    assert f"holds dune, {len(bundled('dune').scenarios) - 1} scenarios" in out


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="finds the process at work by /proc")
def test_a_gate_that_is_ended_from_outside_tells_what_it_has_gathered() -> None:
    arguments = ["gate", "card-table", "my games/faulty.py", "dune:flight", "-p", "cards=3", "--engine", "run"]
    process = subprocess.Popen(
        [sys.executable, "-m", "kanly.explorer.cli", *arguments, "--json", "record.json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert any("is broken" in line for line in process.stdout)
    time.sleep(0.5)
    (at_work,) = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text(encoding="ascii").split()
    os.kill(int(at_work), signal.SIGKILL)
    out, err = process.communicate(timeout=60)
    record = json.loads(Path("record.json").read_text(encoding="utf-8"))
    assert process.returncode == record["exit_code"] == 1
    assert [each["model"] for each in record["verdicts"]][:6] == ["card-table"] * 3 + ["card-table"] * 3
    *gathered, end = record["verdicts"]
    assert [each["exit_code"] for each in gathered[:3]] == [0, 0, 0]
    assert (end["status"], "ended from outside by SIGKILL" in end["reason"]) == ("inconclusive", True)
    assert "holds card-table:default: 112 states" in out
    assert "SIGKILL" in err
    assert "Traceback" not in err


def test_whatever_a_step_raises_is_a_verdict_and_the_rest_is_still_done(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(subject: gate.Subject, options: gate.GateOptions) -> Verdict:
        if subject.instance.model.name == "card-table":
            raise raised[-1]
        return Verdict(status="holds", exit_code=0, command="", engine="run", model=subject.instance.model.name)

    raised: list[Exception] = []
    monkeypatch.setattr(gate, "STEPS", (fail,))
    for error, status in (
        (KeyError("x"), "error"),
        (MemoryError(), "inconclusive"),
        (DisagreementError("y"), "error"),
    ):
        raised.append(error)
        record = record_of("gate", "card-table", "two-phase-commit", "--engine", "run")
        assert [each["status"] for each in record["verdicts"]] == [status, "holds"]


def test_the_line_of_a_model_says_what_holds_for_play_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def prove(subject: gate.Subject, options: gate.GateOptions) -> Verdict:
        verdict = Verdict(status="holds", exit_code=0, command="", engine="prove", model="card-table", scenario="usual")
        verdict.details["only_in_play"] = in_play
        return verdict

    in_play: dict[str, str] = {}
    monkeypatch.setattr(gate, "STEPS", (prove,))
    for goals in ({}, {"custody after draw": "in all 510 reached states (swept); not inductive"}):
        in_play |= goals
        _, out = run("gate", "card-table", "--engine", "run")
        assert ("1 of what is proved for play alone" in out) is bool(goals)
