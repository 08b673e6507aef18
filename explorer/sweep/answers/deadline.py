"""How long something may take, and how much memory, where sight is to be judged after it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from ...findings.bounds import Ending

SIGHT_MEMORY = 128 << 20
SIGHT_PARTS = 4
"""Bytes of a bound on memory that are left to sight, but never more than one part in so many."""

SEARCH_SHARE = 0.7
"""How much of a limit on time the search may take, where sight is to be judged in what it reaches."""

GRACE = 2.0
"""Seconds that sight may still take when somebody wants no more."""


def without_sight(memory: int | None) -> int | None:
    """What a bound on memory leaves to the search, where sight is to be judged in what it reaches."""
    return None if memory is None else memory - min(SIGHT_MEMORY, memory // SIGHT_PARTS)


def left_for_sight(memory: int | None, taken: int) -> int | None:
    """What a bound on memory leaves to sight, when the states take so much."""
    return None if memory is None else max(0, memory - taken)


@dataclass(frozen=True)
class Deadline:
    """The limit on `seconds` since `began`; `stop` says whether somebody wants no more."""

    seconds: float | None
    stop: Callable[[], bool] | None
    began: float

    def left(self, share: float = 1.0) -> float | None:
        """The seconds that are left of a share of the limit."""
        return None if self.seconds is None else max(0.0, share * self.seconds - self._passed())

    def ended(self) -> Ending | None:
        """Whether time is up, or somebody wants no more."""
        if self.stop is not None and self.stop():
            return Ending.INTERRUPTED
        return Ending.TIME if self.seconds is not None and self._passed() >= self.seconds else None

    def grace(self) -> Callable[[], bool]:
        """Whether sight may go on: until the limit on time, and for a moment after somebody wants no more."""
        asked: list[float] = []

        def go_on() -> bool:
            ended = self.ended()
            if ended is Ending.INTERRUPTED:
                asked.append(time.perf_counter())
            return ended is not Ending.TIME and (not asked or time.perf_counter() - asked[0] < GRACE)

        return go_on

    def _passed(self) -> float:
        return time.perf_counter() - self.began
