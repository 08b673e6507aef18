"""Division and bits of numbers that may be negative: what a rule says of them is read as Python runs it."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from judging import READINGS, WAYS
from kanly.explorer.findings.status import Status
from kanly.explorer.trace.evaluate import Evaluation
from kanly.invariants import Declarations
from kanly.model import Instance, Int, State, require
from kanly.model.language.terms.nodes import Node, TermError, const, variable
from kanly.model.language.terms.rebuilding import BUILDERS, Substitution
from tiny import tiny

LEFT, RIGHT = variable("left", -9, 9), variable("right", 0, 6)


@pytest.mark.parametrize("by", [-7, -4, -3, -1, 1, 2, 5, 16])
@pytest.mark.parametrize("name", ["div", "mod"])
def test_division_rounds_down(name: str, by: int) -> None:
    node = BUILDERS[name](LEFT, const(by))
    for value in range(-9, 10):
        expected = value // by if name == "div" else value % by
        assert Evaluation({LEFT: value}).value(node) == expected
        assert node.lo <= expected <= node.hi


OPERATIONS: list[tuple[str, Callable[[int, int], int]]] = [
    ("and", lambda a, b: a & b), ("or", lambda a, b: a | b), ("xor", lambda a, b: a ^ b),
    ("shl", lambda a, b: a << b), ("shr", lambda a, b: a >> b),
]  # fmt: skip


@pytest.mark.parametrize(("name", "python"), OPERATIONS)
@pytest.mark.parametrize("shift", [-5, 0, 3])
def test_bits_of_negative_numbers(name: str, python: Callable[[int, int], int], shift: int) -> None:
    other: Node = RIGHT if name.startswith("sh") else BUILDERS["add"](RIGHT, const(shift))
    node = BUILDERS[name](LEFT, other)
    for left, right in itertools.product(range(-9, 10), range(7)):
        here = Evaluation({LEFT: left, RIGHT: right})
        expected = python(left, right if name.startswith("sh") else right + shift)
        assert here.value(node) == expected
        assert node.lo <= expected <= node.hi


@pytest.mark.parametrize("name", ["div", "mod", "and", "or", "xor", "shl", "shr"])
def test_a_term_stays_one_when_a_field_is_replaced(name: str) -> None:
    field = variable("field", 0, 4)
    node = BUILDERS[name](field, const(3))
    after = Substitution({field: BUILDERS["sub"](field, const(2))})(node)
    for value in range(2, 5):
        assert Evaluation({field: value}).value(after) == Evaluation({field: value - 2}).value(node)


def test_division_by_zero_is_the_fault_that_python_makes_of_it() -> None:
    with pytest.raises(ZeroDivisionError):
        BUILDERS["div"](LEFT, const(0))
    with pytest.raises(TermError):
        BUILDERS["mod"](LEFT, RIGHT)


class Pile(State):
    """A number and what is said of it."""

    n: int = Int(0, 4)
    by: int = Int(1, 3)
    even: bool


def four(g: Any) -> None:
    g.n, g.even = 4, True


def take_two(g: Any) -> None:
    require(g.n >= 2, "enough")
    g.n = g.n - 2


def take_two_or_all(g: Any) -> None:
    require(g.n >= 2, "enough")
    g.n = g.n - 2 if g.n >= 2 else 0


def take_two_and_tell(g: Any) -> None:
    require(g.n > 1, "enough")
    g.n -= 2
    g.even = g.n % 2 == 0 and g.n // 2 * 2 == g.n and g.n & 1 == 0 and g.n >> 1 << 1 == g.n


def turn_round(g: Any) -> None:
    require((g.n - 3) % 5 != 4, "three")
    g.even = (g.n - 3) // 2 < 1 and (3 - g.n) % g.by < 3


RULES = [take_two, take_two_or_all, take_two_and_tell, turn_round]
LAWS: list[Callable[[Any], bool]] = [
    lambda g: g.n % 2 == 0,
    lambda g: g.n // 2 * 2 - g.n == 0,
    lambda g: g.n & 1 == 0,
    lambda g: g.n >> 1 << 1 == g.n,
    lambda g: (g.n - 4) % -2 == 0,
]


def piles(rule: Callable[[Any], None], law: Callable[[Any], bool]) -> Instance:
    instance = tiny(Pile, rule, start=four)
    law.__doc__ = "The number is even."
    Declarations(instance.model).invariant("even")(law)
    return instance


@pytest.mark.parametrize("way", READINGS)
@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("rule", RULES)
def test_a_number_that_a_rule_lowers_is_divided(
    rule: Callable[[Any], None], law: Callable[[Any], bool], way: str
) -> None:
    assert WAYS[way](piles(rule, law)) is Status.HOLDS
