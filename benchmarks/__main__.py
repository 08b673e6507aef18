"""`python -m benchmarks [--quick] [--pairs] [--against KANLY] [--write FILE]`: measure, print and perhaps write."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from . import pairs, peers, walks
from .cases import CASES, Case
from .measuring import Row, measured

COLUMNS = (
    "model", "engine", "workers", "states", "transitions", "whole run, s", "start-up, s", "search, s", "states/s",
    "peak MB",
)  # fmt: skip
HEAD = f"| {' | '.join(COLUMNS)} |\n| --- | --- |{' ---: |' * (len(COLUMNS) - 2)}\n"


def explored(case: Case) -> Row:
    """Run one case as a process of its own. Raises SystemExit when it does not finish completely."""
    done = measured([sys.executable, "-m", "kanly.explorer.cli", *case.arguments])
    try:
        record = json.loads(done.output)
    except json.JSONDecodeError:
        raise SystemExit(f"{case.label} ({case.engine}): exit {done.exit_code} without a record") from None
    if not record["complete"]:
        raise SystemExit(f"{case.label} ({case.engine}): {record['status']}")
    return Row(
        case.label, f"Kanly, {case.engine}", case.workers, record["states"], record["transitions"], done.seconds,
        done.megabytes, record["seconds"], record["details"].get("startup seconds"),
    )  # fmt: skip


def measurements(quick: bool) -> Iterator[Row]:
    """Every case, then the other checkers."""
    for case in CASES:
        if not (quick and case.slow):
            yield explored(case)
    yield from peers.rows()


def lines(rows: Iterable[Row]) -> Iterator[str]:
    """The rows of the table."""
    for row in rows:
        starting, searching = ("" if part is None else f"{part:.2f}" for part in (row.starting, row.searching))
        yield (
            f"| {row.model} | {row.engine} | {row.workers} | {row.states:,} | {row.transitions:,} | {row.seconds:.2f} "
            f"| {starting} | {searching} | {row.rate:,.0f} | {row.megabytes:,} |"
        )


def machine() -> str:
    """The machine, as far as it tells."""
    try:
        listed = Path("/proc/cpuinfo").read_text().splitlines()
        processor = next(line.split(":", 1)[1].strip() for line in listed if line.startswith("model name"))
    except (OSError, StopIteration):
        processor = platform.processor() or platform.machine()
    return f"{os.cpu_count()} cores of {processor}, {platform.system()}, Python {platform.python_version()}"


def printed(head: str, rows: Iterable[str]) -> str:
    """A table, printed row by row as it comes."""
    print(f"\n{head}", end="", flush=True)
    table: list[str] = []
    for row in rows:
        table.append(row)
        print(row, flush=True)
    return head + "\n".join(table)


def main() -> None:
    """Measure, print as it goes, and write the file if one was named."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="leave out what takes more than some seconds")
    parser.add_argument("--write", type=Path, help="also write the table into this file")
    parser.add_argument("--against", metavar="KANLY", help="the program of another version, to be held beside this one")
    parser.add_argument("--pairs", action="store_true", help="only what is measured in pairs, and random walks")
    chosen = parser.parse_args()
    tables = [] if chosen.pairs else [printed(HEAD, lines(measurements(chosen.quick)))]
    tables.append(printed(walks.HEAD, walks.lines(walks.walks())))
    tables.append(printed(pairs.HEAD, pairs.lines(pairs.pairs(chosen.against))))
    if chosen.write is not None:
        title = f"# Benchmarks\n\nMade by `python -m benchmarks`, every row in a process of its own, on {machine()}."
        chosen.write.write_text("\n\n".join([title, *tables]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
