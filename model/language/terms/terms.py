"""Terms: what a slot may hold when a rule is read instead of run.

A `Term` wraps a node of the expression graph and behaves like a Python int: arithmetic builds nodes, and asking a term
for its truth (`if`, `and`, `not`) asks the tracer at work which branch to follow.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeGuard

from .nodes import (
    ONE,
    ZERO,
    Node,
    TermError,
    add,
    bit_and,
    bit_or,
    bit_xor,
    const,
    div,
    equal,
    is_truth,
    less,
    mod,
    mul,
    shift_left,
    shift_right,
    sub,
)  # fmt: skip
from .unknown import Unknown, tracer

MOST_CONCRETE: Final = 4096
"""How many values a term may have and still be split into one path a value."""


def _node(value: object) -> Node | None:
    if isinstance(value, Term):
        return value.node
    return const(value) if isinstance(value, int) else None


def node_of(value: object) -> Node:
    """The node behind an int, a bool or a term. Raises `TermError` for anything else."""
    node = _node(value)
    if node is None:
        raise TermError(f"a number was expected, not {value!r}")
    return node


def value_of(node: Node) -> int | Term:
    """The int that a node is, or a term for it."""
    return node.lo if node.op == "const" else Term(node)


def truth_of(node: Node) -> bool | Truth:
    """The bool that a truth value is, or a term for it."""
    return bool(node.lo) if node.op == "const" else Truth(node)


def is_truth_value(value: object) -> TypeGuard[bool | Truth]:
    """Whether a value is a truth value, known or not, and no number: Python tells True from 1 where it is stored."""
    return isinstance(value, bool | Truth)


def truth_node(term: Term) -> Node:
    """The node that tells whether a term is anything but 0."""
    return term.node if is_truth(term.node) else _unequal(term.node, ZERO)


def concrete(term: Term) -> int:
    """One value of the term: the path forks over all that are possible."""
    node, active = term.node, tracer()
    if active is None:
        raise TermError("a symbolic value was used outside of a trace")
    if node.hi - node.lo >= MOST_CONCRETE:
        raise TermError(f"a value between {node.lo} and {node.hi} is used where one number is needed; too many to try")
    for value in range(node.lo, node.hi):
        if active.decide(equal(node, const(value))):
            return value
    return node.hi


def _operator(
    build: Callable[[Node, Node], Node], wrap: Callable[[Node], object], swap: bool = False
) -> Callable[[Term, object], Any]:
    def method(self: Term, other: object) -> object:
        right = _node(other)
        if right is None:
            return _no_number(other)
        return wrap(build(right, self.node) if swap else build(self.node, right))

    return method


def _no_number(other: object) -> Any:
    """What is left to the other side of an operator. Raises `TermError` for a number that is not whole."""
    if isinstance(other, float | complex) or hasattr(type(other), "__float__"):
        raise TermError(f"a value of the state meets {other!r}; write whole numbers")
    return NotImplemented


def _comparing(build: Callable[[Node, Node], Node], unlike: bool) -> Callable[[Term, object], Any]:
    """`==` and `!=`: a number is `unlike` None; what a stranger answers is not known."""

    def method(self: Term, other: object) -> object:
        right = _node(other)
        if right is not None:
            return truth_of(build(self.node, right))
        if other is None:
            return unlike
        if isinstance(other, Unknown):
            return NotImplemented
        raise TermError(
            f"a number or a truth value of the state is compared with {other!r}; compare it with a whole number, a "
            "truth value or None"
        )

    return method


def _combining(build: Callable[[Node, Node], Node], swap: bool = False) -> Callable[[Term, object], Any]:
    """`&`, `|` and `^`: of two truth values a truth value, of anything else a number."""
    as_number, as_truth = _operator(build, value_of, swap), _operator(build, truth_of, swap)

    def method(self: Term, other: object) -> object:
        both = isinstance(self, Truth) and is_truth_value(other)
        return as_truth(self, other) if both else as_number(self, other)

    return method


def _dividing(build: Callable[[Node, Node], Node], swap: bool = False) -> Callable[[Term, object], Any]:
    """`//` and `%`: the path forks over the values of a divisor that is not known."""
    operator = _operator(build, value_of)

    def method(self: Term, other: object) -> object:
        number, by = (other, self) if swap else (self, other)
        known = concrete(by) if isinstance(by, Term) else by
        if _node(number) is None:
            return _no_number(number)
        return operator(Term(node_of(number)), known)

    return method


def _shifting(build: Callable[[Node, Node], Node], swap: bool = False) -> Callable[[Term, object], Any]:
    """`<<` and `>>`, which Python refuses for a negative number of bits."""
    operator = _operator(build, value_of, swap)

    def method(self: Term, other: object) -> object:
        by = self if swap else other
        if isinstance(by, int | Term) and by < 0:
            raise ValueError("negative shift count")
        return operator(self, other)

    return method


def _unreadable(self: Term, *others: object) -> Any:
    raise TermError("`/`, `**`, `~`, divmod and float are not read; use +, -, *, //, %, &, |, ^, << and >>")


def _not_less(a: Node, b: Node) -> Node:
    return bit_xor(less(a, b), ONE)


def _unequal(a: Node, b: Node) -> Node:
    return bit_xor(equal(a, b), ONE)


class Term(Unknown):
    """A symbolic int. Arithmetic and comparison build terms; truth, hash and index fork the path."""

    __slots__ = ("node",)

    def __init__(self, node: Node) -> None:
        self.node = node

    __add__ = _operator(add, value_of)
    __radd__ = _operator(add, value_of, swap=True)
    __sub__ = _operator(sub, value_of)
    __rsub__ = _operator(sub, value_of, swap=True)
    __mul__ = _operator(mul, value_of)
    __rmul__ = _operator(mul, value_of, swap=True)
    __floordiv__ = _dividing(div)
    __rfloordiv__ = _dividing(div, swap=True)
    __mod__ = _dividing(mod)
    __rmod__ = _dividing(mod, swap=True)
    __and__ = _combining(bit_and)
    __rand__ = _combining(bit_and, swap=True)
    __or__ = _combining(bit_or)
    __ror__ = _combining(bit_or, swap=True)
    __xor__ = _combining(bit_xor)
    __rxor__ = _combining(bit_xor, swap=True)
    __lshift__ = _shifting(shift_left)
    __rlshift__ = _shifting(shift_left, swap=True)
    __rshift__ = _shifting(shift_right)
    __rrshift__ = _shifting(shift_right, swap=True)
    __truediv__ = __rtruediv__ = __pow__ = __rpow__ = __divmod__ = __rdivmod__ = _unreadable
    __float__ = __invert__ = __round__ = _unreadable
    __lt__ = _operator(less, truth_of)
    __gt__ = _operator(less, truth_of, swap=True)
    __ge__ = _operator(_not_less, truth_of)
    __le__ = _operator(_not_less, truth_of, swap=True)
    __eq__ = _comparing(equal, unlike=False)
    __ne__ = _comparing(_unequal, unlike=True)

    def __neg__(self) -> int | Term:
        return value_of(sub(ZERO, self.node))

    def __pos__(self) -> Term:
        return Term(self.node)

    def __abs__(self) -> int | Term:
        return -self if self < 0 else +self

    def __bool__(self) -> bool:
        active = tracer()
        if active is None:
            raise TermError("a symbolic value was used outside of a trace")
        return active.decide(truth_node(self))

    def __index__(self) -> int:
        return concrete(self)

    __int__ = __index__

    def __hash__(self) -> int:
        return hash(concrete(self))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or not hasattr(int, name):
            raise AttributeError(f"'int' object has no attribute {name!r}")
        return getattr(concrete(self), name)

    def _told(self) -> str:
        return "<a number>"


class Truth(Term):
    """A truth value that is not known: what a comparison gives. In arithmetic it is a number, as True is."""

    __slots__ = ()

    def _told(self) -> str:
        return "<a truth value>"
