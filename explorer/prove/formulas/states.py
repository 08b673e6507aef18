"""Unknown states: Z3 constants for the slots, and the formula that says they form a canonical state of the scope."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ....model import Slots
from ....model.language.play.instance import Codes
from ....model.language.terms.nodes import ONE, Node, equal
from ....model.language.terms.terms import node_of, value_of
from ....model.language.values.cells import TermCells
from ...trace.tracing import TracedModel
from .encode import Encoder, Environment, Formula, in_range, unknown


def canonical_terms(traced: TracedModel) -> list[Node]:
    """For each slot, each within its range, what must be true so that they form a state: what means nothing is 0."""
    cells = TermCells(map(value_of, traced.slots))
    traced.instance.layout.canonicalise(cells, 0, True)
    return [equal(slot, node_of(cell)) for slot, cell in zip(traced.slots, cells, strict=True)]


def variables_among(nodes: Iterable[Node]) -> list[Node]:
    """The nodes that are variables; a slot with one value only is a constant."""
    return [node for node in nodes if node.op == "var"]


@dataclass(frozen=True, eq=False)
class Unknowns:
    """Variables with the Z3 constants that stand for them in one copy."""

    environment: Environment

    @staticmethod
    def fresh(nodes: Iterable[Node], mark: str = "", shared: Environment | None = None) -> Unknowns:
        """Constants named after the variables and `mark`; those in `shared` stand for what they stand for there."""
        shared = shared or {}
        named = {node: shared.get(node, None) for node in variables_among(nodes)}
        return Unknowns({node: unknown(f"{node!r}{mark}", node) if at is None else at for node, at in named.items()})

    @cached_property
    def encoder(self) -> Encoder:
        """Translates terms over these variables."""
        return Encoder(self.environment)

    def ranges(self) -> list[Formula]:
        """Every variable is within its interval."""
        return [in_range(node, value) for node, value in self.environment.items()]

    def truths(self, terms: Iterable[Node]) -> list[Formula]:
        """Terms as formulas, those that are plainly true left out."""
        return [self.encoder.truth(term) for term in dict.fromkeys(terms) if term is not ONE]


def codes_in(example: Mapping[Node, int], nodes: Sequence[Node]) -> Codes | Slots:
    """The values of slots or parameters in an example."""
    return tuple(example.get(node, node.lo) for node in nodes)
