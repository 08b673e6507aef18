"""Compiled functions: kept on disk by what they are made from, and made anew whenever that cannot be trusted."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import kanly.explorer
import kanly.invariants
import kanly.model
from kanly.explorer.sweep.native.arrays import Words
from kanly.explorer.sweep.native.cache import SECRET
from kanly.explorer.sweep.native.calling import Native, ready

ASK = """
import sys
import numpy as np
from kanly.explorer.sweep.native.cache import SECRET
from kanly.explorer.sweep.native.calling import Native
turns = np.array([5], np.uint64)
turn = Native("..search.table", "take_turn", 1)(turns)
print(turn, turns[0], "numba" in sys.modules)
"""


def answered(folder: Path, packages: Path | None = None) -> str:
    """What a process of its own says, with its cache in that folder."""
    environment = os.environ | {"XDG_CACHE_HOME": str(folder)}
    if packages is not None:
        environment["PYTHONPATH"] = str(packages)
    return subprocess.run(
        [sys.executable, "-c", ASK], env=environment, capture_output=True, text=True, check=True
    ).stdout.strip()


@pytest.mark.slow
def test_machine_code_is_kept_and_needs_no_compiler_then(tmp_path: Path) -> None:
    assert answered(tmp_path) == "5 6 True"
    (entry,) = (each for each in (tmp_path / "kanly" / "code").iterdir() if each.name != SECRET)
    assert answered(tmp_path) == "5 6 False"
    whole = entry.read_bytes()
    for damaged in (b"not machine code", whole[:99] + bytes([whole[99] ^ 1]) + whole[100:]):
        entry.write_bytes(damaged)
        assert answered(tmp_path) == "5 6 True"
    assert entry.read_bytes() == whole


@pytest.mark.slow
def test_changed_sources_are_compiled_again(tmp_path: Path) -> None:
    packages = tmp_path / "packages"
    for package in (kanly.model, kanly.invariants, kanly.explorer):
        (folder,) = package.__path__
        unwanted = shutil.ignore_patterns("__pycache__")
        shutil.copytree(folder, packages / "kanly" / Path(folder).name, ignore=unwanted)
    assert answered(tmp_path, packages) == "5 6 True"
    source = packages / "kanly" / "explorer" / "sweep" / "search" / "table.py"
    stamp = source.stat()
    text = source.read_text()
    source.write_text(text.replace("return signed(turn)", "return signed(turn)+1"))
    os.utime(source, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert answered(tmp_path, packages) == "6 6 True"
    source.write_text(text)
    assert answered(tmp_path, packages) == "5 6 False"


def test_a_cache_that_cannot_be_written_is_put_up_with(tmp_path: Path) -> None:
    (tmp_path / "kanly").write_text("in the way")
    assert answered(tmp_path) == "5 6 True"


def test_arrays_that_do_not_lie_in_a_row_are_refused() -> None:
    turns: Words = np.zeros(8, np.uint64)
    with pytest.raises(ValueError, match="contiguous"):
        Native("..search.table", "take_turn", 1)(turns[::2])
    turns.flags.writeable = False
    with pytest.raises(ValueError, match="can be written to"):
        Native("..search.table", "take_turn", 1)(turns)


def test_only_native_functions_can_be_made_ready() -> None:
    with pytest.raises(AssertionError):
        ready(str, "")
