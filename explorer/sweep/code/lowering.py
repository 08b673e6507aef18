"""Decision trees made ready for code: guards brought to the front, small branches joined into choices.

The guards of a form are conditions that every step needs; they are independent of each other, so a loop may test each
as soon as its parameters are known. Reordering is sound because terms are total: evaluating one early has no effect.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Final, TypeAlias

from ....model.language.terms.nodes import ONE, ZERO, Node, bit_or, bit_xor, const, is_truth, ite, shift_left
from ....model.language.terms.rebuilding import Substitution
from ...trace.tree import Accept, Branch, Reject, Tree

MARKS: Final = -1
"""The key under which a step keeps its observation bits, beside the slots that it changes."""

MOST_JOINED: Final = 64
"""How many operations that only one side needs it may cost to work out both sides of a branch instead of jumping."""


@dataclass(frozen=True, eq=False)
class Update:
    """A step to take: the new value of each slot that may change, and whether it fails instead.

    Under negative keys it keeps what is told of it beside that: `MARKS`, and whatever its writer gives bit fields.
    """

    values: Mapping[int, Node]
    fails: Node


@dataclass(frozen=True, eq=False)
class Split:
    """One of two forms, neither of them empty."""

    condition: Node
    yes: Guarded
    no: Guarded


@dataclass(frozen=True, eq=False)
class Guarded:
    """A step that is taken where all guards are 1."""

    guards: tuple[Node, ...]
    body: Update | Split


Form: TypeAlias = Guarded | None
"""None: no step is possible."""

Marker: TypeAlias = Callable[[Accept], Sequence[Node]]
"""The step observations of a leaf, as truth values."""


class Former:
    """Makes forms of steps over the given slots."""

    def __init__(self, slots: Sequence[Node]) -> None:
        self._slots = slots
        self._uses = reduce(lambda uses, slot: uses | slot.uses, slots, 0)

    def form(self, tree: Tree, marker: Marker | None) -> Form:
        """The form of a decision tree."""
        if isinstance(tree, Branch):
            return self.split(tree.condition, self.form(tree.yes, marker), self.form(tree.no, marker))
        if isinstance(tree, Accept):
            marks = [shift_left(truth, const(bit)) for bit, truth in enumerate(marker(tree) if marker else ())]
            return Guarded((), Update({**tree.updates, MARKS: reduce(bit_or, marks, ZERO)}, ZERO))
        return None if isinstance(tree, Reject) else Guarded((), Update({}, ONE))

    def split(self, condition: Node, yes: Form, no: Form) -> Form:
        """`yes` where the condition is 1, `no` elsewhere."""
        if condition.constant is not None:
            return yes if condition.lo else no
        if yes is None:
            return guarded((negated(condition),), no)
        if no is None:
            return guarded((condition,), yes)
        common = tuple(guard for guard in yes.guards if guard in no.guards)
        one, other = _without(yes, common), _without(no, common)
        joined = self._failing(condition, one, other) or self._joined(condition, one, other)
        return guarded(common, joined or Guarded((), Split(condition, one, other)))

    def replaced(self, form: Form, replacement: Substitution) -> Form:
        """The form with variables replaced, and simplified again."""
        if form is None:
            return None
        guards: list[Node] = []
        for guard in form.guards:
            guards.append(replacement(guard))
            if guards[-1] is ZERO:
                return None
        body = form.body
        if isinstance(body, Split):
            condition = replacement(body.condition)
            yes = None if condition is ZERO else self.replaced(body.yes, replacement)
            no = None if condition is ONE else self.replaced(body.no, replacement)
            return guarded(guards, self.split(condition, yes, no))
        values = {slot: replacement(value) for slot, value in body.values.items()}
        return guarded(guards, Guarded((), Update(values, replacement(body.fails))))

    def _failing(self, condition: Node, yes: Guarded, no: Guarded) -> Guarded | None:
        """If one side only fails: the other, failing there. What a failing step computes does not matter."""
        if _only_fails(yes):
            return self._with_failure(condition, no)
        return self._with_failure(negated(condition), yes) if _only_fails(no) else None

    def _with_failure(self, condition: Node, form: Guarded) -> Guarded | None:
        """The form, failing where the condition is 1; None if a guard could then be tested less early."""
        if any(condition.uses & ~guard.uses & ~self._uses for guard in form.guards):
            return None
        guards = tuple(bit_or(condition, guard) for guard in form.guards)
        body = form.body
        if isinstance(body, Update):
            return Guarded(guards, Update(body.values, bit_or(condition, body.fails)))
        yes, no = self._with_failure(condition, body.yes), self._with_failure(condition, body.no)
        return None if yes is None or no is None else Guarded(guards, Split(body.condition, yes, no))

    def _joined(self, condition: Node, yes: Guarded, no: Guarded) -> Form:
        """Both sides as one step with choices in it, if that costs little."""
        if isinstance(yes.body, Split) or isinstance(no.body, Split):
            return None
        one, other = yes.body, no.body
        values: dict[int, tuple[Node, Node]] = {}
        for slot in dict.fromkeys((*one.values, *other.values)):
            left, right = (step.values.get(slot) or self._before(slot) for step in (one, other))
            values[slot] = (right, right) if one.fails is ONE else (left, left) if other.fails is ONE else (left, right)
        differing = [pair for pair in values.values() if pair[0] is not pair[1]]
        left = operations((*yes.guards, one.fails, *(pair[0] for pair in differing)))
        right = operations((*no.guards, other.fails, *(pair[1] for pair in differing)))
        if len(differing) + len(left ^ right) > MOST_JOINED:
            return None
        chosen = {slot: ite(condition, left, right) for slot, (left, right) in values.items()}
        step = Update(chosen, ite(condition, one.fails, other.fails))
        return guarded(_alternatives(condition, yes.guards, no.guards), Guarded((), step))

    def _before(self, slot: int) -> Node:
        return ZERO if slot < 0 else self._slots[slot]


def _only_fails(form: Guarded) -> bool:
    return not form.guards and isinstance(form.body, Update) and form.body.fails is ONE


def negated(condition: Node) -> Node:
    """The opposite of a truth value."""
    return bit_xor(condition, ONE)


def guarded(guards: Iterable[Node], form: Form) -> Form:
    """A form with more guards in front, conjunctions taken apart. Those that always hold are left out."""
    if form is None:
        return None
    needed = dict.fromkeys(guard for guard in _conjuncts((*guards, *form.guards)) if guard is not ONE)
    if ZERO in needed or any(negated(guard) in needed for guard in needed):
        return None
    return Guarded(tuple(needed), form.body)


def nodes_of(form: Form) -> list[Node]:
    """All terms of a form."""
    if form is None:
        return []
    body = form.body
    if isinstance(body, Split):
        return [*form.guards, body.condition, *nodes_of(body.yes), *nodes_of(body.no)]
    return [*form.guards, *body.values.values(), body.fails]


def conditions_of(form: Guarded) -> list[Node]:
    """The terms of a form that decide about a way."""
    body = form.body
    if isinstance(body, Split):
        return [*form.guards, body.condition, *conditions_of(body.yes), *conditions_of(body.no)]
    return list(form.guards)


def _conjuncts(guards: Iterable[Node]) -> Iterator[Node]:
    """The guards, with each conjunction taken apart."""
    for guard in guards:
        if guard.op == "and" and all(map(is_truth, guard.children)):
            yield from _conjuncts(guard.children)
        elif guard.op == "xor" and guard.children[1] is ONE and _is_disjunction(guard.children[0]):
            yield from _conjuncts(map(negated, guard.children[0].children))
        else:
            yield guard


def _is_disjunction(node: Node) -> bool:
    return node.op == "or" and all(map(is_truth, node.children))


def _without(form: Guarded, guards: Sequence[Node]) -> Guarded:
    return Guarded(tuple(guard for guard in form.guards if guard not in guards), form.body)


def _alternatives(condition: Node, yes: Sequence[Node], no: Sequence[Node]) -> list[Node]:
    """`yes` guards where the condition is 1, `no` guards elsewhere, each apart so that each can be tested early."""
    if len(yes) == len(no) == 1:
        return [ite(condition, yes[0], no[0])]
    return [ite(condition, guard, ONE) for guard in yes] + [ite(condition, ONE, guard) for guard in no]


def operations(nodes: Iterable[Node]) -> set[Node]:
    """The operations that the terms take."""
    found: set[Node] = set()
    waiting = [node for node in nodes if node.children]
    while waiting:
        node = waiting.pop()
        if node not in found:
            found.add(node)
            waiting += [child for child in node.children if child.children]
    return found


def effort_of(form: Form) -> int:
    """How many operations the terms of the form take."""
    return len(operations(nodes_of(form)))


def size_of(form: Form) -> int:
    """About how many instructions the form takes."""
    return effort_of(form) + _size_of_steps(form)


def _size_of_steps(form: Form) -> int:
    if form is None:
        return 0
    if isinstance(form.body, Split):
        return _size_of_steps(form.body.yes) + _size_of_steps(form.body.no)
    return 10 + 3 * len(form.body.values)
