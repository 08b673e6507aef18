"""Functions written down in the text form of LLVM's intermediate language.

Text is several times as quick to make as the objects of llvmlite, and what a cache is keyed by anyway. All numbers
are 64-bit words (`i64`), truth values are `i1`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

DECLARATIONS: Final = """\
declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.cttz.i64(i64, i1)
"""
"""What every module declares."""


class Function:
    """One function: its basic blocks are begun and filled one after the other.

    The methods return operands, the text that stands for a value: a register or a constant.
    """

    def __init__(self, result: str, name: str, parameters: Sequence[str]) -> None:
        """`parameters`: each with its type, as in `ptr %state`."""
        self._lines = [f"define {result} @{name}({', '.join(parameters)}) {{", "entry:"]
        self._registers = 0
        self._labels = 0
        self.block = "entry"

    def text(self) -> str:
        """The finished function."""
        return "\n".join((*self._lines, "}", ""))

    def value(self, instruction: str) -> str:
        """Add an instruction that gives a value."""
        self._registers += 1
        register = f"%v{self._registers}"
        self._lines.append(f"  {register} = {instruction}")
        return register

    def do(self, instruction: str) -> None:
        """Add an instruction that gives none."""
        self._lines.append(f"  {instruction}")

    def label(self, hint: str) -> str:
        """A new label; `begin` puts it somewhere."""
        self._labels += 1
        return f"{hint}{self._labels}"

    def begin(self, label: str) -> None:
        """Begin the block of that label; the one before must have ended in a jump."""
        self._lines.append(f"{label}:")
        self.block = label

    def jump(self, label: str) -> None:
        """End the block: go on at the label."""
        self.do(f"br label %{label}")

    def branch(self, condition: str, yes: str, no: str) -> None:
        """End the block: go on at `yes` when the truth value is 1, else at `no`."""
        self.do(f"br i1 {condition}, label %{yes}, label %{no}")

    def require(self, condition: str, otherwise: str) -> None:
        """Go on here when the truth value is 1, else at the label."""
        here = self.label("ok")
        self.branch(condition, here, otherwise)
        self.begin(here)

    def load_word(self, pointer: str, index: int) -> str:
        """The word at an index from a pointer."""
        return self.value(f"load i64, ptr {self.cell(pointer, str(index))}")

    def store_word(self, word: str, pointer: str, index: int) -> None:
        """Store a word at an index from a pointer."""
        self.do(f"store i64 {word}, ptr {self.cell(pointer, str(index))}")

    def cell(self, pointer: str, index: str) -> str:
        """The address of a word."""
        return pointer if index == "0" else self.value(f"getelementptr i64, ptr {pointer}, i64 {index}")

    def masked(self, word: str, mask: int) -> str:
        """The word with only the bits of the mask left."""
        return self.value(f"and i64 {word}, {mask}")

    def ored(self, words: Sequence[str]) -> str:
        """All the words, at least one, in one."""
        first, *others = words
        for other in others:
            first = self.value(f"or i64 {first}, {other}")
        return first

    def shifted(self, word: str, places: int) -> str:
        """The word shifted left, or for a negative number of places right, filled with zeros."""
        if places == 0:
            return word
        return self.value(f"{'shl' if places > 0 else 'lshr'} i64 {word}, {abs(places)}")

    def trailing_zeros(self, word: str) -> str:
        """The index of the lowest bit set."""
        return self.value(f"call i64 @llvm.cttz.i64(i64 {word}, i1 false)")
