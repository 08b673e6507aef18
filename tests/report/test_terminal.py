"""What a terminal shows: few lines when all is well, what is violated first, values as a person reads them."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from cli.running import record_of, run
from kanly.explorer.report.terminal import elements, show, show_steps, total_seconds
from kanly.explorer.report.verdict import Change, CounterexampleRecord, StepRecord, Verdict

MOST_LINES = 25


@pytest.fixture(autouse=True)
def _somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    "command",
    [
        ["explore", "card-table"],
        ["explore", "two-phase-commit", "--engine", "run", "--sight", "0"],
        pytest.param(["explore", "dune:flight-bg"], marks=pytest.mark.slow),
        pytest.param(["check-model", "card-table"], marks=pytest.mark.slow),
        pytest.param(["gate", "card-table", "two-phase-commit"], marks=pytest.mark.slow),
    ],
    ids=" ".join,
)
def test_when_all_holds_few_lines_say_so(command: list[str]) -> None:
    code, out = run(*command)
    assert code == 0
    assert len(out.splitlines()) <= MOST_LINES
    assert "holds" in out


@pytest.mark.slow
def test_the_tables_are_shown_when_asked_for() -> None:
    short = run("explore", "card-table", "--engine", "run")[1]
    full = run("explore", "card-table", "--engine", "run", "--verbose")[1]
    for told in ("actions fired", "Every card is in exactly one place."):
        assert told not in short
        assert told in full
    assert "3 state invariants in every state" in short


@pytest.mark.parametrize("command", ["explore", "simulate"])
@pytest.mark.parametrize("more", [[], ["--keep-going"]])
def test_the_parts_of_the_time_make_up_all_of_it(command: str, more: list[str]) -> None:
    record = record_of(command, "card-table", *more)
    parts = record["details"]["seconds"]
    assert {"search", "loading and telling"} <= set(parts)
    assert all(taken >= 0 for taken in parts.values())
    assert sum(parts.values()) >= record["seconds"]


def test_the_headline_tells_the_time_that_was_waited() -> None:
    verdict = Verdict(status="holds", exit_code=0, command="", engine="run", seconds=5.8, states=3)
    assert total_seconds(verdict) == 5.8
    verdict.details["seconds"] = {"search": 5.8, "sight": 47.8}
    console = Console(width=200, no_color=True)
    with console.capture() as capture:
        show(console, verdict, quiet=True)
    assert "53.6 s" in capture.get()


ENDING = """
from enum import Enum
from kanly.invariants import Declarations
from kanly.model import Int, Model, State, require


class Seat(Enum):
    ANN = 0


class Game(State):
    score: int = Int(0, 3)
    over: bool


game = Model("game", Game, seats=Seat)
laws = Declarations(game)


@game.scenario("default")
def setup(g: Game) -> None:
    pass


@game.action
def play(g: Game, seat: Seat) -> None:
    require(not g.over, "the game is over")
    g.score = min(g.score + 1, {most})
    g.over = g.score >= 2


@laws.invariant("bounded")
def bounded(g: Game) -> bool:
    \"\"\"Nobody gets more than one point.\"\"\"
    return g.score <= {allowed}
"""

PROGRESS = """

@laws.progress("ends")
def ends(g: Game) -> bool:
    \"\"\"The game can come to its end.\"\"\"
    return {over}
