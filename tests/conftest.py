"""How tests are run: the search for garbage leaves out what was loaded before the first of them."""

import gc

THRESHOLDS = (50_000, 20, 20)
"""Of allocations between two searches; rules are run by making many small values that need none."""


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
