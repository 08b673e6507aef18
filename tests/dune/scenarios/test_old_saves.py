"""Saves that version 0.1 wrote, with frames, searches, questions and rides: read, accepted, and written again."""

from __future__ import annotations

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
    assert instance.to_json(state) == text


def test_an_old_save_with_a_card_that_the_scenario_does_not_know_is_refused() -> None:
    text = SAVES[0].read_text(encoding="utf-8")
    assert '"HAJR"' in text
    with pytest.raises(SaveError, match="WEATHER_CONTROL"):
        dune.instance(SAVES[0].stem).from_json(text.replace('"HAJR"', '"WEATHER_CONTROL"'))
