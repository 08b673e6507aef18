"""Where something was seen first: the states that plays to it pass, and their numbers once only these are kept."""

from collections.abc import Iterable, Sequence

import numpy as np

from ..native.arrays import UNBOUNDED, Counters, Numbers
from ..search.run import first_states, first_steps
from .walked import WalkedStates


def passed_on_plays(known: WalkedStates, from_number: int, taken: Numbers, counted: Iterable[Counters]) -> Numbers:
    """The states from a number on that plays to what was seen first in such states pass, in order.

    `taken` has for each action the first state in which it was taken, or -1.
    """
    ends = set[int](taken.tolist())
    for counters in counted:
        ends.update(first_states(counters).values())
        ends.update(step.parent for step in first_steps(counters).values())
    passed = set[int]()
    for end in ends:
        number: int | None = end
        while number is not None and number >= from_number and number not in passed:
            passed.add(number)
            number = known.parent(number)
    return np.array(sorted(passed), np.int64)


def renumber(taken: Numbers, counted: Sequence[Counters], from_number: int, kept: Numbers) -> None:
    """Note the new numbers of what was seen first, now that of the states from a number on only the `kept` are there.

    What one worker noted after another had is moved too, and stays behind that.
    """
    for counters in counted:
        for numbers in (counters.first_state, counters.first_step[:, :, 0]):
            moved = (numbers >= from_number) & (numbers != UNBOUNDED)
            numbers[moved] = from_number + np.searchsorted(kept, numbers[moved])
    moved = taken >= from_number
    taken[moved] = from_number + np.searchsorted(kept, taken[moved])


def count_as_before(counts: Numbers, before: Numbers) -> None:
    """Take back what was counted since, of states that may come by again; but what was seen was seen once."""
    is_first = bool(counts.any()) and not before.any()
    counts[:] = before
    if is_first:
        counts[0, 0] = 1
