"""Terms evaluated over many states at once, a column of values for each.

The values are those of `evaluate.py`: 64-bit signed words that wrap where a part of a term is guarded away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from ...model.language.terms.nodes import Node
from .bottom_up import worked_out

Column: TypeAlias = npt.NDArray[np.int64]
"""One value for each state; a constant is a column of one."""

ROWS: Final = 4096
"""How many states are worth evaluating at once: the columns of a big term still fit the caches."""

_ONE = np.uint64(1)


def _unsigned(column: Column) -> npt.NDArray[np.uint64]:
    return column.view(np.uint64)


def _signed(column: npt.NDArray[np.uint64]) -> Column:
    return column.view(np.int64)


def _amount(column: Column) -> npt.NDArray[np.uint64]:
    return _unsigned(column) & np.uint64(63)


def _place(index: Column) -> Column:
    return _signed(_ONE << _amount(index))


_OPERATORS: Final[Mapping[str, Callable[[Column, Column], Column]]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: _signed(_unsigned(a) // _unsigned(b)),
    "mod": lambda a, b: _signed(_unsigned(a) % _unsigned(b)),
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
    "shl": lambda a, b: _signed(_unsigned(a) << _amount(b)),
    "shr": lambda a, b: _signed(_unsigned(a) >> _amount(b)),
    "bit": lambda mask, index: _signed(_unsigned(mask) >> _amount(index) & _ONE),
    "insert": lambda mask, index: mask | _place(index),
    "erase": lambda mask, index: mask & ~_place(index),
    "eq": lambda a, b: (a == b).astype(np.int64),
    "lt": lambda a, b: (a < b).astype(np.int64),
}


class Columns:
    """Terms under many assignments of values to variables at once; what was worked out is kept."""

    def __init__(self, variables: Sequence[Node], values: npt.NDArray[np.int64]) -> None:
        """`values` has a row for each assignment and a column for each of the variables, constants among them."""
        self.rows = len(values)
        self._known: dict[Node, Column] = {
            variable: np.ascontiguousarray(values[:, at])
            for at, variable in enumerate(variables)
            if variable.constant is None
        }

    def __getitem__(self, node: Node) -> Column:
        """What a term is worth, in each case."""
        return worked_out(node, self._known, self._apply)

    def _apply(self, node: Node) -> Column:
        if node.constant is not None:
            return np.array([node.constant], np.int64)
        if node.op == "var":
            raise ValueError(f"{node} has no value")
        first, *others = (self._known[child] for child in node.children)
        if node.op == "pop":
            return np.bitwise_count(_unsigned(first)).astype(np.int64)
        if node.op == "ite":
            return np.where(first != 0, others[0], others[1])
        return _OPERATORS[node.op](first, others[0])


def fingerprints(columns: Columns, nodes: Sequence[Node]) -> npt.NDArray[np.uint64]:
    """128 bits for the values of some terms, one row for each case: equal values have equal fingerprints."""
    lanes = np.zeros((columns.rows, 2), np.uint64)
    for word in _words(columns, nodes):
        _mix(lanes, word)
    return lanes


def mixed(*words: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """128 bits for rows of words that are given as columns."""
    lanes = np.zeros((len(words[0]), 2), np.uint64)
    for word in words:
        _mix(lanes, word)
    return lanes


def _words(columns: Columns, nodes: Sequence[Node]) -> Iterator[npt.NDArray[np.uint64]]:
    """The values side by side in words, as many in each as its bits hold."""
    word, used = np.zeros(columns.rows, np.uint64), 0
    for node in nodes:
        bits = (node.hi - node.lo).bit_length()
        if used + bits > 64:
            yield word
            word, used = np.zeros(columns.rows, np.uint64), 0
        if bits:
            word |= _unsigned(columns[node] - node.lo) << np.uint64(used)
        used += bits
    yield word


def _mix(lanes: npt.NDArray[np.uint64], word: npt.NDArray[np.uint64]) -> None:
    """Stir a word into both lanes, each by a multiplier of its own (Steele and Vigna, 2021)."""
    for lane, factor in enumerate((0xD1342543DE82EF95, 0xAF251AF3B0F025B5)):
        stirred = (lanes[:, lane] ^ word) * np.uint64(factor) + np.uint64(factor >> 7)
        stirred ^= stirred >> np.uint64(32)
        stirred *= np.uint64(factor)
        lanes[:, lane] = stirred ^ stirred >> np.uint64(29)
