"""An action as a function: nested loops over the arguments, each guard tested as far out as it can be.

The loops run over the parameters in their order, so the successors come in the order of reading 1. Where a guard tells
the value of a parameter (`seat == active`), or the set it must be in (`card in hand`), the loop takes only those. Where
the rule gets simpler for known arguments (reads through a key become reads of one slot), the loop is unrolled.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ....model.language.terms.nodes import ZERO, Node, const, ite
from ....model.language.terms.rebuilding import Substitution
from ...trace.evaluate import evaluate
from ..native.assembly import Function
from ..native.machine import ACTION_BITS, FIRST_STEP_BIT
from .expressions import Expressions
from .lowering import MARKS, Form, Former, Guarded, Split, Update, conditions_of, effort_of, guarded, size_of
from .packing import BitField, Packing

MOST_TRIED: Final = 20_000
"""Nodes times values up to which it is tried whether unrolling a loop pays."""

FREELY_UNROLLED: Final = 600
"""Instructions up to which a loop may be unrolled where that lengthens the code."""

WIDEST_MASK: Final = 62
"""Values of a parameter up to which a loop can run over the bits of a word."""


_ARGUMENTS: Final = ("ptr %state", "ptr %successors", "ptr %labels", "i64 %first")


@dataclass
class _Range:
    """What a loop runs over: the bits that are set in all of these. `rest`: the guards that say something else."""

    static: int
    masks: list[Node]
    rest: list[Node]


class ActionWriter:
    """Writes the function of one action: `i64 f(ptr state, ptr successors, ptr labels, i64 n)`.

    It appends its successors from number `n` on and returns the number after the last.
    """

    def __init__(
        self,
        name: str,
        index: int,
        packing: Packing,
        slots: Sequence[Node],
        parameters: Sequence[Node],
        former: Former,
        notes: Mapping[int, BitField] | None = None,
    ) -> None:
        """`notes`: where the values that a step has under negative keys lie in words that follow each successor."""
        self._notes = notes or {}
        self._width = packing.words + max((bit_field.word + 1 for bit_field in self._notes.values()), default=0)
        self._index = index
        self._packing = packing
        self._slots = slots
        self._parameters = tuple(parameters)
        self._former = former
        self._function = function = Function("i64", name, _ARGUMENTS)
        self._count = function.value("alloca i64")
        function.do(f"store i64 %first, ptr {self._count}")
        self._words = [function.load_word("%state", word) for word in range(packing.words)]
        self._terms = Expressions(function, packing, slots, self._words)
        self.most = 0
        """How many successors the function may append."""

    def written(self, form: Form) -> str:
        """The text of the function."""
        end = self._function.label("end")
        if form is not None:
            self.most = self._place(0, form, end)
        else:
            self._function.jump(end)
        self._function.begin(end)
        self._function.do(f"ret i64 {self._function.value(f'load i64, ptr {self._count}')}")
        return self._function.text()

    def _level(self, node: Node) -> int:
        """How many parameters, from the first on, must be known to work the term out."""
        level = len(self._parameters)
        while level and not node.uses & self._parameters[level - 1].uses:
            level -= 1
        return level

    def _place(self, depth: int, form: Guarded, after: str) -> int:
        """Write the form where the first `depth` parameters are known; then go on at `after`. Returns its bound."""
        mark = self._terms.mark()
        inner: list[Node] = []
        for guard in form.guards:
            if self._level(guard) <= depth:
                self._function.require(self._terms.truth(guard), after)
            else:
                inner.append(guard)
        body = form.body
        if isinstance(body, Split) and self._level(body.condition) <= depth:
            most = self._place_split(depth, inner, body, after)
        elif depth < len(self._parameters):
            most = self._place_loop(depth, Guarded(tuple(inner), body), after)
        else:
            assert isinstance(body, Update)
            self._append(body)
            self._function.jump(after)
            most = 1
        self._terms.rewind(mark)
        return most

    def _place_split(self, depth: int, guards: Sequence[Node], split: Split, after: str) -> int:
        """Jump to one of two forms."""
        function = self._function
        labels = function.label("yes"), function.label("no")
        function.branch(self._terms.truth(split.condition), *labels)
        bounds: list[int] = []
        for label, side in zip(labels, (split.yes, split.no), strict=True):
            function.begin(label)
            form = guarded(guards, side)
            if form is None:
                function.jump(after)
            else:
                bounds.append(self._place(depth, form, after))
        return max(bounds, default=0)

    def _place_loop(self, depth: int, form: Guarded, after: str) -> int:
        """Let the next parameter take its values."""
        parameter = self._parameters[depth]
        if parameter.op == "const":
            return self._place(depth + 1, form, after)
        unrolled = self._unrolled(parameter, form)
        if unrolled is not None:
            return self._place_in_turn(depth, unrolled, after)
        solution = self._solution(depth, form.guards)
        if solution is not None:
            solving, value = solution
            rest = Guarded(tuple(guard for guard in form.guards if guard is not solving), form.body)
            return self._place_solved(depth, value, rest, after)
        values = self._range(depth, form.guards)
        form = Guarded(tuple(values.rest), form.body)
        self._hoist(depth, form)
        if values.masks or values.static != (2 << parameter.hi) - 1:
            return self._place_bits(depth, values, form, after)
        return self._place_counted(depth, form, after)

    def _unrolled(self, parameter: Node, form: Guarded) -> list[Form] | None:
        """The form for each value of the parameter, if those together take no more operations than the form itself."""
        values = range(parameter.hi + 1)
        if parameter.hi * size_of(form) > MOST_TRIED:
            return None
        forms = [self._former.replaced(form, Substitution({parameter: const(value)}, ZERO)) for value in values]
        if sum(map(effort_of, forms)) > effort_of(form):
            return None
        return forms if sum(map(size_of, forms)) <= max(size_of(form), FREELY_UNROLLED) else None

    def _place_in_turn(self, depth: int, forms: Sequence[Form], after: str) -> int:
        """Write a form for each value of a parameter."""
        bound = 0
        wanted = [form for form in forms if form is not None]
        for form in wanted:
            following = self._function.label("next")
            bound += self._place(depth + 1, form, following)
            self._function.begin(following)
        self._function.jump(after)
        return bound

    def _solution(self, depth: int, guards: Iterable[Node]) -> tuple[Node, Node] | None:
        """A guard that tells the value of the next parameter, and that value."""
        parameter = self._parameters[depth]
        for guard in guards:
            if guard.op == "eq" and parameter in guard.children:
                value = next((child for child in guard.children if child is not parameter), parameter)
                if self._level(value) <= depth:
                    return guard, value
        return None

    def _range(self, depth: int, guards: Iterable[Node]) -> _Range:
        """What the guards say about the next parameter by itself."""
        parameter = self._parameters[depth]
        found = _Range((2 << parameter.hi) - 1, [], [])
        for guard in guards:
            if parameter.hi >= WIDEST_MASK:
                found.rest.append(guard)
            elif guard.uses == parameter.uses:
                found.static &= sum(evaluate(guard, {parameter: code}) << code for code in range(parameter.hi + 1))
            elif guard.op == "bit" and guard.children[1] is parameter and self._level(guard.children[0]) <= depth:
                found.masks.append(guard.children[0])
            else:
                found.rest.append(guard)
        return found

    def _place_solved(self, depth: int, value: Node, form: Guarded, after: str) -> int:
        """Give the parameter the one value it can have, if it is in its domain."""
        parameter = self._parameters[depth]
        operand = self._terms.number(value)
        if value.lo < 0 or value.hi > parameter.hi:
            self._function.require(self._function.value(f"icmp ule i64 {operand}, {parameter.hi}"), after)
        self._terms.assign(parameter, operand)
        return self._place(depth + 1, form, after)

    def _place_bits(self, depth: int, values: _Range, form: Guarded, after: str) -> int:
        """Loop over the bits set in masks."""
        function = self._function
        mask = str(values.static)
        for node in values.masks:
            mask = function.value(f"and i64 {mask}, {self._terms.number(node)}")
        head, following = function.label("bits"), function.label("next")
        function.require(function.value(f"icmp ne i64 {mask}, 0"), after)
        before = function.block
        function.jump(head)
        function.begin(head)
        left, fewer = function.value(f"phi i64 [ {mask}, %{before} ], [ %{head}.left, %{following} ]"), f"%{head}.left"
        self._terms.assign(self._parameters[depth], function.trailing_zeros(left))
        bound = self._place(depth + 1, form, following)
        function.begin(following)
        function.do(f"{fewer} = and i64 {left}, {function.value(f'add i64 {left}, -1')}")
        function.branch(function.value(f"icmp ne i64 {fewer}, 0"), head, after)
        return bound * values.static.bit_count()

    def _place_counted(self, depth: int, form: Guarded, after: str) -> int:
        """Loop over all values."""
        function, parameter = self._function, self._parameters[depth]
        head, following = function.label("loop"), function.label("next")
        before = function.block
        function.jump(head)
        function.begin(head)
        value = function.value(f"phi i64 [ 0, %{before} ], [ %{head}.value, %{following} ]")
        self._terms.assign(parameter, value)
        bound = self._place(depth + 1, form, following)
        function.begin(following)
        function.do(f"%{head}.value = add i64 {value}, 1")
        function.branch(function.value(f"icmp ule i64 %{head}.value, {parameter.hi}"), head, after)
        return bound * (parameter.hi + 1)

    def _hoist(self, depth: int, form: Guarded) -> None:
        """Work out before a loop what its conditions need and what does not change in it."""
        seen: set[Node] = set()
        stack = conditions_of(form)[::-1]
        while stack:
            node = stack.pop()
            if node in seen:
                continue
            seen.add(node)
            if self._level(node) <= depth:
                self._terms.place(node)
            else:
                stack.extend(node.children[::-1])

    def _append(self, step: Update) -> None:
        """Append a successor with its label."""
        function, terms = self._function, self._terms
        number = function.value(f"load i64, ptr {self._count}")
        start = function.value(f"mul i64 {number}, {self._width}")
        successor = function.cell("%successors", start)
        for index, word in enumerate([*self._successor(step), *self._noted(step)]):
            function.store_word(word, successor, index)
        label = [str(self._index)]
        marks = ite(step.fails, ZERO, step.values.get(MARKS, ZERO))
        if marks.constant != 0:
            label.append(function.shifted(terms.number(marks), FIRST_STEP_BIT))
        if step.fails.constant != 0:
            label.append(function.shifted(terms.number(step.fails), ACTION_BITS))
        function.do(f"store i64 {function.ored(label)}, ptr {function.cell('%labels', number)}")
        function.do(f"store i64 {function.value(f'add i64 {number}, 1')}, ptr {self._count}")

    def _successor(self, step: Update) -> list[str]:
        """The words of the state after a step: those of the state before where it fails."""
        if step.fails.constant == 1:
            return self._words
        function, terms = self._function, self._terms
        changes: dict[int, list[str]] = {}
        kept = [-1] * self._packing.words
        for slot, value in step.values.items():
            bit_field = self._packing.bit_fields.get(slot)
            if bit_field is None or value is self._slots[slot]:  # a slot of one value is written with that or fails
                continue
            operand = terms.number(value)
            if value.lo < 0 or value.hi > bit_field.mask:  # the path knows better than the interval
                operand = function.masked(operand, bit_field.mask)
            changes.setdefault(bit_field.word, []).append(function.shifted(operand, bit_field.shift))
            kept[bit_field.word] &= ~(bit_field.mask << bit_field.shift)
        words = list(self._words)
        for word, parts in changes.items():
            old = function.masked(words[word], kept[word])
            words[word] = function.ored([old, *parts])
            if step.fails.constant is None:
                words[word] = function.value(
                    f"select i1 {terms.truth(step.fails)}, i64 {self._words[word]}, i64 {words[word]}"
                )
        return words

    def _noted(self, step: Update) -> list[str]:
        """The words of the notes on a step."""
        function = self._function
        words: list[list[str]] = [["0"] for _ in range(self._width - self._packing.words)]
        for key, bit_field in self._notes.items():
            value = step.values.get(key, ZERO)
            if value is not ZERO:
                operand = function.masked(self._terms.number(value), bit_field.mask)
                words[bit_field.word].append(function.shifted(operand, bit_field.shift))
        return [function.ored(parts) for parts in words]
