"""An edit of a function: which node of its syntax is replaced by what, told as a change of its text."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias, cast

from ...judgement.sources import Definition, FunctionNode

Replacement: TypeAlias = "ast.expr | Sequence[ast.stmt]"
"""An expression for an expression; any number of statements, none at all among them, for a statement."""


class Operator(Enum):
    """What kind of change an edit is, as it is told."""

    GUARD_DROPPED = "guard dropped"
    UPDATE_DROPPED = "update dropped"
    CLEARING_DROPPED = "clearing dropped"
    CALL_DROPPED = "call dropped"
    EVENT_DROPPED = "event dropped"
    ORDER_EXCHANGED = "order exchanged"
    NEGATED = "condition negated"
    PART_DROPPED = "part of a condition dropped"
    AND_OR = "and/or exchanged"
    ALL_ANY = "all/any exchanged"
    MIN_MAX = "min/max exchanged"
    BOUNDARY = "boundary moved"
    OFF_BY_ONE = "off by one"
    ARITHMETIC = "arithmetic exchanged"
    CONSTANT = "constant instead of a value"
    ARGUMENTS_SWAPPED = "arguments swapped"
    SOMEBODY_ELSE = "another seat"
    SOMETHING_ELSE = "another value of its kind"
    ADDRESSEE = "told to others"
    FIELD_EMPTIED = "field emptied"
    FIELDS_SWAPPED = "fields swapped"
    SEEN_BY_MORE = "seen by more"
    SEEN_BY_FEWER = "seen by fewer"


Node: TypeAlias = "ast.expr | ast.stmt"


@dataclass(frozen=True)
class Edit:
    """One change of a function: nodes of the syntax of its definition, each with what stands in its place."""

    operator: Operator
    parts: tuple[tuple[Node, Replacement], ...]

    @property
    def at(self) -> Node:
        """The node where it is told to be."""
        return self.parts[0][0]

    @property
    def before(self) -> str:
        """The text that is replaced."""
        return "; ".join(_text(node) for node, _ in self.parts)

    @property
    def after(self) -> str:
        """The text that stands there instead; empty for a statement that is left out."""
        return "; ".join(_text(made) for _, replacement in self.parts for made in _listed(replacement))


def edit(operator: Operator, node: Node, replacement: Replacement) -> Edit:
    """An edit of one node."""
    return Edit(operator, ((node, replacement),))


def _listed(replacement: Replacement) -> Sequence[Node]:
    return [replacement] if isinstance(replacement, ast.expr) else replacement


def _text(node: Node) -> str:
    """The text of a node; of a statement with others inside its first line."""
    first, *others = ast.unparse(node).splitlines()
    return f"{first} ..." if others else first


def edited(definition: Definition, change: Edit, free: Sequence[str]) -> Definition:
    """The definition with an edit; `free` are the names that its code takes from around it, and must go on to."""
    places = {id(node): index for index, node in enumerate(ast.walk(definition.node))}
    node = copy.deepcopy(definition.node)
    nodes = list(ast.walk(node))
    made: FunctionNode = _Replacing({id(nodes[places[id(old)]]): new for old, new in change.parts}).visit(node)
    _keep_names(made, free)
    return Definition(ast.fix_missing_locations(made), definition.inside)


class _Replacing(ast.NodeTransformer):
    """Puts what an edit makes in the place of nodes."""

    def __init__(self, replacements: dict[int, Replacement]) -> None:
        self._replacements = replacements

    def visit(self, node: ast.AST) -> Any:
        replacement = self._replacements.get(id(node))
        if replacement is None:
            return self.generic_visit(node)
        made = copy.deepcopy(replacement)
        if isinstance(made, ast.expr):
            return _placed(made, node)
        return [_placed(each, node) for each in made] or ast.copy_location(ast.Pass(), node)


def _placed(made: Node, instead: ast.AST) -> Node:
    """What is made, with a place in the file for whatever has none: that of what it stands for."""
    for each in ast.walk(made):
        if isinstance(each, ast.expr | ast.stmt | ast.keyword | ast.arg) and not hasattr(each, "lineno"):
            ast.copy_location(each, instead)
    return made


def _keep_names(node: FunctionNode, free: Sequence[str]) -> None:
    """Refer to all free names where nothing is done, so that the new code can stand for the old one."""
    if isinstance(node, ast.Lambda) or not free:
        return
    names: list[ast.expr] = [ast.Name(name, ast.Load()) for name in free]
    never = ast.If(ast.Constant(False), [ast.Expr(ast.Tuple(names, ast.Load()))], [])
    for each in ast.walk(never):
        if isinstance(each, ast.expr | ast.stmt):
            ast.copy_location(each, node.body[-1])
    node.body.append(never)


def running(node: FunctionNode) -> Iterator[ast.AST]:
    """What of a definition runs when the function is called, and is not only a text for people.

    Its decorators and defaults run once, when it is defined; annotations may not run at all.
    """
    waiting: list[ast.AST] = [node.body] if isinstance(node, ast.Lambda) else list(node.body)
    while waiting:
        each = waiting.pop(0)
        yield each
        waiting += [inside for name, inside in _inside(each) if name not in ("annotation", "returns")]


def _inside(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """What stands in a node, by the name of its field; nothing in a text with values."""
    if isinstance(node, ast.JoinedStr):
        return
    for name, value in ast.iter_fields(node):
        parts = cast("list[object]", value) if isinstance(value, list) else [value]
        yield from ((name, each) for each in parts if isinstance(each, ast.AST))


def statements_in(node: FunctionNode) -> Iterator[list[ast.stmt]]:
    """Every block of statements of a function: its body, and the branches and loops in it."""
    if isinstance(node, ast.Lambda):
        return
    for each in ast.walk(node):
        for name in ("body", "orelse", "finalbody"):
            block: object = getattr(each, name, None)
            if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
                yield block
