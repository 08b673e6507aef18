"""What each reading says of a small model, compared with the naive enumeration: every difference, in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from kanly.explorer.cli.frame.obligations import Proof, prove_everywhere
from kanly.explorer.findings.checks import WITNESSES, CheckResult
from kanly.explorer.findings.leaks import Channel
from kanly.explorer.findings.outcome import Exploration
from kanly.explorer.findings.sight import SightAnswer
from kanly.explorer.findings.status import Status
from kanly.explorer.findings.traces import Trace
from kanly.explorer.prove.formulas.solver import Budget
from kanly.explorer.prove.proofs.bounded import search
from kanly.explorer.prove.proofs.goals import FAULTS, FORM
from kanly.explorer.prove.proofs.k_induction import k_induction
from kanly.explorer.prove.proofs.obligations import ProofResult
from kanly.explorer.prove.proofs.path_goals import PathGoals
from kanly.explorer.search.breadth_first import explore
from kanly.explorer.sweep.answers.exploring import explore as sweep
from kanly.explorer.trace.evaluate import Evaluation, assignment
from kanly.explorer.trace.tracing import TracedModel, trace_model
from kanly.explorer.trace.tree import Accept, Fail, Leaf, Reject
from kanly.invariants import CheckKind, Declaration
from kanly.model import Accepted, Fault, Instance, Rejected

from .enumeration import Naive, NaiveProof, NaiveSight, TriedStep

Differences = Iterator[str]

DEPTH = 3
"""How long the paths are that are looked at, and over how many steps induction is tried."""


@dataclass
class Comparison:
    """One model in every reading; `tally` counts the answers, so that nobody takes silence for agreement."""

    instance: Instance
    tally: dict[str, int] = field(default_factory=dict[str, int])

    def differences(self) -> Differences:
        """Everything in which a reading differs from the naive one."""
        yield from self._trees()
        for name, found in self._explorations():
            yield from (f"{name}: {told}" for told in self._exploration(found))
        yield from (f"proof: {told}" for told in self._proof())
        yield from (f"proof of sight: {told}" for told in self._proof_of_sight())
        yield from (f"paths: {told}" for told in self._paths())

    def count(self, what: str) -> None:
        """Count an answer."""
        self.tally[what] = self.tally.get(what, 0) + 1

    @cached_property
    def naive(self) -> Naive:
        """The naive reading."""
        return Naive(self.instance)

    @cached_property
    def traced(self) -> TracedModel:
        """The rules as they are read."""
        return trace_model(self.instance)

    @cached_property
    def run(self) -> Exploration:
        """What running the rules finds."""
        return explore(self.instance, keep_going=True, sight=None)

    def _explorations(self) -> Iterator[tuple[str, Exploration]]:
        yield "run", self.run
        for workers in (1, 2):
            yield (
                f"compiled by {workers}",
                sweep(self.instance, traced=self.traced, keep_going=True, sight=None, workers=workers, sample=50),
            )

    def _trees(self) -> Differences:
        """Each step of the scope as its decision tree tells it, its events too."""
        for slots in self.naive.scope[:: max(1, len(self.naive.scope) // 60)]:
            for action, traced in zip(self.instance.actions, self.traced.actions, strict=True):
                for codes in action.instances():
                    values = assignment(self.traced.slots, slots) | assignment(traced.parameters, codes)
                    evaluation = Evaluation(values)
                    leaf = evaluation.leaf(traced.tree)
                    outcome = self.instance.step(slots, action, codes)
                    if (told := self._told(leaf, evaluation, slots)) != self._done(outcome):
                        yield f"tree of {action.describe(codes)} in {slots}: {told}, but {self._done(outcome)}"

    def _told(self, leaf: Leaf, evaluation: Evaluation, slots: tuple[int, ...]) -> object:
        if isinstance(leaf, Reject):
            return leaf.reason
        if isinstance(leaf, Fail):
            return leaf.fault.kind, leaf.fault.line
        assert isinstance(leaf, Accept)
        value = evaluation.value
        after = tuple(value(leaf.updates[at]) if at in leaf.updates else old for at, old in enumerate(slots))
        return after, [
            (event.event.__name__, tuple(map(value, event.slots)), value(event.recipients))
            for event in leaf.events
            if value(event.condition)
        ]

    def _done(self, outcome: Accepted | Rejected | Fault) -> object:
        if isinstance(outcome, Rejected):
            return outcome.reason
        if isinstance(outcome, Fault):
            return outcome.kind, outcome.line
        codes = self.instance.seats.by_name
        return outcome.slots, [
            (sent.event, sent.slots, sum(1 << codes[seat] for seat in sent.seats)) for sent in outcome.events
        ]

    def _exploration(self, found: Exploration) -> Differences:
        naive = self.naive
        pairs = {
            "complete": (found.complete, True),
            "states": (found.states, len(naive.levels)),
            "depth": (found.depth, max(naive.levels.values())),
            "fired": (found.fired, naive.fired),
            "transitions": (found.transitions, sum(naive.fired)),
            "faults": (found.faults, len(naive.failing)),
            "deadlocks": (found.deadlocks, len(naive.deadlocks)),
            "fault": (_length(found.fault), min((naive.levels[s.before] + 1 for s in naive.failing), default=None)),
            "deadlock": (
                _length(found.deadlock),
                min((naive.levels[slots] for slots in naive.deadlocks), default=None),
            ),
        }
        for what, (told, expected) in pairs.items():
            if told != expected:
                yield f"{what}: {told}, but {expected}"
        for check in found.checks:
            yield from (f"{check.declaration.id}: {told}" for told in self._check(check))
        yield from self._sight(found)
        if found.fault is not None and not self._is_play(found.fault):
            yield "the play to the fault is none"

    def _check(self, check: CheckResult) -> Differences:
        declaration, naive = check.declaration, self.naive
        asks = declaration.kind in WITNESSES
        earliest = naive.earliest(declaration, asks)
        if declaration.kind is CheckKind.PROGRESS:
            expected = Status.HOLDS if earliest is None else Status.VIOLATED
        elif asks:
            expected = Status.VACUOUS if earliest is None else Status.HOLDS
        elif earliest is not None:
            expected = Status.VIOLATED
        else:
            expected = Status.HOLDS if naive.is_looked_at(declaration) else Status.VACUOUS
        self.count(f"{declaration.kind.value} {expected.value}")
        if check.status is not expected:
            yield f"{check.status}, but {expected}"
        if _length(check.trace) != earliest:
            yield f"its play has {_length(check.trace)} steps, the shortest {earliest}"
        if check.trace is not None and not self._shows(declaration, check.trace, asks):
            yield "its play does not show it"

    def _is_play(self, trace: Trace) -> bool:
        """Whether a trace begins at a start and each of its steps is what running does."""
        states = trace.states
        if states[0] not in self.instance.initial_states():
            return False
        for before, (move, after) in zip(states, trace.steps, strict=False):
            outcome = self.instance.step(before, move.action, move.codes)
            if not isinstance(outcome, Accepted) or outcome.slots != after:
                return False
        if trace.failed is None:
            return True
        move, fault = trace.failed
        outcome = self.instance.step(states[-1], move.action, move.codes)
        return isinstance(outcome, Fault) and (outcome.kind, outcome.line) == (fault.kind, fault.line)

    def _shows(self, declaration: Declaration, trace: Trace, value: bool) -> bool:
        if not self._is_play(trace):
            return False
        if declaration.kind is CheckKind.PROGRESS:
            return trace.states[-1] in self.naive.stuck(declaration)
        if declaration.takes == 1:
            return self.naive.holds_in(declaration, trace.states[-1]) is value
        move, _ = trace.steps[-1]
        before = trace.states[-2]
        outcome = self.instance.step(before, move.action, move.codes)
        assert isinstance(outcome, Accepted)
        return self.naive.holds_of(declaration, TriedStep(before, move.action, move.codes, outcome), outcome) is value

    @cached_property
    def _among_reached(self) -> list[NaiveSight]:
        return [NaiveSight(self.naive, code, list(self.naive.levels)) for code in range(self.instance.seats.count)]

    def _sight(self, found: Exploration) -> Differences:
        assert found.sight is not None
        if found.sight.states != len(self.naive.levels) and found.engine == "run":
            yield f"sight of {found.sight.states} states"
        for sight in self._among_reached:
            answers = [answer for answer in found.sight.answers if answer.seat == sight.member.name]
            if sight.is_undefined:
                self.count("sight undefined")
                if [(answer.channel, answer.status, answer.leak) for answer in answers] != [
                    (Channel.VIEW, Status.VIOLATED, None)
                ]:
                    yield f"the view of {sight.member.name} fails, which is not told"
                continue
            if not self._has_all(answers):
                yield f"not every channel of {sight.member.name} has an answer"
            for answer in answers:
                leaks = self._leaks(sight, answer)
                self.count(f"{answer.channel.value} {'leaks' if leaks else 'fine'}")
                if answer.status is not (Status.VIOLATED if leaks else Status.HOLDS):
                    yield f"sight of {answer.seat}, {answer.channel.value} {answer.of}: {answer.status}, leaks: {leaks}"
                if answer.leak is not None and not self._is_leak(sight, answer):
                    yield f"sight of {answer.seat}, {answer.channel.value} {answer.of}: what is shown is no leak"

    def _has_all(self, answers: list[SightAnswer]) -> bool:
        views = 2 if self.instance.model.views else 0
        return len(answers) == views + 1 + 2 * len(self.instance.actions)

    def _leaks(self, sight: NaiveSight, answer: SightAnswer) -> bool:
        if answer.channel is Channel.VIEW:
            return sight.view_leaks()
        if answer.channel is Channel.WITHHELD:
            return sight.withholds()
        if answer.channel is Channel.OFFER:
            return sight.offer_leaks(answer.of)
        return sight.event_leaks(answer.of) if answer.channel is Channel.EVENTS else sight.learning_leaks(answer.of)

    def _is_leak(self, sight: NaiveSight, answer: SightAnswer) -> bool:
        leak = answer.leak
        assert leak is not None
        if leak.plays is None or not all(map(self._is_play, leak.plays)):
            return False
        ends = tuple(play.states[-1] for play in leak.plays)
        if answer.channel is Channel.WITHHELD:
            return ends == (leak.one, leak.other) and sight.views[leak.one] == sight.views[leak.other]
        return ends == (leak.one, leak.other) and sight.knows(leak.one) == sight.knows(leak.other)

    @cached_property
    def _proved(self) -> Proof:
        return prove_everywhere(self.traced, Budget(), None, None, lambda _: None, lambda _: self.run)

    def _proof(self) -> Differences:
        naive, result = NaiveProof(self.naive), self._proved.result
        assert result is not None
        for goal in result.goals:
            if goal in (FORM, FAULTS):
                expected = Status.HOLDS if goal == FORM or naive.never_fails else Status.OPEN
            else:
                expected = self._expected(naive, self.naive.declared[goal])
            self.count(f"proof {expected.value}")
            if result.status_of(goal) is not expected:
                yield f"{goal}: {result.status_of(goal)}, but {expected}"
        yield from self._decided(naive)

    def _expected(self, naive: NaiveProof, declaration: Declaration) -> Status:
        if naive.is_proved(declaration):
            return Status.HOLDS if naive.says_something(declaration) else Status.VACUOUS
        initial = self.instance.initial_states()
        if declaration in naive.of_states and not all(self.naive.holds_in(declaration, each) for each in initial):
            return Status.VIOLATED
        return Status.OPEN

    def _decided(self, naive: NaiveProof) -> Differences:
        """What induction left open is violated exactly where play gets to where it breaks."""
        result = self._proved.result
        assert result is not None
        yield from self._decided_faults(result)
        for goal, answer in self._proved.decided.items():
            self.count(f"decided {answer.status.value}")
            if goal in self.naive.declared:
                is_broken = self.naive.earliest(self.naive.declared[goal], False) is not None
                if (answer.status is Status.VIOLATED) != is_broken:
                    yield f"{goal} is decided as {answer.status}, broken: {is_broken}"
            if answer.status is Status.VIOLATED and (answer.trace is None or not self._is_play(answer.trace)):
                yield f"{goal} is violated by a play that is none"

    def _decided_faults(self, result: ProofResult) -> Differences:
        """Where a rule fails in play; what rests on a claim that does not hold is not followed to its place."""
        failing = {
            (step.action.name, step.outcome.line) for step in self.naive.failing if isinstance(step.outcome, Fault)
        }
        rests = any(each.lacks for each in result.of_goal(FAULTS))
        places = {
            example.place: (example.action.name, example.fault.line)
            for example in result.examples_of(FAULTS)
            if example.action is not None and example.fault is not None
        }
        violated = {places[name] for name in places if self._proved.decided[name].status is Status.VIOLATED}
        if violated - failing or (failing - violated and not rests):
            yield f"rules are decided to fail at {violated}, and fail at {failing}"
        for name, place in places.items():
            if self._proved.decided[name].status is Status.HOLDS and place in failing:
                yield f"{name} is decided not to fail"

    def _paths(self) -> Differences:
        """Paths of a few steps show what is broken so soon; what is proved by induction over steps holds."""
        goals = PathGoals(self.traced)
        for answer in search(goals, DEPTH, Budget()):
            earliest = self._earliest(answer.goal)
            self.count(f"paths {answer.status.value}")
            expected = earliest if earliest is not None and earliest <= DEPTH else None
            if _length(answer.trace) != expected:
                yield f"{answer.goal} is {answer.status} by {_length(answer.trace)} steps, and broken by {earliest}"
            if answer.status is Status.HOLDS and earliest is not None:
                yield f"{answer.goal} is said to hold, and is broken by {earliest}"
            if answer.trace is not None and not self._is_play(answer.trace):
                yield f"{answer.goal} is broken by a play that is none"
        for answer in k_induction(goals, DEPTH, Budget()):
            self.count(f"induction over steps {answer.status.value}")
            earliest = self._earliest(answer.goal)
            if earliest is not None and answer.status in (Status.HOLDS, Status.VACUOUS):
                yield f"{answer.goal} is proved over several steps, and broken by {earliest}"
            if answer.status is Status.VIOLATED and _length(answer.trace) != earliest:
                yield f"{answer.goal} is broken by {_length(answer.trace)} steps, and by {earliest}"

    def _earliest(self, goal: str) -> int | None:
        """After how many steps a goal is first broken: a claim, or that a rule does not fail at some place."""
        if goal in self.naive.declared:
            return self.naive.earliest(self.naive.declared[goal], False)
        lengths = (
            self.naive.levels[step.before] + 1
            for step in self.naive.failing
            if isinstance(step.outcome, Fault) and goal == f"{FAULTS}: {step.action.name} at {_place(step.outcome)}"
        )
        return min(lengths, default=None)

    def _proof_of_sight(self) -> Differences:
        assert self._proved.sight is not None
        everywhere = NaiveProof(self.naive)
        supposed = everywhere.supposing(each.id for each in everywhere.of_states)
        for code in range(self.instance.seats.count):
            sight = NaiveSight(self.naive, code, supposed)
            if sight.is_undefined:
                continue
            for answer in self._proved.sight.answers:
                if answer.seat == sight.member.name:
                    yield from self._proved_answer(sight, answer)

    def _proved_answer(self, sight: NaiveSight, answer: SightAnswer) -> Differences:
        leaks, name = self._leaks(sight, answer), f"{answer.seat}, {answer.channel.value} {answer.of}"
        self.count(f"proof of {answer.channel.value} {answer.status.value}")
        reached = self._among_reached[sight.seat]
        in_play = answer.status is Status.HOLDS and bool(answer.reason)
        beyond_what_is_declared = answer.status is Status.VIOLATED and self._leaks(reached, answer)
        if (answer.leak is not None) != leaks and not in_play and not beyond_what_is_declared:
            yield f"{name}: {answer.status}, leaks: {leaks}"
        if answer.status is Status.INCONCLUSIVE:
            yield f"{name}: {answer.reason}"
        if leaks and answer.status not in (Status.OPEN, Status.VIOLATED) and not in_play:
            yield f"{name} is said to be {answer.status}, and leaks"
        if answer.status is Status.VIOLATED and not self._leaks(reached, answer):
            yield f"{name} is said to be violated, but play gets to no leak"
        if answer.status is Status.HOLDS and not reached.is_undefined and self._leaks(reached, answer):
            yield f"{name} is proved, but play gets to a leak"


def _place(fault: Fault) -> str:
    return f"{fault.file}:{fault.line}"


def _length(trace: Trace | None) -> int | None:
    return None if trace is None else trace.length
