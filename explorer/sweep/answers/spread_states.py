"""States spread over depth, from random walks in machine code with nothing under watch."""

from __future__ import annotations

import random
from typing import Final

from ....model import Slots
from ...findings.bounds import Bounds
from ...search.spread import spread
from ...trace.tracing import TracedModel
from ..code.generation import compile_model
from ..native.machine import Stops
from ..search.workers import WorkerPool
from ..walks.walking import Walking

WALKS: Final = 2_000
BOUNDS: Final = Bounds(states=100_000)


def states_over_depth(traced: TracedModel, most: int, seed: int) -> list[Slots]:
    """At most so many states; among them one in which each action was taken, one with no way on, and one of a fault."""
    instance, compiled = traced.instance, compile_model(traced)
    initial = [compiled.packing.pack(slots) for slots in instance.initial_states()]
    with WorkerPool(1) as pool:
        walking = Walking([compiled.machine], [Stops()], len(instance.actions), BOUNDS, pool)
        result = walking.go(initial, WALKS, seed)[0]
    wanted = [int(number) for number in walking.first_taken if number >= 0]
    wanted += [] if result.first_fault is None else [result.first_fault.parent]
    wanted += [] if result.first_deadlock is None else [result.first_deadlock]
    numbers = spread(walking.known.depths(), wanted, most, random.Random(seed))
    return [compiled.packing.unpack(walking.known.state(number)) for number in numbers]
