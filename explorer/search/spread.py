"""Some of the states that random play came by, picked from all depths alike."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence


def spread(depths: Sequence[int], wanted: Iterable[int], most: int, chance: random.Random) -> list[int]:
    """At most `most` numbers of states, the `wanted` ones first, then one at random from each depth in turn.

    `depths` has how many steps each state is from the start.
    """
    picked = dict.fromkeys(wanted)
    levels: dict[int, list[int]] = {}
    for number, depth in enumerate(depths):
        if number not in picked:
            levels.setdefault(depth, []).append(number)
    for level in levels.values():
        chance.shuffle(level)
    while levels and len(picked) < most:
        for depth in sorted(levels, reverse=True):
            picked[levels[depth].pop()] = None
            if not levels[depth]:
                del levels[depth]
    return list(picked)[:most]
