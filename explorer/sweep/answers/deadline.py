"""How long something may take: a limit on seconds, and somebody who may want no more."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from ...findings.bounds import Ending

SEARCH_SHARE = 0.7
"""How much of a limit on time the search may take, where sight is to be judged in what it reaches."""

GRACE = 2.0
"""Seconds that sight may still take when somebody wants no more."""


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
