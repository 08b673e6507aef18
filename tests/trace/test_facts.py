"""What a path is said to know is so: no value that is possible on it is ruled out."""

from __future__ import annotations

import random
from itertools import product

import pytest

from kanly.explorer.search.breadth_first import explore
from kanly.explorer.sweep.answers.exploring import explore as sweep
from kanly.explorer.trace.evaluate import Evaluation
from kanly.explorer.trace.facts import Facts
from kanly.model import Int, State, require
from kanly.model.language.terms.nodes import Node, bit_and, const, is_truth, variable, walk
from terms import random_term
from tiny import tiny

VARIABLES = [variable("truth", 0, 1), variable("mask", 0, 3), variable("small", 2, 3), variable("signed", -1, 2)]
VALUES = [dict(zip(VARIABLES, values, strict=True)) for values in product((0, 1), range(4), (2, 3), range(-1, 3))]
"""Everything that the variables can be."""


def is_defined(term: Node) -> bool:
    """Whether no part of a term leaves its interval, as a mask does where an element is -1."""
    return all(node.lo <= each.value(node) <= node.hi for each in map(Evaluation, VALUES) for node in walk(term))


def truths_of(pick: random.Random) -> list[Node]:
    """Truth values within some terms that were drawn."""
    terms = filter(is_defined, [random_term(pick, VARIABLES, 8) for _ in range(3)])
    return [node for node in walk(*terms) if is_truth(node) and node.constant is None]


@pytest.mark.parametrize("seed", range(150))
def test_what_is_possible_stays_possible(seed: int) -> None:
    pick = random.Random(seed)
    truths = truths_of(pick)
    facts, assignments = Facts(), [Evaluation(values) for values in VALUES]
    for _ in range(min(4, len(truths))):
        node = pick.choice(truths)
        here = pick.choice(assignments)
        value = here.value(node)
        facts = facts.assuming(node, bool(value))
        assignments = [each for each in assignments if each.value(node) == value]
        for known in walk(*truths):
            low, high = facts.interval(known)
            possible = {each.value(known) for each in assignments}
            assert low <= min(possible)
            assert max(possible) <= high
            assert not any(facts.excludes(known, each) for each in possible)


def test_an_odd_number_need_not_be_one() -> None:
    number = variable("number", 0, 7)
    odd = bit_and(number, const(1))
    assert Facts().assuming(odd, True).known(number) is None
    assert Facts().assuming(odd, False).known(number) is None


class Counter(State):
    number: int = Int(0, 7)
    is_three: bool


def count_on(g: Counter) -> None:
    require(not g.is_three, "once is enough")
    if g.number & 1 and g.number == 3:
        g.is_three = True
    else:
        g.number += 1


def test_a_branch_on_a_bit_of_a_number() -> None:
    instance = tiny(Counter, count_on)
    assert explore(instance).states == sweep(instance).states == 5
