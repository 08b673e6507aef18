"""Terms in place of others: the value is that of the old term where the new ones have their values."""

import random
from contextlib import suppress

import pytest

from kanly.explorer.trace.evaluate import Evaluation
from kanly.model.language.terms.nodes import ZERO, Node, TermError, add, const, equal, ite, less, mod, mul, variable
from kanly.model.language.terms.rebuilding import Substitution
from terms import random_term, variables_of_all_kinds

SMALL, SIGNED = variable("small", 0, 5), variable("signed", -3, 4)


def value(root: Node, values: dict[Node, int]) -> int:
    return Evaluation(dict(values)).value(root)


def test_a_term_with_constants_put_in_has_the_value_that_it_has_for_them() -> None:
    compared = 0
    for seed in range(150):
        pick = random.Random(seed)
        variables = variables_of_all_kinds()
        root = random_term(pick, variables, 25)
        values = {node: pick.randint(node.lo, node.hi) for node in variables}
        some = {node: const(values[node]) for node in variables if pick.random() < 0.6}
        with suppress(TermError, ValueError):  # a member of a set that no set has: it has no meaning here
            rebuilt = Substitution(some)(root)
            assert not rebuilt.variables & some.keys()
            assert value(rebuilt, values) == value(root, values)
            compared += 1
    assert compared > 120


def test_what_stands_for_a_part_may_be_any_term_and_the_part_too() -> None:
    part = add(SMALL, SIGNED)
    rebuilt = Substitution({part: const(7)})(mul(part, SMALL))
    assert value(rebuilt, {SMALL: 2}) == 14


def test_a_choice_that_becomes_known_is_followed_one_way_only() -> None:
    root = ite(less(SIGNED, ZERO), ZERO, mod(SMALL, const(3)))
    assert Substitution({SIGNED: const(-1), SMALL: SIGNED})(root) is ZERO


def test_what_has_no_meaning_raises_unless_something_stands_for_it() -> None:
    root = ite(equal(SIGNED, const(2)), ZERO, mul(SMALL, const(1 << 50)))
    large = {SMALL: variable("large", 0, 1 << 20)}
    with pytest.raises(TermError):
        Substitution(large)(root)
    assert Substitution(large, undefined=ZERO)(root) is ZERO


def test_a_term_that_uses_nothing_of_it_stays_the_same_object() -> None:
    root = add(SMALL, const(1))
    assert Substitution({SIGNED: const(0)})(root) is root
