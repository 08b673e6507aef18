"""How tests are run: with a search for garbage that leaves out what was loaded, and bytecode that processes share."""

import gc
import importlib.util
import os
import shutil
import sys
import tempfile
from pathlib import Path

import pytest

import kanly.model

THRESHOLDS = (50_000, 20, 20)
"""Of allocations between two searches; rules are run by making many small values that need none."""

BYTECODE = pytest.StashKey[str]()


def pytest_configure(config: pytest.Config) -> None:
    """Where Python is told to write no bytecode, let the processes that tests start share one folder of it.

    Each would compile all of Kanly again otherwise. Nothing is written into the tree.
    """
    is_compiled = Path(importlib.util.cache_from_source(str(kanly.model.__file__))).exists()
    if sys.dont_write_bytecode and not is_compiled and "PYTHONPYCACHEPREFIX" not in os.environ:
        config.stash[BYTECODE] = tempfile.mkdtemp(prefix="kanly-bytecode-")
        os.environ["PYTHONPYCACHEPREFIX"] = config.stash[BYTECODE]
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_unconfigure(config: pytest.Config) -> None:
    if BYTECODE in config.stash:
        shutil.rmtree(config.stash[BYTECODE], ignore_errors=True)


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
