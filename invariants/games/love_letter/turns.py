"""Who plays in a round of Love Letter, and how the turn passes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....model import both, either, forall, has, implies, negate, scope, size
from ....model.games.love_letter.high_cards import discard_countess, discard_princess, trade_with_king
from ....model.games.love_letter.in_vain import play_in_vain
from ....model.games.love_letter.low_cards import (
    compare_with_baron,
    guess_with_guard,
    hide_behind_handmaid,
    look_with_priest,
)
from ....model.games.love_letter.prince import call_prince
from ....model.games.love_letter.table.kinds import Card, Seat, Stage
from ....model.games.love_letter.table.state import Round
from ...language.conditions import Conjunct
from ...language.steps import Step
from .laws import laws


@laws.invariant("deck-lasts", clauses=["LOVE-14"])
def deck_lasts(g: Round) -> Any:
    """Whoever is on turn finds a card to draw: the round is over before the deck fails."""
    return implies(g.stage == Stage.DRAW, size(g.deck) > 0)


@laws.invariant("on-turn", clauses=["LOVE-03"])
def on_turn(g: Round) -> Iterator[Conjunct]:
    """The seat that draws or plays is in play, and its protection has ended; who is out is not protected."""
    acts = either(g.stage == Stage.DRAW, g.stage == Stage.PLAY)
    for seat in scope(g, Seat):
        inside = both(negate(has(g.out, seat)), negate(has(g.safe, seat)))
        yield f"{seat.name} acts", implies(both(acts, g.turn == seat), inside)
        yield f"{seat.name} is out", negate(both(has(g.out, seat), has(g.safe, seat)))


@laws.decision("seat-on-turn-plays", clauses=["LOVE-03"], answers=(
    guess_with_guard, look_with_priest, compare_with_baron, hide_behind_handmaid, call_prince, trade_with_king,
    play_in_vain,
), when=lambda g: both(g.stage == Stage.PLAY, negate(holds_the_court(g))))  # fmt: skip
def seat_on_turn_plays(g: Round) -> Seat:
    """Whoever is on turn, and nobody else, plays a card."""
    return g.turn


@laws.decision("countess-may-go", clauses=["LOVE-10"], answers=(discard_countess,),
               when=lambda g: both(g.stage == Stage.PLAY, has(g.hand[g.turn], Card.COUNTESS)))  # fmt: skip
def countess_may_go(g: Round) -> Seat:
    """Whoever is on turn with the Countess may play her, also when nothing compels it to."""
    return g.turn


@laws.decision("princess-may-go", clauses=["LOVE-11"], answers=(discard_princess,),
               when=lambda g: both(g.stage == Stage.PLAY, has(g.hand[g.turn], Card.PRINCESS)))  # fmt: skip
def princess_may_go(g: Round) -> Seat:
    """Whoever is on turn with the Princess may play her, and be out."""
    return g.turn


def holds_the_court(g: Round) -> Any:
    """Whether the seat on turn holds the Countess or the Princess, which have actions of their own."""
    own = g.hand[g.turn]
    return either(has(own, Card.COUNTESS), has(own, Card.PRINCESS))


@laws.step(
    "turns-go-round",
    clauses=["LOVE-03"],
    when=lambda before, step, after: after.stage == Stage.DRAW and before.stage != Stage.DEAL,
)
def turns_go_round(before: Round, step: Step, after: Round) -> Iterator[Conjunct]:
    """After a turn the next seat in play is on turn."""
    seats = scope(before, Seat)
    for at, seat in enumerate(seats):
        following = [*seats[at + 1 :], *seats[:at]]
        for distance, other in enumerate(following):
            skipped = forall(following[:distance], lambda each: has(after.out, each))
            yield f"{other.name} after {seat.name}", implies(both(before.turn == seat, after.turn == other), skipped)
        yield f"not {seat.name} again", negate(both(before.turn == seat, after.turn == seat))
