"""What is known on a path: intervals and excluded values of expressions, used to prune impossible branches."""

from __future__ import annotations

from collections.abc import Callable

from ...model.language.terms.nodes import ONE, Node, const, is_truth
from ...model.language.terms.rebuilding import BUILDERS

Interval = tuple[int, int]


class Facts:
    """Knowledge gathered from the decisions of one path. Sound and incomplete: what it cannot tell stays open.

    It does not change once it is made: a decision more makes new knowledge, by `assuming`.
    """

    def __init__(self) -> None:
        self._ranges: dict[Node, Interval] = {}
        self._excluded: dict[Node, frozenset[int]] = {}
        self._memo: dict[Node, Interval] = {}
        self._uses = 0
        """The variables that something is known of, as in `Node.uses`."""

    def assuming(self, node: Node, value: bool) -> Facts:
        """This knowledge, and that a truth value is 1 or 0."""
        more = Facts()
        more._ranges = dict(self._ranges)
        more._excluded = dict(self._excluded)
        more._uses = self._uses
        more.assume(node, value)
        return more

    def known(self, node: Node) -> int | None:
        """The only value a node can have, None when several are possible."""
        low, high = self.interval(node)
        return low if low == high else None

    def interval(self, node: Node) -> Interval:
        """The least and the greatest value that a node may have."""
        if not node.uses & self._uses:
            return node.lo, node.hi
        found = self._memo.get(node)
        if found is None:
            low, high = self._computed(node)
            if node in self._ranges:
                least, most = self._ranges[node]
                low, high = max(low, least), min(high, most)
            found = self._memo[node] = (low, high)
        return found

    def _computed(self, node: Node) -> Interval:
        if node.op == "var":
            return node.lo, node.hi
        if node.op == "ite":
            return self._choice(node)
        inside = [self.interval(child) for child in node.children]
        if all(low == high for low, high in inside):
            value = BUILDERS[node.op](*(const(low) for low, _ in inside))
            return value.lo, value.hi
        special = _RULES.get(node.op)
        low, high = special(self, node, inside) if special else (node.lo, node.hi)
        return max(low, node.lo), min(high, node.hi)

    def _choice(self, node: Node) -> Interval:
        condition, yes, no = node.children
        which = self.known(condition)
        if which is not None:
            return self.interval(yes if which else no)
        one, other = self.interval(yes), self.interval(no)
        return min(one[0], other[0]), max(one[1], other[1])

    def excludes(self, node: Node, value: int) -> bool:
        """Whether a node certainly differs from a value."""
        low, high = self.interval(node)
        return not low <= value <= high or value in self._excluded.get(node, frozenset())

    def assume(self, node: Node, value: bool) -> None:
        """Learn that a truth value is 1 or 0."""
        self._ranges[node] = (int(value), int(value))
        self._forget(node)
        learn = _LESSONS.get(node.op)
        if learn is not None:
            learn(self, node, value)

    def _forget(self, node: Node) -> None:
        """Drop what was worked out before something was learnt of `node`."""
        self._memo.clear()
        self._uses |= node.uses

    def tighten(self, node: Node, low: int, high: int) -> None:
        """Learn that a node lies between two values."""
        least, most = self.interval(node)
        low, high = max(low, least), min(high, most)
        excluded = self._excluded.get(node, frozenset())
        while low in excluded and low < high:
            low += 1
        while high in excluded and low < high:
            high -= 1
        if node.op == "const" or low > high or (low, high) == (least, most):
            return
        self._ranges[node] = (low, high)
        self._forget(node)
        if node.op == "add" and node.children[1].op == "const":
            step = node.children[1].lo
            self.tighten(node.children[0], low - step, high - step)
        elif node.op == "pop" and high == 0:
            self.tighten(node.children[0], 0, 0)
        elif is_truth(node) and low == high:
            self.assume(node, bool(low))

    def exclude(self, node: Node, value: int) -> None:
        """Learn that a node differs from a value."""
        self._excluded[node] = self._excluded.get(node, frozenset()) | {value}
        self._forget(node)
        low, high = self.interval(node)
        if value in (low, high) and low < high:
            self.tighten(node, low + (value == low), high - (value == high))


