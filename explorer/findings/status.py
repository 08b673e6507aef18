"""How a check, or a whole run, can end; nothing is said to hold that was not looked at completely."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum


class Status(Enum):
    """The answer of a check or a command, as it is spelled in the verdict record."""

    HOLDS = "holds"
    """Looked at completely, and it is so."""
    VACUOUS = "vacuous"
    """Nothing speaks against it, but something that should happen never does, so that it says less than it seems."""
    INCONCLUSIVE = "inconclusive"
    """A bound, the time, the memory or an unknown ended it first."""
    ERROR = "error"
    """It could not be asked: a mistake in the call or in the model."""
    VIOLATED = "violated"
    """There is a counterexample."""

    @property
    def exit_code(self) -> int:
        """What a command that ends so returns to the shell."""
        return _EXIT_CODES[self]


_EXIT_CODES = {Status.HOLDS: 0, Status.VIOLATED: 1, Status.ERROR: 2, Status.INCONCLUSIVE: 3, Status.VACUOUS: 4}


def worst(statuses: Iterable[Status]) -> Status:
    """The status of several together; of nothing at all it is `HOLDS`."""
    order = list(Status)
    return max(statuses, key=order.index, default=Status.HOLDS)
