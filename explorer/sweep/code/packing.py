"""How the slots of a state lie in 64-bit words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from ....model import Slots

WORD_BITS = 64


@dataclass(frozen=True, slots=True)
class BitField:
    """Where a slot lies: `bits` bits of a word, from bit `shift` on."""

    word: int
    shift: int
    bits: int

    @property
    def mask(self) -> int:
        """The bits of the slot, moved down to bit 0."""
        return (1 << self.bits) - 1


class Packing:
    """The layout of a state. A slot that never changes has no bits: it is a constant of the layout.

    A slot with `count` values takes the bits that `count - 1` needs, and never straddles two words.
    """

    def __init__(self, counts: Sequence[int], constants: Mapping[int, int]) -> None:
        """`counts`: the number of values of each slot; `constants`: the value of each slot that never changes."""
        for slot, value in constants.items():
            if not 0 <= value < counts[slot]:
                raise ValueError(f"slot {slot} has {counts[slot]} values; it cannot be {value}")
        self.counts = tuple(counts)
        self.constants = {slot: 0 for slot, count in enumerate(counts) if count == 1} | dict(constants)
        self.bit_fields, self.words = _arranged(
            {slot: (count - 1).bit_length() for slot, count in enumerate(counts) if slot not in self.constants}
        )

    def pack(self, slots: Slots) -> tuple[int, ...]:
        """The words of a state. Raises `ValueError` for a state that the layout cannot hold."""
        words = [0] * self.words
        for slot, (value, count) in enumerate(zip(slots, self.counts, strict=True)):
            bit_field = self.bit_fields.get(slot)
            if not 0 <= value < count or (bit_field is None and value != self.constants[slot]):
                expected = f"below {count}" if bit_field is not None else f"always {self.constants[slot]}"
                raise ValueError(f"slot {slot} is {value}; in this layout it is {expected}")
            if bit_field is not None:
                words[bit_field.word] |= value << bit_field.shift
        return tuple(words)

    def unpack(self, words: Sequence[int]) -> Slots:
        """The state behind words."""
        constants, bit_fields = self.constants, self.bit_fields
        return tuple(
            constants[slot]
            if slot in constants
            else int(words[bit_fields[slot].word]) >> bit_fields[slot].shift & bit_fields[slot].mask
            for slot in range(len(self.counts))
        )

    def pack_all(self, states: Iterable[Slots]) -> npt.NDArray[np.uint64]:
        """The words of many states, one row each."""
        listed = list(states)
        rows = np.array(listed, np.uint64).reshape(len(listed), len(self.counts))
        words = np.zeros((len(rows), self.words), np.uint64)
        for slot, bit_field in self.bit_fields.items():
            words[:, bit_field.word] |= rows[:, slot] << np.uint64(bit_field.shift)
        return words

    def unpack_all(self, words: npt.NDArray[np.uint64]) -> npt.NDArray[np.int64]:
        """The states behind rows of words, one row of slots each."""
        slots = np.zeros((len(words), len(self.counts)), np.int64)
        for slot, value in self.constants.items():
            slots[:, slot] = value
        for slot, bit_field in self.bit_fields.items():
            slots[:, slot] = words[:, bit_field.word] >> np.uint64(bit_field.shift) & np.uint64(bit_field.mask)
        return slots


Key = TypeVar("Key")


def _arranged(bits: Mapping[int, int]) -> tuple[dict[int, BitField], int]:
    """Bits for each slot, in the order of slots where that wastes no word, and the number of words (at least 1)."""
    in_order = first_fit(bits, list(bits))
    by_width = first_fit(bits, sorted(bits, key=lambda slot: -bits[slot]))
    bit_fields, words = min(in_order, by_width, key=lambda arrangement: arrangement[1])
    return dict(sorted(bit_fields.items())), max(words, 1)


def first_fit(bits: Mapping[Key, int], order: Iterable[Key]) -> tuple[dict[Key, BitField], int]:
    """Put each slot, in that order, into the first word with room for it; returns where they lie and how many words."""
    used: list[int] = []
    bit_fields: dict[Key, BitField] = {}
    for slot in order:
        width = bits[slot]
        word = next((word for word, taken in enumerate(used) if taken + width <= WORD_BITS), len(used))
        if word == len(used):
            used.append(0)
        bit_fields[slot] = BitField(word, used[word], width)
        used[word] += width
    return bit_fields, len(used)
