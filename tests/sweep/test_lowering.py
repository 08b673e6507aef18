"""The guards of a form say together what the condition did that they were taken from."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

import pytest

from kanly.explorer.search.breadth_first import explore
from kanly.explorer.sweep.answers import exploring
from kanly.explorer.sweep.code.lowering import Form, Former, Guarded, Split, Update, guarded, negated
from kanly.explorer.trace.evaluate import evaluate
from kanly.model import State, require
from kanly.model.language.terms.nodes import ONE, ZERO, Node, bit_and, bit_or, bit_xor, equal, ite, less, variable
from tiny import tiny

A, B, C, D = FLAGS = tuple(variable(name, 0, 1) for name in "abcd")
OPERATORS = (bit_and, bit_or, bit_xor, equal, less)
WRITTEN = variable("written", 0, 1)


def conditions() -> Iterator[Node]:
    """Every operator of truth values over every two of them, as it is and negated, on either side."""
    inner = [each(A, B) for each in OPERATORS]
    for of, one in itertools.product(OPERATORS, [*inner, *map(negated, inner)]):
        for other in (C, negated(C), bit_or(C, D), negated(bit_and(C, D))):
            yield from (of(one, other), of(other, one), negated(of(one, other)))
    yield from (ite(C, one, other) for one, other in itertools.permutations(inner, 2))


def written(form: Form, values: dict[Node, int]) -> int | None:
    """What a form writes to slot 0; None where no step is possible."""
    if form is None or not all(evaluate(guard, values) for guard in form.guards):
        return None
    if isinstance(form.body, Split):
        return written(form.body.yes if evaluate(form.body.condition, values) else form.body.no, values)
    return evaluate(form.body.values[0], values)


def everywhere() -> Iterator[dict[Node, int]]:
    for values in itertools.product((0, 1), repeat=len(FLAGS)):
        yield dict(zip(FLAGS, values, strict=True))


def test_a_guard_that_is_taken_apart_holds_where_it_did() -> None:
    step = Guarded((), Update({0: ONE}, ZERO))
    for condition in conditions():
        for values in everywhere():
            here = written(guarded([condition], step), values)
            assert here == (1 if evaluate(condition, values) else None), (condition, values)


def test_a_branch_writes_what_its_side_does() -> None:
    former = Former([WRITTEN])
    for condition, guard in itertools.product(set(conditions()), (A, bit_xor(bit_or(A, B), C))):
        yes, no = guarded([guard], Guarded((), Update({0: D}, ZERO))), Guarded((), Update({0: negated(D)}, ZERO))
        for values in everywhere():
            side = yes if evaluate(condition, values) else no
            assert written(former.split(condition, yes, no), values) == written(side, values), (condition, values)


class Switches(State):
    a: bool
    b: bool
    c: bool
    seen: bool


def turns_a(g: Switches) -> None:
    g.a = not g.a


def turns_b(g: Switches) -> None:
    g.b = not g.b


def turns_c(g: Switches) -> None:
    g.c = not g.c


def one_of_two_or_the_third_alone(g: Switches) -> None:
    require((g.a | g.b) ^ g.c, "both or neither")
    g.seen = True


def the_third_where_neither_is(g: Switches) -> None:
    require(g.c ^ (g.a | g.b | g.seen), "both or neither")
    g.seen = not g.seen


def as_one_and_not_the_other(g: Switches) -> None:
    require((g.a | g.b) == (g.c & g.seen), "they differ")
    g.seen = not g.seen


@pytest.mark.parametrize("rule", [one_of_two_or_the_third_alone, the_third_where_neither_is, as_one_and_not_the_other])
def test_a_guard_of_operators_lets_through_what_it_does_when_it_is_run(rule: Callable[[Switches], None]) -> None:
    instance = tiny(Switches, turns_a, turns_b, turns_c, rule)
    found = exploring.explore(instance, sample=0)
    assert (found.states, found.transitions) == (explore(instance).states, explore(instance).transitions)
