"""Pairs of states that satisfy what is declared and agree in something: what all questions about them need."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ....model import Slots
from ....model.language.terms.nodes import ZERO, Node
from ...findings.leaks import Leak
from ...findings.sight import SightAnswer
from ...findings.status import Status
from ...sight.comparison import Observer
from ...trace.tracing import TracedModel
from ..formulas.encode import Formula, conjunction, disjunction, negated
from ..formulas.examples import ReadingsDiffer
from ..formulas.self_composition import SelfComposition
from ..formulas.solver import Answer, Budget
from ..formulas.states import canonical_terms, codes_in
from ..formulas.unrolling import is_state
from .goals import StateGoal

ANYWHERE = "in states that satisfy what is declared; no play is known that leads to both"
"""Of a leak that is not known to happen."""

NO_REASON = "no reason was given"


class Pairs:
    """Two copies of the state for one seat, which agree in some terms; whatever is `known` may stand for itself."""

    def __init__(
        self,
        traced: TracedModel,
        seat: int,
        supposed: Sequence[StateGoal],
        budget: Budget,
        agreeing: Sequence[Node],
        known: Sequence[Node] = (),
    ) -> None:
        self.traced = traced
        self.seat = seat
        self.observer = Observer(traced.instance, seat)
        self.supposed = supposed
        self.pair = SelfComposition(traced, [*agreeing, *known], budget)
        self.pair.suppose(canonical_terms(traced))
        for goal in supposed:
            self.pair.give(goal.id, goal.term)
        self.pair.agree(agreeing)

    def can_be_told(self, undefined: Node) -> list[Formula]:
        """That the view and the entitlement can be told in both copies: elsewhere their terms say nothing."""
        if undefined is ZERO:
            return []
        return [negated(copy.encoder.truth(undefined)) for copy in self.pair.copies]

    def is_pair(self, one: Slots, other: Slots) -> Formula:
        """That the copies are these two states, whichever is which."""
        first, second = self.pair.copies
        return disjunction(
            conjunction([is_state(self.traced.slots, first, left), is_state(self.traced.slots, second, right)])
            for left, right in ((one, other), (other, one))
        )

    def possible(self, answer: SightAnswer) -> bool:
        """Whether what is supposed can be; the answer says what rests on what otherwise."""
        found = self.pair.ask()
        if found is Answer.NO:
            answer.rests_on |= self.pair.rests_on
        if found is Answer.UNKNOWN:
            answer.status, answer.reason = Status.INCONCLUSIVE, self.pair.solver.reason or NO_REASON
        return found is Answer.YES

    def states(self) -> tuple[Slots, Slots]:
        """Two states from the last question that could be."""
        one, other = self.pair.example()
        return codes_in(one, self.traced.slots), codes_in(other, self.traced.slots)

    def show(self, answer: SightAnswer, leak: Leak | None, one: Slots, other: Slots) -> None:
        """Keep a leak that running confirms. Raises `ReadingsDiffer` for any other."""
        told = f"{self.traced.instance.to_json(one)} and {self.traced.instance.to_json(other)}"
        if leak is None or self.observer.basis_of(answer.channel, one) != self.observer.basis_of(answer.channel, other):
            raise ReadingsDiffer(
                f"a leak of the {answer.channel.value} to {answer.seat} is none when it is run: {told}"
            )
        if any(goal.failures_in(slots) for goal in self.supposed for slots in (one, other)):
            raise ReadingsDiffer(f"the invariants were supposed, but fail in one of {told}")
        answer.status, answer.leak, answer.reason = Status.OPEN, leak, ANYWHERE

    def exclude(self, states: Iterable[Slots]) -> None:
        """From now on neither copy is one of these states."""
        for slots in states:
            self.pair.solver.add(*(negated(is_state(self.traced.slots, copy, slots)) for copy in self.pair.copies))
