"""Where the cards of a round of Love Letter are, and how they come from the deck."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....model import both, choose, either, exists, has, implies, negate, same, scope, size, total
from ....model.games.love_letter.prince import take_what_is_aside
from ....model.games.love_letter.table.kinds import Card, Seat, Stage
from ....model.games.love_letter.table.state import Round
from ...language.conditions import Conjunct
from ...language.steps import Step
from ...language.where import knowing, playing
from .book import NUMBER
from .laws import DRAWING, has_ended, laws


@laws.invariant("cards-are-conserved", clauses=["LOVE-01"])
def cards_are_conserved(g: Round) -> Iterator[Conjunct]:
    """Every card is in the deck, aside, in a hand or discarded, as often as there are copies of it."""
    for card in scope(g, Card):
        held = total(g.hand, lambda seat, card=card: g.hand[seat].count(card))
        elsewhere = g.deck.count(card) + g.aside.count(card) + g.discard.count(card)
        yield card.name, held + elsewhere == NUMBER[card]


@laws.invariant("one-card-is-put-aside", clauses=["LOVE-02"])
def one_card_is_put_aside(g: Round) -> Iterator[Conjunct]:
    """Exactly one card is aside, until somebody draws it when the deck is empty."""
    yield "at most one", size(g.aside) <= 1
    yield "not yet", implies(g.stage == Stage.ASIDE, size(g.aside) == 0)
    drawn = both(has_ended(g), size(g.deck) == 0)
    yield "drawn last", implies(size(g.aside) == 0, either(g.stage == Stage.ASIDE, drawn))


@laws.invariant("hands", clauses=["LOVE-03"])
def hands(g: Round) -> Iterator[Conjunct]:
    """A seat in play holds one card, two while it plays, and none while it draws anew; who is out holds none."""
    dealing = either(g.stage == Stage.ASIDE, g.stage == Stage.DEAL)
    for seat in scope(g, Seat):
        on_turn = both(g.turn == seat, g.stage == Stage.PLAY)
        number = choose(on_turn, 2, choose(same(g.redraws, seat), 0, 1))
        expected = choose(has(g.out, seat), 0, number)
        yield seat.name, either(dealing, size(g.hand[seat]) == expected)


@laws.invariant("dealing", clauses=["LOVE-03"])
def dealing(g: Round) -> Iterator[Conjunct]:
    """Nothing is played before everybody has been dealt a card in seating order, beginning with the first."""
    begins = either(g.stage == Stage.ASIDE, g.stage == Stage.DEAL)
    dealt = 0
    for number, seat in enumerate(scope(g, Seat)):
        before = exists(scope(g, Seat)[number + 1 :], lambda other: g.turn == other)
        had = choose(both(g.stage == Stage.DEAL, before), 1, 0)
        yield seat.name, implies(begins, size(g.hand[seat]) == had)
        dealt = dealt + had
    yield "nobody is out", implies(begins, both(size(g.out) == 0, both(size(g.safe) == 0, size(g.discard) == 0)))
    yield "from the first", implies(g.stage == Stage.ASIDE, g.turn == scope(g, Seat)[0])


@laws.invariant("drawing-anew", clauses=["LOVE-08"])
def drawing_anew(g: Round) -> Iterator[Conjunct]:
    """A seat in play that was not protected draws anew exactly at that stage."""
    for seat in scope(g, Seat):
        open_to_it = negate(either(has(g.out, seat), has(g.safe, seat)))
        yield f"{seat.name} is in play", implies(same(g.redraws, seat), open_to_it)
    yield "stage", same(exists(scope(g, Seat), lambda seat: same(g.redraws, seat)), g.stage == Stage.REDRAW)


@laws.decision("who-draws", clauses=["LOVE-03"], answers=DRAWING, when=lambda g: draws(g) is not None)
def who_draws(g: Round) -> Seat | None:
    """Whoever is dealt a card, begins a turn or draws anew takes a card from the deck, and nobody else does."""
    return draws(g)


def draws(g: Round) -> Seat | None:
    """Who takes a card from the deck next."""
    if not g.deck:
        return None
    if g.stage == Stage.REDRAW:
        return g.redraws
    return g.turn if g.stage in (Stage.DEAL, Stage.DRAW) else None


@laws.step("cards-come-from-the-deck", clauses=["LOVE-03"], when=lambda before, step, after: step.took(*DRAWING))
def cards_come_from_the_deck(before: Round, step: Step, after: Round) -> Iterator[Conjunct]:
    """Who draws takes one card from the deck, and every other hand stays as it is."""
    seat = step["seat"]
    yield "deck", size(after.deck) == size(before.deck) - 1
    yield "drawn", after.hand[seat].count(step["card"]) == before.hand[seat].count(step["card"]) + 1
    for other in scope(before, Seat):
        yield f"{other.name} keeps", either(other == seat, after.hand[other] == before.hand[other])


@laws.step(
    "only-drawing-empties-the-deck", clauses=["LOVE-03"], when=lambda before, step, after: size(before.aside) == 1
)
def only_drawing_empties_the_deck(before: Round, step: Step, after: Round) -> Any:
    """The deck shrinks when somebody draws, and at no other time."""
    return step.took(*DRAWING) or after.deck == before.deck


@laws.witness("only-copy-aside", clauses=["LOVE-02"], where=knowing(Card.PRINCESS))
def only_copy_aside(g: Round) -> Any:
    """The card that is put aside may be the only one of its kind, as any card in the deck may be."""
    return has(g.aside, Card.PRINCESS)


@laws.witness("last-card-drawn", clauses=["LOVE-02"], where=playing(take_what_is_aside))
def last_card_drawn(g: Round) -> bool:
    """The card that was put aside is drawn when a Prince empties a hand and the deck is empty."""
    return g.stage == Stage.OVER and not g.aside


@laws.save_rule("piles-hold-the-whole-deck", clauses=["LOVE-01"])
def piles_hold_the_whole_deck(g: Round) -> Iterator[Conjunct]:
    """A save lists every copy of a card once; one that is missing or doubled is told at the deck."""
    for card in scope(g, Card):
        held = total(g.hand, lambda seat, card=card: g.hand[seat].count(card))
        elsewhere = g.deck.count(card) + g.aside.count(card) + g.discard.count(card)
        yield f"$.deck.{card.name}", held + elsewhere == NUMBER[card]
