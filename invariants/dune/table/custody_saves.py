"""Only saves in which every card lies once are accepted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ....model import forall, has, implies, scope
from ....model.dune.table.cards import Card
from ....model.dune.table.factions import Faction
from ....model.dune.table.state import Table
from ...language.conditions import Conjunct
from ..laws import laws
from .custody import homes

PILES: Final = ("deck", "cache", "removed", "discard")
"""Where cards lie that are in no hand."""


@laws.save_rule("saved-cards-lie-once", clauses=["ORN-02", "ORN-31"])
def saved_cards_lie_once(g: Table) -> Iterator[Conjunct]:
    """Every treachery card of the save is in one place and in no other, and none is missing."""
    for seat in scope(g, Faction):
        yield f"$.hand.{seat.name}", lambda seat=seat: lie_once(g, g.hand[seat])
    for name in PILES:
        yield f"$.{name}", lambda name=name: lie_once(g, getattr(g, name))
    yield "$", forall(scope(g, Card), lambda card: homes(g, card) > 0)


def lie_once(g: Table, pile: set[Card]) -> bool:
    """Whether no card of a pile is anywhere else."""
    return forall(scope(g, Card), lambda card: implies(has(pile, card), homes(g, card) == 1))
