"""The options that commands share."""

from __future__ import annotations

import contextlib
import os
from enum import StrEnum
from pathlib import Path
from typing import Annotated, TypeAlias

import typer


class Engine(StrEnum):
    """How states are visited."""

    RUN = "run"
    COMPILED = "compiled"


ModelArgument: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="MODEL[:SCENARIO]", help="A bundled model, a file such as my_game.py, or package.module:attribute."
    ),
]
Settings: TypeAlias = Annotated[
    list[str] | None, typer.Option("-p", "--parameter", metavar="NAME=VALUE", help="Set a parameter of the model.")
]
Checks: TypeAlias = Annotated[
    list[str] | None, typer.Option("--check", "--invariant", metavar="ID", help="Check only this declaration.")
]
ForbidDeadlock: TypeAlias = Annotated[
    bool, typer.Option("--forbid-deadlock", help="A state with no way on that is not declared settled is a finding.")
]
MaxStates: TypeAlias = Annotated[
    int | None, typer.Option(min=1, help="Give up after so many states; compiled, one state is expanded to its end.")
]
MaxDepth: TypeAlias = Annotated[int | None, typer.Option(min=0, help="Look no further than so many steps.")]
Timeout: TypeAlias = Annotated[float | None, typer.Option(metavar="SECONDS", help="Give up after so many seconds.")]
USUAL_LOADING = 60.0
"""Seconds for a save or a trace, which may come from anybody."""


def usual_memory() -> int:
    """Three quarters of what this process may take, in megabytes; of 4 GB where the machine does not tell."""
    limits = [4 << 30]
    with contextlib.suppress(OSError, ValueError, AttributeError):
        limits = [os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")]
    with contextlib.suppress(OSError, ValueError):
        limits.append(int(Path("/sys/fs/cgroup/memory.max").read_text(encoding="ascii")))
    return max(1, min(limits) * 3 // 4 >> 20)


MaxMemory: TypeAlias = Annotated[
    int,
    typer.Option(
        min=1,
        metavar="MB",
        show_default="three quarters of the memory there is",
        help="Give up when the states take so much; random games then forget states and go on.",
    ),
]
USUAL_MEMORY = usual_memory()
MOST_WORKERS = 256


def cores() -> int:
    """How many processors this process may use."""
    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(available, MOST_WORKERS)


USUAL_WORKERS = cores()

Workers: TypeAlias = Annotated[
    int,
    typer.Option(
        min=1, max=MOST_WORKERS, show_default="one for each core", help="How many threads or processes share the work."
    ),
]
Seed: TypeAlias = Annotated[int, typer.Option(help="Whatever is drawn at random is drawn from this.")]
JsonFile: TypeAlias = Annotated[
    str | None, typer.Option("--json", metavar="FILE|-", help="Write the verdict record; - is standard output.")
]
Quiet: TypeAlias = Annotated[bool, typer.Option("--quiet", "-q", help="Show one line only.")]
Verbose: TypeAlias = Annotated[
    bool, typer.Option("--verbose", "-v", help="Show the tables as well: each action and each declaration.")
]
EngineOption: TypeAlias = Annotated[
    Engine | None, typer.Option("--engine", help="Run the rules in Python, or compile them; compiled unless given.")
]
AllowBounded: TypeAlias = Annotated[
    bool, typer.Option("--allow-bounded", help="Exit 0 when a bound ended it and nothing was violated.")
]
KeepGoing: TypeAlias = Annotated[
    bool, typer.Option("--keep-going", help="Follow every declaration to its first violation.")
]
Traces: TypeAlias = Annotated[
    str, typer.Option("--traces", metavar="DIR", help="Where counterexamples are written; empty writes none.")
]
Tests: TypeAlias = Annotated[
    str | None, typer.Option("--write-tests", metavar="DIR", help="Also write each counterexample as a pytest file.")
]
USUAL_TRACES = "kanly-traces"
