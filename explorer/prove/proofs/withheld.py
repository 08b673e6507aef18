"""Enough is shown: two states of which a seat may know something different look different to it, in all of a scope.

Two copies of the state are compared that look the same to the seat and agree in what its view leaves out on purpose.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ....model import Slots
from ....model.language.terms.nodes import Node
from ...findings.leaks import Channel
from ...findings.sight import SightAnswer
from ...sight.channels import terms_of_view
from ...sight.comparison import Observer
from ...trace.tracing import TracedModel, fields_known, trace_knowledge, trace_view
from ..formulas.encode import disjunction, negated
from ..formulas.solver import Budget
from .goals import StateGoal
from .pairs import Pairs


class ViewProof:
    """Whether the view of one seat shows it all that it may know."""

    def __init__(
        self, traced: TracedModel, seat: int, supposed: Sequence[StateGoal], budget: Budget, undefined: Node
    ) -> None:
        observer = Observer(traced.instance, seat)
        member = observer.member
        view, known = trace_view(traced, member), trace_knowledge(traced, member)
        base, self._unshown = terms_of_view(traced, observer, view, fields_known(traced, member), known)
        self._name: str = member.name
        self._undefined = undefined
        self._pairs = Pairs(traced, seat, supposed, budget, base) if self._unshown else None

    @property
    def questions(self) -> int:
        """How many questions it took."""
        return 0 if self._pairs is None else self._pairs.pair.solver.questions

    def exclude(self, states: Iterable[Slots]) -> None:
        """From now on neither copy is one of these states."""
        if self._pairs is not None:
            self._pairs.exclude(states)

    def answer(self, apart_from: Iterable[tuple[Slots, Slots]] = ()) -> SightAnswer:
        """The answer, with some pairs of states left out."""
        answer, pairs = SightAnswer(self._name, Channel.WITHHELD), self._pairs
        if pairs is None:
            return answer
        left_out = [negated(pairs.is_pair(one, other)) for one, other in apart_from]
        different = pairs.pair.differences(self._unshown)
        with pairs.pair.solver.within(*pairs.can_be_told(self._undefined), *left_out, disjunction(different)):
            if different and pairs.possible(answer):
                one, other = pairs.states()
                pairs.show(answer, pairs.observer.withheld(one, other), one, other)
        return answer
