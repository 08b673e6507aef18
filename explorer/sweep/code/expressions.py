"""Terms as instructions.

A truth value is kept in one bit where its operator gives one, and widened only for arithmetic. What was worked out in
a block is used again wherever that block is certain to have been passed before: `mark` and `rewind` say where. No
instruction has undefined results: indices are taken modulo 64, divisors are positive constants.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final
from zlib import crc32

from ....model.language.terms.nodes import ONE, Node, is_truth
from ....model.language.terms.rebuilding import worked_out
from ..native.assembly import Function
from .packing import Packing

_PLAIN: Final[Mapping[str, str]] = {
    "add": "add", "sub": "sub", "mul": "mul", "div": "udiv", "mod": "urem",
    "and": "and", "or": "or", "xor": "xor",
}  # fmt: skip

_TRUTHS: Final = frozenset({"eq", "lt", "bit"})
_JOINS: Final = frozenset({"and", "or", "xor"})


class Fingerprints:
    """Numbers that tell terms apart by what they say, the same in every process."""

    def __init__(self) -> None:
        self._known: dict[Node, int] = {}

    def of(self, node: Node) -> int:
        """The number of a term. Different terms have the same one rarely."""
        return worked_out(node, self._known, self._print)

    def _print(self, node: Node) -> int:
        parts = [self._known[child] for child in node.children]
        told = sorted(parts) if node.op == "eq" else parts or node.args
        return crc32(repr((node.op, told)).encode())


class Expressions:
    """Writes terms into a function, over the slots of the state that lies in `words`."""

    def __init__(self, function: Function, packing: Packing, slots: Sequence[Node], words: Sequence[str]) -> None:
        """`slots`: the variables (or constants) that stand for the slots; `words`: operands."""
        self._function = function
        self._packing = packing
        self._words = words
        self._slots = {node: slot for slot, node in enumerate(slots) if node.op == "var"}
        self._native: dict[Node, str] = {}
        self._numbers: dict[Node, str] = {}
        self._truths: dict[Node, str] = {}
        self._trail: list[tuple[dict[Node, str], Node]] = []
        self._narrow: dict[Node, bool] = {}
        self._prints = Fingerprints()

    def assign(self, variable: Node, operand: str) -> None:
        """Give a parameter its value, a number."""
        memo = self._numbers if self._is_narrow(variable) else self._native
        memo[variable] = operand
        self._trail.append((memo, variable))

    def mark(self) -> int:
        """The present place, to come back to."""
        return len(self._trail)

    def rewind(self, mark: int) -> None:
        """Forget what was worked out since the mark."""
        while len(self._trail) > mark:
            memo, node = self._trail.pop()
            del memo[node]

    def number(self, node: Node) -> str:
        """The operand for a term as a word."""
        if node.op == "const":
            return str(node.lo)
        if not self._is_narrow(node):
            return self._worked_out(node)
        known = self._numbers.get(node)
        if known is None:
            known = self._keep(self._numbers, node, f"zext i1 {self._worked_out(node)} to i64")
        return known

    def truth(self, node: Node) -> str:
        """The operand for a truth value as one bit."""
        if node.op == "const":
            return "true" if node.lo else "false"
        if self._is_narrow(node):
            return self._worked_out(node)
        known = self._truths.get(node)
        if known is None:
            known = self._keep(self._truths, node, f"icmp ne i64 {self._worked_out(node)}, 0")
        return known

    def place(self, node: Node) -> None:
        """Work a term out here, so that it is known from here on."""
        if node.op != "const":
            _ = self.truth(node) if self._is_narrow(node) else self.number(node)

    def _keep(self, memo: dict[Node, str], node: Node, instruction: str) -> str:
        memo[node] = operand = self._function.value(instruction)
        self._trail.append((memo, node))
        return operand

    def _is_narrow(self, node: Node) -> bool:
        """Whether the term is worked out as one bit."""
        known = self._narrow.get(node)
        if known is None:
            known = self._narrow[node] = is_truth(node) and (
                node.op == "var"
                or node.op in _TRUTHS
                or (node.op in _JOINS and all(map(is_truth, node.children)))
                or (node.op == "ite" and all(map(is_truth, node.children[1:])))
            )
        return known

    def _worked_out(self, node: Node) -> str:
        """The operand of a term that is no constant, in its own kind; arguments first, without recursion."""
        native = self._native
        stack = [node]
        while stack:
            here = stack[-1]
            if here in native:
                stack.pop()
                continue
            arguments = self._in_order(here)
            missing = [child for child in arguments if child.op not in ("const", "var") and child not in native]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            self._write(here)
        return native[node]

    def _in_order(self, node: Node) -> Sequence[Node]:
        """The arguments of a term; those of an equality, which come in no order, in one that is always the same."""
        if node.op != "eq" or node.children[1].op == "const":
            return node.children
        return sorted(node.children, key=self._prints.of)

    def _write(self, node: Node) -> None:
        if node.op == "var":
            self._write_slot(node)
        elif self._is_narrow(node):
            self._keep(self._native, node, self._narrow_instruction(node))
        else:
            self._keep(self._native, node, self._wide_instruction(node))

    def _write_slot(self, node: Node) -> None:
        if node in self._numbers:  # a parameter of two values, assigned as a number
            self._keep(self._native, node, f"trunc i64 {self._numbers[node]} to i1")
            return
        bit_field = self._packing.bit_fields[self._slots[node]]
        word = self._function.shifted(self._words[bit_field.word], -bit_field.shift)
        if self._is_narrow(node):
            self._keep(self._native, node, f"trunc i64 {word} to i1")
        else:
            self._keep(self._native, node, f"and i64 {word}, {bit_field.mask}")

    def _narrow_instruction(self, node: Node) -> str:
        if node.op in _JOINS:
            left, right = map(self.truth, node.children)
            return f"{node.op} i1 {left}, {right}"
        if node.op == "ite":
            condition, yes, no = map(self.truth, node.children)
            return f"select i1 {condition}, i1 {yes}, i1 {no}"
        if node.op == "bit":
            mask, index = node.children
            moved = self._function.value(f"lshr i64 {self.number(mask)}, {self._index(index)}")
            return f"trunc i64 {moved} to i1"
        arguments = self._in_order(node)
        if node.op == "eq" and all(map(self._is_narrow, arguments)):
            left, right = map(self.truth, arguments)
            return f"icmp eq i1 {left}, {right}"
        left, right = map(self.number, arguments)
        return f"icmp {'eq' if node.op == 'eq' else 'slt'} i64 {left}, {right}"

    def _wide_instruction(self, node: Node) -> str:
        plain = _PLAIN.get(node.op)
        if plain is not None:
            left, right = map(self.number, node.children)
            return f"{plain} i64 {left}, {right}"
        first, *others = node.children
        match node.op:
            case "shl" | "shr":
                return f"{'shl' if node.op == 'shl' else 'lshr'} i64 {self.number(first)}, {self._index(others[0])}"
            case "insert":
                return f"or i64 {self.number(first)}, {self._bit(others[0])}"
            case "erase":
                kept = self._function.value(f"xor i64 {self._bit(others[0])}, -1")
                return f"and i64 {self.number(first)}, {kept}"
            case "pop":
                return f"call i64 @llvm.ctpop.i64(i64 {self.number(first)})"
            case _:
                yes, no = map(self.number, others)
                return f"select i1 {self.truth(first)}, i64 {yes}, i64 {no}"

    def _index(self, node: Node) -> str:
        """A shift or the index of a bit, certain to be below 64."""
        if node.op == "const":
            return str(node.lo & 63)
        if node.op == "var" and node.hi < 64:
            return self.number(node)
        return self._function.masked(self.number(node), 63)

    def _bit(self, index: Node) -> str:
        return self._function.value(f"shl i64 1, {self._index(index)}") if index is not ONE else "2"
