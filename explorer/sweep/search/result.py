"""What a sweep has seen: counts, first sightings, and the states with the way they were reached."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ...findings.bounds import Ending
from .history import Origins, PackedStep, PathState


@dataclass(frozen=True, slots=True)
class SweepResult:
    """What a sweep has seen. All but `seconds` and `memory` is the same for every number of workers.

    The exceptions are sweeps that ended for want of time or memory, or were interrupted.

    `transitions` counts every successor, also known ones and self loops, but not the `faults`; `actions` splits it by
    action. `depth` is the deepest level with a state. `left` states were found and not expanded. `first_states` maps a
    state observation to the first state that shows it, `first_steps` a step observation to the first step. Numbers
    of states are in breadth-first order.
    """

    ending: Ending
    states: int
    transitions: int
    depth: int
    left: int
    actions: tuple[int, ...]
    faults: int
    deadlocks: int
    first_states: dict[int, int]
    first_steps: dict[int, PackedStep]
    first_fault: PackedStep | None
    first_deadlock: int | None
    seconds: float
    memory: int
    words: npt.NDArray[np.uint64]
    history: Origins
    has_forgotten: bool = False
    """Whether there may have been more different states than are counted, as walks forget some when room runs out."""

    @property
    def is_complete(self) -> bool:
        """Whether every reachable state was found and expanded."""
        return self.ending is Ending.COMPLETE

    def path(self, state: int) -> list[PathState]:
        """A shortest path to a state; see `History.path`."""
        return self.history.path(state)