"""


def game(*, allowed: int = 3, over: str = "", most: int = 3) -> None:
    source = ENDING.replace("{most}", str(most)).replace("{allowed}", str(allowed))
    Path("game.py").write_text(source + (PROGRESS.replace("{over}", over) if over else ""), encoding="utf-8")


def test_the_end_of_a_game_is_no_finding_above_the_real_one() -> None:
    game(allowed=1)
    _, out = run("explore", "game.py", "--keep-going")
    assert "deadlock" not in out.split("what was looked at")[0]
    assert out.index("bounded is broken in 2 steps") < out.index("whether play is over in 1 state with no way on")


def test_a_progress_declaration_says_where_play_is_over() -> None:
    game(over="g.over")
    code, out = run("explore", "game.py", "--forbid-deadlock")
    assert (code, "no way on" in out) == (0, False)
    game(over="g.over and g.score == 3")
    record = record_of("explore", "game.py", "--forbid-deadlock", "--keep-going")
    assert record["exit_code"] == 1
    assert [finding["kind"] for finding in record["findings"]] == ["deadlock"]


def test_a_forbidden_deadlock_is_told_below_what_is_violated() -> None:
    game(allowed=1)
    _, out = run("explore", "game.py", "--keep-going", "--forbid-deadlock")
    assert out.index("bounded is broken") < out.index("deadlock (1)")


def lines_of(*changes: Change) -> list[str]:
    console = Console(width=160, no_color=True)
    with console.capture() as capture:
        show_steps(console, CounterexampleRecord({}, [StepRecord("do", "do", {}, list(changes))]))
    return [line.strip() for line in capture.get().splitlines()[2:] if line.strip()]


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("{A, B}", "{A}", "{A, B} -> {A}"),
        ("{A, B, C, D, E}", "{A, B, D, E, F}", "{A, B, C, D, E} -> {A, B, D, E, F}  (-C +F)"),
        ("[A, A, B, C, D]", "[A, B, C, D]", "[A, A, B, C, D] -> [A, B, C, D]  (-A)"),
        ("[A, B, C, D, E]", "[E, B, C, D, A]", "[A, B, C, D, E] -> [E, B, C, D, A]  (in another order)"),
        (
            "[Go(to={A, B}), B, C, D, E]",
            "[B, C, D, E]",
            "[Go(to={A, B}), B, C, D, E] -> [B, C, D, E]  (-Go(to={A, B}))",
        ),
        ("3", "4", "3 -> 4"),
    ],
)
def test_sets_and_sequences_are_told_whole_and_what_changed_where_they_are_long(
    before: str, after: str, told: str
) -> None:
    assert lines_of(Change("x", before, after)) == [f"x  {told}"]


def test_a_choice_that_becomes_another_is_told_without_its_old_parts() -> None:
    changes = [
        Change("pending.kind", "Arrival", "Answer"),
        Change("pending.place", "CAVE", None),
        Change("pending.yes", None, "true"),
    ]
    assert lines_of(*changes) == ["pending.kind  Arrival -> Answer", "pending.yes  = true"]


def test_elements_are_split_at_the_outermost_commas() -> None:
    assert elements("[(a=1, b={X, Y}), none]") == ["(a=1, b={X, Y})", "none"]
    assert elements("{}") == elements("[]") == elements("none") == []


PROGRAM = f'kanly() {{ "{sys.executable}" -m kanly.explorer.cli "$@"; }}'


def test_a_reproduction_can_be_pasted_into_a_shell_in_another_folder() -> None:
    folder = Path("my games")
    folder.mkdir()
    game()
    os.rename("game.py", folder / "game.py")
    out = run("explore", "my games/game.py")[1]
    (again,) = (line for line in out.splitlines() if line.startswith("again: "))
    command = again.removeprefix("again: ")
    assert shlex.split(command) == ["kanly", "explore", str((folder / "game.py").resolve())]
    Path("elsewhere").mkdir()
    record = Path("record.json").resolve()
    script = f"{PROGRAM}; {command} --json '{record}'"
    done = subprocess.run(["sh", "-c", script], cwd="elsewhere", check=False, timeout=120)
    assert json.loads(record.read_text(encoding="utf-8"))["exit_code"] == done.returncode


@pytest.mark.parametrize("parameter", ["cards=3", "seats=3"])
def test_a_reproduction_has_what_was_given(parameter: str) -> None:
    assert (
        record_of("explore", "card-table", "-p", parameter)["command"]
        == f"kanly explore card-table -p {parameter} --json -"
    )
