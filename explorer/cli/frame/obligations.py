"""All that is proved of one instance: induction on its steps, sight, and deciding what they leave open."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from ....model import Instance
from ...findings.bounds import Bounds
from ...findings.outcome import Exploration
from ...findings.sight import SightResult
from ...findings.status import Status, worst
from ...prove.deciding.claims import decide, is_open, status_of_faults
from ...prove.deciding.play import Reached, time_to_decide
from ...prove.deciding.sight import decide_sight, rest_on_what_is_proved
from ...prove.formulas.solver import Budget
from ...prove.proofs.bounded import Bounded
from ...prove.proofs.goals import FAULTS
from ...prove.proofs.induction import Induction
from ...prove.proofs.obligations import ProofResult
from ...prove.proofs.sight import prove_sight
from ...report.proofs import ProofReport
from ...report.sight import SIGHT
from ...report.summary import Keeper
from ...report.verdict import Verdict
from ...search.breadth_first import explore
from ...trace.histories import with_declared_histories
from ...trace.tracing import TracedModel

Say = Callable[[str], None]
"""Is told what is at work."""

FEW_STATES = 2_000
FEW_SECONDS = 5.0
"""How far play is looked at by running the rules, when something is open and no sweep was made."""

BESIDE_A_SWEEP = 2.0
"""Seconds for a question about sight where the states of a sweep answer it too, for all that play reaches."""

Sweep = Callable[[TracedModel], Exploration]
"""Visits every state that play reaches, as far as it can."""


@dataclass
class Proof:
    """What induction and sight came to, as far as they were asked for, and what was decided of what they left open."""

    result: ProofResult | None = None
    sight: SightResult | None = None
    decided: dict[str, Bounded] = field(default_factory=dict[str, Bounded])
    seconds: dict[str, float] = field(default_factory=dict[str, float])
    """The parts of the time, by what was done."""

    @property
    def status(self) -> Status:
        """The worst answer to what was asked."""
        found = [] if self.sight is None else [self.sight.status]
        if self.result is not None:
            decided = {goal: answer.status for goal, answer in self.decided.items()}
            declared = [goal for goal in self.result.goals if goal in self.result.asked and goal != FAULTS]
            found += [decided.get(goal) or self.result.status_of(goal) for goal in declared]
            found += [status_of_faults(self.result, self.decided)] if FAULTS in self.result.asked else []
        return worst(found)

    @contextmanager
    def timed(self, part: str) -> Generator[None]:
        """Count the time for one part."""
        began = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[part] = self.seconds.get(part, 0.0) + time.perf_counter() - began


def prove_everywhere(
    traced: TracedModel,
    budget: Budget,
    ids: Sequence[str] | None,
    seats: Sequence[str] | None,
    say: Say,
    sweep: Sweep | None = None,
    sight_seconds: float | None = None,
) -> Proof:
    """Prove the goals with these ids, among which `sight` is one; everything for None, sight only if seats are named.

    What stays open is held against what a `sweep` reaches, or against the first states of play. A question about sight
    takes `sight_seconds` at most, as any other by default. Raises `ModelError` for an id or a seat that there is not.
    """
    traced = with_declared_histories(traced)
    proof = Proof()
    goals = [name for name in ids or () if name != SIGHT]
    if goals or (ids is None and seats is None):
        with proof.timed("induction"):
            proof.result = _induction(traced, budget, say).run(goals or None)
    if ids is None or SIGHT in ids:
        with proof.timed("sight"), _questions_within(budget, sight_seconds):
            proof.sight = prove_sight(traced.plain, budget, seats, lambda name: say(f"sight of {name}"))
    _settle(proof, traced, budget, say, sweep)
    return proof


@contextmanager
def _questions_within(budget: Budget, seconds: float | None) -> Generator[None]:
    """No question takes longer than that."""
    before = budget.question
    budget.question = before if seconds is None else min(before, seconds)
    try:
        yield
    finally:
        budget.question = before


def _induction(traced: TracedModel, budget: Budget, say: Say) -> Induction:
    total = len(traced.actions)
    return Induction(traced, budget, lambda at: say(f"{at.action} ({at.done} of {total} actions done)"))


def _settle(proof: Proof, traced: TracedModel, budget: Budget, say: Say, sweep: Sweep | None) -> None:
    """See what sight rests on, and decide what is open."""
    besides: ProofResult | None = None
    if proof.sight is not None and (more := _not_asked(proof.result, _rests_on(proof.sight))):
        with proof.timed("induction"):
            besides = _induction(traced, budget, say).run(more)
    with proof.timed("deciding what is open"):
        reached = None
        if sweep is not None or is_open(proof.result, proof.sight) or is_open(besides, None):
            say("what play reaches")
            found = _first_states(traced.plain.instance, budget) if sweep is None else sweep(traced.plain)
            reached = Reached(found, is_sweep=sweep is not None)
        allowed = time_to_decide(budget)
        if proof.result is not None:
            proof.decided = decide(traced, proof.result, allowed, reached, say)
        if proof.sight is not None:
            results = [each for each in (proof.result, besides) if each is not None]
            decided = dict(proof.decided)
            if besides is not None:
                decided |= decide(traced, besides, allowed, reached, say)
            in_play = {goal for goal, answer in decided.items() if answer.is_settled}
            everywhere = set[str]().union(*map(_proved, results))
            rest_on_what_is_proved(proof.sight, everywhere, in_play)
            decide_sight(traced.plain, proof.sight, proof.result, everywhere | in_play, allowed, reached, say)
        budget.questions += allowed.questions
        budget.interrupted |= allowed.interrupted


def _rests_on(sight: SightResult) -> set[str]:
    return set[str]().union(*(answer.rests_on for answer in sight.answers))


def _not_asked(result: ProofResult | None, goals: Iterable[str]) -> list[str]:
    asked = set[str]() if result is None else result.asked
    return sorted(goal for goal in goals if goal not in asked)


def _proved(result: ProofResult) -> set[str]:
    """The goals that hold in all states that satisfy what is declared."""
    return {goal for goal in result.goals if result.status_of(goal) in (Status.HOLDS, Status.VACUOUS)}


def _first_states(instance: Instance, budget: Budget) -> Exploration:
    """The states that play reaches first, by running the rules."""
    bounds = Bounds(states=FEW_STATES, seconds=max(0.01, min(FEW_SECONDS, budget.left)))
    return explore(instance, bounds=bounds, keep_going=True, sight=FEW_STATES, stop=budget.stop)


def proof_verdict(
    traced: TracedModel,
    budget: Budget,
    command: str,
    *,
    reached: Exploration | None = None,
    allow_bounded: bool = False,
    keep: Keeper | None = None,
) -> Verdict:
    """Everything, as one verdict; what is open is held against what was `reached`, if play was looked at before."""
    began = time.perf_counter()
    report = ProofReport(traced.instance, keep)
    seconds = None if reached is None else BESIDE_A_SWEEP
    sweep: Sweep | None = None if reached is None else lambda _: reached
    proof = prove_everywhere(traced, budget, None, None, lambda _: None, sweep, seconds)
    report.add(proof.result, proof.sight, proof.decided)
    report.parts |= proof.seconds
    return report.verdict(command, time.perf_counter() - began, 0, allow_bounded)
