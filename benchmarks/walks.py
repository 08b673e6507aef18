"""Random walks in machine code, against walks by running the rules, in one run."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from .measuring import measured

HEAD = "| random walks | steps/s of a worker | steps/s by running | ratio |\n| --- | ---: | ---: | ---: |\n"

CASES: Sequence[tuple[str, int, int]] = (("card-table", 20_000, 30), ("dune:flight", 100_000, 30))
"""A model, and how many walks are played in machine code and by running the rules."""


@dataclass(frozen=True)
class Walks:
    """Steps a second of one worker in machine code, and by running."""

    model: str
    compiled: float
    run: float

    @property
    def ratio(self) -> float:
        """How many times as fast machine code is."""
        return self.compiled / self.run


def walks() -> Iterator[Walks]:
    """Each case. Raises SystemExit when a command gives no record."""
    for model, compiled, run in CASES:
        fast, slow = _played(model, compiled, "compiled"), _played(model, run, "run")
        yield Walks(
            model,
            compiled=fast["transitions"] / fast["seconds"],
            run=slow["transitions"] / slow["seconds"],
        )


def _played(model: str, number: int, engine: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "kanly.explorer.cli", "simulate", model, "--engine", engine]
    done = measured([*command, "--walks", str(number), "--workers", "1", "--keep-going", "--quiet", "--json", "-"])
    try:
        return json.loads(done.output)
    except json.JSONDecodeError:
        raise SystemExit(f"{model} ({engine}): exit {done.exit_code} without a record") from None


def lines(found: Iterable[Walks]) -> Iterator[str]:
    """The rows of the table."""
    for each in found:
        yield f"| {each.model} | {each.compiled:,.0f} | {each.run:,.0f} | {each.ratio:,.0f} |"