def _not(facts: Facts, node: Node, value: bool) -> None:
    inner, one = node.children
    if one is ONE and is_truth(inner):
        facts.assume(inner, not value)


def _joining(neutral: int) -> Callable[[Facts, Node, bool], None]:
    """What is learnt of a conjunction (1 changes nothing in it) or of a disjunction (0 does not) of truth values."""

    def learn(facts: Facts, node: Node, value: bool) -> None:
        if not all(map(is_truth, node.children)):
            return
        one, other = node.children
        if value == neutral:
            facts.assume(one, value)
            facts.assume(other, value)
        elif facts.known(one) == neutral:
            facts.assume(other, value)
        elif facts.known(other) == neutral:
            facts.assume(one, value)

    return learn


def _equal(facts: Facts, node: Node, value: bool) -> None:
    one, other = node.children
    for this, that in ((one, other), (other, one)):
        low, high = facts.interval(that)
        if value:
            facts.tighten(this, low, high)
        elif low == high:
            facts.exclude(this, low)


def _less(facts: Facts, node: Node, value: bool) -> None:
    one, other = node.children
    (one_low, one_high), (other_low, other_high) = facts.interval(one), facts.interval(other)
    if value:
        facts.tighten(one, one_low, other_high - 1)
        facts.tighten(other, one_low + 1, other_high)
    else:
        facts.tighten(one, other_low, one_high)
        facts.tighten(other, other_low, one_high)


def _bit(facts: Facts, node: Node, value: bool) -> None:
    if value:
        facts.tighten(node.children[0], 1, node.children[0].hi)


def _ite(facts: Facts, node: Node, value: bool) -> None:
    condition, yes, no = node.children
    if facts.excludes(yes, int(value)):
        facts.assume(condition, False)
    elif facts.excludes(no, int(value)):
        facts.assume(condition, True)


_LESSONS = {"xor": _not, "and": _joining(1), "or": _joining(0), "eq": _equal, "lt": _less, "bit": _bit, "ite": _ite}


def _sum(facts: Facts, node: Node, inside: list[Interval]) -> Interval:
    (a, b), (c, d) = inside
    return a + c, b + d


def _difference(facts: Facts, node: Node, inside: list[Interval]) -> Interval:
    (a, b), (c, d) = inside
    return a - d, b - c


def _equality(facts: Facts, node: Node, inside: list[Interval]) -> Interval:
    (a, b), (c, d) = inside
    if b < c or d < a:
        return 0, 0
    one, other = node.children
    if (c == d and facts.excludes(one, c)) or (a == b and facts.excludes(other, a)):
        return 0, 0
    return 0, 1


def _order(facts: Facts, node: Node, inside: list[Interval]) -> Interval:
    (a, b), (c, d) = inside
    return int(b < c), int(a < d)


def _conjunction(facts: Facts, node: Node, inside: list[Interval]) -> Interval:
    (a, b), (c, d) = inside
    return (min(a, c) if all(map(is_truth, node.children)) else 0), min(b, d)


def _disjunction(facts: Facts, node: Node, inside: list[Interval]) -> Interval:
    (a, b), (c, d) = inside
    return max(a, c), (max(b, d) if is_truth(node) else node.hi)


def _bit_of(facts: Facts, node: Node, inside: list[Interval]) -> Interval:
    return (0, 0) if inside[0][1] == 0 else (0, 1)


def _population(facts: Facts, node: Node, inside: list[Interval]) -> Interval:
    low, high = inside[0]
    return int(low > 0), high.bit_length()


_RULES = {
    "add": _sum,
    "sub": _difference,
    "eq": _equality,
    "lt": _order,
    "and": _conjunction,
    "or": _disjunction,
    "bit": _bit_of,
    "pop": _population,
}
