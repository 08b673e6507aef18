"""Answers about sight in a verdict record: a check for each seat, and every cell with its leak as data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...model import Instance
from ..findings.leaks import Leak
from ..findings.sight import SightCell, SightResult
from ..findings.status import Status, worst
from .verdict import CheckVerdict

SIGHT = "sight"
"""The id under which sight is asked for."""


def checks_of(result: SightResult, *, sampled: bool = False) -> Iterator[CheckVerdict]:
    """One check for each seat; `sampled` when only some of the states in question were compared."""
    for seat in dict.fromkeys(cell.seat for cell in result.cells):
        cells = [cell for cell in result.cells if cell.seat == seat]
        status = worst(_status(cell, sampled) for cell in cells)
        reasons = dict.fromkeys(cell.reason for cell in cells if cell.reason)
        told = [f"{', '.join(named(cell) for cell in cells if cell.reason == each)}: {each}" for each in reasons]
        leaks = [named(cell) for cell in cells if cell.leak is not None]
        reason = f"leaks by {', '.join(leaks)}" if leaks else "; ".join(told)
        sentence = f"What {seat} is given follows from what it may know."
        yield CheckVerdict(f"{SIGHT} of {seat}", SIGHT, sentence, status.value, reason=reason or None)


def records_of(instance: Instance, result: SightResult, *, sampled: bool = False) -> list[dict[str, Any]]:
    """Every answer as data."""
    return [_record(instance, cell, _status(cell, sampled)) for cell in result.cells]


def _status(cell: SightCell, sampled: bool) -> Status:
    return Status.SAMPLED if sampled and cell.status is Status.HOLDS else cell.status


def named(cell: SightCell) -> str:
    """What was asked of a seat, in words."""
    return f"{cell.channel.value} of {cell.of}" if cell.of else cell.channel.value


def _record(instance: Instance, cell: SightCell, status: Status) -> dict[str, Any]:
    record: dict[str, Any] = {"seat": cell.seat, "channel": cell.channel.value, "status": status.value}
    if cell.of:
        record["action"] = cell.of
    if cell.reason:
        record["reason"] = cell.reason
    return record | (leak_record(instance, cell.leak) if cell.leak is not None else {})


def leak_record(instance: Instance, leak: Leak) -> dict[str, Any]:
    """A leak as data: both states, both steps, plays to them, what differs hidden and seen, and what is equal.

    Of what is equal only that is told which is otherwise than at the start: it may explain the leak.
    """
    return {
        "states": [instance.describe(slots) for slots in (leak.one, leak.other)],
        "steps": [str(move) for move in leak.moves or ()],
        "hidden": [list(each) for each in leak.hidden],
        "seen": [list(each) for each in leak.seen],
        "equal": [list(each) for each in _circumstances(instance, leak)],
        "plays": [[str(move) for move in play.moves] for play in leak.plays or ()],
    }


def _circumstances(instance: Instance, leak: Leak) -> Iterator[tuple[str, str]]:
    """What both states have in common and the start has not."""
    start = instance.describe(instance.initial_states()[0])
    other = instance.describe(leak.other)
    for path, value in instance.describe(leak.one).items():
        if other.get(path) == value != start.get(path):
            yield path, value
