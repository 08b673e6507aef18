"""What is drawn, given back and told in a game of Coup."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....model import (
    Event,
    both,
    choose,
    either,
    same,
    scope,
    size,
)
from ....model.games.coup.blocks import block_as
from ....model.games.coup.deeds import assassinate, exchange, launch_coup, steal, tax
from ....model.games.coup.exchanges import draw_to_exchange, give_back
from ....model.games.coup.losses import lose_influence
from ....model.games.coup.proofs import prove_claim
from ....model.games.coup.table.events import Claimed, Drew, Lost, Paid, Proved
from ....model.games.coup.table.kinds import Card, Seat, Stage
from ....model.games.coup.table.state import Court
from ....model.games.coup.view import view
from ...language.changes import changes_only
from ...language.conditions import Conjunct
from ...language.steps import Step
from ...language.where import playing
from .book import influence
from .court import (
    DRAWING,
    gains_card,
    laws,
    passes,
    price_of,
    was_claimed,
)


@laws.step("cards-come-from-the-deck", clauses=["COUP-01"], when=lambda before, step, after: step.took(*DRAWING))
def cards_come_from_the_deck(before: Court, step: Step, after: Court) -> Iterator[Conjunct]:
    """Who draws takes one card from the deck."""
    seat, card = step["seat"], step["card"]
    yield "drawn", gains_card(before.hand[seat], after.hand[seat], card)
    yield "deck", gains_card(after.deck, before.deck, card)
    yield from changes_only(before, after, ("hand", seat), "deck", "stage", "asked")


@laws.step("cards-are-given-back", clauses=["COUP-11"], when=lambda before, step, after: step.took(give_back),
           where=playing(give_back))  # fmt: skip
def cards_are_given_back(before: Court, step: Step, after: Court) -> Iterator[Conjunct]:
    """A card is given back into the deck, until the seat holds its influences."""
    seat, card = step["seat"], step["card"]
    yield "given", gains_card(after.hand[seat], before.hand[seat], card)
    yield "deck", gains_card(before.deck, after.deck, card)
    enough = size(after.hand[seat]) == influence(before, seat)
    yield "turn", choose(enough, passes(before, after), both(after.stage == Stage.RETURN, after.asked == seat))
    yield from changes_only(before, after, ("hand", seat), "deck", "stage", "asked", "turn")


@laws.step("exchange-is-of-two-cards", clauses=["COUP-11"], where=playing(draw_to_exchange),
           when=lambda before, step, after: step.took(draw_to_exchange))  # fmt: skip
def exchange_is_of_two_cards(before: Court, step: Step, after: Court) -> Any:
    """A seat draws until it holds two cards more than influences, or the deck is empty; only then it gives back."""
    drawn = size(after.hand[step["seat"]]) == influence(before, step["seat"]) + 2
    return same(either(drawn, size(after.deck) == 0), after.stage == Stage.RETURN)


@laws.told("draws-are-told", Drew, clauses=["COUP-18"], to=lambda before, step, after: step["seat"],
           when=lambda before, step, after: step.took(*DRAWING))  # fmt: skip
def draws_are_told(before: Court, step: Step, after: Court) -> Drew:
    """Who draws a card is told which, and nobody else is."""
    return Drew(seat=step["seat"], card=step["card"])


CLAIMING = {tax: Card.DUKE, steal: Card.CAPTAIN, assassinate: Card.ASSASSIN, exchange: Card.AMBASSADOR}


@laws.told("claims-are-told", Claimed, clauses=["COUP-12"])
def claims_are_told(before: Court, step: Step, after: Court) -> Event | None:
    """Whoever claims a character does so before everybody."""
    if step.took(block_as):
        return Claimed(seat=step["seat"], card=step["card"])
    for rule, card in CLAIMING.items():
        if step.took(rule):
            return Claimed(seat=step["seat"], card=card)
    return None


@laws.told("payments-are-told", Paid, clauses=["COUP-06", "COUP-09"])
def payments_are_told(before: Court, step: Step, after: Court) -> Event | None:
    """Whoever pays does so before everybody."""
    if step.took(launch_coup, assassinate):
        return Paid(seat=step["seat"], price=price_of(step))
    return None


@laws.told("losses-are-told", Lost, clauses=["COUP-16"])
def losses_are_told(before: Court, step: Step, after: Court) -> Event | None:
    """Everybody is told which influence is lost by whom."""
    return Lost(seat=step["seat"], card=step["card"]) if step.took(lose_influence) else None


@laws.told("proofs-are-told", Proved, clauses=["COUP-13"], where=playing(prove_claim))
def proofs_are_told(before: Court, step: Step, after: Court) -> Event | None:
    """Everybody is shown the card that was claimed, and no card else."""
    for card in scope(before, Card):
        if step.took(prove_claim) and was_claimed(before, card):
            return Proved(seat=step["seat"], card=card)
    return None


@laws.invariant("the-view-is-true", clauses=["COUP-18"])
def the_view_is_true(g: Court) -> Iterator[Conjunct]:
    """A seat is shown what everybody may know and its own hand, each as what it is."""
    for seat in scope(g, Seat):
        shown = view(g, seat)
        yield f"stage shown to {seat.name}", shown.stage == g.stage
        yield f"who is asked shown to {seat.name}", shown.asked == g.asked
        yield f"turn shown to {seat.name}", shown.turn == g.turn
        yield f"action shown to {seat.name}", lambda shown=shown: same(shown.deed, g.deed)
        yield f"block shown to {seat.name}", lambda shown=shown: same(shown.block, g.block)
        yield f"treasury shown to {seat.name}", shown.treasury == g.treasury
        yield f"size of the deck shown to {seat.name}", shown.deck == size(g.deck)
        yield f"hand shown to {seat.name}", lambda seat=seat, shown=shown: shown.hand == g.hand[seat]
        for owner in scope(g, Seat):
            yield f"coins of {owner.name} shown to {seat.name}", shown.coins[owner] == g.coins[owner]
            yield f"number of cards of {owner.name} shown to {seat.name}", shown.held[owner] == size(g.hand[owner])
            yield f"losses of {owner.name} shown to {seat.name}", shown.lost[owner] == g.lost[owner]
