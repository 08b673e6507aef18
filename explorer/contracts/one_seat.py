"""Terms and trees for one seat: the actor put in, and masks of seats asked for that seat alone."""

from __future__ import annotations

from ...model.language.terms.masks import bit
from ...model.language.terms.nodes import (
    ONE,
    Node,
    TermError,
    bit_and,
    bit_or,
    bit_xor,
    const,
    equal,
    ite,
)
from ...model.language.terms.rebuilding import BUILDERS, worked_out
from ..trace.tree import Branch, Tree

_JOINS = {"and": bit_and, "or": bit_or, "xor": bit_xor}


def is_in(mask: Node, seat: int) -> Node:
    """Whether the seat of that code is in a mask: whatever is put into the mask or taken out is compared with it."""
    if mask.op in ("insert", "erase"):
        inner, element = mask.children
        is_it = equal(element, const(seat))
        if mask.op == "insert":
            return bit_or(is_it, is_in(inner, seat))
        return bit_and(bit_xor(is_it, ONE), is_in(inner, seat))
    if mask.op == "ite":
        condition, yes, no = mask.children
        return ite(condition, is_in(yes, seat), is_in(no, seat))
    if mask.op in _JOINS:
        return _JOINS[mask.op](*(is_in(each, seat) for each in mask.children))
    return bit(mask, const(seat))


def taken_by(tree: Tree, actor: Node, seat: int) -> Tree:
    """A tree where the seat of that code acts."""
    return _with(tree, {actor: const(seat)})


def _with(tree: Tree, known: dict[Node, Node]) -> Tree:
    if not isinstance(tree, Branch):
        return tree
    condition = worked_out(tree.condition, known, lambda node: _rebuilt(node, known))
    if condition.constant is not None:
        return _with(tree.yes if condition.constant else tree.no, known)
    return Branch(condition, _with(tree.yes, known), _with(tree.no, known))


def _rebuilt(node: Node, known: dict[Node, Node]) -> Node:
    """A term with other arguments; as it is where it has no meaning with these."""
    children = [known[child] for child in node.children]
    if not children or (node.op != "bit" and all(map(_is_same, children, node.children))):
        return node
    try:
        if node.op == "bit" and children[1].constant is not None:
            return is_in(children[0], children[1].lo)
        return BUILDERS[node.op](*children)
    except (TermError, ZeroDivisionError):
        return node


def _is_same(one: Node, other: Node) -> bool:
    return one is other
