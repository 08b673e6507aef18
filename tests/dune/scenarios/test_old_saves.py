"""Saves that version 0.1 wrote, with frames, searches, questions and rides: read, accepted, and written again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dune.playing import dune
from kanly.explorer.battery.acceptance import refusals_of
from kanly.model import SaveError

SAVES = sorted((Path(__file__).parent / "saves_of_0_1").glob("*.json"))
"""One save a scenario, by whose name it is called."""


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.stem)
def test_an_old_save_is_accepted_and_comes_back_as_it_was(path: Path) -> None:
    instance = dune.instance(path.stem)
    text = path.read_text(encoding="utf-8")
    state = instance.from_json(text)
    assert refusals_of(instance, state) == []
    written = json.loads(instance.to_json(state))
    since = [name for name in written if name not in json.loads(text)]
    assert set(since) <= set(instance.scenario.unused), "only fields that the scenario leaves unused may be newer"
    assert instance.from_json(instance.to_json(state)) == state
    assert json.dumps({name: each for name, each in written.items() if name not in since}, indent=2) == text.rstrip(
        "\n"
    )


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.stem)
def test_an_old_save_may_lack_what_its_scenario_leaves_unused_and_nothing_else(path: Path) -> None:
    instance = dune.instance(path.stem)
    data = json.loads(path.read_text(encoding="utf-8"))
    state = instance.from_json(json.dumps(data))
    used = [name for name in data if name not in instance.scenario.unused]
    assert instance.from_json(json.dumps({name: data[name] for name in used})) == state
    for name in used:
        with pytest.raises(SaveError, match="missing") as refused:
            instance.from_json(json.dumps({each: data[each] for each in data if each != name}))
        assert refused.value.path == f"$.{name}"


def test_an_old_save_with_a_card_that_the_scenario_does_not_know_is_refused() -> None:
    text = SAVES[0].read_text(encoding="utf-8")
    assert '"HAJR"' in text
    with pytest.raises(SaveError, match="WEATHER_CONTROL"):
        dune.instance(SAVES[0].stem).from_json(text.replace('"HAJR"', '"WEATHER_CONTROL"'))
