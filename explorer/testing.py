"""What a test that was written from a counterexample imports; it keeps its name and its meaning."""

from __future__ import annotations

from collections.abc import Sequence

from .cli.frame.selection import choose
from .report.regression import SpelledMoves, broken_on, leaks_on


def broken(
    model: str,
    parameters: Sequence[str],
    start: str,
    moves: SpelledMoves,
    check: str = "",
    *,
    anywhere: bool = False,
) -> list[str]:
    """What breaks in a model, as MODEL[:SCENARIO] names it, on a path from a saved state; nothing once it is mended.

    `parameters` are spelled name=value; a move is an action with its arguments by name. A path that is no longer
    possible breaks nothing, nor one from where play does not begin, unless it may begin `anywhere`. Raises what the
    command line tells as a mistake.
    """
    return broken_on(choose(model).instance(parameters), start, moves, check, anywhere=anywhere)


def leaking(
    model: str,
    parameters: Sequence[str],
    seat: str,
    channel: str,
    one: tuple[str, SpelledMoves],
    other: tuple[str, SpelledMoves],
    *,
    anywhere: bool = False,
) -> list[str]:
    """What looks different to a seat that may not tell two plays apart; nothing once it is mended.

    A play is a saved state and moves from it; `channel` is "view", "offered actions" or "events". Otherwise like
    `broken`.
    """
    return leaks_on(choose(model).instance(parameters), seat, channel, one, other, anywhere=anywhere)
