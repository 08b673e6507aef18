"""What an exploration says of a small model, held against the naive enumeration of what there is to see."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeAlias

from kanly.explorer.findings.bounds import Ending
from kanly.explorer.findings.checks import WITNESSES, CheckResult
from kanly.explorer.findings.leaks import Channel
from kanly.explorer.findings.outcome import Exploration
from kanly.explorer.findings.sight import AllowanceAnswer, SightAnswer, SightResult
from kanly.explorer.findings.status import Status
from kanly.explorer.findings.traces import Trace
from kanly.explorer.sight.allowances import revelations_of
from kanly.invariants import CheckKind, Declaration
from kanly.model import Accepted, Fault, Instance, Slots

from .enumeration import Naive, NaiveSight, TriedStep

Differences: TypeAlias = Iterator[str]


@dataclass
class Held:
    """Answers are held against a naive reading of all states, or of the first of them; `tally` counts the answers."""

    naive: Naive
    tally: dict[str, int] = field(default_factory=dict[str, int])
    is_beside: bool = False
    """Whether the states have histories: which of them are settled is not asked there."""

    @property
    def instance(self) -> Instance:
        """The model in its scenario."""
        return self.naive.instance

    def count(self, what: str) -> None:
        """Count an answer."""
        self.tally[what] = self.tally.get(what, 0) + 1

    def differences(self, found: Exploration) -> Differences:
        """Everything in which an exploration differs from what is to be seen in the states that it found."""
        for what, (told, expected) in self._counts(found).items():
            if told != expected:
                yield f"{what}: {told}, but {expected}"
        for check in found.checks:
            if check.declaration.is_told_by(self.instance):
                yield from (f"{check.declaration.id}: {told}" for told in self.check(check, found.ending))
        if found.fault is not None and self._is_told_of(found.fault) and not is_play(self.instance, found.fault):
            yield "the play to the fault is none"

    def _is_told_of(self, trace: Trace) -> bool:
        """Whether a trace is one of these states, and not of those with histories."""
        return len(trace.start) == len(self.instance.slots)

    def _counts(self, found: Exploration) -> dict[str, tuple[object, object]]:
        naive = self.naive
        fault = min((naive.levels[step.before] + 1 for step in naive.failing), default=None)
        deadlock = min((naive.levels[slots] for slots in naive.deadlocks), default=None)
        without_way_on = {
            "deadlocks": (found.deadlocks, len(naive.deadlocks)),
            "deadlock": (length(found.deadlock), deadlock),
        }
        return {
            **({} if self.is_beside else without_way_on),
            "complete": (found.complete, naive.part is None),
            "states": (found.states, len(naive.levels)),
            "left": (found.left, len(naive.levels) - len(naive.expanded)),
            "depth": (found.depth, max(naive.levels.values())),
            "fired": (found.fired, naive.fired),
            "transitions": (found.transitions, sum(naive.fired)),
            "faults": (found.faults, len(naive.failing)),
            "fault": (length(found.fault), fault),
        }

    def expected(self, declaration: Declaration, ending: Ending) -> Status:
        """The answer for a declaration when a search ended so."""
        asks, is_whole = declaration.kind in WITNESSES, ending is Ending.COMPLETE
        if declaration.kind is CheckKind.PROGRESS and not is_whole:
            return ending.status
        if self.naive.earliest(declaration, asks) is not None:
            return Status.HOLDS if asks else Status.VIOLATED
        if not is_whole:
            return ending.status
        says_something = declaration.kind is CheckKind.PROGRESS or (not asks and self.naive.is_looked_at(declaration))
        return Status.HOLDS if says_something else Status.VACUOUS

    def check(self, check: CheckResult, ending: Ending) -> Differences:
        """Everything in which the answer for a declaration differs from what it should be."""
        declaration, expected = check.declaration, self.expected(check.declaration, ending)
        asks = declaration.kind in WITNESSES
        self.count(f"{declaration.kind.value} {expected.value}")
        if check.status is not expected:
            yield f"{check.status}, but {expected}"
        is_seen = expected is (Status.HOLDS if asks else Status.VIOLATED)
        earliest = self.naive.earliest(declaration, asks) if is_seen else None
        if length(check.trace) != earliest:
            yield f"its play has {length(check.trace)} steps, the shortest {earliest}"
        if check.trace is not None and not self.shows(declaration, check.trace):
            yield "its play does not show it"

    def shows(self, declaration: Declaration, trace: Trace) -> bool:
        """Whether a play ends where a declaration is broken, or where there is what a witness asks for."""
        if not is_play(self.instance, trace):
            return False
        value = declaration.kind in WITNESSES
        if declaration.kind is CheckKind.PROGRESS:
            return trace.states[-1] in self.naive.stuck(declaration)
        if declaration.takes == 1:
            return self.naive.holds_in(declaration, trace.states[-1]) is value
        move, _ = trace.steps[-1]
        before = trace.states[-2]
        outcome = self.instance.step(before, move.action, move.codes)
        assert isinstance(outcome, Accepted)
        return self.naive.holds_of(declaration, TriedStep(before, move.action, move.codes, outcome), outcome) is value


@dataclass
class HeldSight:
    """What is said of sight, held against what seats are given in the first states that play reaches.

    Views and offers are compared in the first `states` of the naive reading, steps in the first `expanded`, and a view
    that cannot be told is met among the first `looked_at`.
    """

    held: Held
    states: int
    expanded: int
    looked_at: int
    ending: Ending = Ending.COMPLETE

    @cached_property
    def seats(self) -> list[NaiveSight]:
        """What each seat sees."""
        naive, reached = self.held.naive, list(self.held.naive.levels)
        return [
            NaiveSight(naive, code, reached[: self.states], reached[: self.expanded], reached[: self.looked_at])
            for code in range(naive.instance.seats.count)
        ]

    def differences(self, found: SightResult) -> Differences:
        """Everything in which answers differ from what there is to see."""
        for sight in self.seats:
            answers = [answer for answer in found.answers if answer.seat == sight.member.name]
            if sight.is_undefined:
                self.held.count("sight undefined")
                if [(answer.channel, answer.status, answer.leak) for answer in answers] != [
                    (Channel.VIEW, Status.VIOLATED, None)
                ]:
                    yield f"the view of {sight.member.name} fails, which is not told"
                continue
            if not self._has_all(answers):
                yield f"not every channel of {sight.member.name} has an answer"
            for answer in answers:
                told = f"sight of {answer.seat}, {answer.channel.value} {answer.of}"
                yield from (f"{told}: {difference}" for difference in self._answer(sight, answer))
        yield from self._allowances(found)

    def _answer(self, sight: NaiveSight, answer: SightAnswer) -> Differences:
        leaks = leaks_by(sight, answer)
        self.held.count(f"{answer.channel.value} {'leaks' if leaks else 'fine'}")
        if not leaks and self.ending is not Ending.COMPLETE and answer.status is Status.HOLDS:
            whole = self._whole[sight.seat]
            if whole.is_undefined or leaks_by(whole, answer):
                yield "said to follow by its form, and play gets to a leak"
        elif answer.status is not (Status.VIOLATED if leaks else self.ending.status):
            yield f"{answer.status}, leaks: {leaks}"
        if answer.leak is not None and not self._is_leak(sight, answer):
            yield "what is shown is no leak"

    @cached_property
    def _whole(self) -> list[NaiveSight]:
        naive = replace(self.held.naive, part=None)
        every = list(naive.levels)
        return [NaiveSight(naive, code, every, every, every) for code in range(naive.instance.seats.count)]

    def _has_all(self, answers: list[SightAnswer]) -> bool:
        instance = self.held.instance
        views = 2 if instance.model.views else 0
        return len(answers) == views + 1 + 2 * len(instance.actions)

    def _is_leak(self, sight: NaiveSight, answer: SightAnswer) -> bool:
        leak = answer.leak
        assert leak is not None
        if leak.plays is None or not all(is_play(self.held.instance, play) for play in leak.plays):
            return False
        ends = tuple(play.states[-1] for play in leak.plays)
        if answer.channel is Channel.WITHHELD:
            one, other = (sight.withheld_from(slots) for slots in (leak.one, leak.other))
            return ends == (leak.one, leak.other) and one == other
        return ends == (leak.one, leak.other) and sight.knows(leak.one) == sight.knows(leak.other)

    def _allowances(self, found: SightResult) -> Differences:
        """What is revealed on purpose is told to some seat that did not know it, or never."""
        declared = list(revelations_of(self.held.instance))
        told, shown = found.allowances[: len(declared)], found.allowances[len(declared) :]
        if [answer.name for answer in told] != [each.name for each in declared]:
            yield "not every revelation has an answer"
        if any(sight.is_undefined for sight in self.seats):
            return
        for answer in shown:
            what = answer.name.removeprefix("withholding of ").partition(" by ")[0]
            if answer.status is not Status.VACUOUS or any(sight.leaves_out(what) for sight in self.seats):
                yield f"{answer.name}: {answer.status}, and it is left out"
        for each, answer in zip(declared, told, strict=True):
            happens = any(sight.reveals(each.action.name, each.number) for sight in self.seats)
            expected = self._allowed(answer, happens)
            self.held.count(f"revelation {expected.value}")
            if answer.status is not expected:
                yield f"{answer.name}: {answer.status}, but {expected}"

    def _allowed(self, answer: AllowanceAnswer, happens: bool) -> Status:
        if happens:
            return Status.HOLDS
        return Status.VACUOUS if self.ending is Ending.COMPLETE else self.ending.status


def leaks_by(sight: NaiveSight, answer: SightAnswer) -> bool:
    """Whether a seat is given too much by the channel that an answer speaks of."""
    if answer.channel is Channel.VIEW:
        return sight.view_leaks()
    if answer.channel is Channel.WITHHELD:
        return sight.withholds()
    if answer.channel is Channel.OFFER:
        return sight.offer_leaks(answer.of)
    return sight.event_leaks(answer.of) if answer.channel is Channel.EVENTS else sight.learning_leaks(answer.of)


def is_play(instance: Instance, trace: Trace) -> bool:
    """Whether a trace begins at a start and each of its steps is what running does."""
    states: tuple[Slots, ...] = trace.states
    if states[0] not in instance.initial_states():
        return False
    for before, (move, after) in zip(states, trace.steps, strict=False):
        outcome = instance.step(before, move.action, move.codes)
        if not isinstance(outcome, Accepted) or outcome.slots != after:
            return False
    if trace.failed is None:
        return True
    move, fault = trace.failed
    outcome = instance.step(states[-1], move.action, move.codes)
    return isinstance(outcome, Fault) and (outcome.kind, outcome.line) == (fault.kind, fault.line)


def length(trace: Trace | None) -> int | None:
    """How many steps a trace has, if there is one."""
    return None if trace is None else trace.length
