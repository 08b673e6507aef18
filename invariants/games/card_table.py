"""What must hold at the card table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...model import choose, count, has, scope, size
from ...model.games.card_table import Card, Seat, Table, card_table, play, retire
from ..language.conditions import Conjunct
from ..language.declarations import Declarations
from ..language.steps import Step

laws = Declarations(card_table)


def homes(g: Table, card: Card) -> Any:
    """In how many places a card is."""
    zones = choose(has(g.deck, card), 1, 0) + choose(has(g.discard, card), 1, 0)
    held = count(g.hand, lambda seat: has(g.hand[seat], card))
    return zones + held + (1 if g.escrow == card else 0)


@laws.invariant("custody")
def custody(g: Table) -> Iterator[Conjunct]:
    """Every card is in exactly one place."""
    for card in scope(g, Card):
        yield f"{card.name} has one home", lambda card=card: homes(g, card) == 1


@laws.invariant("hand-limit")
def hand_limit(g: Table) -> Iterator[Conjunct]:
    """No hand holds more cards than the limit."""
    for seat in scope(g, Seat):
        yield f"hand of {seat.name}", size(g.hand[seat]) <= g.hand_limit


@laws.step("only-play-fills-escrow", when=lambda before, step, after: before.escrow is None)
def only_play_fills_escrow(before: Table, step: Step, after: Table) -> bool:
    """A card gets into escrow only by being played."""
    return step.took(play) or after.escrow is None


@laws.step("retired-to-discard", when=lambda before, step, after: step.took(retire))
def retired_to_discard(before: Table, step: Step, after: Table) -> bool:
    """What leaves escrow is discarded."""
    return before.escrow in after.discard


@laws.witness("escrow-used")
def escrow_used(g: Table) -> bool:
    """A card is in escrow at some time."""
    return g.escrow is not None


@laws.progress("escrow-settles")
def escrow_settles(g: Table) -> bool:
    """Whatever is in escrow can be retired."""
    return g.escrow is None
