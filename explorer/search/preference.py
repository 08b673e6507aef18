"""Which actions random play prefers: those that were taken less often, so that it comes by what is rarely possible."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

MOST_PREFERRED: Final = 64
"""The weight of an action that was hardly ever taken; the one that was taken most often has 1."""


def preferences(taken: Sequence[int]) -> list[int]:
    """A weight for each action, by how often each was taken: the root of how many times less than the most frequent."""
    most = max(taken, default=0) + 1
    return [min(MOST_PREFERRED, math.isqrt(most // (times + 1))) for times in taken]
