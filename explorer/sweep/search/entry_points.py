"""The compiled functions of the search, as Python calls them; the type checker sees them where they are written."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .backward import far_from_settled, index_of, released
    from .grouping import (
        classify,
        differing_offers,
        differing_steps,
        differing_view,
        first_marked,
        index_entries,
    )
    from .kernel import adopt_turns, advance, claim_turns, explore_turns, find_step, offer, settle
    from .table import refill
else:
    from ..native.calling import Native

    adopt_turns, claim_turns, explore_turns, offer = (
        Native("..search.kernel", name, 0) for name in ("adopt_turns", "claim_turns", "explore_turns", "offer")
    )
    advance, settle, find_step = (
        Native("..search.kernel", "advance", 1),
        Native("..search.kernel", "settle", 1),
        Native("..search.kernel", "find_step", 3),
    )
    far_from_settled, released = (
        Native("..search.backward", "far_from_settled", 1),
        Native("..search.backward", "released", 1),
    )
    index_of, refill = Native("..search.backward", "index_of", 0), Native("..search.table", "refill", 0)
    classify, index_entries = (Native("..search.grouping", name, 0) for name in ("classify", "index_entries"))
    differing_steps, differing_offers, differing_view, first_marked = (
        Native("..search.grouping", name, 1)
        for name in ("differing_steps", "differing_offers", "differing_view", "first_marked")
    )

__all__ = [
    "adopt_turns",
    "advance",
    "claim_turns",
    "classify",
    "differing_offers",
    "differing_steps",
    "differing_view",
    "explore_turns",
    "far_from_settled",
    "find_step",
    "first_marked",
    "index_entries",
    "index_of",
    "offer",
    "refill",
    "released",
    "settle",
]
