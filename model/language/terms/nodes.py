"""Nodes: a hash-consed expression graph over integers, in which equal expressions are the same object.

Every node carries the interval `[lo, hi]` of the values it can take; intervals decide comparisons early and give the
later readings their bit widths. The functions that build nodes simplify as they go.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import Final, cast
from weakref import WeakValueDictionary

LARGEST: Final = 1 << 62
"""No intermediate value may reach this: the compiled reading computes in 64-bit signed words."""


class TermError(Exception):
    """A rule computed something that cannot be read symbolically (too large, or a negative bit pattern)."""


class Node:
    """One expression: an operator and its arguments (nodes, or plain data for `const` and `var`), and its interval."""

    __slots__ = ("__weakref__", "args", "children", "constant", "hi", "lo", "number", "op", "uses")

    def __init__(self, op: str, args: tuple[object, ...], lo: int, hi: int) -> None:
        is_leaf = op in _LEAVES
        self.number: int = next(_numbers)
        """What orders nodes in the same way in every process that builds the same ones."""
        self.op = op
        self.args = args
        self.lo = lo
        self.hi = hi
        self.children: tuple[Node, ...] = () if is_leaf else cast("tuple[Node, ...]", args)
        """The argument nodes."""
        self.constant: int | None = lo if op == "const" else None
        """The value of a constant, None for everything else."""
        uses = _variable_bit(str(args[0])) if op == "var" else 0
        for child in self.children:
            uses |= child.uses
        self.uses: int = uses
        """The variables it depends on, as a bit set that only serves to compare: see `variables`."""

    @property
    def variables(self) -> frozenset[Node]:
        """The variables this expression depends on."""
        return frozenset(node for node in walk(self) if node.op == "var")

    def __repr__(self) -> str:
        if self.op == "const":
            return str(self.lo)
        if self.op == "var":
            return str(self.args[0])
        return f"{self.op}({', '.join(map(repr, self.args))})"


_LEAVES: Final = frozenset({"const", "var"})
"""The operators whose arguments are plain data; those of all others are nodes."""

_nodes: WeakValueDictionary[tuple[object, ...], Node] = WeakValueDictionary()
_small: dict[int, Node] = {}
"""The constants that nearly every rule uses."""
_variable_bits: dict[str, int] = {}
_numbers = count()


def _variable_bit(name: str) -> int:
    return _variable_bits.setdefault(name, 1 << len(_variable_bits))


def make(op: str, lo: int, hi: int, *args: object) -> Node:
    """The one node of an operator with these arguments, whose value lies from `lo` to `hi`."""
    key = (op, *args) if op not in _LEAVES else (op, *args, lo, hi)
    node = _nodes.get(key)
    if node is None:
        if hi >= LARGEST or lo <= -LARGEST:
            raise TermError(f"a value between {lo} and {hi} is too large; keep every value below 2**62")
        node = Node(op, args, lo, hi)
        _nodes[key] = node
    return node


def const(value: int) -> Node:
    """The constant `value`."""
    found = _small.get(value)
    return make("const", int(value), int(value), int(value)) if found is None else found


def variable(name: str, lo: int, hi: int) -> Node:
    """An unknown between `lo` and `hi`; a constant when only one value is possible."""
    return const(lo) if lo == hi else make("var", lo, hi, name)


_small.update({value: const(value) for value in range(-64, 257)})

ZERO: Final = const(0)
ONE: Final = const(1)


def _constant_last(a: Node, b: Node) -> tuple[Node, Node]:
    """The arguments of an operator that takes them in any order."""
    return (b, a) if a.constant is not None else (a, b)


def add(a: Node, b: Node) -> Node:
    """`a + b`."""
    a, b = _constant_last(a, b)
    if b.constant is not None:
        if a.constant is not None:
            return const(a.lo + b.lo)
        if b.lo == 0:
            return a
        if a.op == "add" and a.children[1].constant is not None:
            return add(a.children[0], const(a.children[1].lo + b.lo))
    return make("add", a.lo + b.lo, a.hi + b.hi, a, b)


def sub(a: Node, b: Node) -> Node:
    """`a - b`, which may be negative."""
    if b.constant is not None:
        return add(a, const(-b.lo))
    if a is b:
        return ZERO
    return make("sub", a.lo - b.hi, a.hi - b.lo, a, b)


def mul(a: Node, b: Node) -> Node:
    """`a * b`."""
    a, b = _constant_last(a, b)
    if b.constant is not None:
        if a.constant is not None:
            return const(a.lo * b.lo)
        if b.lo == 0:
            return ZERO
        if b.lo == 1:
            return a
    corners = [x * y for x in (a.lo, a.hi) for y in (b.lo, b.hi)]
    return make("mul", min(corners), max(corners), a, b)


def _divisor(b: Node) -> int:
    """A constant divisor, which is not 0. Raises `ZeroDivisionError` and `TermError`."""
    if b.constant is None:
        raise TermError("division by a value that is not known; its values are tried one by one")
    if b.lo == 0:
        raise ZeroDivisionError("integer division or modulo by zero")
    return b.lo


def _raised(a: Node, by: int) -> tuple[Node, int]:
    """What cannot be negative and differs from `a` by a multiple of `by`, and how often `by` was added."""
    times = -(a.lo // by)
    return (a, 0) if a.lo >= 0 else (add(a, const(times * by)), times)


def div(a: Node, b: Node) -> Node:
    """`a // b` for a constant `b`, rounded down as Python does."""
    by = _divisor(b)
    if by < 0:
        return div(sub(ZERO, a), const(-by))
    if a.constant is not None:
        return const(a.lo // by)
    if by == 1:
        return a
    raised, times = _raised(a, by)
    return add(make("div", raised.lo // by, raised.hi // by, raised, b), const(-times))


def mod(a: Node, b: Node) -> Node:
    """`a % b` for a constant `b`, with the sign of `b` as in Python."""
    by = _divisor(b)
    if by < 0:
        return sub(ZERO, mod(sub(ZERO, a), const(-by)))
    if a.constant is not None:
        return const(a.lo % by)
    raised, _ = _raised(a, by)
    return raised if raised.hi < by else make("mod", 0, by - 1, raised, b)


def ones_up_to(value: int) -> int:
    """A mask of ones as long as the value."""
    return (1 << value.bit_length()) - 1


def _patterned(operation: Callable[[Node, Node], Node], a: Node, b: Node) -> Node | None:
    """A bit operation on numbers of which one may be negative, worked out on their last bits; None if none may be.

    Python takes a negative number for one with endlessly many bits before it, all 1; one such bit is enough here.
    """
    if a.lo >= 0 and b.lo >= 0:
        return None
    width = max(abs(bound).bit_length() for bound in (a.lo, a.hi, b.lo, b.hi)) + 1
    size = const(1 << width)
    pattern = operation(mod(a, size), mod(b, size))
    return sub(pattern, mul(shift_right(pattern, const(width - 1)), size))


def _bitwise(
    operation: Callable[[Node, Node], Node], of_numbers: Callable[[int, int], int], a: Node, b: Node
) -> tuple[Node, Node, Node | None]:
    """The operands of a bit operation, a constant last, and its result if a constant or a negative one decides it."""
    signed = _patterned(operation, a, b)
    if signed is not None:
        return a, b, signed
    a, b = _constant_last(a, b)
    if a.constant is not None and b.constant is not None:
        return a, b, const(of_numbers(a.lo, b.lo))
    return a, b, None


def bit_and(a: Node, b: Node) -> Node:
    """`a & b`, bitwise; on truth values, conjunction."""
    a, b, known = _bitwise(bit_and, int.__and__, a, b)
    if known is not None:
        return known
    if b.constant is not None and b.lo & ones_up_to(a.hi) == ones_up_to(a.hi):
        return a
    if b.constant == 0 or _is_opposite(a, b):
        return ZERO
    return a if a is b else make("and", 0, min(a.hi, b.hi), a, b)


def bit_or(a: Node, b: Node) -> Node:
    """`a | b`, bitwise; on truth values, disjunction."""
    a, b, known = _bitwise(bit_or, int.__or__, a, b)
    if known is not None:
        return known
    if b.constant is not None and b.lo & ones_up_to(a.hi) == ones_up_to(a.hi):
        return b
    if _is_opposite(a, b):
        return ONE
    return a if a is b or b.constant == 0 else make("or", max(a.lo, b.lo), ones_up_to(a.hi | b.hi), a, b)


def bit_xor(a: Node, b: Node) -> Node:
    """`a ^ b`, bitwise."""
    a, b, known = _bitwise(bit_xor, int.__xor__, a, b)
    if known is not None:
        return known
    if b.constant is not None and a.op == "xor" and a.children[1].constant is not None:
        return bit_xor(a.children[0], const(a.children[1].lo ^ b.lo))
    if a is b:
        return ZERO
    return a if b.constant == 0 else make("xor", 0, ones_up_to(a.hi | b.hi), a, b)


def is_truth(node: Node) -> bool:
    """Whether the node can only be 0 or 1."""
    return node.lo >= 0 and node.hi <= 1


def _is_opposite(a: Node, b: Node) -> bool:
    """Whether one of two truth values is known as `not` the other."""
    return _negates(a, b) or _negates(b, a)


def _negates(a: Node, b: Node) -> bool:
    return a.op == "xor" and a.children[0] is b and a.children[1] is ONE and is_truth(b)


def made_natural(a: Node) -> Node:
    """`a` where it is not negative, and elsewhere some number that is not."""
    return a if a.lo >= 0 else mod(a, const(1 << max(a.hi, 0).bit_length()))


def shift_left(a: Node, b: Node) -> Node:
    """`a << b`; anything where `b` is negative, which Python refuses."""
    if b.constant is not None:
        return mul(a, const(1 << max(b.lo, 0)))
    by = made_natural(b)
    if a.lo < 0:
        below = sub(ZERO, shift_left(made_natural(sub(ZERO, a)), by))
        return ite(less(a, ZERO), below, shift_left(made_natural(a), by))
    return make("shl", a.lo << by.lo, a.hi << by.hi, a, by)


def shift_right(a: Node, b: Node) -> Node:
    """`a >> b`; anything where `b` is negative, which Python refuses."""
    if b.constant is not None and b.lo <= 0:
        return a
    if a.constant is not None and b.constant is not None:
        return const(a.lo >> b.lo)
    by = made_natural(b)
    if a.lo < 0:
        below = sub(const(-1), shift_right(made_natural(sub(const(-1), a)), by))
        return ite(less(a, ZERO), below, shift_right(made_natural(a), by))
    return make("shr", a.lo >> by.hi, a.hi >> by.lo, a, by)


def equal(a: Node, b: Node) -> Node:
    """1 when `a == b`, else 0."""
    if a is b:
        return ONE
    if a.hi < b.lo or b.hi < a.lo:
        return ZERO
    a, b = _constant_last(a, b)
    if b.constant is None:
        return make("eq", 0, 1, *((a, b) if a.number < b.number else (b, a)))
    if is_truth(a):
        return a if b.lo == 1 else bit_xor(a, ONE)
    if a.op == "add" and a.children[1].constant is not None:
        return equal(a.children[0], const(b.lo - a.children[1].lo))
    if a.op == "ite":
        condition, yes, no = a.children
        one, other = equal(yes, b), equal(no, b)
        if one.constant is not None or other.constant is not None:
            return ite(condition, one, other)
    return make("eq", 0, 1, a, b)


def less(a: Node, b: Node) -> Node:
    """1 when `a < b`, else 0."""
    if a.hi < b.lo:
        return ONE
    if a.lo >= b.hi:
        return ZERO
    if b.constant is not None and a.op == "add" and a.children[1].constant is not None:
        return less(a.children[0], const(b.lo - a.children[1].lo))
    if a.constant is not None and b.op == "add" and b.children[1].constant is not None:
        return less(const(a.lo - b.children[1].lo), b.children[0])
    if b.constant is not None and b.lo == a.lo + 1:
        return equal(a, const(a.lo))
    if a.constant is not None and a.lo == b.hi - 1:
        return equal(b, const(b.hi))
    return make("lt", 0, 1, a, b)


def ite(condition: Node, yes: Node, no: Node) -> Node:
    """`yes` when the truth value `condition` is 1, else `no`."""
    if condition.constant is not None:
        return yes if condition.lo else no
    if condition.op == "xor" and condition.children[1] is ONE:
        condition, yes, no = condition.children[0], no, yes
    if yes.op == "ite" and yes.children[0] is condition:
        yes = yes.children[1]
    if no.op == "ite" and no.children[0] is condition:
        no = no.children[2]
    if yes is no:
        return yes
    if is_truth(yes) and is_truth(no):
        return _truth_choice(condition, yes, no)
    return make("ite", min(yes.lo, no.lo), max(yes.hi, no.hi), condition, yes, no)


def _truth_choice(condition: Node, yes: Node, no: Node) -> Node:
    if yes is ONE:
        return bit_or(condition, no)
    if yes is ZERO:
        return bit_and(bit_xor(condition, ONE), no)
    if no is ZERO:
        return bit_and(condition, yes)
    if no is ONE:
        return bit_or(bit_xor(condition, ONE), yes)
    return make("ite", 0, 1, condition, yes, no)


def walk(*roots: Node) -> Iterator[Node]:
    """Every node below the roots once, arguments before the nodes that use them."""
    seen: set[Node] = set()
    stack = [(root, False) for root in reversed(roots)]
    while stack:
        node, ready = stack.pop()
        if ready:
            yield node
        elif node not in seen:
            seen.add(node)
            stack.append((node, True))
            stack.extend((child, False) for child in reversed(node.children))
