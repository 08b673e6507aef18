"""Which names of a function may share what they hold with others, so that a change in place is seen there too."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from .names import bound_in
from .sources import FunctionNode


class Aliases:
    """The names of a function that nobody else holds: all that is given to them was made there, and is only asked."""

    def __init__(self, node: FunctionNode) -> None:
        asked = set(map(id, _only_asked(node)))
        names = [each for each in ast.walk(node) if isinstance(each, ast.Name)]
        lent = {each.id for each in names if isinstance(each.ctx, ast.Load) and id(each) not in asked}
        made = set(map(id, _given_something_new(node)))
        otherwise = {each.id for each in names if isinstance(each.ctx, ast.Store) and id(each) not in made}
        arguments = {each.arg for each in ast.walk(node) if isinstance(each, ast.arg)}
        self._own = bound_in(node) - lent - otherwise - arguments

    def may_be_shared(self, target: ast.expr) -> bool:
        """Whether somebody else may hold what is changed in place; what a state has is its own."""
        if isinstance(target, ast.Name):
            return target.id not in self._own
        return not any(isinstance(each, ast.Attribute) for each in ast.walk(target))


def _given_something_new(node: ast.AST) -> Iterator[ast.Name]:
    """The names that are assigned what is made there, or changed in place."""
    for each in ast.walk(node):
        if isinstance(each, ast.AugAssign) and isinstance(each.target, ast.Name):
            yield each.target
        elif isinstance(each, ast.Assign | ast.AnnAssign) and isinstance(each.value, _MAKING):
            targets = each.targets if isinstance(each, ast.Assign) else [each.target]
            if len(targets) == 1 and isinstance(targets[0], ast.Name):
                yield targets[0]


_MAKING = (ast.Set, ast.SetComp, ast.BinOp, ast.Constant)
"""What makes a value that nobody else holds."""


def _only_asked(node: ast.AST) -> Iterator[ast.AST]:
    """The expressions that are looked at where they stand, and neither kept nor passed on."""
    for each in ast.walk(node):
        match each:
            case ast.BinOp(left=left, right=right):
                yield from (left, right)
            case ast.Compare(left=left, comparators=others):
                yield from (left, *others)
            case ast.For(iter=items) | ast.comprehension(iter=items):
                yield items
            case ast.AugAssign(value=value) | ast.Attribute(value=value):
                yield value
            case ast.Assign(targets=targets, value=value) if all(isinstance(each, ast.Attribute) for each in targets):
                yield value
            case _:
                pass
