"""A path that broke custody in card-table:default: Every card is in exactly one place."""

from pathlib import Path

from kanly.explorer.cli.models import choose
from kanly.explorer.report.regression import broken_on

MODEL = f"{Path(__file__).parent / 'faulty.py'}:keeping:default"
PARAMETERS = ['cards=4', 'seats=2', 'hand_limit=3']
START = """{
  "deck": [
    "C1",
    "C2",
    "C3",
    "C4"
  ],
  "hand": {
    "ANN": [],
    "BOB": []
  },
  "escrow": null,
  "discard": []
}"""
MOVES = [('draw', {'seat': 'ANN', 'card': 'C1'}), ('play', {'seat': 'ANN', 'card': 'C1'})]


def test_custody_is_kept() -> None:
    instance = choose(MODEL).instance(PARAMETERS)
    assert broken_on(instance, START, MOVES, "custody") == []
