"""The bounds of every operator hold all values that it takes on what lies within the bounds of its operands."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from itertools import product

import pytest

from kanly.explorer.search.breadth_first import explore
from kanly.explorer.sweep.answers.exploring import explore as sweep
from kanly.explorer.trace.evaluate import Evaluation
from kanly.explorer.trace.facts import Facts
from kanly.model import Int, State, require
from kanly.model.language.terms.nodes import Node, const, is_truth, less, variable, walk
from kanly.model.language.terms.rebuilding import BUILDERS
from tiny import tiny

SETS = ("bit", "insert", "erase", "pop")


def chosen(condition: int, yes: int, no: int) -> int:
    return yes if condition else no


def has_bit(mask: int, index: int) -> int:
    return mask >> index & 1


def with_bit(mask: int, index: int) -> int:
    return mask | 1 << index


def without_bit(mask: int, index: int) -> int:
    return mask & ~(1 << index)


MEANINGS: Mapping[str, Callable[..., int]] = {
    "add": int.__add__, "sub": int.__sub__, "mul": int.__mul__, "div": int.__floordiv__, "mod": int.__mod__,
    "and": int.__and__, "or": int.__or__, "xor": int.__xor__, "shl": int.__lshift__, "shr": int.__rshift__,
    "eq": int.__eq__, "lt": int.__lt__, "ite": chosen, "bit": has_bit, "insert": with_bit, "erase": without_bit,
    "pop": int.bit_count,
}  # fmt: skip
"""What each operator means, as Python says it."""


def interval(pick: random.Random, low: int = -9, widest: int = 6) -> tuple[int, int]:
    start = pick.randint(low, 9)
    return start, start + pick.choice((0, 1, 1, 2, 3, widest))


def drawn(pick: random.Random, op: str) -> list[Node]:
    """Operands that the operator takes, constants among them."""
    first, second = interval(pick), interval(pick)
    if op in SETS:
        first, second = interval(pick, low=0, widest=9), interval(pick, low=0)
    elif op in ("shl", "shr"):
        second = interval(pick, low=0)
    elif op in ("div", "mod"):
        second = (pick.choice((-5, -3, -2, -1, 1, 2, 3, 4, 7)),) * 2
    operands = [variable("first", *first), variable("second", *second)]
    if op == "ite":
        return [variable("truth", 0, 1), *operands]
    return operands[:1] if op == "pop" else operands


def values_of(nodes: list[Node]) -> Iterator[dict[Node, int]]:
    """Everything that variables can be."""
    unknown = [node for node in nodes if node.op == "var"]
    for values in product(*(range(node.lo, node.hi + 1) for node in unknown)):
        yield dict(zip(unknown, values, strict=True))


@pytest.mark.parametrize("op", BUILDERS)
def test_no_operator_leaves_its_bounds(op: str) -> None:
    pick = random.Random(op)
    for _ in range(120):
        operands = drawn(pick, op)
        node = BUILDERS[op](*operands)
        for values in values_of(operands):
            evaluation = Evaluation(values)
            wanted = int(MEANINGS[op](*map(evaluation.value, operands)))
            assert evaluation.value(node) == wanted, (node, values)
            for part in walk(node):
                assert part.lo <= evaluation.value(part) <= part.hi, (part, values)


@pytest.mark.parametrize("op", BUILDERS)
def test_no_operator_of_operators_leaves_its_bounds(op: str) -> None:
    """What is simplified looks at the operators below."""
    pick = random.Random(op)
    for inner in BUILDERS:
        for _ in range(4):
            operands, inner_operands = drawn(pick, op), drawn(pick, inner)
            below = BUILDERS[inner](*inner_operands)
            at = 0 if op in ("div", "mod", "pop") else pick.randrange(len(operands))
            if not fits(op, at, below):
                continue
            operands[at] = below
            node = BUILDERS[op](*operands)
            for values in values_of([*inner_operands, *operands]):
                evaluation = Evaluation(values)
                wanted = int(MEANINGS[op](*map(evaluation.value, operands)))
                assert evaluation.value(node) == wanted, (node, values)
                for part in walk(node):
                    assert part.lo <= evaluation.value(part) <= part.hi, (part, values)


def fits(op: str, at: int, operand: Node) -> bool:
    """Whether an operator takes what another one gives."""
    if op == "ite" and at == 0:
        return is_truth(operand)
    if op in SETS or (op in ("shl", "shr") and at == 1):
        return operand.lo >= 0 and (at == 0 or operand.hi < 20)
    return True


@pytest.mark.parametrize("op", [op for op in BUILDERS if op != "ite"])
def test_no_path_takes_an_operator_for_less_than_it_can_be(op: str) -> None:
    """A path knows narrower bounds of the operands, and makes bounds of the operator from them."""
    pick = random.Random(op)
    for _ in range(100):
        operands = drawn(pick, op)
        node, facts = BUILDERS[op](*operands), Facts()
        every = list(values_of(operands))
        for each in operands:
            bound, above = const(pick.randint(each.lo, each.hi + 1)), pick.random() < 0.5
            condition = less(each, bound)
            kept = [values for values in every if (Evaluation(values).value(condition) == 1) == above]
            if kept and condition.constant is None:
                facts, every = facts.assuming(condition, above), kept
        low, high = facts.interval(node)
        taken = {Evaluation(values).value(node) for values in every}
        assert low <= min(taken) <= max(taken) <= high, (node, every)


class Numbers(State):
    x: int = Int(0, 5)
    y: int = Int(0, 3)
    steps: int = Int(0, 1)


def next_x(g: Numbers) -> None:
    g.x = (g.x + 1) % 6


def next_y(g: Numbers) -> None:
    g.y = (g.y + 1) % 4


def moved_down(g: Numbers) -> None:
    require((g.x + 8) >> g.y < 4, "too much")
    g.steps = 1 - g.steps


def moved_down_below_zero(g: Numbers) -> None:
    require((g.x - 9) >> g.y > -3, "too little")
    g.steps = 1 - g.steps


def moved_up(g: Numbers) -> None:
    require((g.x + 1) << g.y < 9, "too much")
    g.steps = 1 - g.steps


def taken_and_multiplied(g: Numbers) -> None:
    require((g.x - 2) * (g.y - 3) < -3, "too much")
    g.steps = 1 - g.steps


def in_both(g: Numbers) -> None:
    require((g.x | 4) & (g.y + 3) == 0, "something is in both")
    g.steps = 1 - g.steps


@pytest.mark.parametrize("rule", [moved_down, moved_down_below_zero, moved_up, taken_and_multiplied, in_both])
def test_a_guard_on_an_operator_lets_through_what_it_does_when_it_is_run(rule: Callable[[Numbers], None]) -> None:
    instance = tiny(Numbers, next_x, next_y, rule)
    run = explore(instance)
    assert sweep(instance, sample=0).transitions == run.transitions
    assert run.fired[2]
