"""How a check, or a whole run, can end; nothing is said to hold that was not looked at completely."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

NOTHING_TO_TEST = "nothing to test"
"""What is said, in place of an answer, of a test whose subject a model does not have."""


class Status(Enum):
    """The answer of a check or a command, as it is spelled in the verdict record."""

    HOLDS = "holds"
    """Looked at completely, and it is so; a proof says whether that is of all states or of what play reaches."""
    VACUOUS = "vacuous"
    """Nothing speaks against it, but something that should happen never does, so that it says less than it seems."""
    SAMPLED = "sampled"
    """Nothing speaks against it in what was drawn or picked; the rest was never meant to be looked at."""
    OPEN = "open"
    """It is not inductive: a step from some state breaks it, and no play is known that leads to such a state."""
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

    @property
    def is_bounded(self) -> bool:
        """Whether looking longer or wider could settle it, so that somebody may choose to be content with it."""
        return self in (Status.SAMPLED, Status.INCONCLUSIVE)


_EXIT_CODES = {
    Status.HOLDS: 0,
    Status.VIOLATED: 1,
    Status.ERROR: 2,
    Status.SAMPLED: 3,
    Status.OPEN: 3,
    Status.INCONCLUSIVE: 3,
    Status.VACUOUS: 4,
}


def worst(statuses: Iterable[Status]) -> Status:
    """The status of several together; of nothing at all it is `HOLDS`."""
    order = list(Status)
    return max(statuses, key=order.index, default=Status.HOLDS)
