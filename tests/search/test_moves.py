"""Moves have numbers: the same order as the list of successors."""

from __future__ import annotations

import pytest

from hikers import hikers
from kanly.explorer.findings.moves import Moves, number_of
from kanly.model import Instance
from kanly.model.games.card_table import card_table


@pytest.mark.parametrize("instance", [card_table.instance(), hikers("ravine")], ids=lambda each: each.name)
def test_numbers_and_moves_correspond(instance: Instance) -> None:
    moves = Moves(instance)
    listed = [(action, codes) for action in instance.actions for codes in action.instances()]
    assert moves.total == len(listed)
    for number, (action, codes) in enumerate(listed):
        assert (moves[number].action, moves[number].codes) == (action, codes)
        assert number_of(moves, action, codes) == number
    numbered = [number for group in moves.by_action for number, _ in group]
    assert numbered == list(range(moves.total))
