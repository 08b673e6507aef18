"""Sight: whatever a seat is given follows from what it may know, in every state of the scope.

Two copies of the state are compared that satisfy the invariants and agree on all that the seat is entitled to know.
They must give it equal views and offer it equal actions (output consistency); and two steps by the same action, whose
arguments agree as far as the seat learns them and after which its entitlement agrees again, must send it equal events
(Goguen and Meseguer, "Security policies and security models", 1982, and "Unwinding and inference control", 1984; two
copies in one formula: Barthe, D'Argenio and Rezk, "Secure information flow by self-composition", 2004).

A slot that the seat knows as it is stands for itself in both copies, so that whatever depends on such slots alone is
equal before any question is asked. The paths of a step are joined into choices, never paired.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from ....invariants import CheckKind, applicable
from ....model import Accepted, Kind, ModelError, Slots
from ....model.language.terms.nodes import ZERO, Node
from ...findings.leaks import Channel, Leak
from ...findings.sight import UNDEFINED, SightAnswer, SightResult
from ...findings.status import Status
from ...findings.traces import Move
from ...processes.forks import answered
from ...sight import observe
from ...sight.comparison import Observer, visible_arguments
from ...trace.offers import accepted
from ...trace.tracing import TracedModel, trace_knowledge, trace_undefined, trace_view
from ...trace.tree import TracedAction
from ..formulas.encode import Formula, conjunction, disjunction, negated
from ..formulas.examples import ReadingsDiffer
from ..formulas.self_composition import SelfComposition
from ..formulas.solver import Answer, Budget
from ..formulas.states import canonical_terms, codes_in
from ..formulas.unrolling import is_state
from .goals import StateGoal

Watcher = Callable[[str], None]
"""Is told the seat that is looked at."""


def prove_sight(
    traced: TracedModel,
    budget: Budget | None = None,
    seats: Sequence[str] | None = None,
    progress: Watcher | None = None,
) -> SightResult:
    """Prove sight for each seat, or show leaks. Raises `ModelError` for a seat that is not in scope."""
    began, budget = time.perf_counter(), budget or Budget()
    names = [member.name for member in traced.instance.seats.members]
    if unknown := [name for name in seats or () if name not in names]:
        raise ModelError(f"{unknown[0]} is no seat here; there is {', '.join(names)}")
    supposed = supposed_of(traced)
    wanted = [code for code, name in enumerate(names) if seats is None or name in seats]
    tell = progress or _nobody
    asked = [partial(_answers, traced, code, supposed, budget) for code in wanted]
    beside = answered(
        [partial(_without_leak, ask) for ask in asked],
        budget.workers,
        budget.stop,
        lambda index: tell(names[wanted[index]]),
    )
    result = SightResult()
    for code, ask, found in zip(wanted, asked, beside, strict=True):
        if found is None:
            tell(names[code])
            answers, questions = ask()
        else:
            answers, questions = found
            budget.questions += questions
        result.answers += answers
        result.questions += questions
    result.seconds = time.perf_counter() - began
    return result


def supposed_of(traced: TracedModel) -> list[StateGoal]:
    """What is declared of states, which both copies satisfy."""
    kinds = (CheckKind.INVARIANT, CheckKind.SAVE_RULE)
    return [StateGoal(traced, each) for each in applicable(traced.instance) if each.kind in kinds]


def _nobody(seat: str) -> None:
    """Nobody is told."""


Answers = tuple[list[SightAnswer], int]
"""The answers of one seat, and how many questions they took."""


def _answers(traced: TracedModel, seat: int, supposed: Sequence[StateGoal], budget: Budget) -> Answers:
    if over := budget.over:
        name = traced.instance.seats.members[seat].name
        return [SightAnswer(name, Channel.VIEW, status=Status.INCONCLUSIVE, reason=over)], 0
    proof = SeatProof(traced, seat, supposed, budget)
    return proof.run(), proof.pair.solver.questions


def _without_leak(ask: Callable[[], Answers]) -> Answers | None:
    """The answers if there is no leak among them: another process cannot take what is shown of one."""
    answers, questions = ask()
    return None if any(answer.leak is not None for answer in answers) else (answers, questions)


ANYWHERE = "in states that satisfy what is declared; no play is known that leads to both"
"""Of a leak that is not known to happen."""


NO_REASON = "no reason was given"


class SeatProof:
    """One seat: every channel, over two copies of the state that it may not tell apart."""

    def __init__(self, traced: TracedModel, seat: int, supposed: Sequence[StateGoal], budget: Budget) -> None:
        self.traced = traced
        self.seat = seat
        self.observer = Observer(traced.instance, seat)
        self.supposed = supposed
        self.known = trace_knowledge(traced, self.observer.member)
        self._undefined = trace_undefined(traced, self.observer.member)
        self.learned = {action.action.name: observe.learned(traced, action, seat) for action in traced.actions}
        self.pair = SelfComposition(
            traced, [*self.known, *(node for nodes in self.learned.values() for node in nodes)], budget
        )
        self.pair.suppose(canonical_terms(traced))
        for goal in supposed:
            self.pair.give(goal.id, goal.term)
        self.pair.agree(self.known)

    def run(self) -> list[SightAnswer]:
        """The answer for each channel, and for each action where it depends on the action."""
        acting = [action for action in self.traced.actions if action.action.kind is Kind.SEAT]
        with self.pair.solver.within(*self._can_be_told(self._undefined)):
            answers = [] if self.traced.instance.model.viewer is None else [self._view()]
            answers += [*map(self._offer, acting), *map(self._events, self.traced.actions)]
        self._leave_open(answers)
        return answers

    def exclude(self, states: Iterable[Slots]) -> None:
        """From now on neither copy is one of these states."""
        for slots in states:
            self.pair.solver.add(*(negated(is_state(self.traced.slots, copy, slots)) for copy in self.pair.copies))

    def again(self, answer: SightAnswer, apart_from: Iterable[tuple[Slots, Slots]]) -> SightAnswer:
        """The answer for a channel and an action, with pairs of states left out, whichever copy is which."""
        actions = {action.action.name: action for action in self.traced.actions}
        left_out = [negated(self._is_pair(one, other)) for one, other in apart_from]
        with self.pair.solver.within(*self._can_be_told(self._undefined), *left_out):
            if answer.channel is Channel.VIEW:
                return self._view()
            return (self._offer if answer.channel is Channel.OFFER else self._events)(actions[answer.of])

    def _can_be_told(self, undefined: Node) -> list[Formula]:
        """That the view and the entitlement can be told in both copies: elsewhere their terms say nothing."""
        if undefined is ZERO:
            return []
        return [negated(copy.encoder.truth(undefined)) for copy in self.pair.copies]

    def _is_pair(self, one: Slots, other: Slots) -> Formula:
        first, second = self.pair.copies
        return disjunction(
            conjunction([is_state(self.traced.slots, first, left), is_state(self.traced.slots, second, right)])
            for left, right in ((one, other), (other, one))
        )

    def _leave_open(self, answers: Sequence[SightAnswer]) -> None:
        """Nothing is proved of a seat whose view or entitlement fails in a state that satisfies the invariants."""
        if self._undefined is ZERO:
            return
        found, slots = self.failing()
        for answer in answers:
            if found is Answer.NO:
                answer.rests_on |= self.pair.rests_on
            elif slots is not None:
                self._fail(answer, slots)
            elif answer.status is Status.HOLDS:
                answer.status, answer.reason = Status.INCONCLUSIVE, self.pair.solver.reason or NO_REASON

    def failing(self) -> tuple[Answer, Slots | None]:
        """Whether the view or the entitlement fails in some state, and the smallest one."""
        with self.pair.solver.within(self.pair.one.encoder.truth(self._undefined)):
            found = self.pair.ask()
            return found, self._states()[0] if found is Answer.YES else None

    def _fail(self, answer: SightAnswer, slots: Slots) -> None:
        """Leave open what cannot be told in a state. Raises `ReadingsDiffer` where running it can tell."""
        told = self.observer.failure(slots)
        if told is None or any(goal.failures_in(slots) for goal in self.supposed):
            raise ReadingsDiffer(f"{answer.seat} was expected to see nothing in {self.traced.instance.to_json(slots)}")
        answer.fails_in = slots
        if answer.status is Status.HOLDS:
            answer.status, answer.reason = Status.OPEN, f"{UNDEFINED}: {told}"

    def _view(self) -> SightAnswer:
        answer = SightAnswer(self.observer.name, Channel.VIEW)
        different = self.pair.differences(trace_view(self.traced, self.observer.member))
        with self.pair.solver.within(disjunction(different)):
            if different and self._possible(answer):
                one, other = self._states()
                self._show(answer, self.observer.view_leak(one, other), one, other)
        return answer

    def _offer(self, action: TracedAction) -> SightAnswer:
        """Leaks come in both directions, and the copies are alike, so that one direction is enough."""
        answer = SightAnswer(self.observer.name, Channel.OFFER, action.action.name)
        here, possible = observe.offered(action, self.seat)
        if self.pair.is_same(possible, action.parameters):
            return answer
        formula = conjunction(
            [self.pair.one.encoder.truth(here), negated(self.pair.with_arguments(action.parameters).truth(possible))]
        )
        with self.pair.solver.within(formula):
            if self._possible(answer):
                one, other = self._states()
                self._show(answer, self.observer.offer_leak(one, other), one, other)
        return answer

    def _events(self, action: TracedAction) -> SightAnswer:
        """Asked first without looking at what is known after the step, which is the harder part."""
        answer = SightAnswer(self.observer.name, Channel.EVENTS, action.action.name)
        different = self.pair.differences(observe.told(self.traced, action, self.seat))
        if not different:
            return answer
        with self.pair.solver.within(disjunction(different)):
            self.pair.suppose([accepted(action)])
            self.pair.agree(self.learned[action.action.name])
            if self.pair.ask() is Answer.NO:
                answer.rests_on |= self.pair.rests_on
                return answer
            step = observe.after(self.traced, action)
            self.pair.solver.add(*self._can_be_told(step(self._undefined)))
            self.pair.agree([step(node) for node in self.known])
            if self._possible(answer):
                self._show_steps(answer, action)
        return answer

    def _possible(self, answer: SightAnswer) -> bool:
        found = self.pair.ask()
        if found is Answer.NO:
            answer.rests_on |= self.pair.rests_on
        if found is Answer.UNKNOWN:
            answer.status, answer.reason = Status.INCONCLUSIVE, self.pair.solver.reason or NO_REASON
        return found is Answer.YES

    def _states(self) -> tuple[Slots, Slots]:
        one, other = self.pair.example()
        return codes_in(one, self.traced.slots), codes_in(other, self.traced.slots)

    def _show_steps(self, answer: SightAnswer, action: TracedAction) -> None:
        steps: list[tuple[Slots, Move, Accepted]] = []
        for example in self.pair.example():
            before, codes = codes_in(example, self.traced.slots), codes_in(example, action.parameters)
            outcome = self.traced.instance.step(before, action.action, codes)
            if not isinstance(outcome, Accepted):
                raise ReadingsDiffer(f"{action.action.describe(codes)} was expected to be accepted, but: {outcome}")
            steps.append((before, Move(action.action, codes), outcome))
        one, other = steps
        learned = [visible_arguments(self.traced.instance, slots, move, self.seat) for slots, move, _ in steps]
        after = [self.observer.knows(outcome.slots) for _, _, outcome in steps]
        if learned[0] != learned[1] or after[0] != after[1]:
            raise ReadingsDiffer(f"{self.observer.name} was not expected to tell {one[1]} from {other[1]}")
        self._show(answer, self.observer.event_leak(one, other), one[0], other[0])

    def _show(self, answer: SightAnswer, leak: Leak | None, one: Slots, other: Slots) -> None:
        """Keep a leak that running confirms. Raises `ReadingsDiffer` for any other."""
        told = f"{self.traced.instance.to_json(one)} and {self.traced.instance.to_json(other)}"
        if leak is None or self.observer.knows(one) != self.observer.knows(other):
            raise ReadingsDiffer(
                f"a leak of the {answer.channel.value} to {answer.seat} is none when it is run: {told}"
            )
        if any(goal.failures_in(slots) for goal in self.supposed for slots in (one, other)):
            raise ReadingsDiffer(f"the invariants were supposed, but fail in one of {told}")
        answer.status, answer.leak, answer.reason = Status.OPEN, leak, ANYWHERE
