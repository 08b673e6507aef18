"""Edits of values: numbers off by one, sums that are differences, another seat, swapped arguments and fields."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator, Mapping
from enum import Enum

from ....model import emit
from ...judgement.sources import FunctionNode
from .edits import Edit, Operator, edit, running
from .names import Names, kinds_of, nothing_of

EXCHANGED: Mapping[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip


def edits_of_values(node: FunctionNode, names: Names) -> Iterator[Edit]:
    """What can be changed about the values in a function."""
    for each in running(node):
        if isinstance(each, ast.Constant) and type(each.value) is int:
            yield from (edit(Operator.OFF_BY_ONE, each, ast.Constant(each.value + by)) for by in (1, -1))
        elif isinstance(each, ast.Constant) and type(each.value) is bool:
            yield edit(Operator.CONSTANT, each, ast.Constant(not each.value))
        elif isinstance(each, ast.BinOp) and type(each.op) in EXCHANGED:
            yield edit(Operator.ARITHMETIC, each, ast.BinOp(each.left, EXCHANGED[type(each.op)](), each.right))
        elif isinstance(each, ast.AugAssign) and type(each.op) in EXCHANGED:
            made = ast.AugAssign(each.target, EXCHANGED[type(each.op)](), each.value)
            yield edit(Operator.ARITHMETIC, each, (made,))
        elif isinstance(each, ast.Return | ast.Assign):
            yield from _constant_instead(each)
        elif isinstance(each, ast.Name | ast.Attribute) and isinstance(each.ctx, ast.Load):
            yield from _another(each, names)
        elif isinstance(each, ast.Call):
            yield from _of_call(each, names)


def _constant_instead(node: ast.Return | ast.Assign) -> Iterator[Edit]:
    """What is worked out is a constant."""
    value = node.value
    if isinstance(value, ast.Compare | ast.BoolOp):
        yield from (edit(Operator.CONSTANT, value, ast.Constant(each)) for each in (True, False))
    elif isinstance(value, ast.BinOp):
        yield edit(Operator.CONSTANT, value, ast.Constant(0))


def _another(node: ast.Name | ast.Attribute, names: Names) -> Iterator[Edit]:
    """Another argument of the same kind, or another member of an enumeration."""
    if isinstance(node, ast.Name):
        operator = Operator.SOMEBODY_ELSE if names.arguments.get(node.id) is names.seats else Operator.SOMETHING_ELSE
        for other in names.alike(node.id):
            yield edit(operator, node, ast.Name(other, ast.Load()))
        return
    member = names.meaning(node)
    if isinstance(member, Enum):
        members = list(type(member))
        other = members[(members.index(member) + 1) % len(members)]
        operator = Operator.SOMEBODY_ELSE if type(member) is names.seats else Operator.SOMETHING_ELSE
        if other is not member:
            yield edit(operator, node, ast.Attribute(node.value, other.name, ast.Load()))


def _of_call(node: ast.Call, names: Names) -> Iterator[Edit]:
    for called, other in ((min, max), (max, min)):
        if names.is_called(node, called) and (spelled := names.spelled(other)) is not None:
            yield edit(Operator.MIN_MAX, node, ast.Call(spelled, node.args, node.keywords))
    yield from _swapped(node, names)
    if names.is_called(node, emit):
        yield from _addressees(node)
    elif names.record(node) is not None:
        yield from _fields(node, names)


def _swapped(node: ast.Call, names: Names) -> Iterator[Edit]:
    """Two arguments of one kind, each in the place of the other."""
    if any(isinstance(each, ast.Starred) for each in node.args):
        return
    kinds = names.parameters(node)
    for first, kind in enumerate(kinds):
        for second in range(first + 1, len(kinds)):
            same_text = ast.unparse(node.args[first]) == ast.unparse(node.args[second])
            if kind is not None and kinds[second] is kind and not same_text:
                arguments = list(node.args)
                arguments[first], arguments[second] = arguments[second], arguments[first]
                yield edit(Operator.ARGUMENTS_SWAPPED, node, ast.Call(node.func, arguments, node.keywords))


def _addressees(node: ast.Call) -> Iterator[Edit]:
    """What is told to some is told to all; what is told to all is told to nobody."""
    to = [each for each in node.keywords if each.arg == "to"]
    others = [each for each in node.keywords if each.arg != "to"]
    if len(node.args) == 1:
        if to and ast.unparse(to[0].value) not in ("EVERYONE", "model.EVERYONE"):
            yield edit(Operator.ADDRESSEE, node, ast.Call(node.func, node.args, others))
        nobody = ast.keyword("to", ast.Tuple([], ast.Load()))
        yield edit(Operator.ADDRESSEE, node, ast.Call(node.func, node.args, [*others, nobody]))


def _fields(node: ast.Call, names: Names) -> Iterator[Edit]:
    """A field of an event or of a view holds nothing, or what another field of its kind should hold."""
    record = names.record(node)
    assert record is not None
    given, kinds = [each for each in node.keywords if each.arg in record.declared], kinds_of(record)
    for each in given:
        nothing = nothing_of(record.declared[each.arg or ""])
        if nothing is not None and ast.unparse(nothing) != ast.unparse(each.value):
            yield edit(Operator.FIELD_EMPTIED, each.value, nothing)
    for each, other in itertools.combinations(given, 2):
        is_alike = kinds.get(each.arg or "") == kinds.get(other.arg or "", ...)
        if is_alike and ast.unparse(each.value) != ast.unparse(other.value):
            yield Edit(Operator.FIELDS_SWAPPED, ((each.value, other.value), (other.value, each.value)))
