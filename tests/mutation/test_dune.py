"""Wrong rules of the Dune model: what is declared kills them, or the list beside the model says why they may live."""

from __future__ import annotations

import pytest

from cli.running import record_of

LEAST = 95.0
"""How many of 100 mutants that are neither equivalent nor unreached have to be killed."""


@pytest.mark.slow
def test_a_few_wrong_rules_of_small_scenarios_are_killed() -> None:
    scenarios = ["dune:guild-interrupted", "dune:terror-robbery-refill"]
    record = record_of("mutate", *scenarios, "--sample", "12", "--seed", "2")
    score = record["details"]["score"]
    assert record["details"]["unlisted"] == []
    assert score["killed"] >= 5


@pytest.mark.nightly
def test_a_sample_of_all_wrong_rules_is_killed() -> None:
    record = record_of("mutate", "dune", "--sample", "150", "--seed", "1", "--score", str(LEAST))
    assert (record["status"], record["details"]["unlisted"]) == ("holds", [])
