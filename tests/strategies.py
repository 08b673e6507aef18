"""Hypothesis strategies that work for any model."""

from hypothesis import strategies as st

from kanly.model import Instance, Slots


def states(instance: Instance) -> st.SearchStrategy[Slots]:
    """Every canonical state of the domain, reachable or not; shrinks towards the zero state."""
    codes = st.tuples(*(st.integers(0, slot.count - 1) for slot in instance.slots))
    return codes.map(instance.canonical)
