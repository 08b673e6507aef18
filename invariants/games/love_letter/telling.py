"""What seats are told and shown in a round of Love Letter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....model import both, choose, has, implies, negate, required, same, scope, size
from ....model.games.love_letter.high_cards import discard_countess, discard_princess, trade_with_king
from ....model.games.love_letter.in_vain import play_in_vain
from ....model.games.love_letter.low_cards import (
    compare_with_baron,
    guess_with_guard,
    hide_behind_handmaid,
    look_with_priest,
)
from ....model.games.love_letter.prince import call_prince, take_what_is_aside
from ....model.games.love_letter.table.events import Drew, Eliminated, Played, Showed
from ....model.games.love_letter.table.kinds import Card, Seat
from ....model.games.love_letter.table.state import Round
from ....model.games.love_letter.view import view
from ...language.conditions import Conjunct
from ...language.steps import Step
from ...language.where import playing, playing_any
from .book import knows_hand
from .laws import DRAWING, laws

AGAINST_A_SEAT = {
    guess_with_guard: Card.GUARD,
    look_with_priest: Card.PRIEST,
    compare_with_baron: Card.BARON,
    call_prince: Card.PRINCE,
    trade_with_king: Card.KING,
}
AGAINST_NOBODY = {
    hide_behind_handmaid: Card.HANDMAID,
    discard_countess: Card.COUNTESS,
    discard_princess: Card.PRINCESS,
}


@laws.told("draws-are-told", Drew, clauses=["LOVE-03", "LOVE-15"], to=lambda before, step, after: step["seat"],
           when=lambda before, step, after: step.took(*DRAWING))  # fmt: skip
def draws_are_told(before: Round, step: Step, after: Round) -> Drew:
    """Who draws a card is told which, and nobody else is."""
    return Drew(seat=step["seat"], card=step["card"])


@laws.told("plays-are-told", Played, clauses=["LOVE-03"])
def plays_are_told(before: Round, step: Step, after: Round) -> Played | None:
    """Everybody is told who plays which card, and against whom."""
    for rule, card in AGAINST_A_SEAT.items():
        if step.took(rule):
            return Played(seat=step["seat"], card=card, target=step["target"])
    for rule, card in AGAINST_NOBODY.items():
        if step.took(rule):
            return Played(seat=step["seat"], card=card, target=None)
    return Played(seat=step["seat"], card=step["card"], target=None) if step.took(play_in_vain) else None


@laws.told("eliminations-are-told", Eliminated, clauses=["LOVE-13"])
def eliminations_are_told(before: Round, step: Step, after: Round) -> Eliminated | None:
    """Everybody is told who is out."""
    for seat in scope(before, Seat):
        if both(has(after.out, seat), negate(has(before.out, seat))):
            return Eliminated(seat=seat)
    return None


@laws.told(
    "who-looks-is-told",
    Showed,
    clauses=["LOVE-02", "LOVE-05"],
    to=lambda before, step, after: step["seat"] if step.took(look_with_priest) else before.redraws,
    when=lambda before, step, after: step.took(look_with_priest, take_what_is_aside),
    where=playing_any(look_with_priest, take_what_is_aside),
)
def who_looks_is_told(before: Round, step: Step, after: Round) -> Showed:
    """Who looks with a Priest is told the other hand, and who draws what was put aside its own, and nobody else is."""
    if step.took(look_with_priest):
        return Showed(owner=step["target"], hand=before.hand[step["target"]])
    return Showed(owner=required(before.redraws, "somebody draws anew"), hand=before.aside)


@laws.step(
    "baron-shows-both-hands",
    clauses=["LOVE-06"],
    when=lambda before, step, after: step.took(compare_with_baron),
    where=playing(compare_with_baron),
)
def baron_shows_both_hands(before: Round, step: Step, after: Round) -> Iterator[Conjunct]:
    """Each of two hands that a Baron compares is shown once, as what it is."""
    seat, target = step["seat"], step["target"]
    yield from is_shown(step, "seat", before.hand[seat] - [Card.BARON], 1)
    yield from is_shown(step, "target", before.hand[target], 1)


@laws.step(
    "king-shows-both-hands",
    clauses=["LOVE-09"],
    when=lambda before, step, after: step.took(trade_with_king),
    where=playing(trade_with_king),
)
def king_shows_both_hands(before: Round, step: Step, after: Round) -> Iterator[Conjunct]:
    """Each of two hands that are traded is shown to both seats, as what it is now."""
    for which in ("seat", "target"):
        yield from is_shown(step, which, after.hand[step[which]], 2)


def is_shown(step: Step, which: str, hand: Any, times: int) -> Iterator[Conjunct]:
    """That the hand of one of the two seats is shown so often, and each time truly."""
    owner, number = step[which], 0
    for number_of_event, entry in enumerate(step.sent(Showed), 1):
        event: Any = entry.event
        told = both(entry.condition, event.owner == owner)
        number = number + choose(told, 1, 0)
        yield f"{which} is shown truly, event {number_of_event}", implies(told, event.hand == hand)
    yield f"{which} is shown", number == times


@laws.invariant("the-view-is-true", clauses=["LOVE-15"])
def the_view_is_true(g: Round) -> Iterator[Conjunct]:
    """A seat is shown what everybody may know and the hands that it may see, each as what it is."""
    for seat in scope(g, Seat):
        shown = view(g, seat)
        yield f"stage shown to {seat.name}", shown.stage == g.stage
        yield f"turn shown to {seat.name}", shown.turn == g.turn
        yield f"who draws anew shown to {seat.name}", lambda shown=shown: same(shown.redraws, g.redraws)
        yield f"size of the deck shown to {seat.name}", shown.deck == size(g.deck)
        yield f"discards shown to {seat.name}", shown.discard == g.discard
        yield f"who is out shown to {seat.name}", shown.out == g.out
        yield f"who is protected shown to {seat.name}", shown.safe == g.safe
        yield f"winners shown to {seat.name}", shown.winners == g.winners
        for owner in scope(g, Seat):
            known = knows_hand(g, seat, owner)
            yield f"hand of {owner.name} shown to {seat.name}", implies(known, shown.hands[owner] == g.hand[owner])
            yield f"number of cards of {owner.name} shown to {seat.name}", shown.held[owner] == size(g.hand[owner])
            yield f"who saw {owner.name} shown to {seat.name}", shown.shown[owner] == g.shown[owner]
