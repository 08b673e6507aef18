"""From terms to Z3: each node becomes a bit-vector of the narrowest width that holds its interval.

A node that can only be 0 or 1 becomes a Z3 truth value; every other one a bit-vector, unsigned when it cannot be
negative and in two's complement when it can. What the variables stand for is given by an `Environment`: a second copy
of a state, or the state after k steps, is another environment and another `Encoder`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeAlias

import z3 as untyped

from ....model.language.terms.masks import bit, popcount
from ....model.language.terms.nodes import ONE, Node, TermError, bit_and, is_truth
from ....model.language.terms.rebuilding import worked_out

z3: Any = untyped
"""Z3 as the type checker is to see it: it declares its types in part only."""

Formula: TypeAlias = Any
"""A Z3 truth value (`z3.BoolRef`)."""

Bits: TypeAlias = Any
"""A Z3 bit-vector (`z3.BitVecRef`)."""

Environment: TypeAlias = Mapping[Node, Any]
"""What each variable stands for: a formula for a variable that is 0 or 1, bits of its width for any other."""

INDEX_BITS: Final = 6
"""An index into a mask counts modulo 64, as in the other readings."""


def width_of(low: int, high: int) -> int:
    """How many bits hold every value from `low` to `high`; two's complement when `low` is negative."""
    if low >= 0:
        return max(1, high.bit_length())
    return max(high.bit_length(), (-low - 1).bit_length()) + 1


def fitted(bits: Bits, width: int, signed: bool) -> Bits:
    """The same number in another width; bits that are cut off must not matter."""
    have: int = bits.size()
    if have == width:
        return bits
    if have > width:
        return z3.Extract(width - 1, 0, bits)
    return z3.SignExt(width - have, bits) if signed else z3.ZeroExt(width - have, bits)


def unknown(name: str, node: Node) -> Any:
    """A fresh Z3 constant for a variable."""
    return z3.Bool(name) if is_truth(node) else z3.BitVec(name, width_of(node.lo, node.hi))


def in_range(node: Node, value: Any) -> Formula:
    """Whether a Z3 value is within the interval of the variable it stands for."""
    if is_truth(node):
        return z3.BoolVal(True)
    width = width_of(node.lo, node.hi)
    low, high = z3.BitVecVal(node.lo, width), z3.BitVecVal(node.hi, width)
    if node.lo < 0:
        return z3.And(low <= value, value <= high)
    floor = z3.ULE(low, value) if node.lo else z3.BoolVal(True)
    return z3.And(floor, z3.ULE(value, high)) if node.hi + 1 < 1 << width else floor


def at_most(node: Node, value: Any, most: int) -> Formula:
    """Whether a Z3 value for a node is `most` or less."""
    if is_truth(node):
        return z3.BoolVal(True) if most else z3.Not(value)
    bound = z3.BitVecVal(most, value.size())
    return value <= bound if node.lo < 0 else z3.ULE(value, bound)


def numeral(node: Node, value: int) -> Any:
    """A constant in the form that `node` has."""
    return z3.BoolVal(value == 1) if is_truth(node) else z3.BitVecVal(value, width_of(node.lo, node.hi))


def number_of(value: Any, node: Node) -> int:
    """The int that a Z3 constant (from a model) means for a node."""
    if isinstance(value, z3.BoolRef):
        return int(z3.is_true(value))
    return value.as_signed_long() if node.lo < 0 else value.as_long()


class Encoder:
    """Translates nodes under one environment, each node once."""

    def __init__(self, environment: Environment) -> None:
        self.environment = environment
        self._done: dict[Node, Any] = {}

    def truth(self, node: Node) -> Formula:
        """Whether the node is not 0."""
        value = self.value(node)
        return value if is_truth(node) else value != 0

    def bits(self, node: Node, width: int | None = None) -> Bits:
        """The number that a node is, in a width (its own by default)."""
        value = self.value(node)
        if is_truth(node):
            value = z3.If(value, z3.BitVecVal(1, 1), z3.BitVecVal(0, 1))
        return fitted(value, value.size() if width is None else width, node.lo < 0)

    def as_for(self, variable: Node, node: Node) -> Any:
        """The node in the form of a variable that can hold its value."""
        if is_truth(variable):
            return self.value(node) if is_truth(node) else self.bits(node, 1) == 1
        return self.bits(node, width_of(variable.lo, variable.hi))

    def value(self, node: Node) -> Any:
        """The node as a formula if it is 0 or 1, as bits of its own width if not. Raises `TermError`."""
        return worked_out(node, self._done, self._encoded)

    def _encoded(self, node: Node) -> Any:
        if node.op == "const":
            return numeral(node, node.lo)
        if node.op == "var":
            if node not in self.environment:
                raise TermError(f"the variable {node!r} is not known here")
            return self.environment[node]
        result = _OPERATORS[node.op](self, node)
        if isinstance(result, z3.BitVecRef) and is_truth(node):
            return z3.Extract(0, 0, result) == 1
        return result


