"""Edits of conditions: negated, weakened, and with `or`, with any, or with another boundary."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ....model import both, choose, either, exists, forall, implies, negate, require
from ...judgement.sources import FunctionNode
from .edits import Edit, Operator, edit, running
from .names import Names

CONTRARY: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
BOUNDARY: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
}  # fmt: skip

CONDITIONS: Mapping[Callable[..., Any], int] = {
    require: 1, choose: 1, both: 2, either: 2, implies: 2, negate: 1,
}  # fmt: skip
"""Functions that take conditions, and how many: the first arguments."""

EXCHANGED = ((both, either), (forall, exists), (all, any))
"""Functions that are exchanged for each other."""


def edits_of_conditions(node: FunctionNode, names: Names) -> Iterator[Edit]:
    """What can be changed about the conditions in a function."""
    for each in running(node):
        for condition in _conditions(each, names):
            yield from _negated(condition)
        if isinstance(each, ast.BoolOp):
            yield from _of_and_or(each)
        if isinstance(each, ast.Compare):
            yield from _moved(each)
        if isinstance(each, ast.Call):
            yield from _called_otherwise(each, names)


def _conditions(node: ast.AST, names: Names) -> Iterator[ast.expr]:
    """The conditions that a node rests on."""
    if isinstance(node, ast.If | ast.IfExp | ast.While):
        yield node.test
    elif isinstance(node, ast.comprehension):
        yield from node.ifs
    elif isinstance(node, ast.Return) and isinstance(node.value, ast.Compare | ast.BoolOp):
        yield node.value
    elif isinstance(node, ast.Lambda) and isinstance(node.body, ast.Compare | ast.BoolOp):
        yield node.body
    elif isinstance(node, ast.Call):
        for function, taken in CONDITIONS.items():
            if names.is_called(node, function):
                yield from (_inside(each) for each in node.args[:taken])


def _inside(condition: ast.expr) -> ast.expr:
    """A condition that is given as a function without arguments."""
    return condition.body if isinstance(condition, ast.Lambda) else condition


def _negated(condition: ast.expr) -> Iterator[Edit]:
    """The contrary of a condition; that of `and` and `or` comes of their parts."""
    if isinstance(condition, ast.UnaryOp) and isinstance(condition.op, ast.Not):
        yield edit(Operator.NEGATED, condition, condition.operand)
    elif isinstance(condition, ast.BoolOp):
        for part in condition.values:
            yield from _negated(part)
    elif isinstance(condition, ast.Compare) and len(condition.ops) == 1 and type(condition.ops[0]) in CONTRARY:
        contrary = CONTRARY[type(condition.ops[0])]()
        yield edit(Operator.NEGATED, condition, ast.Compare(condition.left, [contrary], condition.comparators))
    else:
        yield edit(Operator.NEGATED, condition, ast.UnaryOp(ast.Not(), condition))


def _of_and_or(node: ast.BoolOp) -> Iterator[Edit]:
    other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    yield edit(Operator.AND_OR, node, ast.BoolOp(other, node.values))
    for left_out in range(len(node.values)):
        rest = [*node.values[:left_out], *node.values[left_out + 1 :]]
        yield edit(Operator.PART_DROPPED, node, rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest))


def _moved(node: ast.Compare) -> Iterator[Edit]:
    for index, operator in enumerate(node.ops):
        if type(operator) in BOUNDARY:
            ops = [*node.ops[:index], BOUNDARY[type(operator)](), *node.ops[index + 1 :]]
            yield edit(Operator.BOUNDARY, node, ast.Compare(node.left, ops, node.comparators))


def _called_otherwise(node: ast.Call, names: Names) -> Iterator[Edit]:
    """The same call of the function that is exchanged for the one called, or one of its conditions alone."""
    for pair in EXCHANGED:
        for called, other in (pair, pair[::-1]):
            if names.is_called(node, called) and (spelled := names.spelled(other)) is not None:
                operator = Operator.AND_OR if called in (both, either) else Operator.ALL_ANY
                yield edit(operator, node, ast.Call(spelled, node.args, node.keywords))
    if names.is_called(node, both, either) and len(node.args) == 2:
        for part in node.args:
            yield edit(Operator.PART_DROPPED, node, _inside(part))
    if names.is_called(node, implies) and len(node.args) == 2:
        yield edit(Operator.PART_DROPPED, node, _inside(node.args[1]))
