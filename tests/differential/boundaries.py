"""The constants at which the work changes its course, made so small that tiny models cross them."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from types import ModuleType

import pytest

from kanly.explorer.findings import moves
from kanly.explorer.sight import determined
from kanly.explorer.sweep.answers import sampling
from kanly.explorer.sweep.code import actions, generation, lowering, observations, packing
from kanly.explorer.sweep.search import grouped, run, stuck, visited

SMALL: tuple[tuple[ModuleType, str, int], ...] = (
    (visited, "LARGEST_BLOCK", 4),
    (visited, "SMALLEST_TABLE", 8),
    (run, "NARROWEST_SHARED", 1),
    (run, "WORTH_SHARING", 0),
    (run, "LOG_ROWS", 2),
    (grouped, "CHUNK", 3),
    (grouped, "FEWEST_ENTRIES", 2),
    (stuck, "CHUNK", 3),
    (sampling, "WORTH_SHARING", 2),
    (packing, "WORD_BITS", 8),
    (generation, "STATE_BITS", 6),
    (observations, "STATE_BITS", 6),
    (generation, "STEP_BITS", 6),
    (observations, "STEP_BITS", 6),
    (actions, "MOST_TRIED", 4),
    (actions, "FREELY_UNROLLED", 2),
    (lowering, "MOST_JOINED", 2),
    (determined, "MOST_SPLITS", 2),
    (moves, "MOST_KEPT", 2),
)


@contextmanager
def small_boundaries() -> Generator[None]:
    """Blocks, chunks, tables, words and groups of a few entries; work is shared as soon as there are two workers."""
    with pytest.MonkeyPatch.context() as patch:
        for module, name, value in SMALL:
            assert getattr(module, name) > value, f"{module.__name__}.{name} is small already"
            patch.setattr(module, name, value)
        yield
