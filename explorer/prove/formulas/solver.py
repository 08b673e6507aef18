"""Z3 for bit-vectors with fixed seeds, a time limit for each question, and three possible answers.

A question is simplified and solved as a whole, which suits the few but hard ones of a proof: what a path decides then
makes most of the hypothesis disappear before any search. Where many easy ones follow one another, an incremental
solver, which keeps what it has learned, is faster.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final

from ....model.language.terms.nodes import Node
from .encode import Environment, Formula, number_of, z3


class Answer(Enum):
    """What the solver says when asked whether something can be."""

    YES = "there is an example"
    NO = "there is none"
    UNKNOWN = "not decided"


@dataclass
class Budget:
    """How long one question and all of them may take, in seconds; when to stop; the seed they are asked with.

    Up to `workers` processes ask at a time.
    """

    question: float = 30.0
    total: float | None = None
    seed: int = 0
    stop: Callable[[], bool] = lambda: False
    workers: int = 1
    interrupted: bool = False
    """Whether Ctrl-C broke off a question: Z3 takes the signal while it works, and nobody else hears of it."""
    began: float = field(default_factory=time.perf_counter)
    questions: int = 0
    """How many were asked, by all solvers together."""

    @property
    def left(self) -> float:
        """How long the next question may take; 0 or less when the time is up."""
        if self.total is None:
            return self.question
        return min(self.question, self.total - (time.perf_counter() - self.began))

    @property
    def over(self) -> str:
        """Why nothing more is to be asked; empty as long as there is time and nobody wants to stop."""
        if self.interrupted or self.stop():
            return "interrupted"
        return "" if self.left > 0 else "the time is up"


WHOLE: Final = ("simplify", "propagate-values", "solve-eqs", "simplify", "bit-blast", "sat")
"""The tactics that a question goes through when it is solved as a whole; all know what an answer rests on."""


class Solver:
    """Asks whether formulas can hold together: each question by itself, or `incremental`."""

    def __init__(self, budget: Budget, incremental: bool = False) -> None:
        self.budget = budget
        self.questions = 0
        self.reason = ""
        """Why the last question was not decided."""
        self._incremental = incremental
        self._supposed: list[list[Formula]] = [[]]
        """What is supposed, by the nesting of `within`."""
        self._solver = self._new()
        self._model: Any = None
        """The example of the last YES, which later questions without an answer leave as it is."""

    def _new(self) -> Any:
        if self._incremental:
            solver = z3.SolverFor("QF_BV")
        else:
            solver = z3.Then(*WHOLE).solver()
            solver.set("unsat_core", True)
        solver.set("random_seed", self.budget.seed)
        return solver

    @contextmanager
    def incrementally(self) -> Generator[None]:
        """Ask many questions in a row about what is supposed here."""
        before, self._incremental = self._incremental, True
        self._solver = self._new()
        self._solver.add(*self._everything())
        try:
            yield
        finally:
            self._incremental = before

    def _everything(self) -> list[Formula]:
        return [formula for formulas in self._supposed for formula in formulas]

    def add(self, *formulas: Formula) -> None:
        """Suppose formulas."""
        self._supposed[-1].extend(formulas)
        if self._incremental:
            self._solver.add(*formulas)

    @contextmanager
    def within(self, *formulas: Formula) -> Generator[None]:
        """Suppose formulas for a while."""
        self._supposed.append([])
        if self._incremental:
            self._solver.push()
        try:
            self.add(*formulas)
            yield
        finally:
            self._supposed.pop()
            if self._incremental:
                self._solver.pop()

    def ask(self, *assumptions: Formula) -> Answer:
        """Whether everything supposed can hold together with the assumptions."""
        self.reason = self.budget.over
        if self.reason:
            return Answer.UNKNOWN
        self.questions += 1
        self.budget.questions += 1
        if not self._incremental:
            self._solver = self._new()
            self._solver.add(*self._everything())
        self._solver.set("timeout", max(1, int(self.budget.left * 1000)))
        result = self._solver.check(*assumptions)
        if result == z3.sat:
            self._model = self._solver.model()
            return Answer.YES
        if result == z3.unsat:
            return Answer.NO
        self.reason = str(self._solver.reason_unknown())
        self.budget.interrupted |= self.reason.startswith("interrupted")
        return Answer.UNKNOWN

    def needed(self) -> set[str]:
        """The names of the switches among the assumptions that the last NO rests on."""
        return {str(assumption) for assumption in self._solver.unsat_core()}

    def values(self, unknowns: Iterable[tuple[Node, Any]]) -> list[int]:
        """The values of unknowns, each a variable with its Z3 constant, in the example of the last YES."""
        return [number_of(self._model.eval(value, model_completion=True), node) for node, value in unknowns]

    def example(self, environment: Environment) -> dict[Node, int]:
        """The values of the variables of one copy in the example of the last YES."""
        return dict(zip(environment, self.values(environment.items()), strict=True))
