"""Contracts that are kept: those of the bundled models and of the examples, and what holds in some scenarios alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.running import record_of
from kanly.explorer.contracts.differences import differences
from kanly.explorer.contracts.effects import Effect
from kanly.explorer.contracts.text import Contract, parsed, written

ROOT = Path(__file__).parents[2]
EXAMPLES = [str(path) for path in sorted((ROOT / "examples").glob("*.py"))]
SHORT = [
    *EXAMPLES,
    "card-table",
    "two-phase-commit",
    "love-letter",
    "dune:terror-robbery",
    "dune:terror-worm-nexus",
]
LONG = [pytest.param(each, marks=pytest.mark.slow) for each in ("coup", "dune")]


@pytest.mark.parametrize("model", [*SHORT, *LONG])
def test_the_rules_do_what_their_contract_says(model: str) -> None:
    record = record_of("contract", model)
    file = Path(record["details"]["file"])
    assert (record["status"], record["details"]["differences"], file.is_file()) == ("holds", [], True)
    if ":" not in model:
        assert file.read_text(encoding="utf-8") == record["details"]["contract"]


WRITES_N, WRITES_M, READS_N = Effect("writes", "n"), Effect("writes", "m"), Effect("reads", "n")
THREE: Contract = {
    "one": {"go": frozenset({WRITES_N, READS_N})},
    "two": {"go": frozenset({WRITES_N, WRITES_M}), "stop": frozenset({READS_N})},
    "three": {"go": frozenset({WRITES_N, WRITES_M}), "stop": frozenset({READS_N})},
}
TEXT = """\
[go]
writes = ["n"]
[[go.only]]
scenarios = ["one"]
reads = ["n"]
[[go.only]]
scenarios = ["two", "three"]
writes = ["m"]

[stop]
scenarios = ["two", "three"]
reads = ["n"]
"""


def test_what_is_so_in_some_scenarios_stands_by_itself() -> None:
    text = written("game", THREE)
    assert text.partition("\n\n")[2] == TEXT
    accepted = parsed(text)
    assert {scenario: accepted.effects_in(scenario) for scenario in THREE} == THREE
    assert differences(accepted, THREE) == []


@pytest.mark.parametrize(
    ("now", "told"),
    [
        ({**THREE, "two": {**THREE["two"], "go": frozenset({WRITES_N})}}, ["- go writes m (in two)"]),
        ({**THREE, "three": {"go": THREE["three"]["go"]}}, ["- stop is an action no more (in three)"]),
        (
            {**THREE, "four": {"stop": frozenset({WRITES_N})}},
            ["- go is an action no more (in four)", "+ stop is an action that the contract does not have (in four)"],
        ),
        ({"two": {**THREE["two"], "go": frozenset({WRITES_N, WRITES_M, READS_N})}}, ["+ go reads n"]),
    ],
)
def test_a_difference_names_the_scenarios_where_it_is_not_in_all(now: Contract, told: list[str]) -> None:
    assert differences(parsed(written("game", THREE)), now) == told


def test_names_and_long_lists_come_back() -> None:
    long = frozenset(Effect("tells", f"Event{number}(a, b) to ÄNN") for number in range(30))
    contract: Contract = {"one": {"gehe_über": long}}
    text = written("game", contract)
    assert max(map(len, text.splitlines())) <= 120
    assert parsed(text).effects_in("one") == contract["one"]
