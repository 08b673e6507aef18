"""Where published rules of victory differ: the boards of the page, and the command that it shows."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from cli.running import run
from dune.playing import dune
from kanly.explorer.cli.frame.obligations import proof_verdict
from kanly.explorer.findings.status import Status
from kanly.explorer.prove.formulas.solver import Budget
from kanly.explorer.sweep.answers.exploring import explore
from kanly.explorer.trace.tracing import trace_model
from kanly.model import Accepted

PAGE = Path(__file__).parents[3] / "docs" / "dune.md"
VALUE = r"([A-Za-z_]+)"
ROWS = re.findall(
    rf"^\| ([a-z_]+) \| (mentat-[a-z-]+) \| [^|]+ \| {VALUE} \| ([^|]+) \| {VALUE} \| ([^|]+) \|$",
    PAGE.read_text(encoding="utf-8"),
    re.MULTILINE,
)
VARIANTS = {"ranking", "foretelling", "sietches", "ecaz_tolerated", "guild_shares", "ties"}


@cache
def decided(scenario: str, name: str, value: str) -> dict[str, tuple[int, str]]:
    """For each board of a scenario how many forces there are, and who wins by a version of the rules."""
    instance = dune.instance(scenario, {name: value})
    found: dict[str, tuple[int, str]] = {}
    for start in instance.initial_states():
        outcome = instance.step(start, instance.action("begin_mentat"), ())
        assert isinstance(outcome, Accepted)
        before, after = instance.state(start), instance.state(outcome.slots)
        forces = sum(sum(troops.values()) for troops in before.mustered.values())
        winners = sorted(seat.title for seat in after.winners)
        found[instance.to_json(start)] = forces, ", ".join(winners) or "nobody"
    return found


def test_the_page_knows_every_point_on_which_versions_differ() -> None:
    assert {name for name, *_ in ROWS} == VARIANTS


@pytest.mark.parametrize(
    ("name", "scenario", "one", "wins", "other", "differs"),
    [pytest.param(*row, marks=() if "without" in row[1] or "storm" in row[1] else pytest.mark.slow) for row in ROWS],
)
def test_a_smallest_board_has_the_winners_of_the_page(
    name: str, scenario: str, one: str, wins: str, other: str, differs: str
) -> None:
    left, right = decided(scenario, name, one), decided(scenario, name, other)
    boards = [(left[board][0], left[board][1], right[board][1]) for board in left if left[board] != right[board]]
    assert (min(boards)[0], wins, differs) in boards


@pytest.mark.slow
@pytest.mark.parametrize(("name", "scenario", "value"), sorted({(row[0], row[1], row[4]) for row in ROWS}))
def test_everything_holds_by_every_version(name: str, scenario: str, value: str) -> None:
    instance = dune.instance(scenario, {name: value})
    assert explore(instance, sample=10).status is Status.HOLDS
    assert proof_verdict(trace_model(instance), Budget(), f"kanly prove dune:{scenario}").status == "holds"


@pytest.mark.slow
@pytest.mark.parametrize(("value", "code"), [("ALL", 0), ("FIRST", 4)])
def test_the_command_of_the_page_finds_a_board_by_one_version_alone(
    value: str, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (expression,) = re.findall(r"-p ties=ALL \"(.+)\"", PAGE.read_text(encoding="utf-8"))
    assert run("find", "dune:mentat-most", "-p", f"ties={value}", expression)[0] == code
