"""Sight: whatever a seat is given follows from what it may know, in every state of the scope.

Two copies of the state are compared that satisfy the invariants and agree on all that the seat is entitled to know.
They must give it equal views and offer it equal actions (output consistency); and two steps by the same action, whose
arguments agree as far as the seat learns them and after which its entitlement agrees again, must send it equal events;
where they send it equal events and reveal the same to it, its entitlement must agree after them (step consistency)
(Goguen and Meseguer, "Security policies and security models", 1982, and "Unwinding and inference control", 1984; two
copies in one formula: Barthe, D'Argenio and Rezk, "Secure information flow by self-composition", 2004).

A slot that the seat knows as it is stands for itself in both copies, so that whatever depends on such slots alone is
equal before any question is asked. The paths of a step are joined into choices, never paired.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from ....invariants import CheckKind, applicable
from ....model import Accepted, Kind, ModelError, Slots
from ....model.language.terms.nodes import ZERO
from ...findings.bounds import Ending
from ...findings.leaks import Channel
from ...findings.sight import UNDEFINED, AllowanceAnswer, SightAnswer, SightResult
from ...findings.status import Status
from ...findings.traces import Move
from ...processes.forks import answered
from ...sight import observe
from ...sight.allowances import revelations_of
from ...sight.channels import RevelationTerms, StepTerms, terms_of_steps
from ...sight.unneeded import unneeded
from ...trace.offers import accepted
from ...trace.tracing import TracedModel, fields_known, trace_knowledge, trace_undefined, trace_view
from ...trace.tree import TracedAction
from ..formulas.encode import conjunction, disjunction, negated
from ..formulas.examples import ReadingsDiffer
from ..formulas.solver import Answer, Budget
from ..formulas.states import codes_in
from .goals import StateGoal
from .pairs import NO_REASON, Pairs
from .withheld import ViewProof

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
    names = list(traced.instance.viewers.by_name)
    if unknown := [name for name in seats or () if name not in names]:
        raise ModelError(f"{unknown[0]} is no seat here; there is {', '.join(names)}")
    supposed = supposed_of(traced)
    wanted = [code for code, name in enumerate(names) if seats is None or name in seats]
    tell = progress or _nobody
    asked = [partial(_answers, traced, code, supposed, budget) for code in wanted]
    merged = list[dict[tuple[int, int], Answer]]()
    beside = answered(
        [partial(_without_leak, ask) for ask in asked],
        budget.workers,
        budget.stop,
        lambda index: tell(names[wanted[index]]),
    )
    result = SightResult()
    for code, ask, settled in zip(wanted, asked, beside, strict=True):
        if settled is None:
            tell(names[code])
        else:
            budget.questions += settled.questions
        found = settled or ask()
        result.answers += found.answers
        result.questions += found.questions
        merged.append(found.revealed)
    if len(wanted) == len(names):
        result.allowances = [*_allowances(traced, merged), *unneeded(traced.instance, traced)]
    result.seconds = time.perf_counter() - began
    return result


def supposed_of(traced: TracedModel) -> list[StateGoal]:
    """What is declared of states, which both copies satisfy."""
    kinds = (CheckKind.INVARIANT, CheckKind.SAVE_RULE)
    return [StateGoal(traced, each) for each in applicable(traced.instance) if each.kind in kinds]


def _nobody(seat: str) -> None:
    """Nobody is told."""


def _allowances(traced: TracedModel, found: Sequence[dict[tuple[int, int], Answer]]) -> Iterator[AllowanceAnswer]:
    """Whether what is revealed on purpose can be, to some seat in some states that satisfy what is declared."""
    for each in revelations_of(traced.instance):
        answers = {seat.get((each.action.index, each.number), Answer.UNKNOWN) for seat in found}
        ending = Ending.TIME if Answer.UNKNOWN in answers else Ending.COMPLETE
        yield each.answered(Answer.YES in answers, ending)


@dataclass(frozen=True)
class Answers:
    """The answers of one seat, and how many questions they took.

    `revealed` says of each revelation, by the index of its action and its number, whether it tells the seat something.
    """

    answers: list[SightAnswer]
    revealed: dict[tuple[int, int], Answer]
    questions: int


def _answers(traced: TracedModel, seat: int, supposed: Sequence[StateGoal], budget: Budget) -> Answers:
    if over := budget.over:
        name = traced.instance.viewers.members[seat].name
        return Answers([SightAnswer(name, Channel.VIEW, status=Status.INCONCLUSIVE, reason=over)], {}, 0)
    proof = SeatProof(traced, seat, supposed, budget)
    return Answers(proof.run(), proof.revealed(), proof.questions)


def _without_leak(ask: Callable[[], Answers]) -> Answers | None:
    """The answers if there is no leak among them: another process cannot take what is shown of one."""
    found = ask()
    return None if any(answer.leak is not None for answer in found.answers) else found


class SeatProof(Pairs):
    """One seat: every channel, over two copies of the state that it may not tell apart."""

    def __init__(self, traced: TracedModel, seat: int, supposed: Sequence[StateGoal], budget: Budget) -> None:
        member = traced.instance.viewers.members[seat]
        self.known = trace_knowledge(traced, member)
        self.learned = {action.action.name: observe.learned(traced, action, seat) for action in traced.actions}
        arguments = [node for nodes in self.learned.values() for node in nodes]
        super().__init__(traced, seat, supposed, budget, self.known, arguments)
        self._fields = fields_known(traced, member)
        self._terms: dict[str, tuple[list[StepTerms], list[RevelationTerms]]] = {}
        self._undefined = trace_undefined(traced, member)
        self._of_view = ViewProof(traced, seat, supposed, budget, self._undefined)

    @property
    def questions(self) -> int:
        """How many questions it took."""
        return self.pair.solver.questions + self._of_view.questions

    def run(self) -> list[SightAnswer]:
        """The answer for each channel, and for each action where it depends on the action."""
        acting = [each for each in self.traced.actions if self.observer.is_seat and each.action.kind is Kind.SEAT]
        with self.pair.solver.within(*self.can_be_told(self._undefined)):
            answers = [self._view()] if self.observer.has_view else []
            answers += map(self._offer, acting)
            answers += map(self._events, self.traced.actions)
            answers += map(self._learning, self.traced.actions)
        if self.observer.has_view:
            answers.insert(1, self._of_view.answer())
        self._leave_open(answers)
        return answers

    def revealed(self) -> dict[tuple[int, int], Answer]:
        """Whether each revelation tells the seat something that it does not know already."""
        found: dict[tuple[int, int], Answer] = {}
        with self.pair.solver.within(*self.can_be_told(self._undefined)):
            for action in self.traced.actions:
                known = {each.number: each.steps for each in self._terms_of(action)[1]}
                for number in range(len(action.action.reveals)):
                    key = action.action.index, number
                    found[key] = self._differ(known[number]) if number in known else Answer.NO
        return found

    def _differ(self, steps: StepTerms) -> Answer:
        """Whether two steps can disclose the same, and give something different."""
        with self.pair.solver.within(disjunction(self.pair.differences(steps.given))):
            self._take(steps)
            return self.pair.ask()

    def _take(self, steps: StepTerms) -> None:
        """Both copies take a step of the action, which discloses the same."""
        self.pair.suppose([accepted(steps.action)])
        self.pair.agree(steps.disclosed)
        self.pair.solver.add(*self.can_be_told(observe.after(self.traced, steps.action)(self._undefined)))

    def _terms_of(self, action: TracedAction) -> tuple[list[StepTerms], list[RevelationTerms]]:
        name = action.action.name
        if name not in self._terms:
            self._terms[name] = terms_of_steps(self.traced, action, self.seat, self._fields, self.known)
        return self._terms[name]

    def exclude(self, states: Iterable[Slots]) -> None:
        """From now on no copy is one of these states."""
        states = list(states)
        super().exclude(states)
        self._of_view.exclude(states)

    def again(self, answer: SightAnswer, apart_from: Iterable[tuple[Slots, Slots]]) -> SightAnswer:
        """The answer for a channel and an action, with pairs of states left out, whichever copy is which."""
        if answer.channel is Channel.WITHHELD:
            return self._of_view.answer(apart_from)
        actions = {action.action.name: action for action in self.traced.actions}
        left_out = [negated(self.is_pair(one, other)) for one, other in apart_from]
        with self.pair.solver.within(*self.can_be_told(self._undefined), *left_out):
            if answer.channel is Channel.VIEW:
                return self._view()
            ask = {Channel.OFFER: self._offer, Channel.EVENTS: self._events, Channel.LEARNING: self._learning}
            return ask[answer.channel](actions[answer.of])

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
            return found, self.states()[0] if found is Answer.YES else None

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
            if different and self.possible(answer):
                one, other = self.states()
                self.show(answer, self.observer.view_leak(one, other), one, other)
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
            if self.possible(answer):
                one, other = self.states()
                self.show(answer, self.observer.offer_leak(one, other), one, other)
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
            self.pair.solver.add(*self.can_be_told(step(self._undefined)))
            self.pair.agree([step(node) for node in self.known])
            if self.possible(answer):
                self._show_steps(answer, action)
        return answer

    def _learning(self, action: TracedAction) -> SightAnswer:
        answer = SightAnswer(self.observer.name, Channel.LEARNING, action.action.name)
        for steps in self._terms_of(action)[0]:
            if steps.channel is Channel.LEARNING:
                with self.pair.solver.within(disjunction(self.pair.differences(steps.given))):
                    self._take(steps)
                    if self.possible(answer):
                        self._show_steps(answer, action)
        return answer

    def _show_steps(self, answer: SightAnswer, action: TracedAction) -> None:
        steps: list[tuple[Slots, Move, Accepted]] = []
        for example in self.pair.example():
            before, codes = codes_in(example, self.traced.slots), codes_in(example, action.parameters)
            outcome = self.traced.instance.step(before, action.action, codes)
            if not isinstance(outcome, Accepted):
                raise ReadingsDiffer(f"{action.action.describe(codes)} was expected to be accepted, but: {outcome}")
            steps.append((before, Move(action.action, codes), outcome))
        one, other = steps
        bases = [self.observer.seen_of(taken).basis(answer.channel) for taken in steps]
        if bases[0] != bases[1]:
            raise ReadingsDiffer(f"{self.observer.name} was not expected to tell {one[1]} from {other[1]}")
        self.show(answer, self.observer.step_leak(answer.channel, one, other), one[0], other[0])
