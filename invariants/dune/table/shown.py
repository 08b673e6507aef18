"""What each seat is shown of the table: all that lies open as it is, and of hands and piles how large they are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ....model import same, scope, size, whole
from ....model.dune.table.board import Place
from ....model.dune.table.factions import Faction
from ....model.dune.table.state import Table
from ....model.dune.view import table as looking
from ...language.conditions import Conjunct
from ..laws import laws

OPEN: Final = (
    "turn", "phase", "storm", "active", "to_move", "sapho_last", "guild", "allowance", "moved", "shipped", "promised",
    "karama_rate", "slowed", "ally", "fresh_alliance", "discard", "cache", "removed", "forces", "reserves", "tanks",
    "advisors", "shown_worth", "terror_removed", "extorted", "forced", "bank", "leaders", "riding", "ridden", "flight",
    "remainder", "questions", "entry", "embassy", "recalled", "mobile", "first", "winners", "won", "cards_claimed",
    "pause", "inflation", "bribes", "placement", "gamont", "log",
)  # fmt: skip
"""The fields that everybody is shown as they are, under the same name."""


@laws.invariant("what-lies-open-is-shown", clauses=["ORN-64"])
def what_lies_open_is_shown(g: Table) -> Iterator[Conjunct]:
    """Every seat is shown all that lies open, and nothing else in its place."""
    for seat in scope(g, Faction):
        shown = looking.view(g, seat)
        for name in OPEN:
            yield f"{name} to {seat.title}", same(whole(g, name), whole(shown, name))
        yield f"decision to {seat.title}", same(whole(g, "pending"), whole(shown, "decision"))
        yield f"search to {seat.title}", same(whole(g, "box"), whole(shown, "search"))
        for owner in scope(g, Faction):
            faces = size(g.face_down[owner])
            yield f"discards of {owner.title} to {seat.title}", shown.face_down_sizes[owner] == faces
        for place in scope(g, Place):
            yield (
                f"Ambassador in {place.name} to {seat.title}",
                same(whole(g.ambassadors, place), shown.ambassadors[place]),
            )


@laws.invariant("hands-are-their-owners", clauses=["ORN-64"])
def hands_are_their_owners(g: Table) -> Iterator[Conjunct]:
    """Every seat is shown its own hand and spice, and how many cards the others and the deck have."""
    for seat in scope(g, Faction):
        shown = looking.view(g, seat)
        yield f"hand of {seat.title}", shown.hand == g.hand[seat]
        yield f"reserved of {seat.title}", shown.reserved == g.reserved[seat]
        yield f"spice of {seat.title}", shown.spice == g.spice[seat]
        yield f"deck to {seat.title}", shown.deck_size == size(g.deck)
        for other in scope(g, Faction):
            yield f"hand of {other.title} to {seat.title}", shown.hand_sizes[other] == size(g.hand[other])
