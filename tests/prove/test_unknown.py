"""A solver that does not answer one question: whatever rests on that question is not said to hold."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Generator
from contextlib import contextmanager
from enum import Enum
from typing import Any

import pytest

from kanly.explorer.cli.frame.obligations import prove_everywhere
from kanly.explorer.findings.status import Status
from kanly.explorer.prove.formulas.solver import Answer, Budget, Solver
from kanly.explorer.prove.proofs.bounded import search
from kanly.explorer.prove.proofs.induction import Induction
from kanly.explorer.prove.proofs.k_induction import k_induction
from kanly.explorer.prove.proofs.path_goals import PathGoals
from kanly.explorer.prove.proofs.sight import prove_sight
from kanly.explorer.trace.tracing import TracedModel, trace_model
from kanly.invariants import Declarations, Step
from kanly.model import NOBODY, OWNER, Int, Map, Model, Set, State, View, Withholds, require


class Seat(Enum):
    ANN = 1
    BOB = 2


class Pile(State):
    left: int = Int(0, 3)
    taken: int = Int(0, 3)
    marks: dict[Seat, set[Seat]] = Map(Seat, Set(Seat), seen_by=OWNER)
    hidden: int = Int(0, 3, seen_by=NOBODY)


class PileView(View):
    many: bool


pile = Model("pile", Pile, seats=Seat)
laws = Declarations(pile)


@laws.invariant("three")
def three(g: Pile) -> bool:
    """What was taken and what is left are three together."""
    return g.left + g.taken == 3


@laws.invariant("hidden-is-low", when=lambda g: g.taken == 2)
def hidden_is_low(g: Pile) -> bool:
    """When two are taken, nothing hidden is above two."""
    return g.hidden <= 2


@laws.step("never-back", when=lambda before, step, after: before.left == 2)
def never_back(before: Pile, step: Step, after: Pile) -> bool:
    """What is left never grows."""
    return after.left <= before.left


@laws.step("one-at-a-time")
def one_at_a_time(before: Pile, step: Step, after: Pile) -> bool:
    """One is taken at a time."""
    return before.left - after.left <= 1


@laws.equivalence("same")
def same(g: Pile) -> tuple[int, int]:
    """Three less what is left was taken."""
    return 3 - g.left, g.taken


@pile.action
def take(g: Pile, seat: Seat) -> None:
    require(g.left > 0, "nothing is left")
    g.left -= 1
    g.taken += 1
    g.marks[seat].add(seat)
    if g.hidden == 3:
        g.hidden = 0


@pile.view(withholds=[Withholds(name, because="it lies open") for name in ("left", "taken", "marks")])
def shown(g: Pile, seat: Seat) -> PileView:
    return PileView(many=g.taken == 2 and g.hidden == 3)


@pile.scenario("default")
def at_first(g: Pile) -> None:
    g.left = 3


class Scripted:
    """Answers all questions as they are, but one, which it does not answer."""

    def __init__(self, unanswered: int | None) -> None:
        self.unanswered = unanswered
        self.answers: list[Answer] = []
        self.premises: set[int] = set()
        """The questions whether a premise holds on some path: unanswered, they are settled by a longer one."""

    @contextmanager
    def at_work(self, monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
        honest = Solver.ask

        def ask(solver: Solver, *assumptions: Any) -> Answer:
            if any("premise" in frame.name for frame in traceback.extract_stack()):
                self.premises.add(len(self.answers))
            if len(self.answers) == self.unanswered:
                solver.reason = "scripted"
                self.answers.append(Answer.UNKNOWN)
            else:
                self.answers.append(honest(solver, *assumptions))
            return self.answers[-1]

        with monkeypatch.context() as patched:
            patched.setattr(Solver, "ask", ask)
            yield


def by_induction(traced: TracedModel) -> list[Status]:
    result = Induction(traced, Budget()).run()
    return [result.status_of(goal) for goal in result.goals]


def by_one_claim_alone(traced: TracedModel) -> list[Status]:
    result = Induction(traced, Budget()).run([Induction(traced).ids[0]])
    return [result.status]


def by_bounded_search(traced: TracedModel) -> list[Status]:
    return [found.status for found in search(PathGoals(traced), 4, Budget())]


def by_induction_over_steps(traced: TracedModel) -> list[Status]:
    return [found.status for found in k_induction(PathGoals(traced), 2, Budget())]


def of_sight(traced: TracedModel) -> list[Status]:
    return [answer.status for answer in prove_sight(traced, Budget()).answers]


def of_everything(traced: TracedModel) -> list[Status]:
    proof = prove_everywhere(traced, Budget(), None, None, lambda _: None)
    assert proof.result is not None
    assert proof.sight is not None
    found = [proof.result.status_of(goal) for goal in proof.result.goals]
    return [*found, *(answer.status for answer in proof.sight.answers)]


WAYS = [by_induction, by_one_claim_alone, by_bounded_search, by_induction_over_steps, of_sight, of_everything]
ON_PATHS = [by_bounded_search, by_induction_over_steps]
"""Where an example proves nothing: that a path goes on only says that there is more to ask."""


@pytest.mark.parametrize("prove", WAYS)
def test_nothing_holds_that_rests_on_a_question_without_an_answer(
    prove: Callable[[TracedModel], list[Status]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless the same was asked again in another way: then more was asked than when everything is answered."""
    traced = trace_model(pile.instance())
    undisturbed = Scripted(None)
    with undisturbed.at_work(monkeypatch):
        answers = prove(traced)
    assert set(answers) == {Status.HOLDS}, answers
    resting = [
        number
        for number, answer in enumerate(undisturbed.answers)
        if prove not in ON_PATHS or (answer is Answer.NO and number not in undisturbed.premises)
    ]
    assert resting
    for number in resting:
        scripted = Scripted(number)
        with scripted.at_work(monkeypatch):
            answers = prove(traced)
        assert set(answers) != {Status.HOLDS} or len(scripted.answers) > len(undisturbed.answers), number


@pytest.mark.parametrize("prove", WAYS)
def test_nothing_holds_when_no_question_is_answered(
    prove: Callable[[TracedModel], list[Status]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only offers, events, what is known after them and what is withheld take no question of the pile."""

    def unanswered(solver: Solver, *assumptions: Any) -> Answer:
        return Answer.UNKNOWN

    monkeypatch.setattr(Solver, "ask", unanswered)
    found = prove(trace_model(pile.instance()))
    assert found.count(Status.HOLDS) == (8 if prove in (of_sight, of_everything) else 0)
