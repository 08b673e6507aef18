"""What a test that was written from a counterexample imports; it keeps its name and its meaning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .cli.frame.selection import choose
from .report.regression import broken_on


def broken(
    model: str, parameters: Sequence[str], start: str, moves: Sequence[tuple[str, Mapping[str, Any]]], check: str = ""
) -> list[str]:
    """What breaks in a model, as MODEL[:SCENARIO] names it, on a path from a saved state; nothing once it is mended.

    `parameters` are spelled name=value; a move is an action with its arguments by name. A path that is no longer
    possible breaks nothing. Raises what the command line tells as a mistake.
    """
    return broken_on(choose(model).instance(parameters), start, moves, check)
