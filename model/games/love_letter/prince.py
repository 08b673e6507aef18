"""The Prince: a hand is discarded, and its owner draws anew."""

from __future__ import annotations

from ... import ACTOR, Chance, emit, require, required
from .game import love_letter
from .hands import eliminate, lay_down, take
from .table.events import Showed
from .table.kinds import Card, Seat, Stage
from .table.state import Round
from .turns import end_turn, play


@love_letter.action
def call_prince(g: Round, seat: Seat, target: Seat) -> None:
    """A seat, perhaps the own one, discards its hand and draws anew; who discards the Princess is out."""
    require(Card.COUNTESS not in g.hand[seat], "the Countess must be played")
    play(g, seat, Card.PRINCE, target)
    if Card.PRINCESS in g.hand[target]:
        eliminate(g, target)
        end_turn(g)
    else:
        lay_down(g, target)
        g.redraws = target
        g.stage = Stage.REDRAW


@love_letter.action
def redraw(g: Round, seat: Seat, card: Card = Chance(seen_by=ACTOR)) -> None:
    """Draw anew after a Prince, from the deck."""
    require(g.redraws == seat, "it is not you who draws anew")
    take(g, seat, card)
    g.redraws = None
    end_turn(g)


@love_letter.automatic
def take_what_is_aside(g: Round) -> None:
    """Draw anew after a Prince when the deck is empty: the card that was put aside."""
    seat = required(g.redraws, "nobody draws anew")
    require(not g.deck, "there are cards in the deck")
    g.hand[seat].update(g.aside)
    g.aside.clear()
    emit(Showed(owner=seat, hand=g.hand[seat]), to=seat)
    g.redraws = None
    end_turn(g)
