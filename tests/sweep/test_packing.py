"""States in words and back."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kanly.explorer.sweep.code.packing import WORD_BITS, Packing


@st.composite
def packed(draw: st.DrawFn) -> tuple[Packing, list[tuple[int, ...]]]:
    """A layout and states that it holds."""
    counts = draw(st.lists(st.sampled_from([1, 2, 3, 4, 5, 255, 256, 257, 2**31, 2**61]), max_size=30))
    constant = [slot for slot in range(len(counts)) if draw(st.integers(0, 3)) == 0]
    constants = {slot: draw(st.integers(0, counts[slot] - 1)) for slot in constant}
    values = [
        st.just(constants[slot]) if slot in constants else st.integers(0, count - 1)
        for slot, count in enumerate(counts)
    ]
    return Packing(counts, constants), draw(st.lists(st.tuples(*values), max_size=5))


@given(given=packed())
def test_what_is_packed_comes_back(given: tuple[Packing, list[tuple[int, ...]]]) -> None:
    packing, states = given
    words = [packing.pack(state) for state in states]
    assert [packing.unpack(each) for each in words] == states
    rows = packing.pack_all(states)
    assert rows.tolist() == [list(each) for each in words]
    assert [tuple(row) for row in packing.unpack_all(rows).tolist()] == states


@given(given=packed())
def test_no_slot_straddles_words_or_overlaps(given: tuple[Packing, list[tuple[int, ...]]]) -> None:
    packing, _ = given
    taken: set[tuple[int, int]] = set()
    for slot, bit_field in packing.bit_fields.items():
        assert 1 << bit_field.bits >= packing.counts[slot] > 1 << (bit_field.bits - 1)
        bits = {(bit_field.word, bit) for bit in range(bit_field.shift, bit_field.shift + bit_field.bits)}
        assert bit_field.shift + bit_field.bits <= WORD_BITS
        assert not bits & taken
        taken |= bits
    assert {word for word, _ in taken} <= set(range(packing.words))


def test_wide_slots_are_arranged_so_that_no_word_is_wasted() -> None:
    """In order these would take three words."""
    assert Packing([2**20, 2**40, 2**40, 2**20], {}).words == 2


def test_a_state_that_does_not_fit_is_refused() -> None:
    packing = Packing([3, 5], {1: 4})
    assert packing.pack((2, 4)) == (2,)
    for state in [(3, 4), (-1, 4), (2, 3)]:
        with pytest.raises(ValueError, match="slot"):
            packing.pack(state)
    with pytest.raises(ValueError, match="cannot be 5"):
        Packing([3, 5], {1: 5})


def test_no_states_are_no_rows() -> None:
    packing = Packing([3], {})
    assert packing.pack_all([]).shape == (0, 1)
    assert packing.unpack_all(np.zeros((0, 1), np.uint64)).shape == (0, 1)
