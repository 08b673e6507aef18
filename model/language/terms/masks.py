"""Nodes for sets as bit masks: whether a bit is set, one more or one less, and how many there are."""

from __future__ import annotations

from .nodes import ONE, ZERO, Node, const, is_truth, made_natural, make, ones_up_to


def bit(mask: Node, index: Node) -> Node:
    """1 when the bit `index` of `mask` is set, else 0."""
    while mask.op in ("insert", "erase"):
        inner, at = mask.children
        if at is index:
            return ONE if mask.op == "insert" else ZERO
        if at.constant is None or index.constant is None:
            break
        mask = inner
    if mask.constant is not None and (index.constant is not None or mask.lo == 0):
        return const(mask.lo >> (index.lo & 63) & 1)
    return make("bit", 0, 1, mask, index)


def insert(mask: Node, index: Node) -> Node:
    """`mask` with the bit `index` set."""
    if mask.constant is not None and index.constant is not None:
        return const(mask.lo | 1 << (index.lo & 63))
    return make("insert", max(mask.lo, 1), ones_up_to(mask.hi | 1 << index.hi), mask, index)


def erase(mask: Node, index: Node) -> Node:
    """`mask` with the bit `index` cleared."""
    if mask.constant is not None and index.constant is not None:
        return const(mask.lo & ~(1 << (index.lo & 63)))
    if mask.constant == 0:
        return ZERO
    return make("erase", 0, mask.hi, mask, index)


def popcount(a: Node) -> Node:
    """The number of bits set in `a`; in none where it is negative, which no set is."""
    a = made_natural(a)
    if a.constant is not None:
        return const(a.lo.bit_count())
    return a if is_truth(a) else make("pop", int(a.lo > 0), a.hi.bit_length(), a)