def _ring(combine: Callable[[Bits, Bits], Bits]) -> Callable[[Encoder, Node], Bits]:
    """Sums, differences and products are exact modulo any power of two that holds the result."""

    def encode(encoder: Encoder, node: Node) -> Bits:
        width = width_of(node.lo, node.hi)
        a, b = node.children
        return combine(encoder.bits(a, width), encoder.bits(b, width))

    return encode


def _bitwise(
    logical: Callable[[Formula, Formula], Formula], combine: Callable[[Bits, Bits], Bits]
) -> Callable[[Encoder, Node], Any]:
    def encode(encoder: Encoder, node: Node) -> Any:
        a, b = node.children
        if is_truth(a) and is_truth(b):
            return logical(encoder.value(a), encoder.value(b))
        width = width_of(node.lo, node.hi)
        return combine(encoder.bits(a, width), encoder.bits(b, width))

    return encode


def _xor(encoder: Encoder, node: Node) -> Any:
    a, b = node.children
    return z3.Not(encoder.value(a)) if b is ONE and is_truth(a) else _bitwise(z3.Xor, lambda x, y: x ^ y)(encoder, node)


def _division(combine: Callable[[Bits, Bits], Bits]) -> Callable[[Encoder, Node], Bits]:
    def encode(encoder: Encoder, node: Node) -> Bits:
        a, b = node.children
        width = max(width_of(a.lo, a.hi), width_of(b.lo, b.hi))
        result = combine(encoder.bits(a, width), encoder.bits(b, width))
        return fitted(result, width_of(node.lo, node.hi), signed=False)

    return encode


def _shift_left(encoder: Encoder, node: Node) -> Bits:
    a, b = node.children
    width = width_of(node.lo, node.hi)
    return encoder.bits(a, width) << encoder.bits(b, width)


def _bit(encoder: Encoder, node: Node) -> Formula:
    mask, index = node.children
    bits = encoder.bits(mask)
    if index.constant is not None:
        at = index.constant & 63
        return z3.Extract(at, at, bits) == 1 if at < bits.size() else z3.BoolVal(False)
    chosen = encoder.bits(index, INDEX_BITS)
    places = [z3.And(chosen == at, z3.Extract(at, at, bits) == 1) for at in _reach(index, bits.size())]
    return z3.Or(places)


def _reach(index: Node, width: int) -> range:
    """The places of a mask of `width` bits that an index may mean."""
    return range(max(index.lo, 0), min(index.hi + 1, width)) if index.lo >= -1 and index.hi < 64 else range(width)


def _marker(encoder: Encoder, index: Node, width: int) -> Bits:
    """The mask with the one bit that an index names, if it is within the width."""
    chosen = encoder.bits(index, INDEX_BITS)
    marker = z3.BitVecVal(0, width)
    for at in _reach(index, width):
        marker = z3.If(chosen == at, z3.BitVecVal(1 << at, width), marker)
    return marker


def _insert(encoder: Encoder, node: Node) -> Bits:
    mask, index = node.children
    width = width_of(node.lo, node.hi)
    return encoder.bits(mask, width) | _marker(encoder, index, width)


def _erase(encoder: Encoder, node: Node) -> Bits:
    mask, index = node.children
    width = width_of(node.lo, node.hi)
    return encoder.bits(mask, width) & ~_marker(encoder, index, width)


