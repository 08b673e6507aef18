"""Two copies of a state, in which what an observer knows as it is stands for itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ....model.language.terms.nodes import Node
from ...trace.tracing import TracedModel
from .encode import Encoder, Formula, conditional, negated, switch
from .examples import smallest
from .solver import Answer, Budget, Solver
from .states import Unknowns


def plain(node: Node) -> Node | None:
    """The variable that a term gives away: the term itself, or what a constant is added to."""
    if node.op == "add" and node.children[1].constant is not None:
        node = node.children[0]
    return node if node.op == "var" else None


class SelfComposition:
    """Two copies of the slots and of the parameters of all actions, and the solver for both."""

    def __init__(self, traced: TracedModel, known: Iterable[Node], budget: Budget) -> None:
        variables = [*traced.slots, *(node for action in traced.actions for node in action.parameters)]
        self.shared = {variable for variable in map(plain, known) if variable is not None}
        self.one = Unknowns.fresh(variables)
        self.other = Unknowns.fresh(variables, "'", {node: self.one.environment[node] for node in self.shared})
        self.solver = Solver(budget, incremental=True)
        self.rests_on: set[str] = set()
        """What the last NO rests on, of all that is given."""
        self._given: dict[str, Formula] = {}
        self.solver.add(*self.one.ranges(), *self.other.ranges())

    @property
    def copies(self) -> tuple[Unknowns, Unknowns]:
        """Both, the one and the other."""
        return self.one, self.other

    def suppose(self, terms: Iterable[Node]) -> None:
        """Terms are true in both copies."""
        for term in terms:
            self.solver.add(*self._in_both(term))

    def _in_both(self, term: Node) -> list[Formula]:
        one = self.one.encoder.truth(term)
        return [one] if self.is_same(term) else [one, self.other.encoder.truth(term)]

    def give(self, goal: str, term: Node) -> None:
        """A term is true in both copies wherever something is asked; an answer says whether it rests on that."""
        self._given[goal] = switch(f"given {goal}")
        self.solver.add(*(conditional(self._given[goal], formula) for formula in self._in_both(term)))

    def ask(self) -> Answer:
        """Whether what is supposed and given can be."""
        answer = self.solver.ask(*self._given.values())
        if answer is Answer.NO:
            needed = self.solver.needed()
            self.rests_on = {goal for goal, formula in self._given.items() if str(formula) in needed}
        return answer

    def is_same(self, term: Node, also: Iterable[Node] = ()) -> bool:
        """Whether a term depends on nothing but what both copies share."""
        return term.variables <= self.shared.union(also)

    def agree(self, terms: Iterable[Node]) -> None:
        """Terms are equal in both copies."""
        self.solver.add(*map(negated, self.differences(terms)))

    def differences(self, terms: Iterable[Node]) -> list[Formula]:
        """For each term that can differ at all, that it does."""
        open_terms = [term for term in dict.fromkeys(terms) if not self.is_same(term)]
        return [self.one.encoder.value(term) != self.other.encoder.value(term) for term in open_terms]

    def with_arguments(self, parameters: Sequence[Node]) -> Encoder:
        """The other copy, with the arguments of the one."""
        same = {node: self.one.environment[node] for node in parameters if node.op == "var"}
        return Encoder({**self.other.environment, **same})

    def example(self) -> tuple[dict[Node, int], dict[Node, int]]:
        """Two copies as alike as they can be, then small, from the last YES."""
        one, other = self.one.environment, self.other.environment
        with self.solver.within(*self._given.values()):
            for node in one:
                if node not in self.shared:
                    self._liken(one[node] == other[node])
            self.solver.ask()
            found = smallest(self.solver, [*one.items(), *other.items()])
        return dict(zip(one, found, strict=False)), dict(zip(other, found[len(one) :], strict=True))

    def _liken(self, equal: Formula) -> None:
        with self.solver.within(equal):
            possible = self.solver.ask() is Answer.YES
        if possible:
            self.solver.add(equal)
