"""From an exploration to its verdict record: what was checked, what was not, and the counterexamples step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any, Protocol

from ...invariants import CheckKind
from ...invariants.language.monitors import that_has
from ...model import Accepted, Instance, Slots
from ..findings.bounds import Ending
from ..findings.checks import CheckResult
from ..findings.leaks import OtherPlay, breach
from ..findings.outcome import Exploration
from ..findings.sight import SightAnswer, SightResult
from ..findings.status import Status
from ..findings.traces import Move, Trace
from ..search.continuations import DEADLOCK, DEADLOCK_TOLD, VIEW_OF
from ..sight.comparison import plays_of
from .sight import SIGHT, checks_of, records_of
from .sight import named as named_answer
from .verdict import (
    LEAK,
    Change,
    CheckVerdict,
    CounterexampleRecord,
    FindingRecord,
    StepRecord,
    Verdict,
    exit_code,
    named,
    plain,
)


class Keeper(Protocol):
    """Writes counterexamples."""

    def __call__(
        self, check: str, conjunct: str, trace: Trace, other: OtherPlay | None = None
    ) -> tuple[str | None, str | None]:
        """Write the counterexample to a check; the names of the trace file and of the test, where they were written."""
        ...


def verdict_of(
    exploration: Exploration, command: str, *, allow_bounded: bool = False, keep: Keeper | None = None
) -> Verdict:
    """The record of an exploration; `keep` writes the counterexamples to files."""
    instance, status = exploration.instance, exploration.status
    return Verdict(
        status=status.value,
        exit_code=exit_code(*exploration.statuses, allow_bounded=allow_bounded),
        command=command,
        engine=exploration.engine,
        model=instance.model.name,
        scenario=instance.scenario.name,
        parameters={name: plain(value) for name, value in instance.parameters.items()},
        complete=exploration.complete,
        reason=_reason(exploration),
        states=exploration.states,
        transitions=exploration.transitions,
        depth=exploration.depth,
        left=exploration.left,
        seconds=round(exploration.seconds, 3),
        states_per_second=round(exploration.states / max(exploration.seconds, 1e-9), 1),
        memory=exploration.memory,
        seed=exploration.seed,
        actions={action.name: times for action, times in zip(instance.actions, exploration.fired, strict=True)},
        invariants=[*(_check(instance, check, keep) for check in exploration.checks), *_sights(exploration)],
        findings=_findings(exploration, keep),
        checked=checked(exploration),
        unchecked=unchecked(exploration),
        details=_details(exploration),
    )


def _sights(exploration: Exploration) -> list[CheckVerdict]:
    if exploration.sight is None:
        return []
    return list(checks_of(exploration.sight, sampled=exploration.is_sight_sampled))


def _details(exploration: Exploration) -> dict[str, Any]:
    details: dict[str, Any] = {"seconds": _seconds(exploration)}
    if exploration.walks is not None:
        details["walks"] = exploration.walks
        details["states are at least"] = exploration.has_forgotten
    if exploration.startup is not None:
        details["startup seconds"] = round(exploration.startup, 3)
    if exploration.kernel is not None:
        details["kernel seconds"] = round(exploration.kernel, 3)
    if exploration.sight is not None:
        details["sight seconds"] = round(exploration.sight.seconds, 3)
        details["sight"] = records_of(exploration.instance, exploration.sight, sampled=exploration.is_sight_sampled)
    return details


def _seconds(exploration: Exploration) -> dict[str, float]:
    """What took how long, as far as an exploration knows."""
    sight = None if exploration.sight is None else exploration.sight.seconds
    parts = {
        "start": max(0.0, exploration.startup or 0.0),
        "search kernel": exploration.kernel,
        "search": exploration.seconds,
        "steps taken again": exploration.sampling,
        "sight": sight,
    }
    return {part: round(taken, 3) for part, taken in parts.items() if taken}


def add_times(verdict: Verdict, waited: float) -> None:
    """Add what is in none of the parts of the time that somebody waited, so that they make up all of it."""
    parts: dict[str, float] = verdict.details.setdefault("seconds", {})
    parts["loading and telling"] = round(max(0.0, waited - sum(parts.values())), 3)


def _reason(exploration: Exploration) -> str:
    """In words, why the status is not `holds`; empty when it is."""
    broken = [check.declaration.id for check in exploration.checks if check.status is Status.VIOLATED]
    broken += [check.id for check in _sights(exploration) if check.status == Status.VIOLATED.value]
    if exploration.fault is not None:
        return "a rule fails" + (f"; {named(broken)} violated" if broken else "")
    if broken:
        return f"{named(broken)} violated"
    if exploration.status is Status.VIOLATED:
        return "there is a state with no way on"
    if not exploration.complete:
        return f"not everything was looked at: {exploration.ending.value}"
    idle = [f"{name} is never possible" for name in exploration.dead_actions]
    empty = [f"{each.declaration.id}: {each.reason}" for each in exploration.checks if each.status is Status.VACUOUS]
    few = [sight_sampled(exploration)] if exploration.is_sight_sampled else []
    return "; ".join([*few, *idle, *empty])


def sight_sampled(exploration: Exploration) -> str:
    """Among how many of the states sight was compared, in words."""
    assert exploration.sight is not None, "sight that was not asked for is not sampled"
    return f"sight was sampled: {exploration.sight.states:,} of {counted(exploration.states, 'state')} were compared"


def _check(instance: Instance, check: CheckResult, keep: Keeper | None) -> CheckVerdict:
    declaration = check.declaration
    record = CheckVerdict(
        id=declaration.id,
        kind=declaration.kind.value,
        sentence=declaration.sentence,
        clauses=list(declaration.clauses),
        status=check.status.value,
        conjunct=check.conjunct or None,
        reason=check.reason or None,
        length=None if check.trace is None else check.trace.length,
    )
    if check.trace is not None and check.status is Status.VIOLATED:
        record.counterexample = _kept(instance, declaration.id, check.conjunct, check.trace, keep)
        record.trace = record.counterexample.file
    return record


def _kept(instance: Instance, about: str, conjunct: str, trace: Trace, keep: Keeper | None) -> CounterexampleRecord:
    example = counterexample(instance, trace)
    if keep is not None:
        example.file, example.test = keep(about, conjunct, trace)
    return example


def _findings(exploration: Exploration, keep: Keeper | None) -> list[FindingRecord]:
    instance, found = exploration.instance, list[FindingRecord]()
    if exploration.fault is not None and exploration.fault.failed is not None:
        example = _kept(instance, "fault", "", exploration.fault, keep)
        move, fault = exploration.fault.failed
        told = f"{move} fails: {fault}"
        found.append(FindingRecord("fault", told, exploration.faults, Status.VIOLATED.value, example.file, example))
    if exploration.deadlock is not None:
        status = Status.VIOLATED if exploration.deadlock_forbidden else Status.HOLDS
        used = keep if exploration.deadlock_forbidden else None
        example = _kept(instance, DEADLOCK, "", exploration.deadlock, used)
        found.append(FindingRecord(DEADLOCK, DEADLOCK_TOLD, exploration.deadlocks, status.value, example.file, example))
    if exploration.sight is not None:
        found += sight_findings(instance, exploration.sight, keep)
    return found


def sight_findings(instance: Instance, sight: SightResult, keep: Keeper | None) -> Iterator[FindingRecord]:
    """Every leak, with the plays to its two states, and every view that cannot be made, with the play to where."""
    for answer in sight.answers:
        if answer.leak is not None:
            yield _leak(instance, answer, keep)
        elif answer.play is not None:
            example = _kept(instance, f"{VIEW_OF}{answer.seat}", "", answer.play, keep)
            told = f"for {answer.seat} {answer.reason}"
            yield FindingRecord(answer.channel.value, told, 1, answer.status.value, example.file, example)


def _leak(instance: Instance, answer: SightAnswer, keep: Keeper | None) -> FindingRecord:
    assert answer.leak is not None, "an answer without a leak is no finding"
    message = breach(answer.seat, answer.channel, named_answer(answer))
    plays = plays_of(instance, answer.leak)
    if plays is None:
        return FindingRecord(LEAK, message, 1, answer.status.value)
    play, other = plays
    one, another = counterexample(instance, play), counterexample(instance, other.trace)
    if keep is not None:
        one.file, one.test = keep(f"{SIGHT} of {answer.seat}", named_answer(answer), play, other)
    return FindingRecord(LEAK, message, 1, answer.status.value, one.file, one, another)


def counterexample(instance: Instance, trace: Trace) -> CounterexampleRecord:
    """A trace step by step, with what each step changed and reported, histories included where its states have them."""
    instance = that_has(instance, trace.start)
    empty = instance.describe(instance.canonical((0,) * len(instance.slots)))
    start = {path: value for path, value in instance.describe(trace.start).items() if empty.get(path) != value}
    steps: list[StepRecord] = []
    before = trace.start
    for move, after in trace.steps:
        steps.append(_step(move, changes(instance, before, after), _events(instance, before, move)))
        before = after
    if trace.failed is not None:
        move, fault = trace.failed
        failed = _step(move, [], [])
        failed.fault = str(fault)
        steps.append(failed)
    return CounterexampleRecord(start, steps)


def _step(move: Move, changed: list[Change], events: list[str]) -> StepRecord:
    return StepRecord(str(move), move.action.name, move.action.named(move.codes), changed, events)


def changes(instance: Instance, before: Slots, after: Slots) -> list[Change]:
    """What differs between two states, by path."""
    old, new = instance.describe(before), instance.describe(after)
    paths = dict.fromkeys([*new, *old])
    return [Change(path, old.get(path), new.get(path)) for path in sorted(paths) if old.get(path) != new.get(path)]


def _events(instance: Instance, before: Slots, move: Move) -> list[str]:
    outcome = instance.step(before, move.action, move.codes)
    if not isinstance(outcome, Accepted):
        return []
    everybody = tuple(instance.viewers.by_name)
    told: list[str] = []
    for sent in outcome.events:
        content = ", ".join(f"{name}={value}" for name, value in sent.content.items())
        told.append(f"{sent.event}({content}) to {'everyone' if sent.seats == everybody else ', '.join(sent.seats)}")
    return told


OVER = "a progress declaration says where it is; --forbid-deadlock makes any other a finding"

UNDECIDED = (Status.SAMPLED, Status.INCONCLUSIVE, Status.VACUOUS)
"""Of what ends so, something is still to be looked at, or never comes about."""

NOUNS = {
    CheckKind.INVARIANT: "state invariant",
    CheckKind.SAVE_RULE: "save rule",
    CheckKind.EQUIVALENCE: "equivalence",
    CheckKind.STEP: "step property",
    CheckKind.WITNESS: "witness",
    CheckKind.STEP_WITNESS: "step witness",
    CheckKind.PROGRESS: "progress property",
}
_WHERE = {
    CheckKind.INVARIANT: "in every state",
    CheckKind.SAVE_RULE: "in every state",
    CheckKind.EQUIVALENCE: "in every state",
    CheckKind.STEP: "over every step",
    CheckKind.WITNESS: "reached",
    CheckKind.STEP_WITNESS: "reached",
    CheckKind.PROGRESS: "from every state",
}


def counted(number: int, noun: str) -> str:
    """So many of something, in words."""
    if number == 1:
        return f"1 {noun}"
    plural = noun[:-1] + "ies" if noun.endswith("y") else noun + ("es" if noun.endswith("s") else "s")
    return f"{number:,} {plural}"


def viewers_counted(instance: Instance, names: Collection[str]) -> str:
    """So many seats and onlookers, in words."""
    onlookers = sum(name in instance.viewers.onlookers for name in names)
    told = [(len(names) - onlookers, "seat"), (onlookers, "onlooker")]
    return " and ".join(counted(number, noun) for number, noun in told if number)


def checked(exploration: Exploration) -> list[str]:
    """What the answer covers, in sentences."""
    covered = [f"{counted(exploration.states, 'state')} and {counted(exploration.transitions, 'step')} looked at"]
    if exploration.walks is not None:
        least = "at least " if exploration.has_forgotten else ""
        covered[0] = (
            f"{counted(exploration.walks, 'random walk')} with {counted(exploration.transitions, 'step')}, up to "
            f"{exploration.depth:,} in one: {least}{counted(exploration.states, 'different state')}"
        )
        if not exploration.dead_actions:
            covered.append(f"every action was taken ({len(exploration.fired)})")
    if exploration.complete:
        covered[0] = (
            f"every reachable state: {exploration.states:,}, with {counted(exploration.transitions, 'step')}, up to "
            f"{counted(exploration.depth, 'step')} from the start"
        )
        if not exploration.dead_actions:
            covered.append(f"every action is possible somewhere ({len(exploration.fired)})")
    held = Counter(check.declaration.kind for check in exploration.checks if check.status is Status.HOLDS)
    for kind, number in held.items():
        covered.append(f"{counted(number, NOUNS[kind])} {_WHERE[kind]}")
    return [*covered, *_sight_checked(exploration)]


def _sight_checked(exploration: Exploration) -> Iterator[str]:
    """The seats and onlookers that are given no more than they may know, by every channel."""
    sight = exploration.sight
    if sight is None or not sight.states or exploration.is_sight_sampled:
        return
    others = {answer.seat for answer in sight.answers if answer.status is not Status.HOLDS}
    if seats := {answer.seat for answer in sight.answers} - others:
        told = viewers_counted(exploration.instance, seats)
        yield f"sight of {told} among {counted(sight.states, 'state')} and their steps"


def _sight_unchecked(exploration: Exploration) -> Iterator[str]:
    """Of which seats something was not decided, and which revelations were not met."""
    sight = exploration.sight
    if sight is None or not sight.states:
        yield "whether seats are given more than they may know (kanly prove)"
        return
    if exploration.is_sight_sampled:
        yield f"{sight_sampled(exploration)} (--sight N, or kanly prove)"
    reasons: dict[str, dict[str, None]] = {}
    for answer in sight.answers:
        if answer.status in UNDECIDED:
            reasons.setdefault(answer.reason, {})[answer.seat] = None
    for reason, seats in reasons.items():
        yield f"sight of {named(list(seats))}: {reason}, among {counted(sight.states, 'state')} and their steps"
    for allowance in sight.allowances:
        if allowance.told_of(sampled=exploration.is_sight_sampled) in UNDECIDED:
            yield f"{allowance.name}: {allowance.reason}"


def unchecked(exploration: Exploration) -> list[str]:
    """What the answer does not cover, in sentences."""
    missing: list[str] = []
    if not exploration.complete:
        told = f": {counted(exploration.left, 'state')} found and not looked into" if exploration.left else ""
        missing.append(f"the rest ({exploration.ending.value}){told}")
    missing += [f"{name} is never possible" for name in exploration.dead_actions if exploration.complete]
    if exploration.has_forgotten:
        missing.append("how many more states differ, and sight among them: there was no room left (--max-memory)")
    if exploration.walks is not None and exploration.dead_actions:
        missing.append(f"actions that were not taken in any walk: {', '.join(exploration.dead_actions)}")
    reasons: dict[str, list[str]] = {}
    for check in exploration.checks:
        if check.status in UNDECIDED:
            reasons.setdefault(check.reason, []).append(check.declaration.id)
    missing += [f"{named(ids)}: {reason}" for reason, ids in reasons.items()]
    if exploration.deadlocks and not exploration.deadlock_forbidden:
        missing.append(f"whether play is over in {counted(exploration.deadlocks, 'state')} with no way on: {OVER}")
    if exploration.ending is not Ending.SAMPLED:
        missing.append("states that no play reaches, such as edited saves (kanly prove)")
    return [*missing, *_sight_unchecked(exploration)]
