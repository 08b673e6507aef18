"""The slow twin of every other use of a term: terms and decision trees evaluated in plain Python.

What this module says a term is worth is what compiled code must compute. Values are 64-bit signed words; inside the
interval of a node nothing ever wraps. Outside it (a part of a term that its context guards away) the wrap is defined
all the same, so that evaluation is total.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from ...model import Slots
from ...model.language.play.instance import Codes
from ...model.language.terms.nodes import Node
from ...model.language.terms.rebuilding import worked_out
from .tree import Accept, Branch, Fail, Leaf, Reject, TracedAction, Tree

_WORD: Final = 1 << 64
_SIGN: Final = 1 << 63


def wrapped(value: int) -> int:
    """The 64-bit signed word that an exact integer is stored as."""
    return (value + _SIGN) % _WORD - _SIGN


def _place(index: int) -> int:
    return 1 << (index & 63)


_OPERATORS: Final[Mapping[str, Callable[[int, int], int]]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a % _WORD // b,
    "mod": lambda a, b: a % _WORD % b,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
    "shl": lambda a, b: a << (b & 63),
    "shr": lambda a, b: a % _WORD >> (b & 63),
    "bit": lambda mask, index: mask >> (index & 63) & 1,
    "insert": lambda mask, index: mask | _place(index),
    "erase": lambda mask, index: mask & ~_place(index),
    "eq": lambda a, b: int(a == b),
    "lt": lambda a, b: int(a < b),
}


class Evaluation:
    """Terms under one assignment of values to variables; what was worked out once is kept.

    A value outside the interval of its variable, or a variable without a value, raises `ValueError`.
    """

    def __init__(self, values: Mapping[Node, int]) -> None:
        self._known: dict[Node, int] = {}
        for variable, value in values.items():
            if not variable.lo <= value <= variable.hi:
                raise ValueError(f"{variable} is between {variable.lo} and {variable.hi}, not {value}")
            self._known[variable] = value

    def value(self, node: Node) -> int:
        """What a term is worth."""
        return worked_out(node, self._known, self._apply)

    def leaf(self, tree: Tree) -> Leaf:
        """The leaf that is reached."""
        while isinstance(tree, Branch):
            tree = tree.yes if self.value(tree.condition) else tree.no
        return tree

    def _apply(self, node: Node) -> int:
        if node.op == "const":
            return node.lo
        if node.op == "var":
            raise ValueError(f"{node} has no value")
        first, *others = (self._known[child] for child in node.children)
        if node.op == "pop":
            return (first % _WORD).bit_count()
        if node.op == "ite":
            return others[0] if first else others[1]
        return wrapped(_OPERATORS[node.op](first, others[0]))


def evaluate(node: Node, values: Mapping[Node, int]) -> int:
    """What a term is worth under an assignment of values to its variables."""
    return Evaluation(values).value(node)


def assignment(variables: Sequence[Node], codes: Sequence[int]) -> dict[Node, int]:
    """Codes for variables, of which those with one possible value are constants. Raises `ValueError` for another."""
    values: dict[Node, int] = {}
    for variable, code in zip(variables, codes, strict=True):
        if variable.constant is None:
            values[variable] = code
        elif variable.constant != code:
            raise ValueError(f"the only value is {variable.constant}, not {code}")
    return values


def stepped(action: TracedAction, variables: Sequence[Node], slots: Slots, codes: Codes) -> Slots | Reject | Fail:
    """The state after an action, as its decision tree tells it; `variables` stand for the slots before."""
    evaluation = Evaluation(assignment(variables, slots) | assignment(action.parameters, codes))
    leaf = evaluation.leaf(action.tree)
    if not isinstance(leaf, Accept):
        return leaf
    after = list(slots)
    for slot, node in leaf.updates.items():
        after[slot] = evaluation.value(node)
    return tuple(after)
