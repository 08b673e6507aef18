"""What walks keep of states that they forget: those on plays to what was seen first, by their new numbers."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from kanly.explorer.sweep.native.arrays import DEADLOCK, FAULT, UNBOUNDED
from kanly.explorer.sweep.search.run import first_states, first_steps, make_counters
from kanly.explorer.sweep.walks import entry_points
from kanly.explorer.sweep.walks.firsts import passed_on_plays, renumber
from kanly.explorer.sweep.walks.walked import WalkedStates

from .toys import scatter

STATES, STARTS, WORKERS, ACTIONS = 30, 2, 2, 4


def walked(chance: random.Random) -> tuple[WalkedStates, list[int]]:
    """States that were come by one from another, and the one before each; -1 for those that walks begin in."""
    known = WalkedStates(scatter(100, 1))
    known.starts = STARTS
    assert known.make_room(STATES, None)
    known.states = STATES
    parents = [-1] * STARTS + [chance.randrange(number) for number in range(STARTS, STATES)]
    for number in range(STARTS, STATES):
        known.space.store[number] = 1_000 + number
        known.space.origins[number] = np.uint64(parents[number]) << np.uint64(32) | np.uint64(number % 3)
    entry_points.refill(known.space, 1, 0, STATES)
    return known, parents


def plays(parents: list[int], ends: list[int], from_number: int) -> list[int]:
    """The states from a number on that the plays to some states pass."""
    passed = set[int]()
    for end in ends:
        number = end
        while number >= 0:
            passed.add(number)
            number = parents[number]
    return sorted(number for number in passed if number >= from_number)


@pytest.mark.parametrize("seed", range(12))
def test_plays_to_what_was_seen_first_are_kept_and_what_is_noted_has_new_numbers(seed: int) -> None:
    chance = random.Random(seed)
    known, parents = walked(chance)
    words = {number: known.state(number) for number in range(STATES)}
    from_number = chance.randint(STARTS, STATES - 1)
    counted = [make_counters(WORKERS, ACTIONS) for _ in range(2)]
    taken = np.full(ACTIONS, -1, np.int64)
    ends = list[int]()
    for counters in counted:
        for bit in chance.sample(range(6), chance.randint(0, 2)):
            counters.first_state[:, bit] = number = chance.randrange(STATES)
            ends.append(number)
        for event in chance.sample([0, 1, FAULT, DEADLOCK], chance.randint(0, 3)):
            number = chance.randrange(STATES)
            counters.first_step[chance.randrange(WORKERS), event] = (
                number,
                chance.randint(40, 50),
                chance.randint(40, 50),
            )
            ends.append(number)
    for action in chance.sample(range(ACTIONS), 2):
        taken[action] = chance.randrange(STATES)
        ends.append(int(taken[action]))
    states, steps = [first_states(each) for each in counted], [first_steps(each) for each in counted]
    was_taken = taken.tolist()

    kept = passed_on_plays(known, from_number, taken, counted)
    assert kept.tolist() == plays(parents, ends, from_number)
    renumber(taken, counted, from_number, kept)
    known.keep(from_number, kept)

    numbers = [*range(from_number), *kept.tolist()]
    assert known.states == len(numbers)
    assert [known.state(new) for new in range(known.states)] == [words[old] for old in numbers]
    for new, old in enumerate(numbers):
        parent = known.parent(new)
        assert (-1 if parent is None else numbers[parent]) == parents[old]
    assert [number if number < 0 else numbers[number] for number in taken.tolist()] == was_taken
    for counters, before, step_before in zip(counted, states, steps, strict=True):
        assert {bit: numbers[number] for bit, number in first_states(counters).items()} == before
        moved = {event: replace(step, parent=numbers[step.parent]) for event, step in first_steps(counters).items()}
        assert moved == step_before
        assert (counters.first_state[:, 63] == UNBOUNDED).all()
