"""Terms as bit-vectors mean what they mean as ints."""

import random

import pytest

from kanly.explorer.prove.formulas.encode import Encoder, in_range, number_of, numeral, unknown, width_of, z3
from kanly.explorer.trace.evaluate import evaluate
from kanly.model.language.terms.nodes import Node, TermError, variable, walk
from kanly.model.language.terms.rebuilding import BUILDERS
from terms import random_term, variables_of_all_kinds


@pytest.mark.parametrize("seed", range(400))
def test_a_random_term_has_one_meaning(seed: int) -> None:
    pick = random.Random(seed)
    variables = variables_of_all_kinds()
    root = random_term(pick, variables, pick.randint(3, 25))
    constants = {node: unknown(str(node.args[0]), node) for node in variables}
    encoded = Encoder(constants).value(root)
    for _ in range(10):
        values = {node: pick.randint(node.lo, node.hi) for node in variables}
        if not guarded(root, values):
            continue
        pairs = [(constants[node], numeral(node, value)) for node, value in values.items()]
        assert number_of(z3.simplify(z3.substitute(encoded, *pairs)), root) == evaluate(root, values), root


def guarded(root: Node, values: dict[Node, int]) -> bool:
    """Whether no mask is asked for the place -1, which rules do only where the outcome does not count."""
    masks = [node for node in walk(root) if node.op in ("insert", "erase")]
    return all(evaluate(node.children[1], values) >= 0 for node in masks)


@pytest.mark.parametrize("bounds", [(0, 5), (0, 7), (-3, 4), (-8, 7), (2, 3), (-5, -2)])
def test_a_variable_ranges_over_its_interval(bounds: tuple[int, int]) -> None:
    node = variable("x", *bounds)
    value = unknown("x", node)
    solver = z3.Solver()
    solver.add(in_range(node, value))
    found: set[int] = set()
    while solver.check() == z3.sat:
        number = number_of(solver.model().eval(value, model_completion=True), node)
        found.add(number)
        solver.add(value != numeral(node, number))
    assert found == set(range(bounds[0], bounds[1] + 1))


@pytest.mark.parametrize(
    ("low", "high", "width"),
    [(0, 0, 1), (0, 1, 1), (0, 2, 2), (0, 7, 3), (-1, 0, 1), (-1, 1, 2), (-4, 3, 3), (-5, 3, 4)],
)
def test_the_width_is_the_narrowest(low: int, high: int, width: int) -> None:
    assert width_of(low, high) == width


def test_an_unknown_variable_is_named() -> None:
    with pytest.raises(TermError, match="stranger"):
        Encoder({}).value(variable("stranger", 0, 3))


@pytest.mark.parametrize("index", [-1, 63, 20])
def test_a_place_outside_of_a_mask_is_not_set(index: int) -> None:
    mask, at = variable("mask", 0, 7), variable("at", -1, 63)
    constants = {node: unknown(str(node.args[0]), node) for node in (mask, at)}
    encoded = Encoder(constants).value(BUILDERS["bit"](mask, at))
    pairs = [(constants[mask], numeral(mask, 7)), (constants[at], numeral(at, index))]
    assert z3.is_false(z3.simplify(z3.substitute(encoded, *pairs)))
