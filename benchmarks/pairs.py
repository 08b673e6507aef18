"""Whole commands against another version of Kanly, and sight against the sweep alone, in neighbouring pairs."""

from __future__ import annotations

import json
import statistics
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from .measuring import Done, measured

ROUNDS = 3
"""How often each pair is measured; the ratio that is told is the median."""

HEAD = "| pair | ratio | of processor time | peak MB | peak MB of the other |\n| --- | ---: | ---: | ---: | ---: |\n"

KANLY: Sequence[str] = (sys.executable, "-m", "kanly.explorer.cli")

COMMANDS: Sequence[tuple[str, ...]] = (("explore", "dune:flight-entries"), ("explore", "dune:flight-two-groups"))
"""What is run whole by both versions."""

SIGHT = ("explore", "card-table", "-p", "cards=8", "-p", "seats=3", "-p", "hand_limit=4")
"""Where the sweep with sight is held against the sweep alone."""


@dataclass(frozen=True)
class Pair:
    """Two things side by side: median ratios of the one to the other, and the most memory that each held.

    On a machine with other work the ratio of processor time says more than that of the time on the clock.
    """

    label: str
    ratio: float
    processor: float | None
    megabytes: int
    others: int


def against(other: str) -> Iterator[Pair]:
    """Each command by this version and by the one whose program is at `other`: seconds on the clock, from start to end.

    A first round, in which both fill what they keep on disk, is not counted.
    """
    for command in COMMANDS:
        arguments = [*command, "--quiet", "--json", "-"]
        rounds = [(measured([*KANLY, *arguments]), measured([other, *arguments])) for _ in range(1 + ROUNDS)][1:]
        yield Pair(
            label=f"{' '.join(command)}, this version : {other}",
            ratio=statistics.median(one.seconds / two.seconds for one, two in rounds),
            processor=statistics.median(one.processor / two.processor for one, two in rounds),
            megabytes=max(one.megabytes for one, _ in rounds),
            others=max(two.megabytes for _, two in rounds),
        )


def sight_ratio() -> Pair:
    """The sweep and sight together, against the sweep alone, both as they are told by the command."""
    done = [_timed(measured([*KANLY, *SIGHT, "--quiet", "--json", "-"])) for _ in range(1 + ROUNDS)][1:]
    ratio = statistics.median((sweep + sight) / sweep for sweep, sight, _ in done)
    memory = max(megabytes for _, _, megabytes in done)
    return Pair(f"{' '.join(SIGHT)}, sweep and sight : sweep", ratio, None, memory, memory)


def _timed(done: Done) -> tuple[float, float, int]:
    record = json.loads(done.output)
    return record["seconds"], record["details"]["sight seconds"], done.megabytes


def pairs(other: str | None) -> Iterator[Pair]:
    """Sight against the sweep alone; and against another version, if there is one."""
    yield sight_ratio()
    if other is not None:
        yield from against(other)


def lines(found: Iterable[Pair]) -> Iterator[str]:
    """The rows of the table."""
    for pair in found:
        processor = "" if pair.processor is None else f"{pair.processor:.2f}"
        yield f"| {pair.label} | {pair.ratio:.2f} | {processor} | {pair.megabytes:,} | {pair.others:,} |"
