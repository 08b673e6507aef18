"""The verdict record: what a command says at its end, to a person and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from ..findings.status import Status, worst

if TYPE_CHECKING:
    from ...model import Instance

LEAK = "leak"
"""The kind of finding that is two states which a seat may not tell apart, and can."""

MOST_NAMED = 6
"""How many names a line of a person's report gives; the record and the table beside it give all of them."""


def named(names: Sequence[str]) -> str:
    """The names, the first few of them when there are many."""
    more = len(names) - MOST_NAMED
    return ", ".join(names) if more <= 1 else f"{', '.join(names[:MOST_NAMED])} and {more} more"


class Change(msgspec.Struct):
    """A value that a step changed; None where there was, or is, no such value."""

    path: str
    before: str | None
    after: str | None


class StepRecord(msgspec.Struct):
    """One step of a counterexample: the action with its arguments, what it changed and reported, and how it failed."""

    action: str
    name: str
    arguments: dict[str, Any]
    changes: list[Change] = msgspec.field(default_factory=list[Change])
    events: list[str] = msgspec.field(default_factory=list[str])
    fault: str | None = None


class CounterexampleRecord(msgspec.Struct):
    """A path through the model: where it starts (what differs from an empty table), its steps, and its file.

    `begins` says what its first state is. Where that is no start of play, `start` has all values of the state.
    """

    start: dict[str, str]
    steps: list[StepRecord]
    file: str | None = None
    test: str | None = None
    begins: str = "start"


class CheckVerdict(msgspec.Struct):
    """The answer for one declaration. `trace` is the file of the counterexample, `length` its number of steps.

    A declaration that raises an exception instead of answering, in a state that play reaches, is a mistake of its
    author: the command ends with `error`. A proof for all states also meets it in states that no play need reach; there
    it is `violated`, and `conjunct` says that the check itself fails and how: such a state is to be excluded by an
    invariant, or the check to be put right.
    """

    id: str
    kind: str
    sentence: str
    status: str
    clauses: list[str] = msgspec.field(default_factory=list[str])
    conjunct: str | None = None
    reason: str | None = None
    length: int | None = None
    trace: str | None = None
    counterexample: CounterexampleRecord | None = None


class FindingRecord(msgspec.Struct):
    """Something that no declaration speaks of: a rule that fails, a state with no way on, a leak.

    A leak is between the ends of two plays, `counterexample` and `other`.
    """

    kind: str
    message: str
    count: int
    status: str
    trace: str | None = None
    counterexample: CounterexampleRecord | None = None
    other: CounterexampleRecord | None = None


class Verdict(msgspec.Struct, kw_only=True):
    """The end of a command on one model and scenario.

    `left` states were found and not looked into. `checked` and `unchecked` say in sentences what the answer covers and
    what it does not. `error` is set when nothing could be asked.
    """

    status: str
    exit_code: int
    command: str
    engine: str
    model: str = ""
    scenario: str = ""
    parameters: dict[str, Any] = msgspec.field(default_factory=dict[str, Any])
    complete: bool = False
    reason: str = ""
    states: int = 0
    transitions: int = 0
    depth: int = 0
    left: int = 0
    seconds: float = 0.0
    states_per_second: float = 0.0
    memory: int | None = None
    seed: int | None = None
    actions: dict[str, int] = msgspec.field(default_factory=dict[str, int])
    invariants: list[CheckVerdict] = msgspec.field(default_factory=list[CheckVerdict])
    findings: list[FindingRecord] = msgspec.field(default_factory=list[FindingRecord])
    checked: list[str] = msgspec.field(default_factory=list[str])
    unchecked: list[str] = msgspec.field(default_factory=list[str])
    details: dict[str, Any] = msgspec.field(default_factory=dict[str, Any])
    """What only this command has to say."""
    error: str | None = None


class GateVerdict(msgspec.Struct, kw_only=True):
    """The end of a gate: one verdict for each step on each model and scenario, and the worst of them."""

    status: str
    exit_code: int
    command: str
    seconds: float
    verdicts: list[Verdict]


def exit_code(*statuses: Status, allow_bounded: bool = False) -> int:
    """What the shell gets for answers that are given together.

    `allow_bounded` passes over those that a bound cut short or that rest on a sample; it excuses no other beside them.
    """
    return worst(each for each in statuses if not (allow_bounded and each.is_bounded)).exit_code


def verdict_on(
    instance: Instance, status: Status, command: str, engine: str, *, allow_bounded: bool = False
) -> Verdict:
    """The record of an answer about an instance, with the parameters that it was given; what else it says is set."""
    return Verdict(
        status=status.value,
        exit_code=exit_code(status, allow_bounded=allow_bounded),
        command=command,
        engine=engine,
        model=instance.model.name,
        scenario=instance.scenario.name,
        parameters={name: plain(value) for name, value in instance.parameters.items()},
    )


def plain(value: Any) -> Any:
    """The value of a parameter as JSON data."""
    return value if isinstance(value, int) else value.name


def error_verdict(message: str, command: str, engine: str) -> Verdict:
    """The record of a command that could not ask its question."""
    return Verdict(
        status=Status.ERROR.value, exit_code=Status.ERROR.exit_code, command=command, engine=engine, error=message
    )


def overall(verdicts: list[Verdict], command: str, seconds: float) -> GateVerdict:
    """All verdicts together: the worst status; an answer that was allowed to be bounded counts as holding."""
    status = worst(_counted(verdict) for verdict in verdicts)
    return GateVerdict(
        status=status.value, exit_code=status.exit_code, command=command, seconds=seconds, verdicts=verdicts
    )


def _counted(verdict: Verdict) -> Status:
    """How a verdict counts among others: as what its exit code says, where a bound was allowed."""
    decided = {each.exit_code: each for each in (Status.HOLDS, Status.VACUOUS)}
    return decided.get(verdict.exit_code, Status(verdict.status))


def as_json(verdict: Verdict | GateVerdict | list[Any]) -> str:
    """The record as indented JSON."""
    return msgspec.json.format(msgspec.json.encode(verdict), indent=2).decode()
