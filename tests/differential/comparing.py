"""What each reading says of a small model, compared with the naive enumeration: every difference, in words."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from kanly.explorer.cli.frame.obligations import Proof, prove_everywhere
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
from kanly.invariants import Declaration, monitored
from kanly.invariants.language.declarations import declared_for
from kanly.model import Accepted, Fault, Instance, Rejected

from .enumeration import Naive, NaiveProof, NaiveSight
from .holding import Differences, Held, HeldSight, is_play, leaks_by, length
from .searches import Searches

DEPTH = 3
"""How long the paths are that are looked at, and over how many steps induction is tried."""


@dataclass
class Comparison:
    """One model in every reading; `tally` counts the answers, so that nobody takes silence for agreement."""

    instance: Instance
    tally: dict[str, int] = field(default_factory=dict[str, int])
    chance: random.Random = field(default_factory=lambda: random.Random(0))
    """Draws which of the searches are tried that do not see everything."""

    def differences(self) -> Differences:
        """Everything in which a reading differs from the naive one."""
        yield from self.of_play()
        yield from (f"proof: {told}" for told in self._proof())
        yield from (f"proof of sight: {told}" for told in self._proof_of_sight())
        yield from (f"paths: {told}" for told in self._paths())

    def of_play(self) -> Differences:
        """Everything in which running and sweeping differ."""
        yield from self._trees()
        for name, found in self._explorations():
            yield from (f"{name}: {told}" for told in self._exploration(found))
        yield from Searches(self.held, self.traced, self.chance).differences()

    def count(self, what: str) -> None:
        """Count an answer."""
        self.tally[what] = self.tally.get(what, 0) + 1

    @cached_property
    def held(self) -> Held:
        """What holds answers against the naive reading of all that play reaches."""
        return Held(self.naive, self.tally)

    def _exploration(self, found: Exploration) -> Differences:
        """What a search of everything says, of histories too."""
        yield from self.held.differences(found)
        assert found.sight is not None
        yield from self.of_sight.differences(found.sight)
        if found.with_histories is not None:
            beside = Held(self.remembering, self.tally, is_beside=True)
            yield from (f"with histories, {told}" for told in beside.differences(found.with_histories))
            if [check.declaration for check in found.checks] != list(declared_for(self.instance)):
                yield "not every declaration has an answer, in order"

    @cached_property
    def among_reached(self) -> list[NaiveSight]:
        """Sight of each seat among all that play reaches."""
        return self.of_sight.seats

    @cached_property
    def of_sight(self) -> HeldSight:
        """What holds answers about sight among all that play reaches."""
        states = len(self.naive.levels)
        return HeldSight(self.held, states, states, states)

    @cached_property
    def naive(self) -> Naive:
        """The naive reading."""
        return Naive(self.instance)

    @cached_property
    def remembering(self) -> Naive:
        """The naive reading of the states with the histories that laws read."""
        return Naive(monitored(self.instance))

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

    @cached_property
    def _proved(self) -> Proof:
        return prove_everywhere(self.traced, Budget(), None, None, lambda _: None, lambda _: self.run)

    def _proof(self) -> Differences:
        naive, result = NaiveProof(self.naive), self._proved.result
        assert result is not None
        for goal in result.goals:
            if goal not in (FORM, FAULTS, *self.naive.declared):
                yield from self._proved_of_histories(goal, result.status_of(goal))
                continue
            if goal in (FORM, FAULTS):
                expected = Status.HOLDS if goal == FORM or naive.never_fails else Status.OPEN
            else:
                expected = self._expected(naive, self.naive.declared[goal])
            self.count(f"proof {expected.value}")
            if result.status_of(goal) is not expected:
                yield f"{goal}: {result.status_of(goal)}, but {expected}"
        yield from self._decided(naive)

    def _proved_of_histories(self, goal: str, status: Status) -> Differences:
        """What is proved of a law that reads histories is broken by no play."""
        earliest = self._earliest(goal)
        self.count(f"proof with histories {status.value}")
        if earliest is not None and status in (Status.HOLDS, Status.VACUOUS):
            yield f"{goal} is proved, and broken after {earliest} steps"
        if earliest is None and status is Status.VIOLATED:
            yield f"{goal} is violated, and no play breaks it"

    def _is_play(self, trace: Trace) -> bool:
        """Whether a trace is a play, with or without histories."""
        is_plain = len(trace.start) == len(self.instance.slots)
        return is_play(self.instance if is_plain else self.remembering.instance, trace)

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
            if goal in self.remembering.declared:
                is_broken = self._earliest(goal) is not None
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
            if length(answer.trace) != expected:
                yield f"{answer.goal} is {answer.status} by {length(answer.trace)} steps, and broken by {earliest}"
            if answer.status is Status.HOLDS and earliest is not None:
                yield f"{answer.goal} is said to hold, and is broken by {earliest}"
            if answer.trace is not None and not self._is_play(answer.trace):
                yield f"{answer.goal} is broken by a play that is none"
        for answer in k_induction(goals, DEPTH, Budget()):
            self.count(f"induction over steps {answer.status.value}")
            earliest = self._earliest(answer.goal)
            if earliest is not None and answer.status in (Status.HOLDS, Status.VACUOUS):
                yield f"{answer.goal} is proved over several steps, and broken by {earliest}"
            if answer.status is Status.VIOLATED and length(answer.trace) != earliest:
                yield f"{answer.goal} is broken by {length(answer.trace)} steps, and by {earliest}"

    def _earliest(self, goal: str) -> int | None:
        """After how many steps a goal is first broken: a claim, or that a rule does not fail at some place."""
        if goal in self.naive.declared:
            return self.naive.earliest(self.naive.declared[goal], False)
        if goal in self.remembering.declared:
            return self.remembering.earliest(self.remembering.declared[goal], False)
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
            sight = NaiveSight(self.naive, code, supposed, supposed, supposed)
            if sight.is_undefined:
                continue
            for answer in self._proved.sight.answers:
                if answer.seat == sight.member.name:
                    yield from self._proved_answer(sight, answer)

    def _proved_answer(self, sight: NaiveSight, answer: SightAnswer) -> Differences:
        leaks, name = leaks_by(sight, answer), f"{answer.seat}, {answer.channel.value} {answer.of}"
        self.count(f"proof of {answer.channel.value} {answer.status.value}")
        reached = self.among_reached[sight.seat]
        in_play = answer.status is Status.HOLDS and bool(answer.reason)
        beyond_what_is_declared = answer.status is Status.VIOLATED and leaks_by(reached, answer)
        if (answer.leak is not None) != leaks and not in_play and not beyond_what_is_declared:
            yield f"{name}: {answer.status}, leaks: {leaks}"
        if answer.status is Status.INCONCLUSIVE:
            yield f"{name}: {answer.reason}"
        if leaks and answer.status not in (Status.OPEN, Status.VIOLATED) and not in_play:
            yield f"{name} is said to be {answer.status}, and leaks"
        if answer.status is Status.VIOLATED and not leaks_by(reached, answer):
            yield f"{name} is said to be violated, but play gets to no leak"
        if answer.status is Status.HOLDS and not reached.is_undefined and leaks_by(reached, answer):
            yield f"{name} is proved, but play gets to a leak"


def _place(fault: Fault) -> str:
    return f"{fault.file}:{fault.line}"
