"""What is said to follow by its form follows: held against all values of random terms."""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping, Sequence

import pytest

from kanly.explorer.sight.determined import follows, not_following
from kanly.explorer.trace.evaluate import Evaluation
from kanly.model.language.terms import nodes
from kanly.model.language.terms.nodes import ONE, Node, TermError, const, ite, variable

VARIABLES = [variable("a", 0, 3), variable("b", -2, 1), variable("c", 0, 1), variable("d", 0, 1)]
ASSIGNMENTS: list[Mapping[Node, int]] = [
    dict(zip(VARIABLES, values, strict=True))
    for values in itertools.product(*(range(each.lo, each.hi + 1) for each in VARIABLES))
]
OPERATIONS = (nodes.add, nodes.sub, nodes.mul, nodes.bit_and, nodes.bit_or, nodes.bit_xor, nodes.equal, nodes.less)


def drawn(chance: random.Random, depth: int) -> Node:
    """A random term of the variables."""
    if depth == 0 or chance.random() < 0.2:
        return chance.choice([*VARIABLES, const(chance.randint(-2, 3))])
    below = depth - 1
    kind = chance.randint(0, 5)
    if kind == 0:
        return ite(truth(chance, below), drawn(chance, below), drawn(chance, below))
    if kind in (1, 2):
        operation = chance.choice((nodes.div, nodes.mod, nodes.add, nodes.bit_xor, nodes.bit_and, nodes.shift_right))
        return operation(nodes.made_natural(drawn(chance, below)), const(chance.randint(1, 3)))
    return chance.choice(OPERATIONS)(drawn(chance, below), drawn(chance, below))


def truth(chance: random.Random, depth: int) -> Node:
    """A random truth value."""
    if depth == 0 or chance.random() < 0.6:
        return chance.choice(VARIABLES[2:])
    return nodes.less(drawn(chance, depth - 1), drawn(chance, depth - 1))


def is_told_by(node: Node, known: Sequence[Node]) -> bool:
    """Whether equal values of the known terms mean equal values of a term, for all values of the variables."""
    first: dict[tuple[int, ...], int] = {}
    for values in ASSIGNMENTS:
        evaluation = Evaluation(values)
        value = evaluation.value(node)
        if first.setdefault(tuple(map(evaluation.value, known)), value) != value:
            return False
    return True


@pytest.mark.parametrize("seed", range(4))
def test_what_follows_by_its_form_follows_for_all_values(seed: int) -> None:
    chance = random.Random(seed)
    said = 0
    for _ in range(250):
        known = [drawn(chance, chance.randint(1, 3)) for _ in range(chance.randint(1, 3))]
        parts = [part for part in nodes.walk(*known) if part.constant is None]
        of_parts = [chance.choice(parts) for _ in range(2 if parts else 0)]
        asked = [drawn(chance, 2), *of_parts, *(nodes.add(part, const(1)) for part in of_parts)]
        try:
            left = not_following(asked, known)
        except TermError:
            continue
        for node in asked:
            if node not in left and node.constant is None:
                said += 1
                assert is_told_by(node, known), f"{node} is said to follow from {known}"
    assert said > 50


A, B, C, D = VARIABLES


@pytest.mark.parametrize(
    ("node", "known", "expected"),
    [
        (A, [nodes.add(A, const(2))], True),
        (A, [nodes.bit_xor(A, const(1))], True),
        (A, [nodes.add(nodes.bit_xor(A, const(1)), const(2))], True),
        (A, [nodes.div(A, const(2))], False),
        (A, [nodes.mod(A, const(2))], False),
        (A, [nodes.mul(A, const(2))], False),
        (A, [nodes.add(A, C)], False),
        (nodes.div(A, const(2)), [A], True),
        (C, [ite(C, A, const(0))], False),
        (A, [ite(C, A, const(0)), C], False),
        (ite(C, A, const(0)), [C, ite(C, A, const(0))], True),
        (ite(C, A, const(1)), [C, ite(C, A, const(0))], True),
        (ite(C, A, B), [C, ite(C, A, const(0))], False),
        (ite(C, A, B), [C, ite(C, A, const(0)), ite(C, const(0), B)], True),
        (ite(C, A, const(1)), [ite(C, A, const(0))], False),
        (const(3), [], True),
        (ONE, [], True),
        (A, [], False),
    ],
)
def test_what_follows_by_its_form(node: Node, known: Sequence[Node], expected: bool) -> None:
    assert follows(node, known) is expected
    assert not expected or is_told_by(node, known)
