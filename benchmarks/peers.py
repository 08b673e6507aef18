"""Other checkers on the card table, when they are installed: SPIN, and TLC by the variable TLA2TOOLS (its jar)."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from .measuring import Row, measured

MODELS = Path(__file__).parent / "models"


def rows() -> Iterator[Row]:
    """A measurement for each installed checker and each size of the card table."""
    for cards in (8, 9):
        if shutil.which("spin") and shutil.which("gcc"):
            yield _spin(cards)
        if shutil.which("java") and os.environ.get("TLA2TOOLS"):
            yield _tlc(cards, os.environ["TLA2TOOLS"])


def _label(cards: int) -> str:
    return f"card-table cards={cards} seats=3 hand_limit=4"


def _number(pattern: str, text: str) -> int:
    found = re.search(pattern, text)
    return int(found.group(1).replace(",", "")) if found else 0


def _spin(cards: int) -> Row:
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(MODELS / "custody.pml", folder)
        measured(["spin", "-a", f"-DNCARDS={cards}", "custody.pml"], folder)
        measured(["gcc", "-O2", "-DSAFETY", "-DNOFAIR", "-DBFS", "-o", "pan", "pan.c"], folder)
        done = measured(["./pan", "-m2000000"], folder)
    states = _number(r"([\d]+) states, stored", done.output)
    transitions = _number(r"([\d]+) transitions", done.output)
    return Row(_label(cards), "SPIN, breadth-first", 1, states, transitions, done.seconds, done.megabytes)


def _tlc(cards: int, jar: str) -> Row:
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(MODELS / "custody.tla", folder)
        settings = (MODELS / "custody.cfg").read_text().replace("NCards    = 8", f"NCards    = {cards}")
        Path(folder, "custody.cfg").write_text(settings)
        done = measured(["java", "-cp", jar, "tlc2.TLC", "-workers", "2", "-deadlock", "custody.tla"], folder)
    generated = _number(r"([\d,]+) states generated", done.output)
    states = _number(r"([\d,]+) distinct states found", done.output)
    return Row(_label(cards), "TLC", 2, states, generated, done.seconds, done.megabytes)