def _pop(encoder: Encoder, node: Node) -> Bits:
    """How many bits there are: one more or less than in the mask that one was put into or taken from.

    A solver would have to work that out by adding all bits up, with and without the one, which takes it long.
    """
    (mask,) = node.children
    width = width_of(node.lo, node.hi)
    if mask.op == "ite":
        condition, yes, no = mask.children
        return z3.If(encoder.truth(condition), *(encoder.bits(popcount(each), width) for each in (yes, no)))
    if mask.op in ("insert", "erase") and 0 <= mask.children[1].lo <= mask.children[1].hi < 64:
        inner, index = mask.children
        one, none = z3.BitVecVal(1, width), z3.BitVecVal(0, width)
        is_in = encoder.truth(bit(inner, index))
        before = encoder.bits(popcount(inner), width)
        return before + z3.If(is_in, none, one) if mask.op == "insert" else before - z3.If(is_in, one, none)
    if mask.op == "or":
        one, other = mask.children
        in_one, in_other, in_both = (encoder.bits(popcount(each), width) for each in (one, other, bit_and(one, other)))
        return in_one + in_other - in_both
    return _added_up(encoder.bits(mask), width)


def _added_up(bits: Bits, width: int) -> Bits:
    """The sum of the bits, added in pairs so that the numbers stay narrow for as long as possible."""
    numbers: list[Bits] = [z3.Extract(at, at, bits) for at in range(bits.size())]
    while len(numbers) > 1:
        pairs = [numbers[at : at + 2] for at in range(0, len(numbers), 2)]
        numbers = [_sum(*pair) if len(pair) == 2 else pair[0] for pair in pairs]
    return fitted(numbers[0], width, signed=False)


def _sum(a: Bits, b: Bits) -> Bits:
    width = max(a.size(), b.size()) + 1
    return fitted(a, width, signed=False) + fitted(b, width, signed=False)


def _pair(encoder: Encoder, node: Node) -> tuple[Bits, Bits, bool]:
    """Two numbers in a width that holds either, and whether it has a sign."""
    a, b = node.children
    low, high = min(a.lo, b.lo), max(a.hi, b.hi)
    width = width_of(low, high)
    return encoder.bits(a, width), encoder.bits(b, width), low < 0


def _equal(encoder: Encoder, node: Node) -> Formula:
    a, b = node.children
    if is_truth(a) and is_truth(b):
        return encoder.value(a) == encoder.value(b)
    left, right, _ = _pair(encoder, node)
    return left == right


def _less(encoder: Encoder, node: Node) -> Formula:
    a, b = node.children
    if is_truth(a) and is_truth(b):
        return z3.And(z3.Not(encoder.value(a)), encoder.value(b))
    left, right, signed = _pair(encoder, node)
    return left < right if signed else z3.ULT(left, right)


def _ite(encoder: Encoder, node: Node) -> Any:
    condition, yes, no = node.children
    if is_truth(node):
        return z3.If(encoder.truth(condition), encoder.value(yes), encoder.value(no))
    width = width_of(node.lo, node.hi)
    return z3.If(encoder.truth(condition), encoder.bits(yes, width), encoder.bits(no, width))


_OPERATORS: Final[Mapping[str, Callable[[Encoder, Node], Any]]] = {
    "add": _ring(lambda a, b: a + b), "sub": _ring(lambda a, b: a - b), "mul": _ring(lambda a, b: a * b),
    "div": _division(z3.UDiv), "mod": _division(z3.URem),
    "and": _bitwise(z3.And, lambda a, b: a & b), "or": _bitwise(z3.Or, lambda a, b: a | b), "xor": _xor,
    "shl": _shift_left, "shr": _division(z3.LShR), "bit": _bit, "insert": _insert, "erase": _erase, "pop": _pop,
    "eq": _equal, "lt": _less, "ite": _ite,
}  # fmt: skip


def conjunction(formulas: Iterable[Formula]) -> Formula:
    """Whether all hold."""
    return z3.And(list(formulas))


def disjunction(formulas: Iterable[Formula]) -> Formula:
    """Whether some hold."""
    return z3.Or(list(formulas))


def negated(formula: Formula) -> Formula:
    """Whether it does not hold."""
    return z3.Not(formula)


def conditional(premise: Formula, formula: Formula) -> Formula:
    """Whether the formula holds if the premise does."""
    return z3.Implies(premise, formula)


def switch(name: str) -> Formula:
    """A fresh truth value, to turn a supposition on and off."""
    return z3.Bool(name)
