"""The steps from given states with their arguments, found by machine code.

A label has room for observations of the step; here they are the bits of the arguments.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from ....model.language.terms.nodes import Node, bit, const
from ...trace.tracing import TracedModel
from ...trace.tree import Accept, TracedAction
from ..code.generation import CompiledModel, compile_model
from ..native.arrays import Words
from ..native.machine import FAULT_FLAG, FIRST_STEP_BIT
from ..native.objects import function_at

ROOM: Final = 1 << 16
"""How many steps are gathered before they are put away."""


@dataclass(frozen=True)
class Steps:
    """Steps of one action: the rows of the states that they start in, their arguments, the states they lead to."""

    action: TracedAction
    parents: npt.NDArray[np.int64]
    codes: npt.NDArray[np.int64]
    after: npt.NDArray[np.int64]


def steps_from(traced: TracedModel, states: npt.NDArray[np.int64]) -> Iterator[Steps]:
    """All steps from the states (one row of slots each) that do not fail, action by action."""
    compiled = compile_model(traced, step_observations=_bits_of_arguments)
    parents, labels, words = _expanded(compiled, compiled.packing.pack_all(states))
    for action in traced.actions:
        chosen = np.flatnonzero(labels & np.uint64((FAULT_FLAG << 1) - 1) == np.uint64(action.action.index))
        codes = _arguments(action, labels[chosen] >> np.uint64(FIRST_STEP_BIT))
        yield Steps(action, parents[chosen], codes, compiled.packing.unpack_all(words[chosen]))


def _expanded(compiled: CompiledModel, states: Words) -> tuple[npt.NDArray[np.int64], Words, Words]:
    """For each step the row of its parent, its label and the words of its successor."""
    width, most = compiled.words, compiled.max_successors
    expand = function_at(compiled.expand, 3)
    batch, labels = np.empty((ROOM + most, width), np.uint64), np.empty(ROOM + most, np.uint64)
    counts = np.zeros(len(states), np.int64)
    full: list[tuple[Words, Words]] = []
    found = 0
    source, target, notes, row = states.ctypes.data, batch.ctypes.data, labels.ctypes.data, width * 8
    for number in range(len(states)):
        count = expand(source + number * row, target + found * row, notes + found * 8)
        counts[number] = count
        found += count
        if found >= ROOM:
            full.append((labels[:found].copy(), batch[:found].copy()))
            found = 0
    full.append((labels[:found], batch[:found]))
    parents = np.repeat(np.arange(len(states)), counts)
    return parents, np.concatenate([each for each, _ in full]), np.concatenate([each for _, each in full])


def _bits_of_arguments(action: TracedAction, _: Accept) -> Sequence[Node]:
    return [bit(node, const(at)) for node in action.parameters for at in range(_width(node))]


def _width(node: Node) -> int:
    return node.hi.bit_length() if node.constant is None else 0


def _arguments(action: TracedAction, observed: Words) -> npt.NDArray[np.int64]:
    """The arguments behind observations, a row for each step."""
    codes = np.zeros((len(observed), len(action.parameters)), np.int64)
    shift = 0
    for at, node in enumerate(action.parameters):
        mask = (1 << _width(node)) - 1
        codes[:, at] = observed >> np.uint64(shift) & np.uint64(mask)
        if node.constant is not None:
            codes[:, at] = node.constant
        shift += _width(node)
    return codes
