"""Answers about sight in a verdict record: a check for each seat, and every answer with its leak as data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...model import Instance
from ..findings.leaks import Channel, Leak
from ..findings.sight import SightAnswer, SightResult
from ..findings.status import Status, worst
from .verdict import CheckVerdict

SIGHT = "sight"
"""The id under which sight is asked for."""


def checks_of(result: SightResult, *, sampled: bool = False) -> Iterator[CheckVerdict]:
    """One check for each seat, and for each thing that is told on purpose.

    `sampled` when only some of the states in question were compared.
    """
    for seat in dict.fromkeys(answer.seat for answer in result.answers):
        answers = [answer for answer in result.answers if answer.seat == seat]
        status = worst(_status(answer, sampled) for answer in answers)
        reasons = dict.fromkeys(answer.reason for answer in answers if answer.reason)
        told = [
            f"{', '.join(named(answer) for answer in answers if answer.reason == each)}: {each}" for each in reasons
        ]
        leaks = [named(answer) for answer in answers if answer.leak is not None]
        reason = f"leaks by {', '.join(leaks)}" if leaks else "; ".join(told)
        sentence = f"What {seat} is given and learns follows from what it may know, and its view shows all of that."
        yield CheckVerdict(f"{SIGHT} of {seat}", SIGHT, sentence, status.value, reason=reason or None)
    for allowance in result.allowances:
        status = allowance.told_of(sampled=sampled)
        yield CheckVerdict(allowance.name, SIGHT, allowance.because, status.value, reason=allowance.reason or None)


def records_of(instance: Instance, result: SightResult, *, sampled: bool = False) -> list[dict[str, Any]]:
    """Every answer as data."""
    return [_record(instance, answer, _status(answer, sampled)) for answer in result.answers]


def _status(answer: SightAnswer, sampled: bool) -> Status:
    return Status.SAMPLED if sampled and answer.status is Status.HOLDS else answer.status


def named(answer: SightAnswer) -> str:
    """What was asked of a seat, in words."""
    if answer.channel is Channel.WITHHELD:
        return "what its view withholds"
    between = "after" if answer.channel is Channel.LEARNING else "of"
    return f"{answer.channel.value} {between} {answer.of}" if answer.of else answer.channel.value


def _record(instance: Instance, answer: SightAnswer, status: Status) -> dict[str, Any]:
    record: dict[str, Any] = {"seat": answer.seat, "channel": answer.channel.value, "status": status.value}
    if answer.of:
        record["action"] = answer.of
    if answer.reason:
        record["reason"] = answer.reason
    return record | (leak_record(instance, answer.leak) if answer.leak is not None else {})


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
