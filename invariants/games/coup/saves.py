"""Which saves of Coup are accepted beyond what holds in every state, and where a fault in them stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ....model import negate, scope, total
from ....model.games.coup.deeds import assassinate, exchange, steal, tax
from ....model.games.coup.table.kinds import Card, Deed
from ....model.games.coup.table.state import Court
from ...language.conditions import Conjunct
from ...language.where import playing
from .court import DECLARED, is_open, laws


@laws.save_rule("piles-hold-all-cards", clauses=["COUP-01"])
def piles_hold_all_cards(g: Court) -> Iterator[Conjunct]:
    """A save lists every copy of a character once; one that is missing or doubled is told at the deck."""
    for card in scope(g, Card):
        held = total(g.hand, lambda seat, card=card: g.hand[seat].count(card) + g.lost[seat].count(card))
        yield f"$.deck.{card.name}", held + g.deck.count(card) == g.copies


def never_open(deed: Deed) -> Callable[[Court], Iterator[Conjunct]]:
    """That an action is never open."""

    def is_never_open(g: Court) -> Iterator[Conjunct]:
        """An action that nobody can take in a scenario is not open in its saves."""
        yield "$.deed", negate(is_open(g, deed))

    return is_never_open


def declare_never_open(rule: Callable[..., Any]) -> None:
    """No save of a scenario without this rule has its action open."""
    declare = laws.save_rule(f"{rule.__name__}-is-not-open", clauses=["COUP-12"], where=~playing(rule))
    declare(never_open(DECLARED[rule]))


for _rule in (tax, steal, assassinate, exchange):
    declare_never_open(_rule)
