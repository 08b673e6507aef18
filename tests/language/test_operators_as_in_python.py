"""Operators do to numbers and truth values of a state what they do in Python, in every state, run and read."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from both_readings import every_step
from kanly.model import Accepted, Fault, Int, Slots, State
from tiny import tiny


class Numbers(State):
    a: int = Int(-2, 2)
    b: int = Int(0, 3)
    n: int = Int(-99, 99)
    t: bool


OPERANDS: dict[str, Callable[[Any], Any]] = {
    "a": lambda g: g.a,
    "b": lambda g: g.b,
    "truth": lambda g: g.a == 1,
    "2": lambda g: 2,
    "-1": lambda g: -1,
    "True": lambda g: True,
}

_python: Any = operator
"""Python's operators, whatever they are applied to."""

OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "+": _python.add,
    "-": _python.sub,
    "*": _python.mul,
    "//": _python.floordiv,
    "%": _python.mod,
    "&": _python.and_,
    "|": _python.or_,
    "^": _python.xor,
    "==": _python.eq,
    "!=": _python.ne,
    "<": _python.lt,
    "<=": _python.le,
    ">": _python.gt,
    ">=": _python.ge,
    "<<": lambda one, other: one << other,
    ">>": lambda one, other: one >> other,
    "and": lambda one, other: one and other,
    "or": lambda one, other: one or other,
    "min": min,
    "abs": lambda one, other: abs(one - other),
    "-x": lambda one, other: -one + +other,
}

PAIRS = [
    (one, other) for one, other in itertools.product(OPERANDS, repeat=2) if not {one, other} <= {"2", "-1", "True"}
]


def plain(slots: Slots) -> SimpleNamespace:
    """The state in plain Python."""
    return SimpleNamespace(a=slots[0] - 2, b=slots[1])


def rule_for(holds: Callable[[Any, Any], Any], one: str, other: str, is_truth: bool) -> Callable[[Numbers], None]:
    """What puts a result where a number, or a truth value, is kept."""
    left, right = OPERANDS[one], OPERANDS[other]

    def number(g: Numbers) -> None:
        g.n = holds(left(g), right(g))

    def truth(g: Numbers) -> None:
        g.t = holds(left(g), right(g))

    rule = truth if is_truth else number
    rule.__name__ = f"{one} {other} {rule.__name__}"
    return rule


@pytest.mark.parametrize("name", OPERATORS)
def test_an_operator_is_that_of_python(name: str) -> None:
    holds = OPERATORS[name]
    ways = {f"{one} {other}": (OPERANDS[one], OPERANDS[other]) for one, other in PAIRS}
    rules = [rule_for(holds, one, other, is_truth) for one, other in PAIRS for is_truth in (False, True)]
    instance = tiny(Numbers, *rules)
    states = [(a, b, 99, 0) for a in range(5) for b in range(4) if (a + b) % 2 or a == 3]
    for action, slots, _, outcome in every_step(instance, states):
        pair, _, kind = action.rpartition(" ")
        left, right = (operand(plain(slots)) for operand in ways[pair])
        try:
            expected = holds(left, right)
        except (ZeroDivisionError, ValueError) as error:
            expected = type(error).__name__
        if isinstance(expected, str) or isinstance(expected, bool) is not (kind == "truth"):
            assert isinstance(outcome, Fault), (action, left, right)
            assert outcome.kind == (expected if isinstance(expected, str) else "out of domain")
        else:
            assert isinstance(outcome, Accepted), (action, left, right, outcome)
            assert outcome.slots[2:] == ((99, int(expected)) if kind == "truth" else (expected + 99, 0))
