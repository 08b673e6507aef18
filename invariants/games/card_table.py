"""What must hold at the card table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...model import choose, count, has, same, scope, size
from ...model.games.card_table import (
    Card,
    Drew,
    Played,
    Seat,
    Table,
    card_table,
    draw,
    play,
    reshuffle,
    retire,
    view,
)
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


@laws.step("reshuffled-when-empty", when=lambda before, step, after: step.took(reshuffle))
def reshuffled_when_empty(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """The discarded cards become the deck, once it is empty and there are any."""
    yield "nothing was left", size(before.deck) == 0
    yield "something was discarded", size(before.discard) > 0
    yield "it is the deck now", after.deck == before.discard


@laws.told(
    "the-card-drawn-is-told-to-its-owner",
    Drew,
    to=lambda before, step, after: step["seat"],
    among=lambda told: told.card is not None,
)
def the_card_drawn_is_told_to_its_owner(before: Table, step: Step, after: Table) -> Drew | None:
    """Who draws a card is told which one."""
    return Drew(seat=step["seat"], card=step["card"]) if step.took(draw) else None


@laws.told("that-a-card-was-drawn-is-told", Drew, among=lambda told: told.card is None)
def that_a_card_was_drawn_is_told(before: Table, step: Step, after: Table) -> Drew | None:
    """Everybody is told that a seat has drawn a card."""
    return Drew(seat=step["seat"], card=None) if step.took(draw) else None


@laws.told("what-is-played-is-told", Played)
def what_is_played_is_told(before: Table, step: Step, after: Table) -> Played | None:
    """Everybody is told who has played which card."""
    return Played(seat=step["seat"], card=step["card"]) if step.took(play) else None


@laws.invariant("the-view-is-true")
def the_view_is_true(g: Table) -> Iterator[Conjunct]:
    """A seat is shown its own hand, the played card and the discarded ones, each as what it is."""
    for seat in scope(g, Seat):
        shown = view(g, seat)
        yield f"hand shown to {seat.name}", lambda seat=seat, shown=shown: shown.own == g.hand[seat]
        yield f"escrow shown to {seat.name}", lambda shown=shown: same(shown.escrow, g.escrow)
        yield f"discarded cards shown to {seat.name}", lambda shown=shown: shown.discard == g.discard


@laws.witness("escrow-used")
def escrow_used(g: Table) -> bool:
    """A card is in escrow at some time."""
    return g.escrow is not None


@laws.progress("escrow-settles")
def escrow_settles(g: Table) -> bool:
    """Whatever is in escrow can be retired."""
    return g.escrow is None
