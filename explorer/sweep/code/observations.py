"""Declarations as bits: what `observe` and the labels of `expand` tell about each of them.

A declaration takes up to two bits: one where there is something to report (it is broken, or a witness is found), one
where its premise holds. What a bit says is looked at again by running the declaration, which also names the conjunct.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Final, TypeAlias

from ....invariants import CheckKind, Declaration
from ....model.language.terms.nodes import ONE, ZERO, Node, bit_and, bit_or, bit_xor
from ...search.watch import STATE_KINDS, STEP_KINDS, Observed, Watch
from ...trace.checks import trace_check, trace_step_check
from ...trace.readings import PREMISE
from ...trace.tracing import TracedModel
from ...trace.tree import Accept, TracedAction
from ..native.machine import STEP_BITS
from .generation import STATE_BITS, CompiledModel, compile_model

FAILURE: Final = "the check itself fails"
"""The conjunct that tracing adds to a declaration which can fail instead of answering."""

ByLeaf: TypeAlias = Mapping[int, Node]
"""A truth value for each accepting leaf of each action, by the identity of the leaf."""


@dataclass(frozen=True)
class Signal:
    """The bits that tell of one declaration. No bit: there is never anything `found`, the `premise` always holds.

    Of steps and without a bit, the premise holds in every step of the `actions` and in no other.
    """

    observed: Observed
    of_steps: bool
    found: int | None
    premise: int | None
    actions: frozenset[int] = frozenset()


@dataclass
class Group:
    """Declarations that are watched in one sweep, and the bits they have."""

    signals: list[Signal] = field(default_factory=list[Signal])
    state_bits: dict[Node, int] = field(default_factory=dict[Node, int])
    step_bits: dict[frozenset[tuple[int, Node]], int] = field(default_factory=dict[frozenset[tuple[int, Node]], int])
    """For each bit, the truth value that it tells in each accepting leaf, by the identity of the leaf."""
    settled: dict[Declaration, int] = field(default_factory=dict[Declaration, int])
    """For each progress declaration, the bit that tells whether a state is settled."""

    def has_room(self) -> bool:
        """Whether another declaration surely fits."""
        return len(self.state_bits) + 2 <= STATE_BITS and len(self.step_bits) + 2 <= STEP_BITS

    def state_bit(self, node: Node) -> int:
        """The bit that tells whether a truth value is 1."""
        return self.state_bits.setdefault(node, len(self.state_bits))

    def step_bit(self, nodes: ByLeaf) -> int:
        """The bit that tells whether the truth value of a leaf is 1."""
        return self.step_bits.setdefault(frozenset(nodes.items()), len(self.step_bits))

    def violations(self) -> tuple[int, int]:
        """The bits of states, and those of steps, that tell of something that must not be."""
        states = steps = 0
        for signal in self.signals:
            if signal.found is not None and not signal.observed.is_witness:
                states |= 0 if signal.of_steps else 1 << signal.found
                steps |= 1 << signal.found if signal.of_steps else 0
        return states, steps

    def compiled(self, traced: TracedModel, settled: Node) -> CompiledModel:
        """The model with these observations."""
        by_bit = [dict(nodes) for nodes in self.step_bits]

        def seen_of(_action: TracedAction, leaf: Accept) -> Sequence[Node]:
            return [nodes[id(leaf)] for nodes in by_bit]

        return compile_model(traced, tuple(self.state_bits), seen_of if by_bit else None, settled=settled)


class Questions:
    """All declarations under watch, in groups that fit one sweep each; and what is called settled."""

    def __init__(self, traced: TracedModel, watch: Watch) -> None:
        self._traced = traced
        self.groups = [Group()]
        self.settled: Node = ZERO
        """1 in states that some progress declaration calls settled."""
        self._ask_progress(watch)
        for observed in watch.observed:
            if observed.declaration.kind in STATE_KINDS:
                self._ask_states(observed)
            elif observed.declaration.kind in STEP_KINDS:
                self._ask_steps(observed)

    def _ask_progress(self, watch: Watch) -> None:
        for observed in watch.observed:
            if observed.declaration.kind is not CheckKind.PROGRESS:
                continue
            conjuncts = trace_check(self._traced, observed.declaration)
            settled = _met(conjuncts)
            self.settled = bit_or(self.settled, settled)
            group = self.groups[0]
            group.settled[observed.declaration] = group.state_bit(settled)
            failing = _negated(conjuncts.get(FAILURE, ONE))
            if failing is not ZERO:
                group.signals.append(Signal(observed, False, group.state_bit(failing), None))

    def _ask_states(self, observed: Observed) -> None:
        conjuncts = trace_check(self._traced, observed.declaration)
        found, premise = _found(observed, conjuncts), conjuncts[PREMISE]
        group = self._group()
        group.signals.append(
            Signal(
                observed,
                of_steps=False,
                found=None if found is ZERO else group.state_bit(found),
                premise=None if premise is ONE else group.state_bit(premise),
            )
        )

    def _ask_steps(self, observed: Observed) -> None:
        found: dict[int, Node] = {}
        premise: dict[int, Node] = {}
        of_action: dict[int, set[Node]] = {}
        for action in self._traced.actions:
            for reading in trace_step_check(self._traced, observed.declaration, action):
                found[id(reading.leaf)] = _found(observed, reading.conjuncts)
                premise[id(reading.leaf)] = reading.conjuncts[PREMISE]
                of_action.setdefault(action.action.index, set()).add(reading.conjuncts[PREMISE])
        is_by_action = all(truths in ({ONE}, {ZERO}) for truths in of_action.values())
        group = self._group()
        group.signals.append(
            Signal(
                observed,
                of_steps=True,
                found=None if all(node is ZERO for node in found.values()) else group.step_bit(found),
                premise=None if is_by_action else group.step_bit(premise),
                actions=frozenset(index for index, truths in of_action.items() if truths == {ONE}),
            )
        )

    def _group(self) -> Group:
        if not self.groups[-1].has_room():
            self.groups.append(Group())
        return self.groups[-1]


def _negated(truth: Node) -> Node:
    return bit_xor(truth, ONE)


def _met(conjuncts: Mapping[str, Node]) -> Node:
    """1 where all conjuncts hold, or the premise does not."""
    kept = reduce(bit_and, (node for name, node in conjuncts.items() if name != PREMISE), ONE)
    return bit_or(kept, _negated(conjuncts[PREMISE]))


def _found(observed: Observed, conjuncts: Mapping[str, Node]) -> Node:
    """1 where there is something to report: a witness, a violation, or a declaration that fails."""
    if not observed.is_witness:
        return _negated(_met(conjuncts))
    return bit_or(_met(conjuncts), _negated(conjuncts.get(FAILURE, ONE)))
